/** The database is away, starting, or refuses work for now: full disk, no memory, too many connections. */
export const isUnavailable = (error: unknown): boolean =>
  unavailableCode.test(codeOf(error)) ||
  (error instanceof Error && unavailableMessage.test(error.message))

/** As PostgreSQL says it, and the embedded engine before a transaction (embedded/disk-space.ts). Nothing was saved. */
export const isDiskFull = (error: unknown): boolean =>
  /^(53100|ENOSPC)$/.test(codeOf(error)) && !isOfQuery(error)

/**
 * Of PostgreSQL: a query that sorts or joins much needs files and shared memory of its own, and others still write. The
 * names of these files and segments are in the message in every language of the database, the words only in English.
 */
const isOfQuery = (error: unknown): boolean =>
  error instanceof Error &&
  /pgsql_tmp|pg_dynshmem|\/PostgreSQL\.\d|temporary file|shared memory/.test(error.message)

/** Worth a retry by the client: unavailable, a timeout, or a conflict that remained after all retries. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) || /^(57014|40001|40P01)$/.test(codeOf(error))

// A host has no address while its container restarts.
const unavailableCode =
  /^(53|57P0|08)|^(ENOSPC|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

// The driver throws these without a code.
const unavailableMessage =
  /^timeout exceeded when trying to connect|^Connection terminated|is not queryable$/

export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
