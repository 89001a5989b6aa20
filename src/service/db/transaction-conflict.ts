/** Somebody took the name or address first. The transaction begins again, and then finds what is there. */
class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict'
  readonly code = '40001'
}

/** What was locked is no longer what it was when it was looked up: the transaction begins again. */
export const transactionConflict = (cause?: unknown): Error =>
  new TransactionConflict('Another request was first.', { cause })

/** For the `catch` of a write into a unique index that was seen free a moment ago. */
export function retryOnUniqueViolation(error: unknown): never {
  throw sqlState(error) === '23505' ? transactionConflict(error) : error
}

/** The five characters by which PostgreSQL names an error; empty for anything else that was thrown. */
export const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
