import type { Caller, Emit } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { countCommittedEvents, insertEvent } from './outbox.store.ts'

/** Inserts events in the transaction of their change: an event exists exactly when its change does. */
export const createEmit =
  (db: WorkspaceDb, caller: Caller, now: Date, silent: boolean): Emit =>
  async (kind, data, changes) => {
    const id = newId('evt', now)
    const truncated = new Set<string>()
    const content = {
      data: truncateFields(data, truncated),
      ...(changes ? { changes: truncateFields(changes, truncated) } : {}),
    }
    // Serialized once: every delivery attempt signs and sends the same bytes.
    const body = JSON.stringify({
      id,
      event: kind,
      created_at: now.toISOString(),
      ...content,
      ...(truncated.size ? { truncated: [...truncated] } : {}),
    })
    insertEvent(db, { id, kind, body, silent, key_id: caller.key_id, created_at: now })
  }

const maxCharacters = 4000
const longFields = ['description', 'details', 'body']

/** Truncates long texts in `data` and in the `from` and `to` of `changes`; `truncated` collects their names. */
function truncateFields(value: unknown, truncated: Set<string>, field = ''): unknown {
  if (typeof value === 'string' && longFields.includes(field)) {
    const characters = [...value]
    if (characters.length <= maxCharacters) return value
    truncated.add(field)
    return characters.slice(0, maxCharacters).join('')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const isChange = 'from' in value && 'to' in value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      truncateFields(part, truncated, isChange ? field : name),
    ]),
  )
}

/**
 * Reads the version of a workspace, which changes with every event. Requests that arrive during a query share the next
 * one: no version is older than its request, and many requests cost one query.
 */
export function createVersionReader(
  query = countCommittedEvents,
): (db: WorkspaceDb) => Promise<string> {
  const running = new Map<string, Promise<string>>()
  const queued = new Map<string, Promise<string>>()

  async function runNext(db: WorkspaceDb): Promise<string> {
    const { workspace_id } = db
    await running.get(workspace_id)?.catch(() => undefined)
    queued.delete(workspace_id)
    const result = query(db)
    running.set(workspace_id, result)
    try {
      return await result
    } finally {
      if (running.get(workspace_id) === result) running.delete(workspace_id)
    }
  }

  return (db) => {
    const shared = queued.get(db.workspace_id)
    if (shared) return shared
    const next = runNext(db)
    queued.set(db.workspace_id, next)
    return next
  }
}
