import { type RawBuilder, sql } from 'kysely'

import { addressKey } from '#contract/email/email-address.rules.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { SearchType } from '#contract/search.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { foldCase, searchQuery, searchWords } from './search-text.rules.ts'

/** A row that has all words: 0 when its title is the text, 1 when it begins with it, 2 when it has the words, else 3. */
export interface SearchHit {
  readonly id: string
  readonly rank: 0 | 1 | 2 | 3
  readonly title: string
  /** The searched text besides the title. */
  readonly rest: string | null
  readonly subtitle: readonly (string | null)[]
  /** The board of a card, the list of a contact. */
  readonly parent_id: string | null
  readonly created_at: string
}

interface Search {
  readonly text: string
  readonly now: Date
}

/** How a type of thing is stored. The table is `item` in all expressions. */
interface Source {
  readonly table: keyof Tables
  /** True of what may be found; everything else was deleted. */
  readonly exists?: RawBuilder<boolean>
  readonly title: RawBuilder<string>
  readonly rest: RawBuilder<string | null>
  readonly subtitle: (now: Date) => RawBuilder<unknown>
  readonly parent_id?: RawBuilder<string>
  /** The lines of `search_text` that are titles; its first line by default. */
  readonly titles?: 'every line'
  /** Of a table with many rows: the ids of those whose title begins with the text, from an index. */
  readonly idsByTitle?: (workspace_id: string, text: string) => RawBuilder<unknown>
  /** Titles are the same where this is, whatever their words. */
  readonly titleKey?: { readonly column: RawBuilder<string>; readonly of: (text: string) => string }
}

const maxPerType = 5
const bestLimit = sql.lit(maxPerType)
/** The newest rows, where a common word is found at once. */
const nearbyLimit = 1000
/** Of so many of the newest rows, words that a fifth of them have are too common to be looked up in the index. */
const sampleLimit = 200
const commonCount = sampleLimit / 5
/** Few rows have all of three words that are not common. */
const maxIndexWords = 3
/** Rows that the index of words finds, which are read and sorted: some milliseconds. */
const sortLimit = 1000
/** More of them where the index does not know all of the text. */
const filterLimit = 3000
const titleLimit = sql.lit(50)

const maxTitleKey = sql.lit(60)
/** In the order of bytes nothing that begins with the text comes after it and this character. */
const lastCharacter = '\u{10ffff}'

const beginsWith = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`${column} >= ${text} and ${column} < ${text + lastCharacter}`

/** Over the index of the first characters of `search_text`. */
const idsByTitleIn = (table: RawBuilder<unknown>) => (workspace_id: string, text: string) =>
  sql`
  select item.id from ${table} item where item.workspace_id = ${workspace_id} and item.deleted_at is null
    and ${beginsWith(sql`left(item.search_text, ${maxTitleKey})`, [...foldCase(text)].slice(0, 60).join(''))}
  order by left(item.search_text, ${maxTitleKey}) limit ${titleLimit}`

/** An address that is not complete has no key of its own: it begins like one. */
const keyOf = (text: string) => addressKey(text) ?? nameKey(text)

const archivedIf = (condition: RawBuilder<boolean>) =>
  sql`case when ${condition} then 'Archived' end`

