import { exampleContent, exampleName } from '#example/example.ts'
import { findOldestWorkspace } from '#service/developers/first-start.ts'
import { createWorkspace } from './new-workspace.ts'
import type { OpenService } from './open-service.ts'

/** Creates the first workspace of a new database, with example content unless disabled. Returns the owner's key. */
export async function firstStart(
  service: OpenService,
  example: boolean,
): Promise<string | undefined> {
  if ((await findOldestWorkspace(service.database)) !== undefined) return undefined
  const { owner_key } = example
    ? await createWorkspace(
        service.database,
        exampleName,
        exampleContent({
          size: 'small',
          seed: 1,
          now: new Date(),
          sealSecret: service.createWebhookSecret,
        }),
      )
    : await createWorkspace(service.database, 'Workspace')
  if (example) await service.maintenance.analyze()
  return owner_key.key
}

/** Prints the URL and, after the first start, the API key, which is shown only once. */
export function printStartMessage(
  url: string,
  owner_key: string | undefined,
  keyFile: string | undefined,
): void {
  const lines = ['', `  Workspace Admin is ready at ${url}`, `  API: ${url}/v1`]
  if (owner_key !== undefined && keyFile === undefined)
    lines.push(
      '',
      '  Your API key:',
      '',
      `      ${owner_key}`,
      '',
      '  Copy it now. It will not be shown again. Open the URL above and paste it to connect.',
    )
  if (owner_key !== undefined && keyFile !== undefined)
    lines.push('', `  Your API key was written to ${keyFile}.`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
