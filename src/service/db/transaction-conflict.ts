/** Another transaction committed first. The transaction is retried, and then finds its rows. */
class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict'
  readonly code = '40001'
}

/** Thrown to retry the transaction: a locked row differs from the one that was looked up before. */
export const transactionConflict = (cause?: unknown): Error =>
  new TransactionConflict('A concurrent transaction committed first.', { cause })

/** For the `catch` of a write whose unique key was free when it was checked. */
export function retryOnUniqueViolation(error: unknown): never {
  throw sqlState(error) === '23505' ? transactionConflict(error) : error
}

/** For the `catch` of a write that refers to a row which another request may delete meanwhile. */
export function retryOnMissingReference(error: unknown): never {
  throw sqlState(error) === '23503' ? transactionConflict(error) : error
}

/** The SQLSTATE of a PostgreSQL error; empty for any other error. */
export const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
