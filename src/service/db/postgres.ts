import { availableParallelism } from 'node:os'
import pg from 'pg'

import { types } from './types.ts'

/** About twice the processors: more connections only queue inside the database. */
export const openPostgres = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: Math.max(4, availableParallelism() * 2),
    types,
  })
  // An idle connection that the server ends must not end this process: the next query opens another.
  pool.on('error', () => undefined)
  return pool
}
