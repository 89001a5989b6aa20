import { unescapeFormula } from '#client/csv-text.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import {
  createDateOrderTally,
  type DateOrder,
  resolveDateOrder,
} from '#client/importers/core/parse-date.ts'
import type { CsvTable } from '#client/importers/formats/csv.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { type ConsentRole, consentOfName, isStatusName } from './consent-names.ts'
import { type ConsentColumn, createConsentTally, resolveConsent } from './consent.ts'
import { classifyColumns, type Column, type ColumnTarget, readColumns } from './contact-columns.ts'
import type { ContactOptions } from './contact-plan.ts'
import { parseStatusWord, statusWordKey } from './contact-status.ts'

type Rows = CsvTable['rows']

/** What only all rows of a file can tell, before a part of them is planned. */
export function createFileDecisions(headers: readonly string[], options: ContactOptions) {
  const columns = readColumns(headers, options)
  const chosen = options.columns ?? new Map<string, ColumnTarget>()
  const addresses = createAddressTally(columns)
  const words = createWordTally(columns)
  const consents = createConsents(columns, chosen, options)
  const dates = columns
    .filter(({ role }) => role === 'created_at' || isConsentRole(role))
    .map(({ at, header, role }) => ({ at, header, role, tally: createDateOrderTally() }))

  /** With the columns that are recognized by what they hold. */
  const resolveColumns = () => {
    const targets = new Map([...chosen, ...consents.targets()])
    const address = addresses.find()
    if (address !== undefined) targets.set(address, 'email_address')
    return targets
  }
  /** That of the times of creation; else that of the dates of consent, which need none. */
  const findDateOrder = () => {
    const orders = dates
      .filter(({ role }) => role === 'created_at')
      .map(({ header, tally }) => resolveDateOrder(header, tally.finish(), options.date_order))
    const others = dates.flatMap(({ tally }) => tally.finish()?.order ?? [])
    return [...orders, ...others].find(
      (order): order is DateOrder => order !== undefined && order !== 'unclear',
    )
  }
  return {
    add: (rows: Rows) => {
      for (const { cells, problem } of rows) {
        // Its cells may be in other columns.
        if (problem !== undefined) continue
        addresses.add(cells)
        words.add(cells)
        consents.add(cells)
        for (const { at, tally } of dates) tally.add(cells[at] ?? '')
      }
    },
    resolveColumns,
    findStatusWords: words.find,
    findConsents: consents.find,
    countOpen: consents.countOpen,
    /** Everything decided. Refuses a file that leaves something open. */
    finish: (): ContactOptions => {
      const targets = resolveColumns()
      classifyColumns(headers, { ...options, columns: targets })
      assertConsent(consents.find(), consents.countOpen(), options)
      return { ...options, columns: targets, date_order: findDateOrder() }
    },
  }
}

const isConsentRole = (role: Column['role']): role is ConsentRole =>
  role === 'opt_out' || role === 'opt_in'

function createConsents(
  columns: readonly Column[],
  chosen: ReadonlyMap<string, ColumnTarget>,
  options: ContactOptions,
) {
  const named = columns.flatMap(({ at, header, role }) => {
    const name = chosen.has(header) ? undefined : consentOfName(header)
    const isWeak = name?.isWeak === true && role === 'field'
    const roleHere = isConsentRole(role) ? role : isWeak ? 'opt_in' : undefined
    if (!roleHere) return []
    const tally = createConsentTally(header, roleHere, options)
    return [{ at, header, role: roleHere, isWeak, hasBoth: (name?.roles.length ?? 1) > 1, tally }]
  })
  const strong = named.filter(({ isWeak }) => !isWeak)
  const stated = columns.filter(({ role }) => role === 'status').map(({ at }) => at)
  const statuses = createStatusTally(
    columns.filter(({ header, role }) => role === 'field' && header !== '' && !chosen.has(header)),
    stated.length > 0 || strong.length > 0,
  )
  const counts = { strong: 0, all: 0 }

  const isOpen = (cells: readonly string[], some: typeof named) => {
    // Another status than subscribed says enough.
    const hasStatus = stated.some((at) => {
      const status = parseStatusWord(cells[at] ?? '')
      return status !== undefined && status !== 'subscribed'
    })
    const texts = some.map(({ at, role }) => ({
      ...{ role, text: unescapeFormula(cells[at] ?? '') },
    }))
    return !hasStatus && resolveConsent(texts, options).answer === 'open'
  }
  const isKnown = ({ isWeak, tally }: (typeof named)[number]) =>
    !isWeak || tally.reading() !== 'other'

  return {
    add: (cells: readonly string[]) => {
      statuses.add(cells)
      if (named.length === 0) return
      for (const { at, tally } of named) tally.add(unescapeFormula(cells[at] ?? ''))
      // Without an address it is no contact.
      if (!cells.some((cell) => cell.includes('@'))) return
      if (isOpen(cells, named)) counts.all += 1
      if (strong.length < named.length && isOpen(cells, strong)) counts.strong += 1
    },
    targets: (): [string, ColumnTarget][] => [
      ...named.flatMap(({ header, isWeak, tally }): [string, ColumnTarget][] =>
        isWeak && tally.reading() === 'understood' ? [[header, 'opt_in']] : [],
      ),
      ...statuses.found().map((header): [string, ColumnTarget] => [header, 'status']),
    ],
    find: (): ConsentColumn[] => [
      ...named.filter(isKnown).map(({ isWeak, hasBoth, tally }) => ({
        ...tally.finish(),
        isAmbiguous: hasBoth || (isWeak && tally.reading() === 'mixed'),
      })),
      ...statuses.suspects().map((header) => ({ ...nothingSaid, header, isAmbiguous: true })),
    ],
    /** Rows of which nobody knows whether the person agreed. */
    countOpen: () =>
      strong.length === named.length || named.some((one) => one.isWeak && isKnown(one))
        ? counts.all
        : counts.strong,
  }
}

