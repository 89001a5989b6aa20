import { sql, type Kysely } from 'kysely'

const statements = [
  // What an import added, as long as the import is kept. A contact that was deleted since may still be named.
  `create table imported_contacts (
    workspace_id text collate "C" not null,
    import_id text collate "C" not null,
    contact_id text collate "C" not null,
    primary key (workspace_id, import_id, contact_id),
    foreign key (workspace_id, import_id) references contact_imports (workspace_id, id)
      on delete cascade
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
