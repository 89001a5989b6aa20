import { stem } from 'porter2'

/** Folds case and accents. Not done in the database, where the result depends on its locale and extensions. */
export const foldCase = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const letters = /[\p{L}\p{N}]+/gu
// PostgreSQL accepts no lexeme over 2 kB.
const maxWordLength = 100

/** As much of a word as is stored, with whole characters: halves of two would be stored as one. */
const toStored = (word: string) => word.slice(0, maxWordLength).replace(/[\ud800-\udbff]$/, '')

/** The distinct words of a text, for `array_to_tsvector`. */
export const searchWords = (text: string): string[] => [
  ...new Set(Array.from(foldCase(text).match(letters) ?? [], toStored)),
]

/** What all forms of an English word have in common. A change of it needs a migration that fills `post_words` again. */
export const stemOf = (word: string): string => stem(word)

interface SearchQuery {
  /** Prefix search for every word; null when nothing has letters or digits. */
  readonly tsquery: string | null
  /** The same, word by word, and each word only once. */
  readonly words: readonly string[]
  /** Parts with punctuation, which must match literally, as escaped LIKE patterns. */
  readonly patterns: readonly string[]
}

/** Builds the query for a search text. Quotes and operators of `tsquery` have no special meaning in it. */
export function searchQuery(text: string): SearchQuery {
  const parts = foldCase(text).split(/\s+/).filter(Boolean)
  const words = [...new Set(parts.flatMap(toLexemes))]
  const punctuated = parts.filter((part) => part.replace(letters, '') !== '')
  return {
    tsquery: words.length ? words.join(' & ') : null,
    words,
    patterns: punctuated.map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`),
  }
}

/** A word ends where punctuation follows, which must match as well. Whole words are many times faster than prefixes. */
const toLexemes = (part: string) =>
  Array.from(part.matchAll(letters), ({ 0: word, index }) => {
    const isWhole = index + word.length < part.length
    return `'${toStored(word)}'${isWhole ? '' : ':*'}`
  })
