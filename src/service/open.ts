import type { Hono } from 'hono'
import { readFileSync } from 'node:fs'

import { type Database, openDatabase } from '#service/db/db.ts'
import { createFolding } from '#service/db/fold-counts.ts'
import { migrate } from '#service/db/migrate.ts'
import { type Cursors, createCursors } from '#service/db/paging.ts'
import { createUpkeep, type Upkeep } from '#service/db/upkeep.ts'
import { createApp } from '#service/http/app.ts'
import type { Env } from '#service/http/env.ts'
import { deleteExpired } from '#service/http/idempotency.store.ts'
import { type Clock, createClock } from '#service/jobs/clock.ts'
import type { Config } from './config.ts'
import type { Caller } from './context.ts'
import type { Log } from './log.ts'
import { openInstanceSecret } from './secret.ts'
import { allVerbs, located } from './verbs.ts'

export interface OpenService {
  readonly app: Hono<Env>
  readonly database: Database
  readonly upkeep: Upkeep
  /** Background work; it stands still until it is started. */
  readonly clock: Clock
  readonly cursors: Cursors
  readonly version: string
  /** Stops the background work and lets go of the database. */
  close(): Promise<void>
}

interface Options {
  readonly config: Config
  readonly log: Log
  /** The built dashboard, when this process serves it. */
  readonly dashboard?: string
  readonly trusted?: ReadonlyMap<string, Caller>
  readonly checksAnswers?: boolean
  /** A database that is open already, and migrated: the tests share one. */
  readonly database?: Database
}

const hourMs = 3_600_000

/** Database, secret and app together: all of the service but the port it listens on. */
export async function openService({
  config,
  log,
  database: given,
  ...options
}: Options): Promise<OpenService> {
  const database = given ?? (await openDatabase(config))
  try {
    if (!given) await migrate(database)
    const secret = await openInstanceSecret({ ...config, database })
    const cursors = createCursors(secret.deriveKey('cursor'))
    const upkeep = createUpkeep(database, {
      onFailure: (error) => log('error', 'upkeep_failed', { error: String(error) }),
    })
    const folding = createFolding(database.pool, (error) =>
      log('error', 'folding_failed', { error: String(error) }),
    )
    const clock = createClock(database, log)
    const version = programVersion()
    const { app } = createApp({
      ...options,
      config,
      database,
      log,
      version,
      located,
      cursors,
      verbs: allVerbs,
      noteWrites: (count) => {
        upkeep.noteWrites(count)
        folding.noteWrites()
      },
    })
    const purge = setInterval(() => {
      void deleteExpired(database.pool, new Date()).catch((error: unknown) =>
        log('error', 'purge_failed', { error: String(error) }),
      )
    }, hourMs)
    purge.unref()
    folding.start()
    return {
      app,
      database,
      upkeep,
      clock,
      cursors,
      version,
      async close() {
        clearInterval(purge)
        await clock.stop()
        folding.stop()
        upkeep.stop()
        if (!given) await database.close()
      },
    }
  } catch (error) {
    if (!given) await database.close()
    throw error
  }
}

/** Beside `dist` and `src` alike. */
const programVersion = (): string => {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(file) as { version: string } // our own file
  return version
}
