import { readFileSync } from 'node:fs'

import { createCountCompaction } from '#service/db/compact-counts.ts'
import { type Database, openDatabase } from '#service/db/db.ts'
import { createMaintenance, type Maintenance } from '#service/db/maintenance.ts'
import { migrate } from '#service/db/migrate.ts'
import { type Cursors, createCursors } from '#service/db/pagination.ts'
import { type App, createApp } from '#service/http/app.ts'
import type { EventStreams } from '#service/http/event-stream/event-stream.ts'
import type { StreamTimings } from '#service/http/event-stream/sse-writer.ts'
import { deleteExpired } from '#service/http/policy/idempotency.store.ts'
import { type JobScheduler, createJobScheduler } from '#service/jobs/job-scheduler.ts'
import { createEventFeed } from '#service/outbox/event-feed.ts'
import { deleteOldEvents } from '#service/outbox/outbox.store.ts'
import type { Config } from './config.ts'
import type { Caller } from './context.ts'
import type { Log } from './log.ts'
import { openInstanceSecret } from './secret.ts'
import { allVerbs, resourceLocators } from './verbs.ts'

export interface OpenService {
  readonly app: App
  readonly database: Database
  readonly upkeep: Maintenance
  /** Background work; it stands still until it is started. */
  readonly scheduler: JobScheduler
  readonly cursors: Cursors
  readonly version: string
  readonly streams: EventStreams
  /** Stops the background work and lets go of the database. */
  close(): Promise<void>
}

interface Options {
  readonly config: Config
  readonly log: Log
  /** The built dashboard, when this process serves it. */
  readonly dashboard?: string
  readonly trusted?: ReadonlyMap<string, Caller>
  readonly validateResponses?: boolean
  /** Of the change feed. */
  readonly timings?: StreamTimings
  /** A database that is open already, and migrated: the tests share one. */
  readonly database?: Database
}

const hourMs = 3_600_000
const eventsKeptMs = 7 * 24 * hourMs

/** Database, secret and app together: all of the service but the port it listens on. */
export async function openService({
  config,
  log,
  database: openedDatabase,
  ...options
}: Options): Promise<OpenService> {
  const database = openedDatabase ?? (await openDatabase(config))
  try {
    if (!openedDatabase) await migrate(database)
    const secret = await openInstanceSecret({ ...config, database })
    const cursors = createCursors(secret.deriveKey('cursor'))
    const upkeep = createMaintenance(database, {
      onFailure: (error) => log('error', 'upkeep_failed', { error: String(error) }),
    })
    const folding = createCountCompaction(database.pool, (error) =>
      log('error', 'folding_failed', { error: String(error) }),
    )
    const scheduler = createJobScheduler(database, log)
    const feed = createEventFeed(database, (error) =>
      log('warn', 'feed_failed', { error: String(error) }),
    )
    const version = programVersion()
    const { app, streams } = createApp({
      ...options,
      config,
      database,
      log,
      version,
      locators: resourceLocators,
      cursors,
      feed,
      verbs: allVerbs,
      onWrites: (count) => {
        upkeep.noteWrites(count)
        folding.noteWrites()
        feed.onWrites()
      },
    })
    const purge = setInterval(() => {
      void purgeOld(database, new Date()).catch((error: unknown) =>
        log('error', 'purge_failed', { error: String(error) }),
      )
    }, hourMs)
    purge.unref()
    folding.start()
    feed.start()
    return {
      app,
      database,
      upkeep,
      scheduler,
      cursors,
      version,
      streams,
      async close() {
        clearInterval(purge)
        streams.close()
        await scheduler.stop()
        await feed.stop()
        folding.stop()
        upkeep.stop()
        if (!openedDatabase) await database.close()
      },
    }
  } catch (error) {
    if (!openedDatabase) await database.close()
    throw error
  }
}

async function purgeOld({ pool }: Database, now: Date): Promise<void> {
  await deleteExpired(pool, now)
  await deleteOldEvents(pool, new Date(now.getTime() - eventsKeptMs))
}

/** Beside `dist` and `src` alike. */
const programVersion = (): string => {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(file) as { version: string } // our own file
  return version
}
