import { firstWorkspace } from '#service/developers/first-start.ts'
import { fillExample } from '#service/example/example.ts'
import { inProcess } from './in-process.ts'
import { createWorkspace } from './new-workspace.ts'
import type { OpenService } from './open.ts'
import { allVerbs } from './verbs.ts'

/** A new database gets a workspace, its owner's key, and unless told otherwise something worth looking at. Returns the key. */
export async function firstStart(
  service: OpenService,
  example: boolean,
): Promise<string | undefined> {
  if ((await firstWorkspace(service.database)) !== undefined) return undefined
  const { workspace_id, owner_key } = await createWorkspace(
    service.database,
    example ? 'Fern & Field' : 'Workspace',
  )
  if (example) {
    const rights = { workspace_id, cursors: service.cursors, now: new Date() }
    await inProcess(
      service.database,
      allVerbs(() => undefined),
      rights,
      fillExample,
    )
    await service.upkeep.analyze()
  }
  return owner_key.key
}

/** Where it listens and, this once, the key. */
export function greet(
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
