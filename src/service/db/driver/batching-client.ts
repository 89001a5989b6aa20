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

/** One connection. What is asked in one go leaves in one message; a transaction begins with its first, and ends with its last. */
export class BatchingClient {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  readonly #beforeBegin: () => void
  readonly #prepared: RowReaders = new Map()
  #state: 'free' | 'beginning' | 'begun' = 'free'
  #outgoing: Statement[] = []
  #sending: Promise<QueryResult[]> | undefined

  constructor(client: pg.PoolClient, names: StatementNames, beforeBegin: () => void) {
    this.#client = client
    this.#names = names
    this.#beforeBegin = beforeBegin
  }

  /** As Kysely asks. */
  async query(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult> {
    if (sql === 'begin') this.begin()
    else if (sql === 'commit') await this.commit()
    else if (sql === 'rollback') await this.rollback()
    else return this.execute({ sql, parameters })
    return emptyResult(sql)
  }

  begin(): void {
    this.#beforeBegin()
    this.#state = 'beginning'
    this.#outgoing = []
  }

  /** Answered by nobody: it leaves with what is asked next, or with the commit. */
  enqueue(statement: Statement): void {
    this.#outgoing.push(statement)
  }

  async execute(statement: Statement): Promise<QueryResult> {
    const index = this.#outgoing.push(statement) - 1
    this.#sending ??= Promise.resolve().then(() => this.#send())
    try {
      const results = await this.#sending
      return results[index] ?? emptyResult('')
    } catch (error) {
      // A stack that leads to whoever asked, and not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  async commit(): Promise<void> {
    if (this.#state === 'beginning' && this.#outgoing.length === 0) {
      this.#state = 'free'
      return
    }
    const { command } = await this.execute(toStatement('commit'))
    this.#state = 'free'
    // Asked to commit after a statement failed, PostgreSQL rolls back and calls that no error.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: a statement in it had failed.')
  }

  async rollback(): Promise<void> {
    const hasBegun = this.#state === 'begun'
    this.#state = 'free'
    this.#outgoing = []
    if (hasBegun) await this.execute(toStatement('rollback'))
  }

  release(): void {
    this.#client.release()
  }

  async #send(): Promise<QueryResult[]> {
    const statements = this.#outgoing
    this.#outgoing = []
    this.#sending = undefined
    // The transaction was given up before anything of it was sent.
    if (statements.length === 0) return []
    const needsBegin = this.#state === 'beginning'
    if (needsBegin) this.#state = 'begun'
    const results = await this.#answersTo(
      needsBegin ? [toStatement('begin'), ...statements] : statements,
    )
    return needsBegin ? results.slice(1) : results
  }

  async #answersTo(statements: readonly Statement[]): Promise<QueryResult[]> {
    try {
      return await this.#message(statements)
    } catch (error) {
      // Inside a transaction nothing can be repeated but the whole of it.
      if (!STALE_PLAN_CODES.includes(sqlState(error)) || this.#state !== 'free') throw error
      return this.#message(statements)
    }
  }

  #message(statements: readonly Statement[]): Promise<QueryResult[]> {
    return new Promise((resolve, reject) => {
      const batch = new QueryBatch(statements, this.#names, this.#prepared, (error, results) => {
        if (error === undefined) return resolve(results)
        if (STALE_PLAN_CODES.includes(sqlState(error))) this.#names.forget(batch.currentText)
        reject(error)
      })
      this.#client.query(batch)
    })
  }
}
