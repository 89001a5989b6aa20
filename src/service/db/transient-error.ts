/** The database is away, starting, or refuses work for now: full disk, no memory, too many connections. */
export const isUnavailable = (error: unknown): boolean =>
  unavailableCode.test(codeOf(error)) ||
  (error instanceof Error && unavailableMessage.test(error.message))

/** As PostgreSQL says it, and the embedded engine before a transaction (embedded/disk-space.ts). Nothing was saved. */
export const isDiskFull = (error: unknown): boolean => /^(53100|ENOSPC)$/.test(codeOf(error))

/** Worth a retry by the client: unavailable, a timeout, or a conflict that remained after all retries. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) || /^(57014|40001|40P01)$/.test(codeOf(error))

// A host has no address while its container restarts.
const unavailableCode =
  /^(53|57P0|08)|^(ENOSPC|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

// The driver throws these without a code.
const unavailableMessage =
  /^timeout exceeded when trying to connect|^Connection terminated|is not queryable$/

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

// A wrong user or password, and a database that does not exist.
const refusedCode = /^(28|3D000)/

/** An error of the first connection, which names the setting to look at and not the password in it; else the error itself. */
export function explainConnection(error: unknown, databaseUrl: string | undefined): unknown {
  if (databaseUrl === undefined || !(isUnavailable(error) || refusedCode.test(codeOf(error))))
    return error
  const { host, pathname } = URL.canParse(databaseUrl)
    ? new URL(databaseUrl)
    : { host: 'this address', pathname: '' }
  // An error of several addresses has no message of its own.
  const reason = (error instanceof Error && error.message) || codeOf(error)
  return new Error(
    `PostgreSQL at ${host}${pathname}, which DATABASE_URL names, refuses the connection: ${reason}`,
    { cause: error },
  )
}
