import { campaignCounters } from '#contract/email/campaigns.rules.ts'
import {
  type CounterName,
  countOf,
  fieldNames,
  isGroup,
  type RateName,
  rateIn,
  readField,
} from './campaign-stats.rules.ts'

const knownRates = [
  'open_rate',
  'click_rate',
  'click_to_open_rate',
  'bounce_rate',
  'complaint_rate',
  'unsubscribe_rate',
] as const satisfies readonly RateName[]

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

const rateOf: Partial<Record<CounterName, RateName>> = {
  opens_unique: 'open_rate',
  clicks_unique: 'click_rate',
  complaints: 'complaint_rate',
  unsubscribes: 'unsubscribe_rate',
}

/**
 * Everything in `stats`: the known counters in their order, then rates that belong to no counter of the list, then the
 * fields that this version does not know, in the order of the server.
 */
export function listStats(stats: unknown): Stat[] {
  if (!isGroup(stats)) return []
  const names = fieldNames(stats)
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
    ...rates.map((name): Stat => ({
      name,
      kind: 'rate',
      value: toStatValue(readField(stats, name)),
    })),
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
    return [{ name, kind: 'other', value: toStatValue(value) }]
  return Object.keys(value).flatMap((key) =>
    flatten(`${name}.${key}`, readField(value, key), depth + 1),
  )
}

const toStatValue = (value: unknown): StatValue => {
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

/** What a cell shows of one counter or rate. */
export type CampaignValue =
  /** Nothing was sent, or there is nothing to divide by. */
  | { readonly kind: 'none' }
  | { readonly kind: 'count' | 'rate'; readonly value: number }
  /** As the server sent it: a rate that is not between 0 and 1, and anything that is not a number. */
  | { readonly kind: 'odd' | 'text'; readonly text: string }

const NONE = { kind: 'none' } as const

export function rateValue(stats: unknown, name: RateName): CampaignValue {
  const rate = rateIn(stats, name)
  if (!rate) return NONE
  return rate.kind === 'odd' ? rate : { kind: 'rate', value: rate.value }
}

/** How many it went to; nothing before it is sent. */
export function recipientsValue(campaign: SentState, stats: unknown): CampaignValue {
  const value = wasSent(campaign, stats) ? countOf(stats, 'recipients') : undefined
  return value === undefined ? NONE : { kind: 'count', value }
}

/** Every counter and rate of a campaign by its name; none before it is sent, when they are zeros that mean nothing. */
export function valuesOf(campaign: SentState, stats: unknown): ReadonlyMap<string, CampaignValue> {
  if (!wasSent(campaign, stats)) return new Map()
  return new Map(
    listStats(stats).flatMap((stat) => {
      const counter = [stat.name, toValue(stat, stats)] as const
      return stat.rate ? [counter, [stat.rate, rateValue(stats, stat.rate)] as const] : [counter]
    }),
  )
}

function toValue({ name, kind, value }: Stat, stats: unknown): CampaignValue {
  const rateName = kind === 'rate' ? knownRates.find((one) => one === name) : undefined
  if (rateName) return rateValue(stats, rateName)
  if (value === null || value === '') return NONE
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'count', value }
  return { kind: 'text', text: String(value) }
}

const knownNames: readonly string[] = [...knownRates, ...campaignCounters]

export const isKnownName = (name: string): boolean => knownNames.includes(name)

/** The names of all values: rates, then counters, then those that this version does not know. */
export function orderNames(all: readonly ReadonlyMap<string, CampaignValue>[]): string[] {
  const names = new Set(all.flatMap((values) => [...values.keys()]))
  return [
    ...knownNames.filter((name) => names.has(name)),
    ...[...names].filter((name) => !isKnownName(name)),
  ]
}

interface SentState {
  readonly status: string
  readonly sent_at?: string | null | undefined
}

/** Whether a campaign has gone out, at least in part. */
const wasSent = ({ status, sent_at }: SentState, stats: unknown): boolean =>
  Boolean(sent_at) || status === 'sent' || (countOf(stats, 'recipients') ?? 0) > 0

/** A server of the public API may omit stats from its list, or send what is none. */
export const hasStats = (campaign: { readonly stats?: unknown }): boolean =>
  typeof campaign.stats === 'object' && campaign.stats !== null
