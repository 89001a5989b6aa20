import type { Caller, Emit } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { insertEvent } from './outbox.store.ts'
import { shorten } from './truncate.rules.ts'

/** Written in the transaction of the change itself, so an event exists exactly when the change does. */
export const appendTo =
  (db: WorkspaceDb, caller: Caller, now: Date, silent: boolean): Emit =>
  async (kind, data, changes) => {
    const id = newId('evt', now)
    const cut = new Set<string>()
    const told = {
      data: shorten(data, cut),
      ...(changes ? { changes: shorten(changes, cut) } : {}),
    }
    // Serialised once: every attempt to deliver it sends, and signs, these same bytes.
    const body = JSON.stringify({
      id,
      event: kind,
      created_at: now.toISOString(),
      ...told,
      ...(cut.size ? { truncated: [...cut] } : {}),
    })
    insertEvent(db, { id, kind, body, silent, key_id: caller.key_id, created_at: now })
  }
