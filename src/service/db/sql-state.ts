/** The five characters by which PostgreSQL names an error; empty for anything else that was thrown. */
export const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
