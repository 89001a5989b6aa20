import { sql, type Kysely } from 'kysely'

import { stemOf } from '#service/search-text.rules.ts'

// Every word of a post, once for each workspace, so that a typo or another form is looked for among words, not posts.
const table = `create table post_words (
    workspace_id text collate "C" not null references workspaces (id) on delete cascade,
    word text collate "C" not null,
    stem text collate "C" not null,
    near text[] collate "C" not null,
    primary key (workspace_id, word)
  )`
// After the rows, which takes a fraction of the time.
const indexes = [
  `create index post_words_by_stem on post_words (workspace_id, stem)`,
  // Entries that wait would have to be read by every search for a typo.
  `create index post_words_near on post_words using gin (near) with (fastupdate = off)`,
]

const atOnce = 5_000

export async function up(db: Kysely<unknown>): Promise<void> {
  // A post that the earlier version saves meanwhile would have words that are not there.
  await sql`lock table posts in share mode`.execute(db)
  await sql.raw(table).execute(db)
  // `near` must agree with post-words.store.ts; of long details, about the first 500 words have it.
  await sql`
    insert into post_words (workspace_id, word, stem, near)
    select workspace_id, word, word,
      case when has_near and length(word) between 4 and 24 and word !~ '[0-9]' then array(
        select distinct left(word, place) || substr(word, place + 2)
        from generate_series(0, length(word)) place) else '{}' end
    from (
      select workspace_id, word, bool_or(words <= 500 or strpos(beginning, word) > 0) as has_near
      from (select workspace_id, unnest(tsvector_to_array(search)) as word, length(search) as words,
        left(search_text, 4000) as beginning from posts) post
      group by workspace_id, word) word`.execute(db)
  // In parts, because all words may be more than the memory holds.
  let last = { workspace_id: '', word: '' }
  for (;;) {
    const { rows } = await sql<typeof last>`
      select workspace_id, word from post_words
      where (workspace_id, word) > (${last.workspace_id}, ${last.word})
      order by workspace_id, word limit ${atOnce}`.execute(db)
    const end = rows.at(-1)
    if (end === undefined) break
    last = end
    const stemmed = rows.filter(({ word }) => stemOf(word) !== word)
    await sql`
      update post_words set stem = part.stem
      from unnest(${stemmed.map((row) => row.workspace_id)}::text[],
        ${stemmed.map(({ word }) => word)}::text[],
        ${stemmed.map(({ word }) => stemOf(word))}::text[]) part (workspace_id, word, stem)
      where post_words.workspace_id = part.workspace_id collate "C" and post_words.word = part.word collate "C"`.execute(
      db,
    )
  }
  for (const index of indexes) await sql.raw(index).execute(db)
}
