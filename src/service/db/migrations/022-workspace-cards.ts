import { sql, type Kysely } from 'kysely'

// Cards without a due date come last; the queries have the same expression.
const dueOrLast = "coalesce(due_at, timestamptz '9999-12-31 00:00:00+00')"

const statements = [
  `create index cards_open_by_due on cards (workspace_id, (${dueOrLast}), id)
    where status = 'open' and deleted_at is null`,
  // Most cards of the past are completed. What is due is counted from this index alone.
  `create index cards_due on cards (workspace_id, (${dueOrLast}), id) include (board_id, list_id, due_at)
    where status = 'open' and deleted_at is null and not completed`,
  `create index cards_open_by_change on cards (workspace_id, updated_at, id)
    where status = 'open' and deleted_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
