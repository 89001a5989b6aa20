import { sql, type Kysely } from 'kysely'

const statements = [
  // Cards without a due date come last; the queries have the same expression.
  `create index cards_open_by_due on cards
    (workspace_id, (coalesce(due_at, timestamptz '9999-12-31 00:00:00+00')), id)
    where status = 'open' and deleted_at is null`,
  // What is overdue or due soon is counted from the index alone.
  `create index cards_due on cards (workspace_id, due_at) include (board_id, list_id)
    where status = 'open' and deleted_at is null and not completed and due_at is not null`,
  `create index cards_open_by_change on cards (workspace_id, updated_at, id)
    where status = 'open' and deleted_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
