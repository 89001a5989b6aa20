import type { Database } from '#service/db/db.ts'
import { isDiskFull } from '#service/db/transient-error.ts'
import type { Log } from '#service/log.ts'

/** How long one refused write counts. PostgreSQL says that its disk is full when it writes, and never that it has room again. */
const FULL_MS = 30_000

export interface DiskWatch {
  /** An error of any request: a full disk is one of them. */
  readonly note: (error: unknown) => void
  readonly isFull: () => boolean
}

/** Knows whether the disk of the database is full, and logs one line however many writes are refused one after the other. */
export function createDiskWatch(
  database: Pick<Database, 'requireDiskSpace'>,
  log: Log,
  fullMs = FULL_MS,
): DiskWatch {
  let fullUntil = -Infinity

  function note(error: unknown): void {
    if (!isDiskFull(error)) return
    const now = performance.now()
    if (now >= fullUntil)
      log('error', 'disk_full', { error: 'Writes are refused until it has room.' })
    fullUntil = now + fullMs
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

  return { note, isFull }
}
