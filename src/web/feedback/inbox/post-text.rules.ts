import { plainText } from '#contract/plain-text.rules.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'

const READ_LENGTH = 600
/** Of a text that a search found. */
const SEARCHED_LENGTH = 2000
const LINE_LENGTH = 160
/** A match that begins later may be out of sight. */
const VISIBLE_LENGTH = 32
const LENGTH_BEFORE_MATCH = 16

/** A text in Markdown on one line, without its signs: its beginning, or what is around the first match of a search. */
export function plainLine(source: string, search?: string): string {
  const plain = plainText(source.slice(0, search ? SEARCHED_LENGTH : READ_LENGTH))
  const start = firstMatch(plain, search)
  if (start < VISIBLE_LENGTH) return cutLine(plain)
  const space = plain.indexOf(' ', start - LENGTH_BEFORE_MATCH - 1)
  return `…${cutLine(plain.slice(space >= 0 && space < start ? space + 1 : start))}`
}

/** Between characters, also at the half of one with which it may begin. */
const cutLine = (line: string) =>
  line.length > LINE_LENGTH
    ? [...line.slice(0, 2 * LINE_LENGTH).replace(/^[\uDC00-\uDFFF]/, '')]
        .slice(0, LINE_LENGTH)
        .join('')
    : line

/** About where the first match begins: normalizing may change the length. 0 without one. */
function firstMatch(text: string, search: string | undefined): number {
  const words = splitWords(search)
  if (words.length === 0) return 0
  // Composed, so that Korean has the length that is shown.
  const plain = normalizeText(text).normalize('NFC')
  const starts = words.flatMap((one) => {
    const word = one.normalize('NFC')
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      if (!/[\p{L}\p{N}]/u.test(plain[at - 1] ?? '')) return at
    return []
  })
  return starts.length > 0 ? Math.min(...starts) : 0
}

const splitWords = (search: string | undefined) =>
  normalizeText(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')

interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Marks where a word of the text begins with one of the search, without case and accents, as the server finds it. */
export function splitMatches(text: string, search: string | undefined): readonly TextPart[] {
  const words = splitWords(search)
  if (words.length === 0) return [{ text, isMatch: false }]
  const letters = [...text]
  const plain = letters.map((letter) => normalizeText(letter))
  const isMarked = letters.map(() => false)
  for (let start = 0; start < letters.length; start++) {
    if (plain[start] === '' || (start > 0 && /[\p{L}\p{N}]/u.test(letters[start - 1] ?? '')))
      continue
    const end = Math.max(...words.map((word) => endOfWord(plain, start, word)))
    for (let index = start; index < end; index++) isMarked[index] = true
  }
  const parts: { text: string; isMatch: boolean }[] = []
  letters.forEach((letter, index) => {
    const isMatch = isMarked[index] ?? false
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += letter
    else parts.push({ text: letter, isMatch })
  })
  return parts
}

/** Where `word` ends that begins at `start`; 0 when another word does. */
function endOfWord(plain: readonly string[], start: number, word: string): number {
  let rest = word
  for (let index = start; index < plain.length; index++) {
    const letter = plain[index] ?? ''
    if (!rest.startsWith(letter)) return 0
    rest = rest.slice(letter.length)
    if (rest === '') return index + 1
  }
  return 0
}
