import { statfsSync } from 'node:fs'

/** One segment of the engine's log and the largest request, twice over. */
const minFreeBytes = 64 * 1024 * 1024

/**
 * The embedded engine does not survive a full disk: it stops in the midst of a commit. So a transaction is refused
 * before it begins, with the state PostgreSQL has for this, while reading goes on.
 */
export function refuseWhenFull(folder: string, minBytes: number = minFreeBytes): () => void {
  return () => {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize >= minBytes) return
    throw Object.assign(new Error('There is too little free space left to write safely.'), {
      code: '53100',
    })
  }
}
