/** Stats as they arrive: a server may omit counters, add its own, or send texts and groups. */
export type SentStats = Readonly<Record<string, unknown>>

/** Undefined where there are none. */
export const asStats = (stats: unknown): SentStats | undefined =>
  typeof stats === 'object' && stats !== null && !Array.isArray(stats) ? { ...stats } : undefined

export type CounterValue =
  /** Nothing was sent, or there is nothing to divide by. */
  | { readonly kind: 'none' }
  | { readonly kind: 'count' | 'rate'; readonly value: number }
  /** As sent, because it is not a number, or no fraction between 0 and 1. */
  | { readonly kind: 'unusual' | 'text'; readonly text: string }

const NONE = { kind: 'none' } as const

export const isRateName = (name: string): boolean => name === 'rate' || name.endsWith('_rate')

/** One counter of a campaign; a rate is never computed here. */
export function readCounter(stats: SentStats | undefined, name: string): CounterValue {
  if (!stats || !Object.hasOwn(stats, name)) return NONE
  return readValue(stats, name, stats[name])
}

function readValue(stats: SentStats, name: string, value: unknown): CounterValue {
  if (value === null || value === undefined || value === '') return NONE
  if (isRateName(name)) return readRate(stats, value)
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'count', value }
  return { kind: 'text', text: formatRaw(value) }
}

function readRate(stats: SentStats, value: unknown): CounterValue {
  // A rate of nothing is 0 in the response, which says nothing about the campaign.
  if (stats['delivered'] === 0 && (value === 0 || stats['recipients'] === 0)) return NONE
  if (typeof value === 'number' && value >= 0 && value <= 1) return { kind: 'rate', value }
  return { kind: 'unusual', text: formatRaw(value) }
}

const MAX_TEXT = 120

function formatRaw(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

const knownCounters = [
  'recipients',
  'delivered',
  'opens_unique',
  'open_rate',
  'opens_total',
  'opens_machine',
  'clicks_unique',
  'click_rate',
  'clicks_total',
  'click_to_open_rate',
  'bounces_hard',
  'bounces_soft',
  'bounce_rate',
  'complaints',
  'complaint_rate',
  'unsubscribes',
  'unsubscribe_rate',
]

export const isKnownCounter = (name: string): boolean => knownCounters.includes(name)

/** Deeper groups are one text. */
const MAX_DEPTH = 6

/** Every counter by its name, those in groups as `group.name`; a group itself is no counter. */
export function listCounters(stats: SentStats | undefined): ReadonlyMap<string, CounterValue> {
  const counters = new Map<string, CounterValue>()
  const add = (group: SentStats, path: readonly string[]) => {
    for (const [key, value] of Object.entries(group)) {
      const nested = path.length < MAX_DEPTH ? asStats(value) : undefined
      if (nested) add(nested, [...path, key])
      else counters.set([...path, key].join('.'), readValue(group, key, value))
    }
  }
  if (stats) add(stats, [])
  return counters
}

/** The names of all counters: known ones in their order, then the others in that of the server. */
export function counterNames(all: readonly ReadonlyMap<string, CounterValue>[]): string[] {
  const names = new Set(all.flatMap((counters) => [...counters.keys()]))
  return [
    ...knownCounters.filter((name) => names.has(name)),
    ...[...names].filter((name) => !isKnownCounter(name)),
  ]
}

/** Whether a campaign has gone out, at least in part: before that its zeros mean nothing. */
export const wasSent = (
  { status, sent_at }: { readonly status: string; readonly sent_at?: string | null | undefined },
  stats: SentStats | undefined,
): boolean => Boolean(sent_at) || status === 'sent' || Number(stats?.['recipients']) > 0
