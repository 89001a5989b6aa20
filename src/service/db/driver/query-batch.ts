import pg from 'pg'

import {
  type RowReader,
  type Row,
  type RowDescription,
  readNoColumns,
  createRowReader,
  encodeParameter,
} from './type-codecs.ts'

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface QueryResult {
  readonly command: string
  readonly rowCount: number | null
  readonly rows: Row[]
}

/** The prepared statements of a connection: a row reader by statement name. */
export type RowReaders = Map<string, RowReader>

interface BatchedStatement {
  readonly text: string
  readonly name: string | undefined
  readonly values: readonly unknown[]
}

/**
 * Statements sent as one message with one Sync: none runs after a failed one. `pg` sends a Describe and a Sync with each
 * statement (decision 023); its queue, errors and connection stay in use.
 */
export class QueryBatch extends pg.Query {
  readonly #statements: readonly BatchedStatement[]
  readonly #rowReaders: RowReaders
  readonly #settle: (error: unknown, results: QueryResult[]) => void
  readonly #results: QueryResult[] = []
  readonly #batchReaders: (RowReader | undefined)[] = []
  #rows: Row[] = []
  #decodeError: unknown

  constructor(
    statements: readonly Statement[],
    names: StatementNames,
    rowReaders: RowReaders,
    settle: (error: unknown, results: QueryResult[]) => void,
  ) {
    super('')
    this.#rowReaders = rowReaders
    this.#settle = settle
    this.#statements = statements.map((statement) => ({
      text: statement.sql,
      name: names.nameOf(statement),
      values: statement.parameters.map(encodeParameter),
    }))
  }

  /** The statement that runs or, after an error, that failed. */
  get currentText(): string {
    return this.#statements[this.#results.length]?.text ?? ''
  }

  override submit = (connection: pg.Connection): void => {
    // The embedded engine has no socket to cork.
    const stream: { cork?: () => void; uncork?: () => void } = connection.stream
    stream.cork?.()
    try {
      this.#statements.forEach((statement, index) =>
        this.#write(connection as unknown as ProtocolWriter, statement, index),
      )
      connection.sync()
    } finally {
      stream.uncork?.()
    }
  }

  #write(connection: ProtocolWriter, { text, name = '', values }: BatchedStatement, index: number) {
    const isPrepared = name !== '' && this.#rowReaders.has(name)
    if (!isPrepared) {
      // After an error it may be prepared or not; closing a missing statement is no error.
      if (name !== '') connection.close({ type: 'S', name })
      connection.parse({ name, text })
    }
    connection.bind({ statement: name, values })
    if (isPrepared) this.#batchReaders[index] = this.#rowReaders.get(name)
    else connection.describe({ type: 'P', name: '' })
    connection.execute({})
  }

  handleRowDescription(description: RowDescription): void {
    this.#batchReaders[this.#results.length] = createRowReader(description)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const readRow = this.#batchReaders[this.#results.length] ?? readNoColumns
    try {
      this.#rows.push(readRow(fields))
    } catch (error) {
      this.#decodeError = error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const [command = '', ...counts] = text.split(' ')
    const count = counts.at(-1)
    this.#results.push({
      command,
      rowCount: count === undefined ? null : Number(count),
      rows: this.#rows,
    })
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.#statements.forEach(({ name }, index) => {
      if (name !== undefined) this.#rowReaders.set(name, this.#batchReaders[index] ?? readNoColumns)
    })
    this.#settle(this.#decodeError, this.#results)
  }

  handleError(error: unknown): void {
    this.#settle(error, [])
  }
}

/** What the connection of `pg` and that of the embedded engine have in common. */
interface ProtocolWriter {
  close(target: { readonly type: 'S'; readonly name: string }): void
  parse(statement: { readonly name: string; readonly text: string }): void
  bind(portal: { readonly statement: string; readonly values: readonly unknown[] }): void
  describe(target: { readonly type: 'P'; readonly name: string }): void
  execute(options: object): void
}

// A prepared statement keeps its plan. Where the best plan depends on the value, as for a rare or a common word, the
// statement is not prepared.
const needsFreshPlan = /@@|&&|\blike\b|\b(in|exists) \(\s*select\b/i

/** A migration changed the tables of the plan, or a pooler switched connections. */
export const STALE_PLAN_CODES = ['0A000', '26000', '42P05']

// Each connection keeps its prepared statements, so their number must have a limit.
const maxNames = 500
const maxCandidates = 2000
const transactionCommands = ['begin', 'commit', 'rollback']

export interface StatementNames {
  /** The name of the prepared statement; undefined on first use and where preparing is harmful. */
  readonly nameOf: (statement: Statement) => string | undefined
  /** Stops preparing this statement, after one of `STALE_PLAN_CODES`. */
  readonly forget: (text: string) => void
}

/** Shared by the connections of a pool. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string | undefined>(transactionCommands.map((text) => [text, text]))
  const candidates = new Set<string>()

  return {
    nameOf({ sql, parameters }) {
      if (names.has(sql)) return names.get(sql)
      // A statement without parameters is rare, or a migration.
      if (parameters.length === 0 || names.size === maxNames || needsFreshPlan.test(sql))
        return undefined
      if (candidates.size === maxCandidates) candidates.clear()
      if (!candidates.has(sql)) {
        candidates.add(sql)
        return undefined
      }
      const name = `s${names.size + 1}`
      names.set(sql, name)
      return name
    },
    forget: (text) => void names.set(text, undefined),
  }
}
