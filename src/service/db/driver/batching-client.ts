import type pg from 'pg'

import { sqlState } from '#service/db/transaction-conflict.ts'
import {
  type QueryResult,
  QueryBatch,
  type RowReaders,
  type Statement,
  type StatementNames,
  STALE_PLAN_CODES,
} from './query-batch.ts'

const emptyResult = (command: string): QueryResult => ({ command, rows: [], rowCount: null })
const toStatement = (sql: string): Statement => ({ sql, parameters: [] })

// Writes may begin with their queries, as that which numbers events does. No text of a read has these words.
const writeText = /^\s*(with\b[^]*\b)?(insert into|update|delete from)\s/i

/** One connection. Statements of one tick are sent as one batch; `begin` and `commit` join the batch of the statement beside them. */
export class BatchingClient {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  readonly #beforeWrite: (() => void) | undefined
  readonly #onError: (error: unknown) => void
  readonly #rowReaders: RowReaders = new Map()
  #transaction: 'none' | 'pending' | 'open' = 'none'
  #queue: Statement[] = []
  #flushing: Promise<QueryResult[]> | undefined
  /** Called once, when the current holder releases the connection. */
  onRelease: (() => void) | undefined

  constructor(
    client: pg.PoolClient,
    names: StatementNames,
    beforeWrite: (() => void) | undefined,
    onError: (error: unknown) => void,
  ) {
    this.#client = client
    this.#names = names
    this.#beforeWrite = beforeWrite
    this.#onError = onError
  }

  /** The interface of Kysely. */
  async query(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult> {
    if (sql === 'begin') this.begin()
    else if (sql === 'commit') await this.commit()
    else if (sql === 'rollback') await this.rollback()
    else return this.execute({ sql, parameters })
    return emptyResult(sql)
  }

  begin(): void {
    this.#checkWrite()
    this.#transaction = 'pending'
    this.#queue = []
  }

  #checkWrite(): void {
    try {
      this.#beforeWrite?.()
    } catch (error) {
      this.#onError(error)
      throw error
    }
  }

  /** Sends the statement with the next query or the commit; its result is not awaited. */
  enqueue(statement: Statement): void {
    this.#queue.push(statement)
  }

  async execute(statement: Statement): Promise<QueryResult> {
    // Where nothing is checked, the text need not be searched.
    if (this.#beforeWrite && this.#transaction === 'none' && writeText.test(statement.sql))
      this.#checkWrite()
    const index = this.#queue.push(statement) - 1
    this.#flushing ??= Promise.resolve().then(() => this.#flush())
    try {
      const results = await this.#flushing
      return results[index] ?? emptyResult('')
    } catch (error) {
      // The stack trace should lead to the caller, not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  async commit(): Promise<void> {
    if (this.#transaction === 'pending' && this.#queue.length === 0) {
      this.#transaction = 'none'
      return
    }
    const { command } = await this.execute(toStatement('commit'))
    this.#transaction = 'none'
    // After a failed statement, PostgreSQL answers COMMIT with a rollback, which is not an error there.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back because a statement in it failed.')
  }

  async rollback(): Promise<void> {
    const isOpen = this.#transaction === 'open'
    this.#transaction = 'none'
    this.#queue = []
    if (isOpen) await this.execute(toStatement('rollback'))
  }

  release(): void {
    this.#client.release()
    const { onRelease } = this
    this.onRelease = undefined
    onRelease?.()
  }

  async #flush(): Promise<QueryResult[]> {
    const statements = this.#queue
    this.#queue = []
    this.#flushing = undefined
    // The transaction was rolled back before it was sent.
    if (statements.length === 0) return []
    const needsBegin = this.#transaction === 'pending'
    if (needsBegin) this.#transaction = 'open'
    const results = await this.#sendWithRetry(
      needsBegin ? [toStatement('begin'), ...statements] : statements,
    )
    return needsBegin ? results.slice(1) : results
  }

  async #sendWithRetry(statements: readonly Statement[]): Promise<QueryResult[]> {
    try {
      return await this.#sendBatch(statements)
    } catch (error) {
      // Inside a transaction, only the whole transaction can be retried.
      if (!STALE_PLAN_CODES.includes(sqlState(error)) || this.#transaction !== 'none') throw error
      return this.#sendBatch(statements)
    }
  }

  #sendBatch(statements: readonly Statement[]): Promise<QueryResult[]> {
    return new Promise((resolve, reject) => {
      const batch = new QueryBatch(statements, this.#names, this.#rowReaders, (error, results) => {
        if (error === undefined) return resolve(results)
        if (STALE_PLAN_CODES.includes(sqlState(error))) this.#names.forget(batch.currentText)
        this.#onError(error)
        reject(error)
      })
      this.#client.query(batch)
    })
  }
}
