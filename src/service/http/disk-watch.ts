import type { Database } from '#service/db/db.ts'
import { isDiskFull } from '#service/db/transient-error.ts'
import type { Log } from '#service/log.ts'

/** How long one refused write counts. PostgreSQL says that its disk is full when it writes, and never that it has room again. */
const FULL_MS = 30_000

export interface DiskWatch {
  readonly isFull: () => boolean
  readonly stop: () => void
}

/**
 * Knows whether the disk of the database is full, and logs one line however many writes are refused one after the other.
 * It follows all statements: a disk may be full at night, when only background work writes.
 */
export function createDiskWatch(
  database: Pick<Database, 'requireDiskSpace' | 'onError'>,
  log: Log,
): DiskWatch {
  let fullUntil = -Infinity

  function note(error: unknown): void {
    if (!isDiskFull(error)) return
    const now = performance.now()
    if (now >= fullUntil)
      log('error', 'disk_full', { error: 'Writes are refused until it has room.' })
    fullUntil = now + FULL_MS
  }

  function isFull(): boolean {
    if (!database.requireDiskSpace) return performance.now() < fullUntil
    try {
      database.requireDiskSpace()
      return false
    } catch (error) {
      if (!isDiskFull(error)) throw error
      note(error)
      return true
    }
  }

  return { isFull, stop: database.onError(note) }
}
