import { type CampaignValue, orderNames } from './campaign-values.rules.ts'

/** `most` and `fewest` are counts, which grow with the audience; only a rate can be the best. */
type Mark = 'best' | 'most' | 'fewest'

export interface ComparedRow {
  readonly name: string
  /** In the order of the campaigns. */
  readonly values: readonly CampaignValue[]
  readonly marks: readonly (Mark | undefined)[]
  /** The value of a full bar, the same for the whole row. */
  readonly max: number
}

const better: Readonly<Record<string, 'higher' | 'lower'>> = {
  delivered: 'higher',
  opens_unique: 'higher',
  open_rate: 'higher',
  opens_total: 'higher',
  clicks_unique: 'higher',
  click_rate: 'higher',
  clicks_total: 'higher',
  click_to_open_rate: 'higher',
  bounces_hard: 'lower',
  bounces_soft: 'lower',
  bounce_rate: 'lower',
  complaints: 'lower',
  complaint_rate: 'lower',
  unsubscribes: 'lower',
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
    return [{ name, values, marks: markBest(name, values), max: maxOf(values) }]
  })
}

const numberOf = (value: CampaignValue): number | undefined =>
  value.kind === 'rate' || value.kind === 'count' ? value.value : undefined

const numbersOf = (values: readonly CampaignValue[]) =>
  values.flatMap((value) => numberOf(value) ?? [])

const maxOf = (values: readonly CampaignValue[]): number => Math.max(0, ...numbersOf(values))

/** Marks the best value and those equal to it; none where all are equal or the direction is unknown. */
function markBest(name: string, values: readonly CampaignValue[]): readonly (Mark | undefined)[] {
  const direction = Object.hasOwn(better, name) ? better[name] : undefined
  const numbers = numbersOf(values)
  const best = direction === 'lower' ? Math.min(...numbers) : Math.max(...numbers)
  if (!direction || numbers.length < 2 || numbers.every((number) => number === best))
    return values.map(() => undefined)
  return values.map((value) => {
    if (numberOf(value) !== best) return undefined
    if (value.kind === 'rate') return 'best'
    return direction === 'higher' ? 'most' : 'fewest'
  })
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
