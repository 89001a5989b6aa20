import { FileRefused } from '#client/importers/core/import-error.ts'
import { createDateOrderTally, resolveDateOrder } from '#client/importers/core/parse-date.ts'
import type { CsvTable } from '#client/importers/formats/csv.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { consentOfName } from './consent-names.ts'
import { type ConsentColumn, createConsentTally, isConsentOpen } from './consent.ts'
import { classifyColumns, type Column, type ColumnTarget, readColumns } from './contact-columns.ts'
import type { ContactOptions } from './contact-plan.ts'
import { parseStatusWord, statusWordKey } from './contact-status.ts'

type Rows = CsvTable['rows']

/** What only all rows of a file can tell, before a part of them is planned. */
export function createFileDecisions(headers: readonly string[], options: ContactOptions) {
  const columns = readColumns(headers, options)
  const chosen = options.columns ?? new Map<string, ColumnTarget>()
  const addresses = createAddressTally(columns)
  const consents = columns.flatMap(({ at, header, role }) => {
    const name = chosen.has(header) ? undefined : consentOfName(header)
    const isWeak = name?.isWeak === true && role === 'field'
    if (role !== 'opt_in' && role !== 'opt_out' && !isWeak) return []
    const tally = createConsentTally(header, isWeak ? 'opt_in' : roleOf(role), options)
    return [{ at, header, isWeak, isAmbiguous: (name?.roles.length ?? 1) > 1, tally }]
  })
  const words = createWordTally(columns)
  const dates = columns
    .filter(({ role }) => role === 'created_at')
    .map(({ at, header }) => ({ at, header, tally: createDateOrderTally() }))

  /** With the columns that are recognized by what they hold. */
  const resolveColumns = () => {
    const targets = new Map(chosen)
    const address = addresses.find()
    if (address !== undefined) targets.set(address, 'email_address')
    for (const { header, isWeak, tally } of consents)
      if (isWeak && tally.isUnderstood()) targets.set(header, 'opt_in')
    return targets
  }
  const findConsents = (): ConsentColumn[] =>
    consents
      .filter(({ isWeak, tally }) => !isWeak || tally.isUnderstood())
      .map(({ isAmbiguous, tally }) => ({ ...tally.finish(), isAmbiguous }))

  return {
    add: (rows: Rows) => {
      for (const { cells } of rows) {
        addresses.add(cells)
        words.add(cells)
        for (const { at, tally } of [...consents, ...dates]) tally.add(cells[at] ?? '')
      }
    },
    resolveColumns,
    findStatusWords: words.find,
    findConsents,
    /** Everything decided. Refuses a file that leaves something open. */
    finish: (): ContactOptions => {
      const decided = resolveColumns()
      classifyColumns(headers, { ...options, columns: decided })
      const orders = dates.map(({ header, tally }) =>
        resolveDateOrder(header, tally.finish(), options.date_order),
      )
      for (const consent of findConsents()) assertConsent(consent, options)
      const date_order = orders.find((order) => order !== undefined)
      return { ...options, columns: decided, date_order }
    },
  }
}

const roleOf = (role: Column['role']) => (role === 'opt_out' ? 'opt_out' : 'opt_in')

function assertConsent(consent: ConsentColumn, { unknown_consent }: ContactOptions): void {
  const { header, isAmbiguous, empty, unclear, examples } = consent
  if (!isConsentOpen(consent) || (!isAmbiguous && unknown_consent !== undefined)) return
  const parts = [
    ...(unclear > 0 ? [`${unclear} cells that are not understood, such as ${examples[0]}`] : []),
    ...(empty > 0 ? [`${empty} empty cells`] : []),
  ]
  const problem = isAmbiguous
    ? 'may name those who agreed to mail or those who want none'
    : `says who may be written to, and has ${parts.join(' and ')}`
  throw new FileRefused(`The column "${header}" ${problem}.`, 'consent_unclear')
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
const ADDRESS_SHARE = 0.8

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
    /** Its header; undefined where none has addresses, or more than one. */
    find: (): string | undefined => {
      const found = candidates.filter(
        ({ filled, valid }) => valid > 0 && valid >= filled * ADDRESS_SHARE,
      )
      return found.length === 1 ? found[0]?.header : undefined
    },
  }
}
