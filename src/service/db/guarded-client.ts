import type { CompiledQuery } from 'kysely'
import type pg from 'pg'

import { sqlState } from './sql-state.ts'
import { forgetName, nameOf, staleName } from './statement-names.ts'
import { together } from './together.ts'

/** Puts what is written meanwhile into one message; the embedded engine has no socket to do so. */
interface Corkable {
  readonly connection: { readonly stream: { cork?: () => void; uncork?: () => void } }
}

const done = (command: string) => ({ command, rows: [], rowCount: null, oid: 0, fields: [] })

/** One connection. A transaction begins with its first statement, and ends with its last ones, in one message each. */
export class GuardedClient {
  readonly #client: pg.PoolClient
  readonly #beforeBegin: () => void
  #state: 'free' | 'beginning' | 'begun' = 'free'

  constructor(client: pg.PoolClient, beforeBegin: () => void) {
    this.#client = client
    this.#beforeBegin = beforeBegin
  }

  async query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    if (text === 'begin') return this.begin()
    if (text === 'commit') return this.commit([])
    if (text === 'rollback') return this.rollback()
    if (this.#state !== 'beginning') return this.#send(text, values)
    this.#state = 'begun'
    const [, answer] = await this.#inOneMessage(
      () => [this.#client.query('begin'), this.#send(text, values)] as const,
    )
    return answer
  }

  begin(): pg.QueryResult {
    this.#beforeBegin()
    this.#state = 'beginning'
    return done('BEGIN')
  }

  /** `last` are statements that nothing waits for but the commit itself. */
  async commit(last: readonly CompiledQuery[]): Promise<pg.QueryResult> {
    const begins = this.#state === 'beginning'
    if (begins && last.length === 0) return this.#nothing('COMMIT')
    const answers = await this.#inOneMessage(() => [
      ...(begins ? [this.#client.query('begin')] : []),
      ...last.map(({ sql, parameters }) => this.#send(sql, parameters)),
      this.#client.query('commit'),
    ])
    this.#state = 'free'
    // Asked to commit after a statement failed, PostgreSQL rolls back and calls that no error.
    if (answers.at(-1)?.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: a statement in it had failed.')
    return done('COMMIT')
  }

  async rollback(): Promise<pg.QueryResult> {
    if (this.#state === 'beginning') return this.#nothing('ROLLBACK')
    this.#state = 'free'
    return this.#client.query('rollback')
  }

  release(): void {
    this.#client.release()
  }

  #nothing(command: string): pg.QueryResult {
    this.#state = 'free'
    return done(command)
  }

  async #send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const name = values.length === 0 ? undefined : nameOf(text)
    try {
      return await this.#client.query({ text, values: [...values], ...(name && { name }) })
    } catch (error) {
      if (name === undefined || !staleName.includes(sqlState(error))) throw error
      forgetName(text)
      // Inside a transaction nothing can be repeated but the whole of it.
      if (this.#state !== 'free') throw error
      return this.#client.query(text, [...values])
    }
  }

  #inOneMessage<const Work extends readonly Promise<unknown>[]>(send: () => Work) {
    // `pg` does not describe its connection.
    const { stream } = (this.#client as unknown as Corkable).connection
    stream.cork?.()
    try {
      return together(send())
    } finally {
      stream.uncork?.()
    }
  }
}
