import { type DateOrder, parseDate } from '#client/importers/core/parse-date.ts'
import type { ConsentRole } from './consent-names.ts'

const wordSet = (text: string) => new Set(text.split(' '))
const trueWords = wordSet('true yes y 1 t on x checked ja j oui si sí sim sì ✓ ✔')
const falseWords = wordSet('false no n 0 f off unchecked nein non não nao')
/** Who is on the list, whichever way the column is asked. */
const inWords = wordSet('subscribed optin optedin')
const outWords = wordSet(
  'unsubscribed neversubscribed optout optedout withdrawn revoked blocked suppressed blocklisted blacklisted',
)
/** What these say depends on the question. */
const agreedWords = wordSet(
  'active agreed accepted granted given allowed enabled confirmed explicit express',
)
const refusedWords = wordSet('inactive declined denied refused disabled never')
const emptyWords = wordSet('null none nil undefined n/a na - –')

const isEmptyCell = (text: string) =>
  text.trim() === '' || emptyWords.has(text.trim().toLowerCase())

/** `open` is empty where an answer is needed, or not understood. */
type ConsentAnswer = 'in' | 'out' | 'silent' | 'open'

interface Consent {
  readonly answer: ConsentAnswer
  /** When it was given, where the cell is a date. */
  readonly at?: string | undefined
  /** A cell holds something that is not understood. */
  readonly isUnread?: boolean
}

interface Moments {
  readonly time_zone: string
  readonly date_order?: DateOrder | undefined
  /** What lies after it is not understood. */
  readonly now: string
}

/** What a cell of such a column says; a date says when somebody left, or agreed. */
export function parseConsent(text: string, role: ConsentRole, moments: Moments): Consent {
  const word = text.trim().toLowerCase()
  if (word === '' || emptyWords.has(word)) return { answer: role === 'opt_out' ? 'silent' : 'open' }
  if (trueWords.has(word)) return { answer: role === 'opt_out' ? 'out' : 'in' }
  if (falseWords.has(word)) return { answer: role === 'opt_out' ? 'silent' : 'out' }
  const state = word.replaceAll(/[\s_-]/g, '')
  if (outWords.has(state)) return { answer: 'out' }
  if (inWords.has(state)) return { answer: role === 'opt_out' ? 'silent' : 'in' }
  if (role === 'opt_in' && agreedWords.has(state)) return { answer: 'in' }
  if (role === 'opt_in' && refusedWords.has(state)) return { answer: 'out' }
  // A number may be anything; nobody agreed by it.
  if (role === 'opt_in' && /^[\d.]+$/.test(word)) return { answer: 'open' }
  const date = parseDate(text, moments)
  // In whichever order, it is a date.
  const isDate = (date ?? parseDate(text, { ...moments, date_order: 'day_first' })) !== undefined
  if (!isDate || (date && date.instant > moments.now)) return { answer: 'open' }
  return { answer: role === 'opt_out' ? 'out' : 'in', ...(date && { at: date.instant }) }
}

/** One cell of a row, in the column of a consent. */
interface ConsentCell {
  readonly role: ConsentRole
  readonly text: string
}

/** What all such cells of one row say: the strictest counts, and agreement in one column answers for an empty one. */
export function resolveConsent(cells: readonly ConsentCell[], moments: Moments): Consent {
  const consents = cells.map(({ role, text }) => ({ text, ...parseConsent(text, role, moments) }))
  const isUnread = consents.some(({ answer, text }) => answer === 'open' && !isEmptyCell(text))
  const out = consents.find(({ answer }) => answer === 'out')
  if (out) {
    const at = consents.find((one) => one.answer === 'out' && one.at !== undefined)?.at
    return { answer: 'out', at, isUnread }
  }
  const hasAgreed = consents.some(({ answer }) => answer === 'in')
  const isOpen = consents.some(
    ({ answer, text }) => answer === 'open' && !(hasAgreed && isEmptyCell(text)),
  )
  return { answer: isOpen ? 'open' : hasAgreed ? 'in' : 'silent', isUnread }
}

/** What the cells of one column say, each counted. */
interface ConsentFinding {
  readonly header: string
  readonly role: ConsentRole
  readonly in: number
  readonly out: number
  /** Empty cells of a column that says who agreed. */
  readonly empty: number
  /** Cells that are not understood. */
  readonly unclear: number
  /** A few of them. */
  readonly examples: readonly string[]
}

export interface ConsentColumn extends ConsentFinding {
  /** The name or the cells may mean either: somebody has to say which. */
  readonly isAmbiguous: boolean
}

const MAX_EXAMPLES = 3

export function createConsentTally(header: string, role: ConsentRole, moments: Moments) {
  const counts = { in: 0, out: 0, silent: 0, open: 0 }
  let empty = 0
  const examples = new Set<string>()
  return {
    add: (text: string) => {
      const { answer } = parseConsent(text, role, moments)
      counts[answer] += 1
      if (answer !== 'open') return
      if (isEmptyCell(text)) empty += 1
      else if (examples.size < MAX_EXAMPLES) examples.add(text.trim().slice(0, 60))
    },
    /** Whether its cells answer, as far as they hold anything. */
    reading: (): 'understood' | 'mixed' | 'other' => {
      const answers = counts.in + counts.out
      if (answers === 0) return 'other'
      return counts.open - empty === 0 ? 'understood' : 'mixed'
    },
    finish: (): ConsentFinding => ({
      header,
      role,
      in: counts.in,
      out: counts.out,
      empty,
      unclear: counts.open - empty,
      examples: [...examples],
    }),
  }
}
