import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { mkdirSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
  /** A dump of an empty database (`PGlite.dumpDataDir`), faster than initdb. */
  template?: Blob | undefined
  onFsync?: (() => void) | undefined
}

export interface EmbeddedEngine {
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

/** Opens or creates the database in `dataDir` and locks the folder. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const { dataDir, onFsync } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir)
  try {
    const engine = await startEngine(dataDir, options.template, onFsync)
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

async function startEngine(dataDir: string, template: Blob | undefined, onFsync?: () => void) {
  const folder = prepareFolder(dataDir)
  if (folder.isNew) refuseWhenFull(dataDir)()
  let isOpen = false
  const onAbort = () => {
    if (isOpen) queueMicrotask(throwEngineStopped) // during startup, the engine itself throws
  }
  try {
    const engine = await PGlite.create({
      fs: new FsyncGuard(folder.path, { onFsync, onAbort }),
      startParams,
      ...(folder.isNew && template ? { loadDataDir: template } : {}),
    })
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
