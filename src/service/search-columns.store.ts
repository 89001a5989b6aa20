import { sql } from 'kysely'

import { foldCase, searchWords } from './search-text.rules.ts'

/** What a row is found by, from its searchable text: the title, then a line feed and the rest. */
export const searchColumns = (text: string) => ({
  search: sql<string>`array_to_tsvector(${searchWords(text)}::text[])`,
  search_text: foldCase(text),
})
