import { type RawBuilder, sql } from 'kysely'

import { foldCase, searchQuery, searchWords } from './search-text.rules.ts'

// The words of a `tsvector` have 1 MiB. Some characters are many once they are folded.
const maxBytes = 900_000

function fitting(words: readonly string[]): string[] {
  let bytes = 0
  return words.filter((word) => (bytes += Buffer.byteLength(word)) <= maxBytes)
}

/** What a row is found by, from its searchable text: the title, then a line feed and the rest. */
export const searchColumns = (text: string) => ({
  search: sql<string>`array_to_tsvector(${fitting(searchWords(text))}::text[])`,
  search_text: foldCase(text),
})

/** Whether a row of the table has all words of a search, and its punctuation as it is. */
export function matchesSearch(table: string, text: string): RawBuilder<boolean> {
  const { tsquery, patterns } = searchQuery(text)
  const [search, search_text] = [sql.ref(`${table}.search`), sql.ref(`${table}.search_text`)]
  const conditions = [
    ...(tsquery === null ? [] : [sql`${search} @@ ${tsquery}::tsquery`]),
    ...patterns.map((pattern) => sql`${search_text} like ${pattern}`),
  ]
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}
