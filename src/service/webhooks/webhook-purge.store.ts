import { type Kysely, sql } from 'kysely'

import { idAt } from '#service/db/ids.ts'
import type { Tables } from '#service/db/schema/tables.ts'

/** Before events are deleted: deliveries that still exist get a copy of their bytes. */
export async function copyBodiesOfEvents(pool: Kysely<Tables>, before: Date): Promise<void> {
  for (const { workspace_id, id } of await webhookIds(pool))
    await sql`
      update webhook_deliveries d set body = e.body from events e
      where d.workspace_id = ${workspace_id} and d.webhook_id = ${id} and d.body is null
        and e.workspace_id = ${workspace_id} and e.id = d.event_id
        and e.id < ${idAt('evt', before)}`.execute(pool)
}

const deletionsAtOnce = 5000

/** Deletes deliveries whose last attempt ended before this time, with their log. */
export async function deleteDeliveriesFinishedBefore(
  pool: Kysely<Tables>,
  time: Date,
): Promise<void> {
  for (const { workspace_id, id } of await webhookIds(pool))
    for (let count = deletionsAtOnce; count === deletionsAtOnce;) {
      const { numAffectedRows } = await sql`
        delete from webhook_deliveries where workspace_id = ${workspace_id} and webhook_id = ${id}
          and finished_at < ${time} and id in (
            select id from webhook_deliveries where workspace_id = ${workspace_id}
              and webhook_id = ${id} and finished_at < ${time} limit ${deletionsAtOnce})`.execute(
        pool,
      )
      count = Number(numAffectedRows ?? 0)
    }
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
