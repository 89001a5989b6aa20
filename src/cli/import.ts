import type { Command } from './command.ts'
import { type ImportKind, importCommand } from './import-command.ts'

const kinds: readonly ImportKind[] = [
  {
    name: 'trello',
    about:
      'Imports boards from Trello’s JSON exports. Importing a file again changes nothing; a newer one updates.',
    importer: async () => (await import('#client/importers/trello-importer.ts')).trelloImporter,
  },
]

export const imports: readonly Command[] = kinds.map(importCommand)
