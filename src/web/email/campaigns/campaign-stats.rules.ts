import { campaignCounters } from '#contract/email/campaigns.rules.ts'

/** A number, a text or nothing, as `stats` has it. */
type StatValue = string | number | boolean | null

/** One entry of `stats`. */
export interface Stat {
  /** The field; `group.name` for a nested one. */
  readonly name: string
  /** `rate` for a fraction, `other` for a field that this version does not know. */
  readonly kind: 'count' | 'rate' | 'other'
  readonly value: StatValue
  /** The name of the rate that the server sent for this counter. */
  readonly rate?: RateName
}

type CounterName = (typeof campaignCounters)[number]

export const knownRates = [
  'open_rate',
  'click_rate',
  'click_to_open_rate',
  'bounce_rate',
  'complaint_rate',
  'unsubscribe_rate',
] as const
export type RateName = (typeof knownRates)[number]

const rateOf: Partial<Record<CounterName, RateName>> = {
  opens_unique: 'open_rate',
  clicks_unique: 'click_rate',
  complaints: 'complaint_rate',
  unsubscribes: 'unsubscribe_rate',
}

/** What a rate is a share of; nothing where that is zero. */
const divisors: Record<RateName, CounterName> = {
  open_rate: 'delivered',
  click_rate: 'delivered',
  click_to_open_rate: 'opens_unique',
  bounce_rate: 'recipients',
  complaint_rate: 'delivered',
  unsubscribe_rate: 'delivered',
}

/** `stats` may be missing, a text, or have fields of any kind. */
function readField(stats: unknown, name: string): unknown {
  return isGroup(stats) && Object.hasOwn(stats, name) ? Reflect.get(stats, name) : undefined
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A counter as a number; undefined where the server sends none. */
export function countOf(stats: unknown, name: CounterName): number | undefined {
  const value = readField(stats, name)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A rate of the server: a fraction, or what it sent instead of one. */
export type Rate =
  | { readonly kind: 'fraction'; readonly value: number }
  | { readonly kind: 'odd'; readonly text: string }

/** Undefined where the server sends no rate, or where there is nothing to divide. */
export function rateIn(stats: unknown, name: RateName): Rate | undefined {
  const value = readField(stats, name)
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'number' || value < 0 || value > 1)
    return { kind: 'odd', text: typeof value === 'object' ? JSON.stringify(value) : String(value) }
  // Before the first delivery a zero says nothing; bounces alone do.
  if (value === 0 && countOf(stats, 'delivered') === 0) return undefined
  const base = countOf(stats, divisors[name]) ?? countOf(stats, 'recipients')
  return base !== undefined && base <= 0 ? undefined : { kind: 'fraction', value }
}

/** The fraction of recipients that was delivered, which has no rate of its own; none before the first delivery. */
export function deliveredShare(stats: unknown): Rate | undefined {
  const delivered = countOf(stats, 'delivered')
  const recipients = countOf(stats, 'recipients')
  if (!delivered || !recipients || recipients < 0) return undefined
  const value = delivered / recipients
  return value >= 0 && value <= 1
    ? { kind: 'fraction', value }
    : { kind: 'odd', text: `${delivered} / ${recipients}` }
}

/**
 * Everything in `stats`: the known counters in their order, then rates that belong to no counter of the list, then the
 * fields that this version does not know, in the order of the server.
 */
export function listStats(stats: unknown): Stat[] {
  if (!isGroup(stats)) return []
  const names = Object.keys(stats)
  const counters = campaignCounters.filter((name) => names.includes(name))
  const ratesOfCounters = new Set(counters.flatMap((name) => rateOf[name] ?? []))
  const rates = knownRates.filter((name) => names.includes(name) && !ratesOfCounters.has(name))
  const known = new Set<string>([...campaignCounters, ...knownRates])
  return [
    ...counters.flatMap((name): Stat[] =>
      flatten(name, readField(stats, name)).map((stat) =>
        stat.name === name
          ? { ...stat, kind: 'count', ...(rateOf[name] && { rate: rateOf[name] }) }
          : stat,
      ),
    ),
    ...rates.map((name): Stat => ({ name, kind: 'rate', value: toValue(readField(stats, name)) })),
    ...names
      .filter((name) => !known.has(name))
      .flatMap((name) => flatten(name, readField(stats, name))),
  ]
}

/** The known counters that the server does not send, as an import that lacked them; not the sum of bounces. */
export const missingCounters = (stats: unknown): CounterName[] =>
  campaignCounters.filter((name) => name !== 'bounces' && readField(stats, name) === undefined)

const MAX_DEPTH = 6

/** A nested object as `group.name`. */
function flatten(name: string, value: unknown, depth = 0): Stat[] {
  if (!isGroup(value) || depth === MAX_DEPTH)
    return [{ name, kind: 'other', value: toValue(value) }]
  return Object.keys(value).flatMap((key) =>
    flatten(`${name}.${key}`, readField(value, key), depth + 1),
  )
}

const toValue = (value: unknown): StatValue => {
  if (value === undefined || value === null) return null
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** Half of the third decimal, to which a server may round. */
const ROUNDING = 0.0005

/** What a rate is a share of; undefined where the numbers do not say. */
export function rateBase(stats: unknown, name: RateName): 'delivered' | 'recipients' | undefined {
  const rate = rateIn(stats, name)
  const counter = campaignCounters.find((one) => rateOf[one] === name)
  const count = counter && countOf(stats, counter)
  if (rate?.kind !== 'fraction' || count === undefined) return undefined
  const distance = (base: 'delivered' | 'recipients') => {
    const whole = countOf(stats, base) ?? 0
    return whole > 0 ? Math.abs(count / whole - rate.value) : Infinity
  }
  const nearest = distance('recipients') < distance('delivered') ? 'recipients' : 'delivered'
  return distance(nearest) <= ROUNDING ? nearest : undefined
}
