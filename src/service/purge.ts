import { type Kysely, sql } from 'kysely'

import { deleteContactActivityBefore } from '#service/activity.store.ts'
import { contactActivityMs } from '#service/activity.ts'
import type { BatchOptions } from '#service/db/rows.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { deleteAuditEntriesBefore } from '#service/developers/audit.store.ts'
import { deleteImportsFinishedBefore } from '#service/email/contact-files/contact-imports.store.ts'
import { deleteVersionsReplacedBefore } from '#service/feedback/changelog/entry-versions.store.ts'
import { deleteExpired } from '#service/http/policy/idempotency.store.ts'
import { deleteOldEvents } from '#service/outbox/outbox.store.ts'
import { purgeCardsDeletedBefore } from '#service/tasks/card-writes.store.ts'
import { restorableMs } from '#service/tasks/cards.ts'
import {
  deleteDeliveriesFinishedBefore,
  erasePreviousSecrets,
  copyBodiesOfEvents,
} from '#service/webhooks/webhook-purge.store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const eventRetentionMs = 7 * 24 * hourMs
const importRetentionMs = 30 * 24 * hourMs
const versionRetentionMs = 30 * 24 * hourMs
const auditRetentionMs = 90 * 24 * hourMs

type OnFailure = (error: unknown) => void

/** Exported for tests. Deletes what is no longer needed. A failure of one kind does not keep the others. */
export async function purgeExpired(
  pool: Kysely<Tables>,
  now: Date,
  onFailure: OnFailure,
  options: BatchOptions = {},
): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await deleteExpired(pool, now, options).catch(onFailure)
  await deleteDeliveriesFinishedBefore(pool, before(eventRetentionMs), options).catch(onFailure)
  await erasePreviousSecrets(pool).catch(onFailure)
  await copyBodiesOfEvents(pool, before(eventRetentionMs), options).catch(onFailure)
  await deleteOldEvents(pool, before(eventRetentionMs), options).catch(onFailure)
  await deleteImportsFinishedBefore(pool, before(importRetentionMs), options).catch(onFailure)
  await deleteAuditEntriesBefore(pool, before(auditRetentionMs), options).catch(onFailure)
  await deleteContactActivityBefore(pool, before(contactActivityMs), options).catch(onFailure)
  await deleteVersionsReplacedBefore(pool, before(versionRetentionMs), options).catch(onFailure)
  await purgeCardsDeletedBefore(pool, before(restorableMs), options).catch(onFailure)
}

/** Of the database: a process whose clock is ahead would delete what others need. */
async function readTime(pool: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from now()) * 1000)::float8 as ms`.execute(pool)
  return new Date(rows[0]?.ms ?? 0)
}

interface Purge {
  start(): void
  /** Waits for a purge in progress, whose connection the database would close. */
  stop(): Promise<void>
}

/** Runs a minute after the start, so that a server that is restarted often purges too, then an hour after each run. */
export function createPurge(
  pool: Kysely<Tables>,
  onFailure: OnFailure,
  { firstMs = minuteMs, intervalMs = hourMs } = {},
): Purge {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined
  let isStopped = false
  const runIn = (ms: number) => {
    timer = setTimeout(() => {
      current = readTime(pool)
        .then((now) => purgeExpired(pool, now, onFailure, { isStopped: () => isStopped }))
        .catch(onFailure)
        .finally(() => {
          if (!isStopped) runIn(intervalMs)
        })
    }, ms)
    timer.unref()
  }
  return {
    start: () => runIn(firstMs),
    async stop() {
      clearTimeout(timer)
      isStopped = true
      await current
    },
  }
}
