import { sql, type Kysely } from 'kysely'

const statements = [
  // Somebody who was deleted keeps a row without a name: posts, votes and comments go on pointing at it.
  `alter table portal_users add column deleted_at timestamptz(3)`,
  `alter table portal_users drop constraint portal_users_check`,
  `alter table portal_users add constraint portal_users_check
    check (external_id is not null or email_key is not null or deleted_at is not null)`,

  // Which votes a merge moved from a post, so that taking it back moves exactly these.
  `create table merged_votes (
    workspace_id text collate "C" not null,
    post_id text collate "C" not null,
    vote_id text collate "C" not null,
    primary key (workspace_id, post_id, vote_id),
    foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
    foreign key (workspace_id, vote_id) references votes (workspace_id, id) on delete cascade
  )`,
  `create index merged_votes_of_vote on merged_votes (workspace_id, vote_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
