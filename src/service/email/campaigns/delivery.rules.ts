import type { DeliveryEvent } from '#contract/email/campaign-delivery.ts'
import type { StatsGiven } from '#contract/email/campaigns.ts'

/** What happened to one recipient: the latest delivery and soft bounce, the first of everything else. */
export interface Recipient {
  readonly contact_id: string
  readonly delivered_at: string | null
  readonly opened_at: string | null
  readonly clicked_at: string | null
  readonly soft_bounced_at: string | null
  readonly hard_bounced_at: string | null
  readonly complained_at: string | null
  readonly unsubscribed_at: string | null
}

type Time = string | null
const first = (a: Time, b: string): Time => (a === null || b < a ? b : a)
const latest = (a: Time, b: string): Time => (a === null || b > a ? b : a)

/** The order in which events arrive does not matter: each state is the same for every order. */
function applyEvent(recipient: Recipient, { type, at, machine, hard }: DeliveryEvent): Recipient {
  switch (type) {
    case 'delivered':
      return { ...recipient, delivered_at: latest(recipient.delivered_at, at) }
    case 'opened':
      return machine === true
        ? recipient
        : { ...recipient, opened_at: first(recipient.opened_at, at) }
    case 'clicked':
      return machine === true
        ? recipient
        : { ...recipient, clicked_at: first(recipient.clicked_at, at) }
    case 'bounced':
      return hard === true
        ? { ...recipient, hard_bounced_at: first(recipient.hard_bounced_at, at) }
        : { ...recipient, soft_bounced_at: latest(recipient.soft_bounced_at, at) }
    case 'complained':
      return { ...recipient, complained_at: first(recipient.complained_at, at) }
    case 'unsubscribed':
      return { ...recipient, unsubscribed_at: first(recipient.unsubscribed_at, at) }
    case 'finished':
      return recipient
  }
}

type Counter = Exclude<keyof StatsGiven, 'recipients'>
type Deltas = Partial<Record<Counter, number>>

/**
 * The share of one recipient in the counters. A soft bounce is over once the message was delivered later, or read.
 * Must agree with `isBounced` and `isDelivered` in campaign-recipients.store.ts.
 */
function outcomeOf(recipient: Recipient): Deltas {
  const { delivered_at, opened_at, clicked_at, soft_bounced_at, ...others } = recipient
  const isHard = others.hard_bounced_at !== null
  const isRead = opened_at !== null || clicked_at !== null
  const isSoft =
    !isHard &&
    !isRead &&
    soft_bounced_at !== null &&
    !(delivered_at !== null && delivered_at > soft_bounced_at)
  const hasComplained = others.complained_at !== null
  const hasUnsubscribed = others.unsubscribed_at !== null
  const hasArrived = delivered_at !== null || isRead || hasComplained || hasUnsubscribed
  return {
    delivered: Number(hasArrived && !isHard && !isSoft),
    opens_unique: Number(opened_at !== null),
    clicks_unique: Number(clicked_at !== null),
    bounces_hard: Number(isHard),
    bounces_soft: Number(isSoft),
    complaints: Number(hasComplained),
    unsubscribes: Number(hasUnsubscribed),
  }
}

interface HourCounts {
  opens_unique: number
  opens_total: number
  clicks_unique: number
  clicks_total: number
}

/** What a batch of events changes. Each is added to what is stored. */
export interface DeliveryChanges {
  readonly recipients: readonly Recipient[]
  readonly counters: Deltas
  /** By the start of the hour. */
  readonly hours: ReadonlyMap<string, HourCounts>
  readonly clicks: readonly { readonly contact_id: string; readonly url: string }[]
}

export interface RecipientEvent {
  readonly contact_id: string
  readonly event: DeliveryEvent
}

export function changesOf(
  before: ReadonlyMap<string, Recipient>,
  events: readonly RecipientEvent[],
): DeliveryChanges {
  const after = new Map<string, Recipient>()
  const counters: Deltas = {}
  const hours = new Map<string, HourCounts>()
  const clicks: { contact_id: string; url: string }[] = []
  const addToHour = (at: string, counter: keyof HourCounts, delta: number) => {
    const hour = `${at.slice(0, 13)}:00:00.000Z`
    const counts = hours.get(hour) ?? { ...noCounts }
    counts[counter] += delta
    hours.set(hour, counts)
  }

  for (const { contact_id, event } of events) {
    const recipient = after.get(contact_id) ?? before.get(contact_id)
    if (!recipient) continue
    after.set(contact_id, applyEvent(recipient, event))
    const { type, at, url, machine } = event
    if (type === 'opened') add(counters, machine === true ? 'opens_machine' : 'opens_total', 1)
    if (machine === true) continue
    if (type === 'opened') addToHour(at, 'opens_total', 1)
    if (type !== 'clicked') continue
    add(counters, 'clicks_total', 1)
    addToHour(at, 'clicks_total', 1)
    if (url !== undefined) clicks.push({ contact_id, url })
  }

  for (const [contact_id, recipient] of after) {
    const previous = before.get(contact_id) ?? recipient
    const previousOutcome = outcomeOf(previous)
    for (const [counter, share] of Object.entries(outcomeOf(recipient)) as [Counter, number][])
      add(counters, counter, share - (previousOutcome[counter] ?? 0))
    for (const kind of ['opens', 'clicks'] as const) {
      const field = kind === 'opens' ? 'opened_at' : 'clicked_at'
      if (previous[field] === recipient[field]) continue
      // An earlier event that arrives later moves the first one to its hour.
      if (previous[field] !== null) addToHour(previous[field], `${kind}_unique`, -1)
      if (recipient[field] !== null) addToHour(recipient[field], `${kind}_unique`, 1)
    }
  }
  return { recipients: [...after.values()], counters, hours, clicks }
}

const noCounts: HourCounts = { opens_unique: 0, opens_total: 0, clicks_unique: 0, clicks_total: 0 }

function add(counters: Deltas, counter: Counter, delta: number): void {
  if (delta !== 0) counters[counter] = (counters[counter] ?? 0) + delta
}

/** `delivered` stays absent while it is computed from recipients and bounces. */
export function addToCounters(counters: StatsGiven, deltas: Deltas): StatsGiven {
  const sums = { ...counters }
  for (const [counter, delta] of Object.entries(deltas) as [Counter, number][])
    if (counter !== 'delivered' || counters.delivered !== undefined)
      sums[counter] = (sums[counter] ?? 0) + delta
  return sums
}
