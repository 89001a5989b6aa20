import { counterNames, type CounterValue } from './campaign-stats.rules.ts'

/** `most` and `fewest` are counts, which grow with the audience; only a rate can be the best. */
export type Mark = 'best' | 'most' | 'fewest'

export interface ComparedRow {
  readonly name: string
  /** In the order of the campaigns. */
  readonly values: readonly CounterValue[]
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

const NONE: CounterValue = { kind: 'none' }

/** A row for each counter that at least one of the campaigns has. */
export function compareCounters(
  campaigns: readonly ReadonlyMap<string, CounterValue>[],
): readonly ComparedRow[] {
  return counterNames(campaigns).flatMap((name) => {
    const values = campaigns.map((counters) => counters.get(name) ?? NONE)
    if (values.every(({ kind }) => kind === 'none')) return []
    return [{ name, values, marks: markBest(name, values), max: maxOf(values) }]
  })
}

const numberOf = (value: CounterValue): number | undefined =>
  value.kind === 'rate' || value.kind === 'count' ? value.value : undefined

const numbersOf = (values: readonly CounterValue[]) =>
  values.flatMap((value) => numberOf(value) ?? [])

const maxOf = (values: readonly CounterValue[]): number => Math.max(0, ...numbersOf(values))

/** Marks the best value and those equal to it; none where all are equal or the direction is unknown. */
function markBest(name: string, values: readonly CounterValue[]): readonly (Mark | undefined)[] {
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
