import { plainText } from '#contract/plain-text.rules.ts'
import { searchWords } from './search-text.rules.ts'

/** Words with their accents, which folding may spell out as characters of their own. */
const wordsInText = /[\p{L}\p{M}\p{N}]+/gu
const leadLength = 40
const tailLength = 120
/** Of a text in Markdown before and after the word, in which links and signs are found. */
const partLength = 1000

interface SearchedText {
  readonly title: string
  /** What is searched besides the title. */
  readonly rest: string | null
  /** The rest is Markdown, whose signs are not shown. */
  readonly isMarkdown: boolean
}

/** The line of a text around its first word that begins with a word of the query and is not in the title. */
export function excerptOf({ title, rest, isMarkdown }: SearchedText, query: string): string | null {
  const inTitle = searchWords(title)
  const missing = searchWords(query).filter((word) => !inTitle.some((one) => one.startsWith(word)))
  if (rest === null || missing.length === 0) return null
  const index = findWord(rest, missing)
  if (index === undefined) return null
  if (!isMarkdown) return cutAround(rest, index)
  const start = startOfPart(rest, index)
  const part = plainText(rest.slice(start, index + partLength))
  const at = findWord(part, missing)
  // In the target of a link or a comment, which nobody sees.
  if (at === undefined) return cutAround(rest, index)
  const excerpt = cutAround(part, at)
  return start > 0 && !excerpt.startsWith('…') ? `…${excerpt}` : excerpt
}

/** At a space, or the part could begin inside a word or the target of a link, which would be shown. */
function startOfPart(text: string, index: number): number {
  const start = index - partLength
  if (start <= 0) return 0
  const length = text.slice(start, index).search(/\s/)
  return length < 0 ? start : start + length
}

/** Where the first word begins that begins with one of these. */
function findWord(text: string, beginnings: readonly string[]): number | undefined {
  for (const { 0: word, index } of text.matchAll(wordsInText))
    if (searchWords(word).some((part) => beginnings.some((one) => part.startsWith(one))))
      return index
  return undefined
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
