import { searchWords } from './search-text.rules.ts'

/** Words with their accents, which folding may spell out as characters of their own. */
const wordsInText = /[\p{L}\p{M}\p{N}]+/gu
const leadLength = 40
const tailLength = 120

/** The line of a text around its first word that begins with a word of the query and is not in the title. */
export function excerptOf(rest: string | null, title: string, query: string): string | null {
  const inTitle = searchWords(title)
  const missing = searchWords(query).filter((word) => !inTitle.some((one) => one.startsWith(word)))
  if (rest === null || missing.length === 0) return null
  for (const { 0: word, index } of rest.matchAll(wordsInText))
    if (searchWords(word).some((part) => missing.some((one) => part.startsWith(one))))
      return cutAround(rest, index)
  return null
}

/** Begins and ends with whole words, or at least with whole characters, and has only spaces as white space. */
function cutAround(text: string, index: number): string {
  const start = Math.max(0, index - leadLength)
  const lead = text.slice(start, index)
  const tail = text.slice(index, index + tailLength)
  const isCut = index + tailLength < text.length
  const parts = [
    start === 0 ? lead : lead.replace(/^\S*\s*/, '…'),
    isCut ? `${tail.replace(/\s+\S*$|[\ud800-\udbff]$/, '')}…` : tail,
  ]
  return parts.join('').replace(/\s+/g, ' ').trim()
}
