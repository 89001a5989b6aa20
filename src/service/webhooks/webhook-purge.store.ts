import { type Kysely, sql } from 'kysely'

import { idAt } from '#service/db/ids.ts'
import { type BatchOptions, runInBatches } from '#service/db/rows.ts'
import type { Tables } from '#service/db/schema/tables.ts'

/** Before events are deleted: deliveries that still exist get a copy of their bytes. */
export async function copyBodiesOfEvents(
  pool: Kysely<Tables>,
  before: Date,
  options: BatchOptions = {},
): Promise<void> {
  for (const { workspace_id, id } of await webhookIds(pool))
    await runInBatches(
      (size) =>
        sql`
        update webhook_deliveries d set body = old.body from (
          select d.id, e.body from webhook_deliveries d
          join events e on e.workspace_id = d.workspace_id and e.id = d.event_id
          where d.workspace_id = ${workspace_id} and d.webhook_id = ${id} and d.body is null
            and e.id < ${idAt('evt', before)} limit ${size}) old
        where d.workspace_id = ${workspace_id} and d.webhook_id = ${id} and d.id = old.id
          and d.body is null`.execute(pool),
      options,
    )
}

/** Deletes deliveries whose last attempt ended before this time, with their log. */
export async function deleteDeliveriesFinishedBefore(
  pool: Kysely<Tables>,
  time: Date,
  options: BatchOptions = {},
): Promise<void> {
  for (const { workspace_id, id } of await webhookIds(pool))
    await runInBatches(
      (size) =>
        sql`
        delete from webhook_deliveries where workspace_id = ${workspace_id} and webhook_id = ${id}
          and finished_at < ${time} and id in (
            select id from webhook_deliveries where workspace_id = ${workspace_id}
              and webhook_id = ${id} and finished_at < ${time} limit ${size})`.execute(pool),
      options,
    )
}

/** Secrets that no longer sign are not kept. */
export async function erasePreviousSecrets(pool: Kysely<Tables>): Promise<void> {
  await pool
    .updateTable('webhooks')
    .set({ previous_secret: null })
    .where('previous_secret', 'is not', null)
    .where(sql<boolean>`previous_secret_until < now()`)
    .execute()
}

const webhookIds = (pool: Kysely<Tables>) =>
  pool.selectFrom('webhooks').select(['workspace_id', 'id']).execute()
