import { campaignCounters } from '#contract/email/campaigns.rules.ts'
import {
  countOf,
  knownRates,
  listStats,
  rateIn,
  type RateName,
  type Stat,
} from './campaign-stats.rules.ts'

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

/** A server of the public document may omit stats from its list, or send what is none. */
export const hasStats = (campaign: { readonly stats?: unknown }): boolean =>
  typeof campaign.stats === 'object' && campaign.stats !== null
