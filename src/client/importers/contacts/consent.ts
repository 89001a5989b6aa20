import { type DateOrder, parseDate } from '#client/importers/core/parse-date.ts'

/** A column that says who wants no mail, or one that says who agreed to it. */
export type ConsentRole = 'opt_out' | 'opt_in'

interface ConsentName {
  /** Both when the name may mean either. */
  readonly roles: readonly ConsentRole[]
  /** Such a name may also be that of something else: its cells decide. */
  readonly isWeak: boolean
}

const mail = '(?:e ?)?mails?|mailings?|newsletters?|marketing'
const outNames = new RegExp(
  [
    String.raw`\bunsub(s|scribed?|scription|scribes)?\b`,
    String.raw`\bopt(ed|s)? ?outs?\b`,
    String.raw`\b(do|does) not (${mail}|contact|send|market)\b`,
    String.raw`\bno (${mail})\b`,
    String.raw`\b(${mail}) (disabled|blocked|stopped|off)\b`,
    String.raw`\bdisabled (${mail})\b`,
    String.raw`\b(block|black) ?list(ed)?\b`,
    String.raw`\bsuppress(ed|ion)?\b`,
    String.raw`\b(abgemeldet|abbestellt|widerrufen|désabonné|desinscrito|disiscritto)\b`,
  ].join('|'),
)
const inNames = new RegExp(
  [
    String.raw`\bopt(ed|s)? ?ins?\b`,
    String.raw`\bconsent(s|ed)?\b`,
    String.raw`\b(accepts|accepted|allows|receives) (${mail})\b`,
    String.raw`\b(${mail}) (permission|allowed|accepted|enabled|ok|on)\b`,
    String.raw`^(is )?subscribed( to (${mail}|us|list))?$`,
    String.raw`\b(einwilligung|consentement|consentimiento|consenso)\b`,
  ].join('|'),
)
const weakInNames = /^(newsletters?|mailings?|marketing|permission|gdpr|dsgvo|rgpd|subscription)$/
/** Names of another way to reach people, or of what goes with consent. */
const otherNames = /\b(sms|phones?|calls?|whatsapp|push|fax|reason|link|url|count|token|ip)\b/

/** Words of a header in small letters, also those of `doNotEmail`. */
const wordsOf = (header: string) =>
  header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()

/** What a name says of consent; undefined when it says nothing. */
export function consentOfName(header: string): ConsentName | undefined {
  const words = wordsOf(header).replaceAll(/\bdon ?t\b/g, 'do not')
  if (otherNames.test(words)) return undefined
  const roles: ConsentRole[] = []
  if (outNames.test(words)) roles.push('opt_out')
  if (inNames.test(words)) roles.push('opt_in')
  if (roles.length > 0) return { roles, isWeak: false }
  return weakInNames.test(words) ? { roles: ['opt_in'], isWeak: true } : undefined
}

const wordSet = (text: string) => new Set(text.split(' '))
const trueWords = wordSet('true yes y 1 t on x checked ja j oui si sí sim sì ✓ ✔')
const falseWords = wordSet('false no n 0 f off unchecked nein non não nao never')
const inWords = wordSet(
  'subscribed active optin optedin agreed accepted granted given allowed enabled confirmed',
)
const outWords = wordSet(
  'unsubscribed inactive optout optedout declined denied refused withdrawn revoked disabled blocked suppressed blocklisted blacklisted',
)
const emptyWords = wordSet('null none nil undefined n/a na - –')

/** `open` is empty where an answer is needed, or not understood. */
type ConsentAnswer = 'in' | 'out' | 'silent' | 'open'

interface Consent {
  readonly answer: ConsentAnswer
  /** When it was given, where the cell is a date. */
  readonly at?: string | undefined
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
  const date = parseDate(text, moments)
  // In whichever order, it is a date.
  const isDate = (date ?? parseDate(text, { ...moments, date_order: 'day_first' })) !== undefined
  if (!isDate || (date && date.instant > moments.now)) return { answer: 'open' }
  return { answer: role === 'opt_out' ? 'out' : 'in', ...(date && { at: date.instant }) }
}

/** What the cells of one column say, each counted. */
export interface ConsentFinding {
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
      if (text.trim() === '' || emptyWords.has(text.trim().toLowerCase())) empty += 1
      else if (examples.size < MAX_EXAMPLES) examples.add(text.trim().slice(0, 60))
    },
    /** Whether most cells that hold anything are understood. */
    isUnderstood: () => counts.in + counts.out > counts.open - empty,
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
