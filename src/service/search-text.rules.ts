/** Case and accents fold here and not in the database, whose results depend on locale and extensions. */
export const foldCase = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const letters = /[\p{L}\p{N}]+/gu
// PostgreSQL takes no lexeme over 2 kB; nobody searches for a word of 100 characters.
const maxWordLength = 100

/** The different words of a text, for `array_to_tsvector`. */
export const searchWords = (text: string): string[] => [
  ...new Set(
    Array.from(foldCase(text).match(letters) ?? [], (word) => word.slice(0, maxWordLength)),
  ),
]

export interface SearchQuery {
  /** Every word begins a word of the text; null when nothing has letters or digits. */
  readonly tsquery: string | null
  /** Pieces whose own punctuation must match literally, as escaped LIKE patterns. */
  readonly patterns: readonly string[]
}

/** Reads what a person typed. Quotes and operators of the database's own syntax mean nothing special. */
export function searchQuery(text: string): SearchQuery {
  const pieces = foldCase(text).split(/\s+/).filter(Boolean)
  const words = pieces.flatMap((piece) => piece.match(letters) ?? [])
  const punctuated = pieces.filter((piece) => piece.replace(letters, '') !== '')
  return {
    tsquery: words.length
      ? words.map((word) => `'${word.slice(0, maxWordLength)}':*`).join(' & ')
      : null,
    patterns: punctuated.map((piece) => `%${piece.replace(/[\\%_]/g, '\\$&')}%`),
  }
}
