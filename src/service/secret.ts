import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
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

/** What a derived key is for. `sealed-keys` seals random keys that the database keeps, so that they travel with a backup. */
type KeyPurpose = 'cursor' | 'webhook-secret' | 'sealed-keys'

export interface InstanceSecret {
  /** 32 bytes per purpose, so that a leaked key compromises one purpose only. */
  readonly deriveKey: (purpose: KeyPurpose) => Uint8Array
}

interface Options {
  readonly instanceSecret: string | undefined
  readonly dataDir: string
  readonly database: Database
}

/** Reads the secret from the setting, or from a file created at the first start. Throws when it is not this database's. */
export async function openInstanceSecret(options: Options): Promise<InstanceSecret> {
  const { instanceSecret, dataDir, database } = options
  const source = instanceSecret === undefined ? join(dataDir, 'instance.secret') : 'INSTANCE_SECRET'
  const secret = decodeSecret(instanceSecret ?? readSecretFile(dataDir), source)
  if (!(await matchesDatabase(secret, database)))
    throw new ConfigError(
      `${source} is not the secret of this database. Set INSTANCE_SECRET to the one used before.`,
    )
  return {
    deriveKey: (purpose) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)),
  }
}

/** The first secret used with a database stays its secret. Only a fingerprint is stored, which does not reveal it. */
async function matchesDatabase(secret: Buffer, { pool }: Database): Promise<boolean> {
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

function decodeSecret(text: string, source: string): Buffer {
  const secret = Buffer.from(text.trim(), 'base64')
  if (secret.length !== 32) throw new ConfigError(`${source} must be 32 bytes in base64.`)
  return secret
}

function readSecretFile(dataDir: string): string {
  const file = join(dataDir, 'instance.secret')
  if (!existsSync(file)) createSecretFile(dataDir, file)
  return readFileSync(file, 'utf8')
}

/** Atomic, also in a crash: writes a draft and links it into place. Of two processes, the first one wins. */
function createSecretFile(dataDir: string, file: string): void {
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

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a secret for the database. The context is not stored: it names where the text belongs, such as the table,
 * column and id of its row, so that a text moved to another row does not open.
 */
export function sealText(key: Uint8Array, text: string, context: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(context))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, content, cipher.getAuthTag()]).toString('base64')
}

/** Throws when the key or the context is another one, or the sealed text was changed. */
export function openText(key: Uint8Array, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const content = bytes.subarray(nonceBytes, -tagBytes)
  return decipher.update(content, undefined, 'utf8') + decipher.final('utf8')
}
