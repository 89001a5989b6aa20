import { sql } from 'kysely'

import { foldCase, searchWords } from './search-text.rules.ts'

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
