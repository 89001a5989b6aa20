import { statfsSync } from 'node:fs'

/** Twice the size of a WAL segment and the largest request. */
const minFreeBytes = 64 * 1024 * 1024

/**
 * The embedded engine does not survive a full disk: it stops during a commit. So a transaction, or a statement that
 * writes outside one, fails before it begins, with the SQLSTATE of PostgreSQL, while reads continue.
 */
export function refuseWhenFull(folder: string, minBytes: number = minFreeBytes): () => void {
  return () => {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize >= minBytes) return
    throw Object.assign(new Error('Not enough free disk space to write safely.'), {
      code: '53100',
    })
  }
}