const sources: Readonly<Record<SearchType, Source>> = {
  contact: {
    table: 'contacts',
    title: sql`item.email_address`,
    rest: sql`(select string_agg(field.value, ' · ') from jsonb_each_text(item.fields) field)`,
    subtitle: () => sql`(
      select array[list.name, initcap(item.status), ${archivedIf(sql`list.archived`)}] from email_lists list
      where list.workspace_id = item.workspace_id and list.id = item.list_id)`,
    parent_id: sql`item.list_id`,
    idsByTitle: (workspace_id, text) => sql`
      select contact.id from email_lists list cross join lateral (
        select item.id from contacts item where item.workspace_id = list.workspace_id and item.list_id = list.id
          and ${beginsWith(sql`item.address_key`, keyOf(text))} order by item.address_key limit ${bestLimit}) contact
      where list.workspace_id = ${workspace_id}`,
    // It has the ASCII form of a domain, which the words may not have.
    titleKey: { column: sql`item.address_key`, of: keyOf },
  },
  user: {
    table: 'portal_users',
    exists: sql`item.deleted_at is null`,
    title: sql`coalesce(nullif(item.name, ''), item.email, item.external_id)`,
    rest: sql`concat_ws(' · ', item.email, item.external_id)`,
    subtitle: () => sql`array[case when item.name <> '' then item.email end,
      case when item.name <> '' or item.email is not null then item.external_id end]`,
    titles: 'every line',
    idsByTitle: (workspace_id, text) => sql`
      (${idsByTitleIn(sql`portal_users`)(workspace_id, text)}) union all
      (select item.id from portal_users item where item.workspace_id = ${workspace_id}
        and item.deleted_at is null and item.email_key is not null and ${beginsWith(sql`item.email_key`, nameKey(text))}
      order by item.email_key limit ${titleLimit}) union all
      (select item.id from portal_users item where item.workspace_id = ${workspace_id}
        and item.deleted_at is null and item.external_id is not null and ${beginsWith(sql`item.external_id`, text)}
      order by item.external_id limit ${titleLimit})`,
  },
  card: {
    table: 'cards',
    exists: sql`item.deleted_at is null`,
    title: sql`item.name`,
    rest: sql`item.description`,
    subtitle: () => sql`(
      select array[board.name, list.name, ${archivedIf(sql`item.status = 'archived' or list.archived or board.archived`)}]
      from board_lists list join boards board on board.workspace_id = list.workspace_id and board.id = list.board_id
      where list.workspace_id = item.workspace_id and list.id = item.list_id)`,
    parent_id: sql`item.board_id`,
    idsByTitle: idsByTitleIn(sql`cards`),
  },
  post: {
    table: 'posts',
    exists: sql`item.deleted_at is null`,
    title: sql`item.title`,
    rest: sql`item.details`,
    subtitle: () => sql`(
      select array[board.name, status.name, case when item.merged_into_id is not null then 'Merged' end,
        ${archivedIf(sql`board.archived`)}]
      from feedback_boards board join post_statuses status on status.workspace_id = board.workspace_id
      where board.workspace_id = item.workspace_id and board.id = item.board_id and status.id = item.status_id)`,
    idsByTitle: idsByTitleIn(sql`posts`),
  },
  entry: {
    table: 'changelog_entries',
    title: sql`item.title`,
    rest: sql`item.body`,
    // Must agree with `statusAt` in changelog.rules.ts.
    subtitle: (
      now,
    ) => sql`array[case when item.published_at is not null or item.publish_at <= ${now} then 'Published'
      when item.publish_at is not null then 'Scheduled' else 'Draft' end]`,
  },
  campaign: {
    table: 'campaigns',
    title: sql`item.name`,
    rest: sql`item.subject`,
    subtitle: () => sql`array[initcap(item.status)]`,
  },
  list: {
    table: 'email_lists',
    title: sql`item.name`,
    rest: sql`item.description`,
    subtitle: () => sql`array[${archivedIf(sql`item.archived`)}]`,
  },
  board: {
    table: 'boards',
    title: sql`item.name`,
    rest: sql`item.description`,
    subtitle: () => sql`array[${archivedIf(sql`item.archived`)}]`,
  },
}

