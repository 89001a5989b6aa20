import { constants, fstatSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'

import { exampleContent, exampleName } from '#example/example.ts'
import { codeOf } from '#service/db/transient-error.ts'
import { findOldestWorkspace } from '#service/developers/first-start.ts'
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
  // Before the lock of the first start: a file whose opening hangs must not block the other processes.
  const keyFile = ownerKeyFile === undefined ? undefined : await openKeyFile(ownerKeyFile)
  try {
    const created = await createFirstWorkspace(service.database, {
      name: example ? exampleName : 'Workspace',
      content,
      beforeCommit: async ({ owner_key }) => keyFile?.write(owner_key.key),
    })
    if (created === undefined) return { creator: 'another_process' }
    if (example) {
      await service.recordStored(created.workspace_id)
      await service.maintenance.analyze()
    }
    return { creator: 'this_process', owner_key: created.owner_key.key }
  } finally {
    await keyFile?.close()
  }
}

interface KeyFile {
  readonly write: (key: string) => Promise<void>
  /** Deletes the file where it is new and has no key. */
  readonly close: () => Promise<void>
}

async function openKeyFile(file: string): Promise<KeyFile> {
  const { handle, isNew } = await attempt(() => openRegular(file))
  const writeKey = async (key: string) => {
    await handle.truncate(0)
    await handle.write(`${key}\n`, 0)
    await handle.sync()
    if (!isAt(file, handle)) throw new Error('another process has replaced the file')
  }
  return {
    // A failed commit leaves the key: where the connection broke, the workspace may exist. The next first start
    // overwrites it.
    write: (key) =>
      attempt(() =>
        writeKey(key).catch(async (error: unknown) => {
          // While this process holds the lock: later, another one may have written its key to the same file.
          await handle.truncate(0).catch(() => undefined)
          throw error
        }),
      ),
    async close() {
      // Without a pause in between, in which another process could write its key to the same file.
      if (isNew && fstatSync(handle.fd).size === 0 && isAt(file, handle)) rmSync(file)
      // What was written is on the disk already.
      await handle.close().catch(() => undefined)
    },
  }
}

/** Whether the path still leads to the file that is open. */
function isAt(file: string, { fd }: FileHandle): boolean {
  const [path, own] = [statSync(file, { throwIfNoEntry: false }), fstatSync(fd)]
  return path?.ino === own.ino && path.dev === own.dev
}

/** Opens or creates the file, without changing what is in it. */
async function openRegular(file: string): Promise<{ handle: FileHandle; isNew: boolean }> {
  const notRegular = () => new Error('it is not a regular file')
  const existing = await stat(file).catch(() => undefined)
  if (existing && !existing.isFile()) throw notRegular()
  // Windows has no such flag. Elsewhere, opening a pipe would wait for its reader.
  const flags = constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)
  const created = await open(file, flags | constants.O_EXCL, 0o600).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const handle = created ?? (await open(file, flags, 0o600))
  if ((await handle.stat()).isFile()) return { handle, isNew: created !== undefined }
  await handle.close()
  throw notRegular()
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
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
    lines.push(
      '',
      '  Another process has just created the first workspace. It shows the API key, or has written it to its file.',
      '  If it ended before that, create a key with the same DATABASE_URL and INSTANCE_SECRET:',
      '',
      '      npm run cli -- keys create --name Owner --scope write --admin',
    )
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
