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

type WorkspaceParams = { readonly workspace_id: string }
export type Placeholders<Params> = {
  readonly [Name in keyof (Params & WorkspaceParams)]: Placeholder<(Params & WorkspaceParams)[Name]>
}

/** A query of Kysely, or `sql` text. */
interface Compilable<Row> {
  compile(builder: QueryExecutorProvider): CompiledQuery<Row>
}

interface PreparedStatement<Params, Row> {
  all(db: WorkspaceDb, params: Params): Promise<Row[]>
  first(db: WorkspaceDb, params: Params): Promise<Row | undefined>
  /** Sends the statement with the next query or the commit; its result is not awaited. */
  enqueue(db: WorkspaceDb, params: Params): void
}

/** Builds and compiles a statement on first use; its text cannot depend on a value. */
export function prepared<Params extends object, Row>(
  build: (tx: Kysely<Tables>, params: Placeholders<Params>) => Compilable<Row>,
): PreparedStatement<Params, Row> {
  let compiled: CompiledQuery<Row> | undefined
  const bind = ({ workspace_id }: WorkspaceDb, params: Params): Statement => {
    compiled ??= build(builder, placeholders as Placeholders<Params>).compile(builder)
    const valueOf = ({ name }: Placeholder<unknown>): unknown =>
      name === 'workspace_id' ? workspace_id : Reflect.get(params, name)
    const parameters = compiled.parameters.map((part) =>
      part instanceof Placeholder ? valueOf(part) : part,
    )
    return { sql: compiled.sql, parameters }
  }
  const all: PreparedStatement<Params, Row>['all'] = async (db, params) => {
    const { rows } = await db.query(bind(db, params))
    // As in Kysely, the types of the tables describe the rows.
    return rows as Row[]
  }
  return {
    all,
    first: async (db, params) => (await all(db, params))[0],
    enqueue: (db, params) => db.enqueue({ compile: () => bind(db, params) }),
  }
}

/** One statement for each page size: the planner must know the LIMIT. */
export function cachedByLimit<Statement>(
  create: (limit: number) => Statement,
): (limit: number) => Statement {
  const statements = new Map<number, Statement>()
  return (limit) => {
    const statement = statements.get(limit) ?? create(limit)
    statements.set(limit, statement)
    return statement
  }
}

// Any name is a placeholder; the type of the statement says which ones exist.
const placeholders: unknown = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

// Compiles without a connection.
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
