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

/** Knows whether the disk of the database is full, and logs one line when it fills up and one when it has room again. */
export function createDiskWatch(
  database: Pick<Database, 'requireDiskSpace'>,
  log: Log,
  fullMs = FULL_MS,
): DiskWatch {
  let fullUntil = -Infinity
  let wasFull = false

  function hasSpace(): boolean {
    if (!database.requireDiskSpace) return performance.now() >= fullUntil
    try {
      database.requireDiskSpace()
      return true
    } catch (error) {
      if (!isDiskFull(error)) throw error
      return false
    }
  }

  function isFull(): boolean {
    const isNow = !hasSpace()
    if (isNow && !wasFull)
      log('error', 'disk_full', { error: 'Writes are refused until it has room.' })
    if (!isNow && wasFull) log('info', 'disk_has_room')
    wasFull = isNow
    return isNow
  }

  return {
    note(error) {
      if (!isDiskFull(error)) return
      fullUntil = performance.now() + fullMs
      isFull()
    },
    isFull,
  }
}
