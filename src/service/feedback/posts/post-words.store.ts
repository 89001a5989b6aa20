import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { foldCase, searchWords, stemOf } from '#service/search-text.rules.ts'
import {
  MAX_POSTS_OF_TERM,
  type Candidate,
  type Candidates,
  type FoundTerm,
  type Word,
  type WordsFilter,
} from './similar-posts.rules.ts'

// Sorted, so that two transactions with the same new words wait for each other in one order. A word that is there
// already is neither written nor locked: transactions do not wait for a common one. `near` must agree with `nearOf`.
const addWords = prepared(
  (
    _,
    params: Placeholders<{
      words: readonly string[]
      stems: readonly string[]
      near: readonly boolean[]
    }>,
  ) => sql`
    insert into post_words (workspace_id, word, stem, near)
    select ${params.workspace_id}, word, stem,
      case when has_near and length(word) between 4 and 24 and word !~ '[0-9]' then array(
        select distinct left(word, place) || substr(word, place + 2)
        from generate_series(0, length(word)) place) else '{}' end
    from unnest(${params.words}::text[], ${params.stems}::text[], ${params.near}::boolean[]) written (word, stem, has_near)
    where not exists (
      select 1 from post_words there
      where there.workspace_id = ${params.workspace_id} and there.word = written.word collate "C"
        and (there.near <> '{}' or not has_near or length(there.word) not between 4 and 24 or there.word ~ '[0-9]'))
    order by word collate "C"
    on conflict (workspace_id, word) do update set near = excluded.near
      where post_words.near = '{}' and excluded.near <> '{}'`,
)

/** `near` is most of the table, and hardly a typo is of a word far down in long details. */
const MAX_NEAR = 500

/** The words of a post that is saved in this transaction. Words of its earlier text stay: other posts may have them. */
export function savePostWords(
  db: WorkspaceDb,
  { title, details }: { readonly title: string; readonly details: string },
): void {
  saveWords(db, searchWords(`${title}\n${details}`), searchWords(title).length + MAX_NEAR)
}

/** The first `withNear` of the words are found with a typo. */
export function saveWords(
  db: WorkspaceDb,
  words: readonly string[],
  withNear = words.length,
): void {
  const near = words.map((_, place) => place < withNear)
  if (words.length > 0) addWords.enqueue(db, { words, stems: words.map(stemOf), near })
}

const MAX_WORDS = 2_000
const MAX_BY_PREFIX = 20
const lastCharacter = '\u{10ffff}'

/** The words with these stems. */
export async function wordsWithStems(
  { tx, workspace_id }: WorkspaceDb,
  stems: readonly string[],
): Promise<Word[]> {
  if (stems.length === 0) return []
  const { rows } = await sql<Word>`
    select word, stem from post_words
    where workspace_id = ${workspace_id} and stem = any (${stems}::text[]) limit ${MAX_WORDS}`.execute(
    tx,
  )
  return rows
}

/** Words that have one of `near` in common, and those that begin with `prefix`. */
export async function wordsNear(
  { tx, workspace_id }: WorkspaceDb,
  { near, prefix }: WordsFilter,
): Promise<Word[]> {
  if (near.length === 0 && prefix === null) return []
  // Looked up one by one: the estimate for all together is so high that the whole table would be read.
  const { rows } = await sql<Word>`
    select found.word, found.stem from unnest(${near}::text[]) one (letters)
    cross join lateral (
      select word, stem from post_words
      where workspace_id = ${workspace_id} and near @> array[one.letters] collate "C") found
    union
    (select word, stem from post_words where workspace_id = ${workspace_id}
      and word >= ${prefix} and word < ${prefix} || ${lastCharacter}
      order by length(word), word limit ${MAX_BY_PREFIX})
    limit ${MAX_WORDS}`.execute(tx)
  return rows
}

const living = ({ workspace_id }: WorkspaceDb, board_ids: readonly string[] | undefined) =>
  sql`post.workspace_id = ${workspace_id} and post.deleted_at is null and post.merged_into_id is null
    ${board_ids ? sql`and post.board_id = any (${board_ids}::text[])` : sql``}`

const MAX_TOTAL = 1_000

/** The number of posts up to a bound. */
export async function countUpToBound(
  db: WorkspaceDb,
  board_ids: readonly string[] | undefined,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from posts post where ${living(db, board_ids)} limit ${MAX_TOTAL}) few`.execute(
    db.tx,
  )
  return rows[0]?.total ?? 0
}

/** Posts that each of the queries finds. */
export async function postsOfQueries(
  db: WorkspaceDb,
  board_ids: readonly string[] | undefined,
  queries: readonly string[],
): Promise<readonly FoundTerm['posts'][]> {
  if (queries.length === 0) return []
  const { rows } = await sql<{ found: FoundTerm['posts'] }>`
    select array(
      select json_build_object('id', post.id, 'title', post.title) from posts post
      where ${living(db, board_ids)} and post.search @@ term.query::tsquery
      limit ${MAX_POSTS_OF_TERM}) as found
    from unnest(${queries}::text[]) with ordinality term (query, place) order by place`.execute(
    db.tx,
  )
  return rows.map(({ found }) => found)
}

const MAX_FOUND = 200
const MAX_TITLES = 20
/** As long as what the index `posts_by_title` has of a title. */
const titleKey = 60

/**
 * The posts with these ids, those that `query` finds (with a common word in the title first, then the newest) and those
 * whose title begins with the text, with the places of `queries` that find each.
 */
export async function readCandidates(
  db: WorkspaceDb,
  board_ids: readonly string[] | undefined,
  { ids, query, common }: Candidates,
  queries: readonly string[],
  text: string,
): Promise<Candidate[]> {
  const title = foldCase(text.trim()).slice(0, titleKey)
  const inTitle = common.map((word) => `%${word}%`)
  // Of a query that it sees, the planner expects words in one post to be independent, and reads the whole table where
  // they are not. Each call with a long column would decompress it again; the result of `strip` is there once.
  const { rows } = await sql<Candidate>`
    with candidate as (
      select unnest(${ids}::text[]) as id
      union
      select found.id from unnest(array[${query}::text]) wanted (query) cross join lateral (
        select post.id from posts post where ${living(db, board_ids)} and post.search @@ wanted.query::tsquery
        order by split_part(left(post.search_text, 300), E'\n', 1) like any (${inTitle}::text[]) desc,
          post.created_at desc, post.id desc
        limit ${MAX_FOUND}) found
      union
      (select post.id from posts post where ${living(db, board_ids)}
        and left(post.search_text, ${sql.lit(titleKey)}) >= ${title}
        and left(post.search_text, ${sql.lit(titleKey)}) < ${title} || ${lastCharacter}
        order by left(post.search_text, ${sql.lit(titleKey)}), post.id limit ${MAX_TITLES}))
    select post.id, post.title, post.votes_total, array(
      select (place - 1)::integer
      from unnest(${queries}::text[]::tsquery[]) with ordinality term (query, place)
      where post.words @@ term.query) as found
    from (
      select post.id, post.title, post.votes_total, strip(post.search) as words
      from candidate join posts post on post.workspace_id = ${db.workspace_id} and post.id = candidate.id
      offset 0) post`.execute(db.tx)
  return rows
}
