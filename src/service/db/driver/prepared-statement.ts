import {
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  ValueNode,
} from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import type { Statement } from './query-batch.ts'

/** Stands in a statement where a value comes in each time it is asked. */
class Placeholder<Value> implements Expression<Value> {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  get expressionType(): Value | undefined {
    return undefined
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this)
  }
}

type OfWorkspace = { readonly workspace_id: string }
export type Placeholders<Given> = {
  readonly [Name in keyof (Given & OfWorkspace)]: Placeholder<(Given & OfWorkspace)[Name]>
}

/** A query of Kysely, or `sql` text. */
interface Compilable<Row> {
  compile(builder: QueryExecutorProvider): CompiledQuery<Row>
}

interface PreparedStatement<Given, Row> {
  all(db: WorkspaceDb, given: Given): Promise<Row[]>
  first(db: WorkspaceDb, given: Given): Promise<Row | undefined>
  /** Asks for no answer: it leaves with what is asked next, or with the commit. */
  enqueue(db: WorkspaceDb, given: Given): void
}

/** A statement that is built and compiled once, and only filled in each time. What it looks like cannot hang on a value. */
export function statement<Given extends object, Row>(
  build: (tx: Kysely<Tables>, given: Placeholders<Given>) => Compilable<Row>,
): PreparedStatement<Given, Row> {
  let made: CompiledQuery<Row> | undefined
  const filled = ({ workspace_id }: WorkspaceDb, given: Given): Statement => {
    made ??= build(builder, blanks as Placeholders<Given>).compile(builder)
    const valueOf = ({ name }: Placeholder<unknown>): unknown =>
      name === 'workspace_id' ? workspace_id : Reflect.get(given, name)
    const parameters = made.parameters.map((part) =>
      part instanceof Placeholder ? valueOf(part) : part,
    )
    return { sql: made.sql, parameters }
  }
  const all: PreparedStatement<Given, Row>['all'] = async (db, given) => {
    const { rows } = await db.ask(filled(db, given))
    // As Kysely does: the database answers what the types of the tables say.
    return rows as Row[]
  }
  return {
    all,
    first: async (db, given) => (await all(db, given))[0],
    enqueue: (db, given) => db.withCommit({ compile: () => filled(db, given) }),
  }
}

/** One statement for each size of a page, which the planner must know. */
export function ofSize<Made>(make: (size: number) => Made): (size: number) => Made {
  const made = new Map<number, Made>()
  return (size) => {
    const known = made.get(size) ?? make(size)
    made.set(size, known)
    return known
  }
}

// Every name is a blank: which ones there are, the type of the statement says.
const blanks: unknown = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/** Builds and compiles, and is connected to nothing. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
