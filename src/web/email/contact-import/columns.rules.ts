import type { ColumnTarget } from '#client/importers/contacts/contact-columns.ts'
import type { DateOrder } from '#client/importers/core/parse-date.ts'
import { type ImportState, type StepId, steps } from './import-state.ts'

type Targets = readonly (ColumnTarget | undefined)[]

type Columns = Pick<ImportState, 'file' | 'targets' | 'date_order'>

type ColumnProblem =
  | { readonly kind: 'noAddress' | 'twoAddresses' | 'noFieldName' }
  | { readonly kind: 'sameField' | 'noDateOrder'; readonly name: string }

/** Why these columns cannot be imported; undefined when they can. */
export function findColumnProblem(columns: Columns): ColumnProblem | undefined {
  const { targets, date_order } = columns
  const addresses = targets.filter((target) => target === 'email_address').length
  if (addresses === 0) return { kind: 'noAddress' }
  if (addresses > 1) return { kind: 'twoAddresses' }
  const names = targets.flatMap((target) => fieldNameOf(target) ?? [])
  if (names.some((name) => name.trim() === '')) return { kind: 'noFieldName' }
  const name = names.find((one, at) => names.indexOf(one) < at)
  if (name !== undefined) return { kind: 'sameField', name }
  const unclear = date_order === undefined && findUnclearDates(columns)
  return unclear ? { kind: 'noDateOrder', name: unclear.header } : undefined
}

/** What the columns with these targets say about the order of their dates. */
const dateOrdersOf = ({ file, targets }: Columns, wanted: readonly ColumnTarget[]) =>
  (file?.headers ?? []).flatMap((header, at) => {
    const target = targets[at]
    const finding = target && wanted.includes(target) ? file?.date_orders[at] : undefined
    return finding ? [{ header, ...finding }] : []
  })

/** A column whose dates can be read in two ways. */
export const findUnclearDates = (columns: Columns) =>
  dateOrdersOf(columns, ['created_at']).find(({ order }) => order === 'unclear')

/**
 * The order that is chosen, else that of the times of creation, else that of the dates of consent. All rows decide it: a
 * large file goes to the service in parts, of which one alone may leave it open.
 */
export function findDateOrder(columns: Columns): DateOrder | undefined {
  const [found] = [
    ...dateOrdersOf(columns, ['created_at']),
    ...dateOrdersOf(columns, ['opt_in', 'opt_out']),
  ].flatMap(({ order }) => (order === 'unclear' ? [] : [order]))
  return columns.date_order ?? found
}

export const fieldNameOf = (target: ColumnTarget | undefined): string | undefined =>
  target?.startsWith('fields.') ? target.slice('fields.'.length) : undefined

/** Only one column has the addresses: choosing another leaves the first one out. */
export const withTarget = (targets: Targets, at: number, target: ColumnTarget): Targets =>
  targets.map((current, index) => {
    if (index === at) return target
    return target === 'email_address' && current === target ? null : current
  })

/** Whether somebody has said what the columns of consent leave open. */
export const isConsentAnswered = ({
  consent,
  unknown_consent,
}: Pick<ImportState, 'consent' | 'unknown_consent'>): boolean =>
  consent?.isCurrent === true &&
  consent.columns.every(({ isAmbiguous }) => !isAmbiguous) &&
  (consent.open === 0 || unknown_consent !== undefined)

/** Consent has a step of its own where the file says anything of it. */
export const stepsOf = ({ consent }: Pick<ImportState, 'consent'>): readonly StepId[] =>
  steps.filter((step) => step !== 'consent' || (consent?.columns.length ?? 0) > 0)

interface ImportSpeed {
  readonly isByService: boolean
  readonly hasBatches: boolean
  /** Requests a second. */
  readonly rate: number | undefined
}

/** Seconds that an import of so many contacts takes, as far as the server's limits tell. */
export const estimateSeconds = (
  contacts: number,
  { isByService, hasBatches, rate }: ImportSpeed,
): number => {
  // Contacts with a few fields; an embedded engine on a slow machine takes twice as long.
  if (isByService) return Math.ceil(contacts / 1000)
  // A batch of 200 takes up to a second.
  const perSecond = hasBatches ? Math.min(rate ?? 1, 1) * 200 : Math.min(rate ?? 10, 10)
  return Math.ceil(contacts / perSecond)
}
