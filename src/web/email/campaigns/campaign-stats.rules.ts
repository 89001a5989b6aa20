import type { campaignCounters } from '#contract/email/campaigns.rules.ts'

export type CounterName = (typeof campaignCounters)[number]

/** What a rate is a share of; nothing where that is zero. */
const divisors = {
  open_rate: 'delivered',
  click_rate: 'delivered',
  click_to_open_rate: 'opens_unique',
  bounce_rate: 'recipients',
  complaint_rate: 'delivered',
  unsubscribe_rate: 'delivered',
} as const satisfies Record<string, CounterName>
export type RateName = keyof typeof divisors

/** `stats` may be missing, a text, or have fields of any kind. */
export function readField(stats: unknown, name: string): unknown {
  return isGroup(stats) && fieldNames(stats).includes(name) ? Reflect.get(stats, name) : undefined
}

/**
 * The fields of `stats`, without those that the public API requires and the source of an import did not report: the
 * server names them, and sends zeros.
 */
export function fieldNames(stats: object): string[] {
  const { unreported }: { unreported?: unknown } = stats
  if (!Array.isArray(unreported)) return Object.keys(stats)
  const hidden: unknown[] = ['unreported', ...unreported]
  if (hidden.includes('opens_unique')) hidden.push('open_rate')
  return Object.keys(stats).filter((name) => !hidden.includes(name))
}

export const isGroup = (value: unknown): value is object =>
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
