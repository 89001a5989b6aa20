import type { WorkspaceDb } from '#service/db/db.ts'
import { countCommittedEvents } from './workspace-version.store.ts'

/**
 * The version of a workspace: it changes with every event. Whoever asks while a look is under way waits for the next
 * one, which all who wait share: no answer is older than its question, and many questions cost one look.
 */
export function createVersionReader(
  readVersion = countCommittedEvents,
): (db: WorkspaceDb) => Promise<string> {
  const looking = new Map<string, Promise<string>>()
  const next = new Map<string, Promise<string>>()

  async function lookNext(db: WorkspaceDb): Promise<string> {
    const { workspace_id } = db
    await looking.get(workspace_id)?.catch(() => undefined)
    next.delete(workspace_id)
    const own = readVersion(db)
    looking.set(workspace_id, own)
    try {
      return await own
    } finally {
      if (looking.get(workspace_id) === own) looking.delete(workspace_id)
    }
  }

  return (db) => {
    const waiting = next.get(db.workspace_id)
    if (waiting) return waiting
    const own = lookNext(db)
    next.set(db.workspace_id, own)
    return own
  }
}
