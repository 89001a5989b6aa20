import { type Command, UsageError } from './command.ts'
import { importCampaigns } from './import-campaigns.ts'
import { type ImportKind, importCommand } from './import-command.ts'
import { importContacts } from './import-contacts.ts'

const kinds: readonly ImportKind[] = [
  {
    name: 'trello',
    about:
      'Imports boards from Trello’s JSON exports. Importing a file again changes nothing; a newer one updates.',
    importer: async () =>
      (await import('#client/importers/trello/trello-importer.ts')).trelloImporter,
  },
  importContacts,
  importCampaigns,
  {
    name: 'changelog',
    about:
      'Imports changelogs in Markdown and lists of GitHub releases. Nobody is told of old news; a second run changes nothing.',
    options: {
      source: {
        value: 'NAME',
        about: 'names the changelog, else its repository or file does; two products need two names',
      },
      undated: {
        value: 'draft|published',
        about:
          'makes versions without a date drafts (which is the rule), or publishes them with today’s',
      },
    },
    async importer(given) {
      const undated = given.text('undated') ?? 'draft'
      if (undated !== 'draft' && undated !== 'published')
        throw new UsageError(`--undated is draft or published, not "${undated}".`)
      const { changelogImporter } =
        await import('#client/importers/changelog/changelog-importer.ts')
      const today = new Date().toISOString().slice(0, 10)
      return changelogImporter({ source: given.text('source'), undated, today })
    },
  },
  {
    name: 'feedback',
    about:
      'Imports posts with comments, votes and people from dumps of GitHub issues and from CSV files. A second run changes nothing.',
    options: {
      board: { value: 'ID|SLUG', about: 'puts the posts on this board, else one is made for them' },
      source: {
        value: 'NAME',
        about: 'names what is imported where the file does not; two sites need two names',
      },
    },
    async importer(given) {
      const { feedbackImporter } = await import('#client/importers/feedback/feedback-importer.ts')
      return feedbackImporter({ source: given.text('source'), board: given.text('board') })
    },
  },
]

export const imports: readonly Command[] = kinds.map(importCommand)
