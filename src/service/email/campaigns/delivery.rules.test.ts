import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { DeliveryEvent } from '#contract/email/campaign-delivery.ts'
import type { StatsGiven } from '#contract/email/campaigns.ts'
import { type Recipient, type RecipientEvent, addToCounters, changesOf } from './delivery.rules.ts'

const unreported = (contact_id: string): Recipient => ({
  contact_id,
  delivered_at: null,
  opened_at: null,
  clicked_at: null,
  soft_bounced_at: null,
  hard_bounced_at: null,
  complained_at: null,
  unsubscribed_at: null,
})
const contact_ids = ['con_a', 'con_b', 'con_c']

/** The state after all batches, each of which sees what the ones before it saved. */
function report(batches: readonly (readonly RecipientEvent[])[]) {
  const recipients = new Map(contact_ids.map((id) => [id, unreported(id)]))
  const hours: Record<string, Record<string, number>> = {}
  let counters: StatsGiven = { recipients: contact_ids.length, delivered: 0 }
  for (const batch of batches) {
    const changes = changesOf(recipients, batch)
    counters = addToCounters(counters, changes.counters)
    for (const recipient of changes.recipients) recipients.set(recipient.contact_id, recipient)
    for (const [hour, counts] of changes.hours)
      for (const [name, count] of Object.entries(counts)) {
        const sums = (hours[hour] ??= {})
        sums[name] = (sums[name] ?? 0) + count
      }
  }
  return {
    recipients: [...recipients.values()],
    counters: withoutZeros(counters),
    hours: withoutEmpty(hours),
  }
}
const withoutZeros = (counts: object) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
const withoutEmpty = (hours: Record<string, object>) =>
  Object.fromEntries(
    Object.entries(hours)
      .map(([hour, counts]) => [hour, withoutZeros(counts)] as const)
      .filter(([, counts]) => Object.keys(counts).length > 0),
  )

const recipientEvents: fc.Arbitrary<RecipientEvent[]> = fc.array(
  fc.record({
    contact_id: fc.constantFrom(...contact_ids),
    event: fc.record({
      id: fc.constant('any'),
      type: fc.constantFrom<DeliveryEvent['type'][]>(
        'delivered',
        'opened',
        'clicked',
        'bounced',
        'complained',
        'unsubscribed',
      ),
      at: fc.integer({ min: 0, max: 9 }).map((hour) => `2026-05-01T0${hour}:30:00.000Z`),
      url: fc.constant('https://example.com'),
      machine: fc.boolean(),
      hard: fc.boolean(),
    }),
  }),
  { maxLength: 12 },
)

test('counters, hours and recipients are the same for every order and batch', () => {
  const shuffled = recipientEvents.chain((events) =>
    fc.record({
      events: fc.constant(events),
      order: fc.shuffledSubarray(events, { minLength: events.length }),
      size: fc.integer({ min: 1, max: 5 }),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ events, order, size }) => {
      const batches = Array.from({ length: Math.ceil(order.length / size) }, (_, index) =>
        order.slice(index * size, (index + 1) * size),
      )
      expect(report(batches)).toEqual(report([events]))
    }),
    { numRuns: 400 },
  )
})

test('no counter is negative or larger than its base', () => {
  fc.assert(
    fc.property(recipientEvents, (events) => {
      const { counters } = report(events.map((event) => [event]))
      const { delivered = 0, bounces_hard = 0, bounces_soft = 0, ...others } = counters
      expect(delivered + bounces_hard + bounces_soft).toBeLessThanOrEqual(contact_ids.length)
      for (const unique of ['opens_unique', 'clicks_unique', 'complaints', 'unsubscribes'])
        expect(others[unique] ?? 0).toBeLessThanOrEqual(contact_ids.length)
      expect(Object.values(counters).every((count) => Number(count) >= 0)).toBe(true)
    }),
  )
})

const event = (type: DeliveryEvent['type'], hour: number, more: object = {}): RecipientEvent => ({
  contact_id: 'con_a',
  event: { id: 'any', type, at: `2026-05-01T0${hour}:00:00.000Z`, ...more },
})
test.each([
  ['a soft bounce', [event('bounced', 1)], { bounces_soft: 1 }],
  ['a delivery after it', [event('bounced', 1), event('delivered', 2)], { delivered: 1 }],
  ['a delivery before it', [event('bounced', 2), event('delivered', 1)], { bounces_soft: 1 }],
  [
    'a click after it',
    [event('bounced', 2), event('clicked', 3)],
    { clicks_unique: 1, delivered: 1 },
  ],
  [
    'a hard bounce',
    [event('delivered', 1), event('bounced', 2, { hard: true })],
    { bounces_hard: 1 },
  ],
  ['ten soft bounces', Array.from({ length: 10 }, () => event('bounced', 1)), { bounces_soft: 1 }],
])('%s counts once', (_, events, expected) => {
  const { recipients: _recipients, clicks_total: _total, ...counters } = report([events]).counters
  expect(counters).toEqual(expected)
})
