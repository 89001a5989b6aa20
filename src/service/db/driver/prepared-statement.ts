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

type WorkspaceParams = { readonly workspace_id: string }
export type Placeholders<Params> = {
  readonly [Name in keyof (Params & WorkspaceParams)]: Placeholder<(Params & WorkspaceParams)[Name]>
}

/** A query of Kysely, or `sql` text. */
interface Compilable<Row> {
  compile(builder: QueryExecutorProvider): CompiledQuery<Row>
}

interface PreparedStatement<Given, Row> {
  all(db: WorkspaceDb, params: Given): Promise<Row[]>
  first(db: WorkspaceDb, params: Given): Promise<Row | undefined>
  /** Asks for no answer: it leaves with what is asked next, or with the commit. */
  enqueue(db: WorkspaceDb, params: Given): void
}

/** A statement that is built and compiled once, and only filled in each time. What it looks like cannot hang on a value. */
export function prepareStatement<Given extends object, Row>(
  build: (tx: Kysely<Tables>, params: Placeholders<Given>) => Compilable<Row>,
): PreparedStatement<Given, Row> {
  let compiled: CompiledQuery<Row> | undefined
  const bind = ({ workspace_id }: WorkspaceDb, params: Given): Statement => {
    compiled ??= build(builder, placeholders as Placeholders<Given>).compile(builder)
    const valueOf = ({ name }: Placeholder<unknown>): unknown =>
      name === 'workspace_id' ? workspace_id : Reflect.get(params, name)
    const parameters = compiled.parameters.map((part) =>
      part instanceof Placeholder ? valueOf(part) : part,
    )
    return { sql: compiled.sql, parameters }
  }
  const all: PreparedStatement<Given, Row>['all'] = async (db, params) => {
    const { rows } = await db.query(bind(db, params))
    // As Kysely does: the database answers what the types of the tables say.
    return rows as Row[]
  }
  return {
    all,
    first: async (db, params) => (await all(db, params))[0],
    enqueue: (db, params) => db.enqueue({ compile: () => bind(db, params) }),
  }
}

/** One statement for each size of a page, which the planner must know. */
export function cachedByLimit<Made>(make: (size: number) => Made): (size: number) => Made {
  const compiled = new Map<number, Made>()
  return (size) => {
    const known = compiled.get(size) ?? make(size)
    compiled.set(size, known)
    return known
  }
}

// Every name is a blank: which ones there are, the type of the statement says.
const placeholders: unknown = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/** Builds and compiles, and is connected to nothing. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
