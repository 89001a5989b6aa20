import type { Caller, Emit } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { insertEvent } from './outbox.store.ts'

/** Written in the transaction of the change itself, so an event exists exactly when the change does. */
export const createEmit =
  (db: WorkspaceDb, caller: Caller, now: Date, silent: boolean): Emit =>
  async (kind, data, changes) => {
    const id = newId('evt', now)
    const cut = new Set<string>()
    const told = {
      data: truncateFields(data, cut),
      ...(changes ? { changes: truncateFields(changes, cut) } : {}),
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

const longest = 4000
const longFields = ['description', 'details', 'body']

/** Cuts long texts for receivers, in `data` and in the `from` and `to` of `changes`; `cut` gathers their names. */
function truncateFields(value: unknown, cut: Set<string>, field = ''): unknown {
  if (typeof value === 'string' && longFields.includes(field)) {
    const points = [...value]
    if (points.length <= longest) return value
    cut.add(field)
    return points.slice(0, longest).join('')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const isChange = 'from' in value && 'to' in value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      truncateFields(part, cut, isChange ? field : name),
    ]),
  )
}
