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

/** What a connection keeps prepared: how the rows of each statement are read, by its name. */
export type RowReaders = Map<string, RowReader>

interface BatchedStatement {
  readonly text: string
  readonly name: string | undefined
  readonly values: readonly unknown[]
}

/**
 * The statements of one message, answered together: none runs after one that failed. `pg` sends each statement by
 * itself, and has a prepared one described anew each time; its queue, its errors and its connection stay in use.
 */
export class QueryBatch extends pg.Query {
  readonly #sent: readonly BatchedStatement[]
  readonly #prepared: RowReaders
  readonly #settle: (error: unknown, results: QueryResult[]) => void
  readonly #answers: QueryResult[] = []
  readonly #described: (RowReader | undefined)[] = []
  #rows: Row[] = []
  #unreadable: unknown

  constructor(
    statements: readonly Statement[],
    names: StatementNames,
    rowReaders: RowReaders,
    settle: (error: unknown, results: QueryResult[]) => void,
  ) {
    super('')
    this.#prepared = rowReaders
    this.#settle = settle
    this.#sent = statements.map((statement) => ({
      text: statement.sql,
      name: names.nameOf(statement),
      values: statement.parameters.map(encodeParameter),
    }))
  }

  /** The text of the statement whose answer is waited for: after a failure, the one that failed. */
  get currentText(): string {
    return this.#sent[this.#answers.length]?.text ?? ''
  }

  override submit = (connection: pg.Connection): void => {
    // The embedded engine has no socket to cork.
    const stream: { cork?: () => void; uncork?: () => void } = connection.stream
    stream.cork?.()
    try {
      this.#sent.forEach((statement, index) =>
        this.#write(connection as unknown as ProtocolWriter, statement, index),
      )
      connection.sync()
    } finally {
      stream.uncork?.()
    }
  }

  #write(connection: ProtocolWriter, { text, name = '', values }: BatchedStatement, index: number) {
    const isPrepared = name !== '' && this.#prepared.has(name)
    if (!isPrepared) {
      // After a failure nobody knows whether it was prepared, and closing what is not there is no error.
      if (name !== '') connection.close({ type: 'S', name })
      connection.parse({ name, text })
    }
    connection.bind({ statement: name, values })
    if (isPrepared) this.#described[index] = this.#prepared.get(name)
    else connection.describe({ type: 'P', name: '' })
    connection.execute({})
  }

  handleRowDescription(description: RowDescription): void {
    this.#described[this.#answers.length] = createRowReader(description)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const readRow = this.#described[this.#answers.length] ?? readNoColumns
    try {
      this.#rows.push(readRow(fields))
    } catch (error) {
      this.#unreadable = error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const [command = '', ...counts] = text.split(' ')
    const count = counts.at(-1)
    this.#answers.push({
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
    this.#sent.forEach(({ name }, index) => {
      if (name !== undefined) this.#prepared.set(name, this.#described[index] ?? readNoColumns)
    })
    this.#settle(this.#unreadable, this.#answers)
  }

  handleError(error: unknown): void {
    this.#settle(error, [])
  }
}

/** The messages of the protocol as both connections write them: that of `pg`, and that of the embedded engine. */
interface ProtocolWriter {
  close(of: { readonly type: 'S'; readonly name: string }): void
  parse(statement: { readonly name: string; readonly text: string }): void
  bind(to: { readonly statement: string; readonly values: readonly unknown[] }): void
  describe(of: { readonly type: 'P'; readonly name: string }): void
  execute(all: object): void
}

// A plan that suits every value is made once on each connection and kept under its statement's name. Where the best
// plan hangs on the value, as with a rare word or a common one, it is made each time.
const needsFreshPlan = /@@|&&|\blike\b|\b(in|exists) \(\s*select\b/i

/** The kept plan no longer fits its tables, or a pooler in between gave the connection to somebody else. */
export const STALE_PLAN_CODES = ['0A000', '26000', '42P05']

// Every connection keeps what it was sent by name, so texts without end must not all get one.
const maxNames = 500
const maxCandidates = 2000
const transactionCommands = ['begin', 'commit', 'rollback']

export interface StatementNames {
  /** The name under which connections keep this statement; the first time it is seen, and where keeping harms, none. */
  readonly nameOf: (statement: Statement) => string | undefined
  /** After a migration by another process, or behind a pooler that mixes connections: the kept plan is of no use. */
  readonly forget: (text: string) => void
}

/** Of the connections of one pool. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string | undefined>(transactionCommands.map((text) => [text, text]))
  const candidates = new Set<string>()

  return {
    nameOf({ sql, parameters }) {
      if (names.has(sql)) return names.get(sql)
      // What has no parameters is a migration, or rare.
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
