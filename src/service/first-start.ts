import { findOldestWorkspace } from '#service/developers/first-start.ts'
import { exampleContent, exampleName } from '#service/example/example.ts'
import { createWorkspace } from './new-workspace.ts'
import type { OpenService } from './open-service.ts'

/** A new database gets a workspace, its owner's key, and unless told otherwise something worth looking at. Returns the key. */
export async function firstStart(
  service: OpenService,
  example: boolean,
): Promise<string | undefined> {
  if ((await findOldestWorkspace(service.database)) !== undefined) return undefined
  const { owner_key } = example
    ? await createWorkspace(
        service.database,
        exampleName,
        exampleContent({ size: 'small', seed: 1, now: new Date() }),
      )
    : await createWorkspace(service.database, 'Workspace')
  if (example) await service.upkeep.analyze()
  return owner_key.key
}

/** Where it listens and, this once, the key. */
export function printStartMessage(
  address: string,
  owner_key: string | undefined,
  file: string | undefined,
): void {
  const lines = ['', `  Workspace Admin is ready at ${address}`]
  if (owner_key !== undefined && file === undefined)
    lines.push(
      '',
      '  Your API key:',
      '',
      `      ${owner_key}`,
      '',
      '  Copy it now: it will not be shown again. Paste it on the page above to connect.',
    )
  if (owner_key !== undefined && file !== undefined) lines.push('', `  Your API key is in ${file}.`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
