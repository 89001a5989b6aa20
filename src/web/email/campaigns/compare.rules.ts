import { formatRate } from '#web/ui/format.ts'
import { type CampaignValue, orderNames } from './campaign-values.rules.ts'

export interface ComparedRow {
  readonly name: string
  /** In the order of the campaigns. */
  readonly values: readonly CampaignValue[]
  /** The position of the best value; undefined where several share it or nothing says which is better. */
  readonly best: number | undefined
  /** The value of a full bar, the same for the whole row. */
  readonly max: number
}

/** Counts grow with the audience, so only a rate can be the best. */
const better: Readonly<Record<string, 'higher' | 'lower'>> = {
  open_rate: 'higher',
  click_rate: 'higher',
  click_to_open_rate: 'higher',
  bounce_rate: 'lower',
  complaint_rate: 'lower',
  unsubscribe_rate: 'lower',
}

const NONE: CampaignValue = { kind: 'none' }

/** A row for each counter and rate that at least one of the campaigns has. */
export function compareValues(
  campaigns: readonly ReadonlyMap<string, CampaignValue>[],
): readonly ComparedRow[] {
  return orderNames(campaigns).flatMap((name) => {
    const values = campaigns.map((one) => one.get(name) ?? NONE)
    if (values.every(({ kind }) => kind === 'none')) return []
    return [{ name, values, best: findBest(name, values), max: maxOf(values) }]
  })
}

const numberOf = (value: CampaignValue): number | undefined =>
  value.kind === 'rate' || value.kind === 'count' ? value.value : undefined

const numbersOf = (values: readonly CampaignValue[]) =>
  values.flatMap((value) => numberOf(value) ?? [])

const maxOf = (values: readonly CampaignValue[]): number => Math.max(0, ...numbersOf(values))

function findBest(name: string, values: readonly CampaignValue[]): number | undefined {
  const direction = Object.hasOwn(better, name) ? better[name] : undefined
  // Rates that read the same are equal.
  const rates = values.map((value) => (value.kind === 'rate' ? formatRate(value.value, 1) : ''))
  const numbers = numbersOf(values)
  if (!direction || numbers.length < 2) return undefined
  const best = direction === 'lower' ? Math.min(...numbers) : Math.max(...numbers)
  const first = rates.indexOf(formatRate(best, 1))
  return first === -1 || first !== rates.lastIndexOf(formatRate(best, 1)) ? undefined : first
}

/** More columns would not fit next to each other. */
export const MAX_COMPARED = 6

/** The campaigns in `ids=` of a URL, each once; those past the limit are not compared. */
export const comparedIds = (search: URLSearchParams): string[] =>
  distinctIds(search).slice(0, MAX_COMPARED)

/** Ids of the URL that are past the limit. */
export const idsOverLimit = (search: URLSearchParams): string[] =>
  distinctIds(search).slice(MAX_COMPARED)

const distinctIds = (search: URLSearchParams) => [
  ...new Set(
    (search.get('ids') ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  ),
]
