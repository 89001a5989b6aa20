import { normalizeText } from '#web/ui/normalize-text.ts'

const READ_LENGTH = 600
const LINE_LENGTH = 160

/** The beginning of a text in Markdown on one line, without its signs. */
export function plainLine(source: string): string {
  const plain = source
    .slice(0, READ_LENGTH)
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)?/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)?/g, '$1')
    .replace(/^ {0,3}(`{3,}|~{3,}).*$/gm, ' ')
    .replace(/^[ \t]*(#{1,6}[ \t]+|>[ \t]?|[-+*][ \t]+(\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)+/gm, '')
    .replace(/^[ \t]*([-*_=][ \t]*){3,}$/gm, ' ')
    .replace(/<\/?[a-z][^>\n]*>/gi, ' ')
    .replace(/(\*\*|__|~~|`)/g, '')
    .replace(/(^|\s)[*_](?=\S)|(?<=\S)[*_](?=[\s.,;:!?)]|$)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length > LINE_LENGTH ? [...plain].slice(0, LINE_LENGTH).join('') : plain
}

interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Marks where a word of the text begins with one of the search, without case and accents, as the server finds it. */
export function splitMatches(text: string, search: string | undefined): readonly TextPart[] {
  const words = normalizeText(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
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
