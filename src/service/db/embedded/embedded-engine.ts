import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'

import { prepareFolder } from './data-folder.ts'
import { refuseWhenFull } from './disk-space.ts'
import { lockFolder } from './folder-lock.ts'
import { FsyncGuard } from './fsync-guard.ts'

/** The default parameters without `-F`, which disables fsync. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'timezone=UTC',
]

interface EmbeddedOptions {
  dataDir: string
  /** Returns the dump of an empty database that a new folder starts from. */
  getTemplate?: () => Blob | undefined
  onFsync?: (() => void) | undefined
}

export interface EmbeddedEngine {
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

/** Opens or creates the database in `dataDir` and locks the folder. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const { dataDir } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir)
  try {
    const engine = await startEngine(options)
    const pool = createEmbeddedPool(engine)
    return {
      pool,
      async close() {
        await engine.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startEngine({
  dataDir,
  getTemplate = readTemplate,
  onFsync,
}: EmbeddedOptions): Promise<PGlite> {
  const folder = prepareFolder(dataDir)
  if (folder.isNew) refuseWhenFull(dataDir)()
  let isOpen = false
  const onAbort = () => {
    if (isOpen) queueMicrotask(throwEngineStopped) // during startup, the engine itself throws
  }
  const create = (options: { loadDataDir?: Blob } = {}) =>
    PGlite.create({
      fs: new FsyncGuard(folder.path, { onFsync, onAbort }),
      startParams,
      ...options,
    })
  const template = folder.isNew ? getTemplate() : undefined
  try {
    const engine = template
      ? await create({ loadDataDir: template }).catch(() => {
          prepareFolder(dataDir) // removes what the template left
          return create()
        })
      : await create()
    folder.markReady()
    isOpen = true
    return engine
  } catch (error) {
    throw new Error(
      `Cannot open the database in ${dataDir}. Nothing was changed. Keep a copy of the folder, then restore the latest backup into an empty one.`,
      { cause: error },
    )
  }
}

/** Of the build: this file is part of `dist/service`. */
const buildFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * An empty database that `tools/engine-template.mjs` created for the engine of this version. Undefined where it is missing
 * or damaged (gzip has a checksum); the engine then creates one, which takes more time and twice the memory.
 */
export function readTemplate(folder: string = buildFolder): Blob | undefined {
  try {
    const packed = readFileSync(join(folder, `engine-${engineVersion()}.tar.gz`))
    return new Blob([gunzipSync(packed)])
  } catch {
    return undefined
  }
}

/** The package does not export its `package.json`. */
function engineVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const file = readFileSync(join(dirname(entry), '../package.json'), 'utf8')
  const { version } = JSON.parse(file) as { version: string } // of every package
  return version
}

// Parse, Bind, Describe, Execute and Close: nothing is sent back before the Sync that follows.
const incompleteTypes = [...'PBDEC'].map((type) => type.charCodeAt(0))

/**
 * The engine as one connection uses it. Messages up to a Sync are executed in one call, as `pg` sends them to a socket.
 * Before it, the event loop turns: the engine runs in this thread and what it awaits is settled already, so that a queue
 * of statements would keep everything else waiting, and each turn accepts one connection.
 */
function createConnection(engine: PGlite): Pick<PGlite, 'waitReady' | 'execProtocolStream'> {
  let pending: Uint8Array[] = []
  return {
    waitReady: engine.waitReady,
    async execProtocolStream(message, options) {
      pending.push(message)
      if (incompleteTypes.includes(message[0] ?? 0)) return []
      const batch = Buffer.concat(pending)
      pending = []
      await nextTurn()
      return engine.execProtocolStream(batch, options)
    },
  }
}

/** Ends the process: acknowledged writes are safe, and the next start recovers the database. */
function throwEngineStopped(): never {
  throw new Error('The embedded database stopped. Check the disk, then restart the server.')
}

/** A pool of one. Each client has its own connection, because an ended one has no listeners any more. */
export function createEmbeddedPool(engine: PGlite): pg.Pool {
  class EmbeddedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      // Of the engine, it uses these two.
      const connection = createConnection(engine) as PGlite
      super({ ...config, ...createPgConfig(connection) } as pg.ClientConfig)
    }
  }
  return new pg.Pool({
    Client: EmbeddedClient,
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    // A query to the pool inside a transaction deadlocks: it should fail after a while.
    connectionTimeoutMillis: 60_000,
  })
}