const nothingSaid = { role: 'opt_in', in: 0, out: 0, empty: 0, unclear: 0, examples: [] } as const

/** At least so many of its cells that hold anything are statuses. */
const STATUS_SHARE = 0.8

/** Columns of statuses with another name, and those of any name that say of somebody that they left. */
function createStatusTally(columns: readonly Column[], isStated: boolean) {
  const candidates = columns.map(({ at, header }) => ({
    ...{ at, header, isNamed: isStatusName(header) },
    ...{ filled: 0, known: 0, left: 0 },
  }))
  const isStatus = (one: (typeof candidates)[number]) =>
    one.isNamed && one.known > 0 && one.known >= one.filled * STATUS_SHARE
  return {
    add: (cells: readonly string[]) => {
      for (const candidate of candidates) {
        const text = cells[candidate.at] ?? ''
        if (candidate.isNamed && text.trim() !== '') {
          candidate.filled += 1
          if (parseStatusWord(text) !== undefined) candidate.known += 1
        }
        // Longer texts are no statuses.
        if (text === '' || text.length > 20) continue
        if (/^\s*(?:unsubscribed|opted[ -]?out)\s*$/i.test(text)) candidate.left += 1
      }
    },
    found: () => candidates.filter(isStatus).map(({ header }) => header),
    /** Where no other column answers, or the name speaks of a status, somebody has to say what it means. */
    suspects: () =>
      candidates
        .filter((one) => one.left > 0 && !isStatus(one) && (one.isNamed || !isStated))
        .map(({ header }) => header),
  }
}

function assertConsent(
  consents: readonly ConsentColumn[],
  open: number,
  { unknown_consent }: ContactOptions,
): void {
  const ambiguous = consents.find(({ isAmbiguous }) => isAmbiguous)
  if (ambiguous)
    throw new FileRefused(
      `The column "${ambiguous.header}" may name those who agreed to mail or those who opted out.`,
      'consent_unclear',
    )
  if (open === 0 || unknown_consent !== undefined) return
  const unclear = consents.filter((one) => one.empty + one.unclear > 0)
  const columns = unclear.map(({ header }) => `"${header}"`).join(', ')
  const [example] = unclear.flatMap(({ examples }) => examples)
  const such = example === undefined ? '' : ` (such as ${example})`
  throw new FileRefused(
    `The file does not say of ${open === 1 ? '1 contact' : `${open} contacts`} whether they agreed to mail: ${columns}${such}.`,
    'consent_unclear',
  )
}

/** A word in a column of statuses that is none, as the file writes it first. */
export interface StatusWord {
  readonly word: string
  readonly count: number
}

/** A column with more is about something else. */
const MAX_WORDS = 20

function createWordTally(columns: readonly Column[]) {
  const statuses = columns.filter(({ role }) => role === 'status')
  const found = new Map<string, StatusWord>()
  return {
    add: (cells: readonly string[]) => {
      for (const { at } of statuses) {
        const word = cells[at]?.trim() ?? ''
        const key = statusWordKey(word)
        const before = found.get(key)
        const isNew = !before && found.size < MAX_WORDS && parseStatusWord(word) === undefined
        if (word !== '' && (before || isNew))
          found.set(key, { word: before?.word ?? word, count: (before?.count ?? 0) + 1 })
      }
    },
    find: (): readonly StatusWord[] => [...found.values()],
  }
}

/** At least so many of its cells that hold anything are addresses. */
const ADDRESS_SHARE = 0.5

/** Finds the column of addresses by what it holds, where no header names one. */
function createAddressTally(columns: readonly Column[]) {
  const isNamed = columns.some(({ role }) => role === 'address')
  const candidates = isNamed
    ? []
    : columns
        .filter(({ header, role }) => role === 'field' && header !== '')
        .map(({ at, header }) => ({ at, header, filled: 0, valid: 0 }))
  return {
    add: (cells: readonly string[]) => {
      for (const candidate of candidates) {
        const text = cells[candidate.at]?.trim() ?? ''
        if (text === '') continue
        candidate.filled += 1
        if (text.includes('@') && isEmailAddress(text)) candidate.valid += 1
      }
    },
    /** Its header; undefined where none has addresses, or nobody can tell which of two. */
    find: (): string | undefined => {
      const found = candidates.filter(
        ({ filled, valid }) => valid > 0 && valid >= filled * ADDRESS_SHARE,
      )
      const named = found.filter(({ header }) => /mail|adress|address/i.test(header))
      const [only, other] = named.length > 0 ? named : found
      return other ? undefined : only?.header
    },
  }
}
