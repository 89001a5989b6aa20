import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'

import { exampleContent, exampleName } from '#example/example.ts'
import { type CreatedWorkspace, findOldestWorkspace } from '#service/developers/first-start.ts'
import { type Config, ConfigError } from './config.ts'
import { createFirstWorkspace } from './new-workspace.ts'
import type { OpenService } from './open-service.ts'

/** Whether the database was new, and which process has created its first workspace. */
export type FirstStart =
  | { readonly creator: 'none' | 'another_process' }
  | { readonly creator: 'this_process'; readonly owner_key: string }

/**
 * Creates the first workspace of a new database, with example content unless disabled. The owner's key is returned, and
 * written to the file of the settings, if there is one, before the workspace exists for anyone else.
 */
export async function firstStart(
  service: OpenService,
  { example, ownerKeyFile }: Pick<Config, 'example' | 'ownerKeyFile'>,
): Promise<FirstStart> {
  if ((await findOldestWorkspace(service.database)) !== undefined) return { creator: 'none' }
  const content = example
    ? exampleContent({
        size: 'small',
        seed: 1,
        now: new Date(),
        sealSecret: service.createWebhookSecret,
      })
    : undefined
  const created = await createFirstWorkspace(service.database, {
    name: example ? exampleName : 'Workspace',
    content,
    keepKey:
      ownerKeyFile === undefined ? undefined : (create) => writeKeyFile(ownerKeyFile, create),
  })
  if (created === undefined) return { creator: 'another_process' }
  if (example) {
    await service.recordStored(created.workspace_id)
    await service.maintenance.analyze()
  }
  return { creator: 'this_process', owner_key: created.owner_key.key }
}

/**
 * Opens the file before `create` runs, and deletes it again when that or the writing fails. A failed commit leaves it:
 * where the connection broke, the workspace may exist. The next first start overwrites it.
 */
async function writeKeyFile(
  file: string,
  create: () => Promise<CreatedWorkspace>,
): Promise<CreatedWorkspace> {
  const isNew = !existsSync(file)
  const descriptor = attempt(() => openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600))
  try {
    const created = await create()
    attempt(() => {
      // A terminal or a pipe can neither be cut nor synced.
      const isRegular = fstatSync(descriptor).isFile()
      if (isRegular) ftruncateSync(descriptor)
      writeSync(descriptor, `${created.owner_key.key}\n`)
      if (isRegular) fsyncSync(descriptor)
    })
    return created
  } catch (error) {
    if (isNew) rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`OWNER_KEY_FILE cannot be written: ${reason}. Nothing was created.`, {
      cause,
    })
  }
}

/** Prints the URL and, after the first start, the API key, which is shown only once. */
export function printStartMessage(
  url: string,
  start: FirstStart,
  keyFile: string | undefined,
): void {
  const lines = ['', `  Workspace Admin is ready at ${url}`, `  API: ${url}/v1`]
  if (start.creator === 'another_process')
    lines.push('', '  Another process has just created the first workspace and has its API key.')
  if (start.creator === 'this_process' && keyFile === undefined)
    lines.push(
      '',
      '  Your API key:',
      '',
      `      ${start.owner_key}`,
      '',
      '  Copy it now. It will not be shown again. Open the URL above and paste it to connect.',
    )
  if (start.creator === 'this_process' && keyFile !== undefined)
    lines.push('', `  Your API key was written to ${keyFile}.`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
