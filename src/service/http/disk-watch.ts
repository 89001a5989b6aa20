import type { Database } from '#service/db/db.ts'
import { isDiskFull } from '#service/db/transient-error.ts'
import type { Log } from '#service/log.ts'

/**
 * How long one refused write counts on PostgreSQL, which says that its disk is full when it writes, and never that it has
 * room again. On the embedded engine, how often the watch looks for itself: there may be no health checks.
 */
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
  let wasFull = false
  let fullUntil = -Infinity

  function note(error: unknown): void {
    if (!isDiskFull(error)) return
    const now = performance.now()
    if (database.requireDiskSpace ? !wasFull : now >= fullUntil)
      log('error', 'disk_full', { error: 'The disk of the database has no room for writes.' })
    wasFull = true
    fullUntil = now + FULL_MS
  }

  function isFull(): boolean {
    if (!database.requireDiskSpace) return performance.now() < fullUntil
    try {
      database.requireDiskSpace()
      wasFull = false
    } catch (error) {
      if (!isDiskFull(error)) throw error
      note(error)
    }
    return wasFull
  }

  const unsubscribe = database.onError(note)
  const timer = setInterval(() => {
    try {
      isFull()
    } catch {
      // Of a folder that cannot be read, requests and `/readyz` say so; here it would end the process.
    }
  }, FULL_MS).unref()
  return {
    isFull,
    stop() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}
