import { sqlState } from './sql-state.ts'

/** Somebody took the name or address first. The transaction begins again, and then finds what is there. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
  readonly code = '40001'
}

/** For the `catch` of a write into a unique index that was seen free a moment ago. */
export function beginAgain(error: unknown): never {
  if (sqlState(error) === '23505')
    throw new Overtaken('Another request was first.', { cause: error })
  throw error
}
