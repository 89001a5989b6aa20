import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import type { Database } from '#service/db/db.ts'
import { ConfigError } from './config.ts'

export interface InstanceSecret {
  /** 32 bytes for one use: a key that leaks through one use opens no other. */
  readonly deriveKey: (use: 'cursor' | 'webhook-secret') => Uint8Array
}

interface Options {
  readonly instanceSecret: string | undefined
  readonly dataDir: string
  readonly database: Database
}

/** From the setting, or from a file made at the first start. Refuses a secret that is not this database's. */
export async function openInstanceSecret(options: Options): Promise<InstanceSecret> {
  const { instanceSecret, dataDir, database } = options
  const source = instanceSecret === undefined ? join(dataDir, 'instance.secret') : 'INSTANCE_SECRET'
  const secret = decode(instanceSecret ?? secretFile(dataDir), source)
  if (!(await isOfDatabase(secret, database)))
    throw new ConfigError(
      `${source} is not the secret this database was made with. Set INSTANCE_SECRET to the one that was in use before.`,
    )
  return {
    deriveKey: (use) => new Uint8Array(hkdfSync('sha256', secret, '', use, 32)),
  }
}

/** The first secret to open a database stays its secret. Only a fingerprint is kept, which tells nothing of it. */
async function isOfDatabase(secret: Buffer, { pool }: Database): Promise<boolean> {
  const fingerprint = createHash('sha256')
    .update('fingerprint')
    .update(secret)
    .digest('hex')
    .slice(0, 16)
  await pool
    .updateTable('instance')
    .set({ secret_fingerprint: fingerprint })
    .where('secret_fingerprint', 'is', null)
    .execute()
  const instance = await pool.selectFrom('instance').select('secret_fingerprint').executeTakeFirst()
  return instance?.secret_fingerprint === fingerprint
}

function decode(text: string, source: string): Buffer {
  const secret = Buffer.from(text.trim(), 'base64')
  if (secret.length !== 32) throw new ConfigError(`${source} must hold 32 bytes in base64.`)
  return secret
}

function secretFile(dataDir: string): string {
  const file = join(dataDir, 'instance.secret')
  if (!existsSync(file)) makeSecret(dataDir, file)
  return readFileSync(file, 'utf8')
}

/** Whole from the moment it can be seen, also after a crash; of two processes the first one's stays. */
function makeSecret(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  writeSync(descriptor, `${randomBytes(32).toString('base64')}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