/** The best of one type, of which there may be a million: no word makes it read them all. */
export async function findByWords(
  { tx, workspace_id }: WorkspaceDb,
  type: SearchType,
  { text, now }: Search,
): Promise<SearchHit[]> {
  const { words, patterns } = searchQuery(text)
  if (words.length === 0) return []
  const source = sources[type]
  const table = sql.table(source.table)
  const own = sql`item.workspace_id = ${workspace_id} and ${source.exists ?? sql`true`}`
  const hasWords = (some: readonly string[]) => sql`item.search @@ ${some.join(' & ')}::tsquery`
  const matches = sql.join(
    [hasWords(words), ...patterns.map((pattern) => sql`item.search_text like ${pattern}`)],
    sql` and `,
  )
  /** The best of some rows of the table. */
  async function findBest(rows: RawBuilder<unknown>, condition = matches) {
    const result = await sql<SearchHit>`
      select item.id, best.rank, ${source.title} as title, ${source.rest} as rest,
        ${source.subtitle(now)} as subtitle, ${source.parent_id ?? sql`null::text`} as parent_id, item.created_at
      from (
        select item.id, ${rankOf(source, text)} as rank from ${rows} item
        where ${own} and ${condition} order by rank, item.created_at desc, item.id desc limit ${bestLimit}) best
      join ${table} item on item.workspace_id = ${workspace_id} and item.id = best.id
      order by best.rank, item.created_at desc, item.id desc`.execute(tx)
    return result.rows
  }

  if (!source.idsByTitle) return findBest(table)
  const hasTitleKey =
    source.titleKey && sql`${source.titleKey.column} = ${source.titleKey.of(text)}`
  // A common word is found among the newest rows, a rare one by the index, and the planner cannot tell which it is.
  const newest = (limit: number) => sql`(select * from ${table} item
    where item.workspace_id = ${workspace_id} order by item.id desc limit ${sql.lit(limit)})`
  const nearby = await findBest(newest(nearbyLimit))
  const byIndex = nearby.length < maxPerType ? await findIndexed() : []
  const titles = await findBest(
    sql`(select * from ${table} item where item.workspace_id = ${workspace_id}
      and item.id in (${source.idsByTitle(workspace_id, text)}))`,
    hasTitleKey ? sql`(${matches} or ${hasTitleKey})` : matches,
  )
  const all = new Map([...titles, ...nearby, ...byIndex].map((hit) => [hit.id, hit]))
  return [...all.values()].toSorted(compareHits).slice(0, maxPerType)

  async function findIndexed() {
    const rare = words.length > 1 ? await findRareWords() : words
    const isPartial = rare.length < words.length
    const some = havingWords(rare, isPartial || patterns.length > 0 ? filterLimit : sortLimit)
    const best = await findBest(some)
    if (!isPartial || best.length === maxPerType) return best
    // Where more rows have those words than were read, others among them may have all.
    const { rows } = await sql<{ is_full: boolean }>`
      select count(*) = ${sql.lit(filterLimit)} as is_full from ${some} item`.execute(tx)
    return rows[0]?.is_full ? findBest(havingWords(words, filterLimit)) : best
  }

  function havingWords(some: readonly string[], limit: number) {
    return sql`(select * from ${table} item where ${own} and ${hasWords(some)} limit ${sql.lit(limit)})`
  }

  /** The index reads the rows of each word, which takes longest for a word that most rows have. */
  async function findRareWords() {
    const counts = words.map((word) => sql`count(*) filter (where ${hasWords([word])})::int`)
    const { rows } = await sql<{ counts: number[] }>`
      select array[${sql.join(counts)}] as counts from ${newest(sampleLimit)} item`.execute(tx)
    const countOf = (word: string) => rows[0]?.counts[words.indexOf(word)] ?? 0
    const byCount = words.toSorted((one, other) => countOf(one) - countOf(other))
    return byCount
      .filter((word, at) => at === 0 || countOf(word) < commonCount)
      .slice(0, maxIndexWords)
  }
}

/** The titles are lines of `search_text`, folded like the text. */
function rankOf({ titles, titleKey }: Source, text: string) {
  const folded = foldCase(text)
  if (titles === 'every line')
    return sql<number>`case when ${folded} = any (string_to_array(item.search_text, E'\\n')) then 0
      when strpos(E'\\n' || item.search_text, ${`\n${folded}`}) > 0 then 1 else 2 end`
  const key = titleKey?.of(text)
  const isTitle = titleKey ? sql` or ${titleKey.column} = ${key}` : sql``
  const isBeginning = titleKey ? sql` or starts_with(${titleKey.column}, ${key})` : sql``
  return sql<number>`case when split_part(item.search_text, E'\\n', 1) = ${folded}${isTitle} then 0
    when starts_with(item.search_text, ${folded})${isBeginning} then 1
    when ${titleHasWords(text)} then 2 else 3 end`
}

const punctuation = `()[]{}<>"'/\\-_.,:;!?#@+&`
/** Enough to tell titles from notes. */
const maxTitleWords = 8

/** Only for the order: a word after another character than these is found all the same. */
function titleHasWords(text: string) {
  const title = sql`translate(' ' || split_part(item.search_text, E'\\n', 1), ${punctuation}, ${' '.repeat(punctuation.length)})`
  const words = searchWords(text).slice(0, maxTitleWords)
  return sql.join(
    words.map((word) => sql`strpos(${title}, ${` ${word}`}) > 0`),
    sql` and `,
  )
}

/** The best first; of the same rank the newer first. */
export const compareHits = (one: SearchHit, other: SearchHit): number =>
  one.rank - other.rank ||
  other.created_at.localeCompare(one.created_at) ||
  other.id.localeCompare(one.id)
