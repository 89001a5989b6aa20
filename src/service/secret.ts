import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Database } from '#service/db/db.ts'
import { ConfigError } from './config.ts'

export interface InstanceSecret {
  /** 32 bytes for one use: a key that leaks through one use opens no other. */
  deriveKey(use: 'cursor' | 'webhook-secret'): Uint8Array
}

interface Options {
  readonly instanceSecret: string | undefined
  readonly dataDir: string
  readonly database: Database
}

/** From the setting, or from a file made at the first start. Refuses a secret that is not this database's. */
export async function openInstanceSecret(options: Options): Promise<InstanceSecret> {
  const secret = decode(options.instanceSecret ?? secretFile(options.dataDir))
  const fingerprint = createHash('sha256')
    .update('fingerprint')
    .update(secret)
    .digest('hex')
    .slice(0, 16)
  const { pool } = options.database
  await pool
    .updateTable('instance')
    .set({ secret_fingerprint: fingerprint })
    .where('secret_fingerprint', 'is', null)
    .execute()
  const instance = await pool.selectFrom('instance').select('secret_fingerprint').executeTakeFirst()
  if (instance?.secret_fingerprint !== fingerprint)
    throw new ConfigError('The setting INSTANCE_SECRET is not the one this database was made with.')
  return {
    deriveKey: (use) => new Uint8Array(hkdfSync('sha256', secret, '', use, 32)),
  }
}

function decode(text: string): Buffer {
  const secret = Buffer.from(text.trim(), 'base64')
  if (secret.length !== 32)
    throw new ConfigError('The setting INSTANCE_SECRET must be 32 bytes in base64.')
  return secret
}

function secretFile(dataDir: string): string {
  const file = join(dataDir, 'instance.secret')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64')
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return secret
}
