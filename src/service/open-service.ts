import { readFileSync } from 'node:fs'

import { createClaimRunner } from '#service/claims/claim-runner.ts'
import { createCountCompaction } from '#service/db/compact-counts.ts'
import { type Database, openDatabase, requireConnection } from '#service/db/db.ts'
import { createMaintenance, type Maintenance } from '#service/db/maintenance.ts'
import { migrate } from '#service/db/migrate.ts'
import { type Cursors, createCursors } from '#service/db/pagination.ts'
import { type App, type AppOptions, createApp } from '#service/http/app.ts'
import { createDiskWatch } from '#service/http/disk-watch.ts'
import type { EventStreams } from '#service/http/event-stream/event-stream.ts'
import { type JobScheduler, createJobScheduler } from '#service/jobs/job-scheduler.ts'
import { createEventFeed } from '#service/outbox/event-feed.ts'
import { type DeliveryOptions, deliveryKind } from '#service/webhooks/deliver.ts'
import { createSecret } from '#service/webhooks/signature.ts'
import { sealContext } from '#service/webhooks/webhooks.store.ts'
import { webhookChecks } from '#service/webhooks/webhooks.ts'
import type { LogLevel } from './log.ts'
import { createPurge } from './purge.ts'
import { openInstanceSecret, sealText } from './secret.ts'
import { type HashesOf, openAddressHashes, recordStored } from './suppression-key.ts'
import { allVerbs, resourceLocators } from './verbs.ts'

export interface OpenService {
  readonly app: App
  readonly database: Database
  readonly maintenance: Maintenance
  /** Runs background jobs; idle until it is started. */
  readonly scheduler: JobScheduler
  readonly cursors: Cursors
  readonly addressHashes: HashesOf
  /** A new secret for this webhook, sealed: nobody knows it, so that it has to be replaced before it is used. */
  readonly createWebhookSecret: (webhook_id: string) => string
  /** Remembers who has left in a workspace that was generated. */
  readonly recordStored: (workspace_id: string) => Promise<void>
  readonly version: string
  readonly streams: EventStreams
  /** Announces that the server stops, before it closes its connections. */
  readonly beginShutdown: () => void
  /** Stops the background work and closes the database. */
  close(): Promise<void>
}

export type OutgoingOptions = Pick<DeliveryOptions, 'lookup' | 'deadlineMs'>

interface Options extends Pick<
  AppOptions,
  'config' | 'log' | 'dashboard' | 'trusted' | 'validateResponses' | 'timings'
> {
  /** An open, migrated database to share, which `close` leaves open. */
  readonly database?: Database
  /** Tests answer the lookup of names, and shorten the deadline of deliveries. */
  readonly outgoing?: OutgoingOptions
}

/** Opens the database and creates the app on top of it: the whole service without its HTTP server. */
export async function openService({
  config,
  log,
  database: sharedDatabase,
  outgoing = {},
  ...options
}: Options): Promise<OpenService> {
  const database = sharedDatabase ?? (await openDatabase(config))
  try {
    if (!sharedDatabase) {
      await requireConnection(database)
      await migrate(database)
    }
    const secret = await openInstanceSecret({ ...config, database })
    const cursors = createCursors(secret.deriveKey('cursor'))
    const addressHashes = await openAddressHashes(database, secret)
    const logFailure = (level: LogLevel, event: string) => (error: unknown) =>
      log(level, event, { error: String(error) })
    const maintenance = createMaintenance(database.background, {
      onFailure: logFailure('error', 'maintenance_failed'),
    })
    const compaction = createCountCompaction(
      database.background.pool,
      logFailure('error', 'count_compaction_failed'),
    )
    const webhookKey = secret.deriveKey('webhook-secret')
    const allowPrivate = config.webhookAllowPrivate
    // Jobs have no request whose origin they could use.
    const publicUrl = config.publicUrl ?? null
    const deliveries = createClaimRunner(
      database.background,
      deliveryKind(database.background, {
        key: webhookKey,
        allowPrivate,
        publicUrl,
        log,
        ...outgoing,
      }),
      log,
    )
    const feed = createEventFeed(
      database.background,
      logFailure('warn', 'event_feed_failed'),
      (workspace_ids) => workspace_ids.forEach((id) => deliveries.wake(id)),
    )
    const scheduler = createJobScheduler(
      database.background,
      config.profile === 'full' ? publicUrl : null,
      {
        log,
        deliveries,
        addressHashes,
        onWrites(count) {
          maintenance.noteWrites(count)
          compaction.noteWrites()
          feed.onWrites()
        },
      },
    )
    const disk = createDiskWatch(database, log)
    const version = packageVersion()
    const webhooks = {
      key: webhookKey,
      allowPrivate,
      publicUrl,
      ...outgoing,
      onDue: (workspace_id: string) => deliveries.wake(workspace_id),
    }
    const { app, streams, beginShutdown } = createApp({
      ...options,
      config,
      database,
      log,
      disk,
      version,
      locators: resourceLocators,
      cursors,
      addressHashes,
      feed,
      verbs: (clearKeyCache) => allVerbs(clearKeyCache, webhooks),
      networkChecks: webhookChecks(webhooks),
      onWrites: () => {
        maintenance.noteWrites(1)
        compaction.noteWrites()
        feed.onWrites()
      },
    })
    const purge = createPurge(database.background.pool, logFailure('error', 'purge_failed'))
    purge.start()
    compaction.start()
    feed.start()
    return {
      app,
      database,
      maintenance,
      scheduler,
      cursors,
      addressHashes,
      createWebhookSecret: (webhook_id) =>
        sealText(webhookKey, createSecret(), sealContext(webhook_id, 'secret')),
      recordStored: (workspace_id) => recordStored(database.pool, addressHashes, workspace_id),
      version,
      streams,
      beginShutdown() {
        beginShutdown()
        void deliveries.stop()
      },
      async close() {
        streams.close()
        await purge.stop()
        await scheduler.stop()
        await feed.stop()
        compaction.stop()
        maintenance.stop()
        disk.stop()
        if (!sharedDatabase) await database.close()
      },
    }
  } catch (error) {
    if (!sharedDatabase) await database.close()
    throw error
  }
}

/** `package.json` is two folders up from the source and from the build alike. */
const packageVersion = (): string => {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(file) as { version: string } // our own file
  return version
}
