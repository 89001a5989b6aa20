import type { PlainDate } from '#contract/plain-date.rules.ts'
import { parseDate } from '#web/ui/date/date-text.rules.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'

interface CardTextContext {
  /** The labels of the board, each with the name that a person sees. */
  readonly labels: readonly { readonly id: string; readonly name: string }[]
  readonly dates: Parameters<typeof parseDate>[1]
}

/** The title of a card, and the labels and the due date that its text names. */
interface CardText {
  readonly name: string
  readonly label_ids: readonly string[]
  readonly date: PlainDate | null
}

/** Reads "Call Max #design !tomorrow"; what fits no label and no date stays in the title. */
export function parseCardText(text: string, { labels, dates }: CardTextContext): CardText {
  const label_ids = new Set<string>()
  let date: PlainDate | null = null
  let name = ''
  let end = 0
  for (const { index, 0: sign } of text.matchAll(/(?<!\S)[#!]/g)) {
    if (index < end) continue
    const rest = text.slice(index + 1)
    const label = sign === '#' ? findPhrase(rest, (phrase) => findLabel(phrase, labels)) : null
    const due = sign === '!' ? findPhrase(rest, (phrase) => findDate(phrase, dates)) : null
    if (label) label_ids.add(label.value)
    // The last date wins, as in a sentence that corrects itself.
    if (due) date = due.value
    const length = label?.length ?? due?.length
    if (length === undefined) continue
    name += text.slice(end, index).trimEnd()
    end = index + 1 + length
  }
  return { name: (name + text.slice(end)).trim(), label_ids: [...label_ids], date }
}

const MAX_WORDS = 6

/** The longest phrase at the start of a text, in quotes or of whole words, that has a value. */
function findPhrase(text: string, valueOf: (phrase: string) => string | null) {
  const quoted = /^["“”]([^"“”]+)["“”]/.exec(text)
  if (quoted) {
    const value = valueOf(quoted[1] ?? '')
    return value === null ? null : { value, length: quoted[0].length }
  }
  for (let words = MAX_WORDS; words > 0; words--) {
    const [phrase] = new RegExp(`^\\S+(?:\\s+\\S+){${words - 1}}`).exec(text) ?? []
    if (phrase === undefined) continue
    for (const candidate of new Set([phrase, phrase.replace(/[.,;:!?)]+$/, '')])) {
      const value = valueOf(candidate)
      if (value !== null) return { value, length: candidate.length }
    }
  }
  return null
}

/** Spaces and hyphens do not matter: "landing-page" is "Landing page". */
const keyOf = (text: string) => normalizeText(text).replaceAll(/[\s_-]+/g, '')

/** The label of this name, or the only one that begins with this word. */
function findLabel(phrase: string, labels: CardTextContext['labels']): string | null {
  const key = keyOf(phrase)
  if (!key) return null
  const exact = labels.find(({ name }) => keyOf(name) === key)
  if (exact) return exact.id
  if (key.length < 2 || /\s/.test(phrase)) return null
  const [first, second] = labels.filter(({ name }) => keyOf(name).startsWith(key))
  return first && !second ? first.id : null
}

// The whole phrase is a date: the parser itself skips words that it does not know.
const MONTH = String.raw`[\p{L}\p{M}]{3,}\.?`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|\.)?`
const YEAR = String.raw`(?:,?[\s-]+\d{4})?`
const DATE = new RegExp(
  String.raw`^(?:[\p{L}\p{M}]+|\d{1,4}([./-])\d{1,2}(?:\1\d{1,4})?|${DAY}[\s-]*${MONTH}${YEAR}|${MONTH}[\s-]*${DAY}${YEAR})$`,
  'iu',
)

const findDate = (phrase: string, dates: CardTextContext['dates']): PlainDate | null =>
  DATE.test(phrase) ? parseDate(phrase, dates) : null
