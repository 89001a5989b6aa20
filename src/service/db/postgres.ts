import { availableParallelism } from 'node:os'
import pg from 'pg'

/** About twice the processors: more connections only queue inside the database. */
export const openPostgres = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: Math.max(4, availableParallelism() * 2),
    // Statements that need not wait for each other's answers do not.
    pipeline: true,
    application_name: 'workspace-admin',
    connectionTimeoutMillis: 10_000,
    // What takes longer is stuck: better one refused request than a connection lost to the pool.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // An idle connection that the server ends must not end this process: the next query opens another.
  pool.on('error', () => undefined)
  return pool
}
