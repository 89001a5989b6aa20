import { ExpressionWrapper, type KyselyPlugin, type OperationNode, sql } from 'kysely'

import type { Database, WorkspaceDb } from './db.ts'

/**
 * The plans of the queries that a function of a store executes in the workspace `w`, made without their parameters: a
 * statement that is prepared may get such a plan, for which only constants imply the condition of a partial index.
 */
export async function explainQueries(
  database: Database,
  read: (db: WorkspaceDb) => Promise<unknown>,
): Promise<string> {
  const queries: OperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await database.transaction('w', (db) => read({ ...db, tx: db.tx.withPlugin(plugin) }))
  return database.pool.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    let plans = ''
    for (const node of queries) {
      const { sql: text, parameters } = sql`${new ExpressionWrapper(node)}`.compile(tx)
      const values = parameters.length > 0 ? `(${parameters.map(() => 'null').join()})` : ''
      await sql.raw(`prepare explained as ${text}`).execute(tx)
      plans += JSON.stringify(
        (await sql.raw(`explain execute explained${values}`).execute(tx)).rows,
      )
      await sql`deallocate explained`.execute(tx)
    }
    return plans
  })
}
