import { sql, type Kysely } from 'kysely'

import { stemOf } from '#service/search-text.rules.ts'

const statements = [
  // Every word of a post, once for each workspace, so that a typo or another form is looked for among words, not posts.
  `create table post_words (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    word text collate "C" not null,
    stem text collate "C" not null,
    near text[] collate "C" not null,
    primary key (workspace_id, word)
  )`,
  `create index post_words_by_stem on post_words (workspace_id, stem)`,
]
// Filled first, which takes a fraction of the time. Entries that wait would have to be read by every search for a typo.
const nearIndex = `create index post_words_near on post_words using gin (near) with (fastupdate = off)`

const atOnce = 5_000

export async function up(db: Kysely<unknown>): Promise<void> {
  // A post that the earlier version saves meanwhile would have words that are not there.
  await sql`lock table posts in share mode`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
  // Of long details, about the first 500 words.
  const { rows } = await sql<{ workspace_id: string; word: string; has_near: boolean }>`
    select workspace_id, word, bool_or(words <= 500 or strpos(beginning, word) > 0) as has_near
    from (select workspace_id, unnest(tsvector_to_array(search)) as word, length(search) as words,
      left(search_text, 4000) as beginning from posts) post
    group by workspace_id, word`.execute(db)
  for (let start = 0; start < rows.length; start += atOnce) {
    const part = rows.slice(start, start + atOnce)
    // `near` must agree with post-words.store.ts.
    await sql`
      insert into post_words (workspace_id, word, stem, near)
      select workspace_id, word, stem,
        case when has_near and length(word) between 4 and 24 and word !~ '[0-9]' then array(
          select distinct left(word, place) || substr(word, place + 2)
          from generate_series(0, length(word)) place) else '{}' end
      from unnest(${part.map((row) => row.workspace_id)}::text[],
        ${part.map((row) => row.word)}::text[],
        ${part.map((row) => stemOf(row.word))}::text[],
        ${part.map((row) => row.has_near)}::boolean[]) part (workspace_id, word, stem, has_near)`.execute(
      db,
    )
  }
  await sql.raw(nearIndex).execute(db)
}
