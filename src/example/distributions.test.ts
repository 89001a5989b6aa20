import { expect, test } from 'vitest'

import { planBoards } from './board-plan.rules.ts'
import { countersOf, linksOf, withLinks } from './campaign-stats.rules.ts'
import { contactsOf } from './contacts.ts'
import { personOf } from './people.rules.ts'
import { arrivalOf, arrivedBy } from './random-dates.rules.ts'
import { drawn, randomFrom } from './random.rules.ts'
import { createKit } from './seed-context.ts'
import { amountsOf, sizes, split } from './sizes.rules.ts'
import { voteShares } from './vote-shares.rules.ts'

const now = new Date('2026-06-01T09:00:00Z')
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

test('a random stream depends only on its seed', () => {
  const three = (seed: number, stream: string) => {
    const { next } = randomFrom(seed, stream)
    return [next(), next(), next()]
  }
  expect(three(1, 'votes')).toEqual(three(1, 'votes'))
  expect(three(1, 'votes')).not.toEqual(three(1, 'cards'))
  expect(three(1, 'votes')).not.toEqual(three(2, 'votes'))
})

test('random numbers follow their distributions', () => {
  const random = randomFrom(1, 'spread')
  const draws = Array.from({ length: 20_000 }, () => random.next())
  expect(sum(draws) / draws.length).toBeCloseTo(0.5, 1)
  expect([Math.min(...draws) >= 0, Math.max(...draws) < 1]).toEqual([true, true])
  const normal = Array.from({ length: 20_000 }, () => random.normal(10, 2))
  expect(sum(normal) / normal.length).toBeCloseTo(10, 1)
  const key = drawn({ often: 3, rarely: 1 })
  const rarely = Array.from({ length: 20_000 }, () => key(random)).filter((one) => one === 'rarely')
  expect(rarely.length / 20_000).toBeCloseTo(0.25, 1)
})

test.each(sizes)('the lists of a %s workspace add up to its contacts', (size) => {
  const { contacts, lists, largest_list } = amountsOf[size]
  const parts = split(contacts, lists, largest_list)
  expect([parts.length, sum(parts), Math.max(...parts)]).toEqual([lists, contacts, largest_list])
  expect(Math.min(...parts)).toBeGreaterThan(0)
})

test('contacts arrive in order, with two peaks, none in the future', () => {
  const moments = Array.from({ length: 1_000 }, (_, index) => arrivalOf((index + 1) / 1_000, now))
  const misplaced = moments.filter(
    ({ at }, index) => !(at >= (moments[index - 1]?.at ?? at) && at < now),
  )
  expect(misplaced).toEqual([])
  expect(
    new Set(moments.filter(({ imported }) => imported).map(({ at }) => at.getTime())).size,
  ).toBe(2)
  for (const share of [0.1, 0.4, 0.9])
    expect(arrivedBy(arrivalOf(share, now).at, now)).toBeCloseTo(share, 3)
})

test('each person number has a unique address', () => {
  const random = randomFrom(1, 'people')
  const count = 20_000
  const names = new Set<string>()
  for (let index = 0; index < count; index++)
    names.add(personOf(index, random).address.split('@')[0] ?? '')
  expect(names.size).toBe(count)
})

test('the contacts of a large list have realistic statuses, tags, fields', () => {
  const kit = createKit(1, now, amountsOf.large)
  const list = { id: 'lst_x', rank: 1, size: 6_000, tags: ['a', 'b', 'c', 'd'] }
  const contacts = [...contactsOf(kit, list)]
  const share = (is: (contact: (typeof contacts)[number]) => boolean) =>
    contacts.filter(is).length / contacts.length
  expect(share(({ status }) => status === 'subscribed')).toBeCloseTo(0.8, 1)
  expect(share(({ status }) => status === 'unsubscribed')).toBeCloseTo(0.12, 1)
  expect(share(({ tags = [] }) => tags.length === 0)).toBeCloseTo(0.45, 1)
  expect(share(({ fields = {} }) => 'first_name' in fields)).toBeCloseTo(0.85, 1)
  expect(share(({ fields = {} }) => 'city' in fields)).toBeCloseTo(0.55, 1)
  expect(new Set(contacts.map(({ address_key }) => address_key)).size).toBe(contacts.length)
  expect(new Set(contacts.map(({ id }) => id)).size).toBe(contacts.length)
  const isPlain = /^[a-z0-9.]+@[a-z]+\.example$/
  expect(share(({ email_address }) => isPlain.test(email_address))).toBe(1)
  const areTexts = ({ fields = {} }: (typeof contacts)[number]) =>
    Object.values(fields).every((value) => typeof value === 'string')
  expect(share(areTexts)).toBe(1)
})

test('campaign counters are consistent, with typical rates', () => {
  const random = randomFrom(1, 'campaigns')
  const rates: number[] = []
  for (let run = 0; run < 600; run++) {
    const counters = countersOf(
      random,
      random.under(4) === 0 ? random.under(20) : random.under(30_000),
    )
    const urls = ['a', 'b', 'c', 'd']
    const links = linksOf(random, urls, counters.clicks_unique)
    const stats = withLinks(counters, links)
    const clicks = links.map((link) => link.unique_clicks)
    const holds = {
      'delivered is what did not bounce':
        stats.delivered === stats.recipients - stats.bounces_hard - stats.bounces_soft,
      'an open needs a delivery': stats.delivered >= stats.opens_unique + stats.opens_machine,
      'a unique open is an open': stats.opens_total >= stats.opens_unique,
      'a click needs an open': stats.opens_unique >= stats.clicks_unique,
      'an unsubscribe needs a delivery': stats.delivered >= stats.unsubscribes,
      'a complaint needs a delivery': stats.delivered >= stats.complaints,
      'no counter is negative': Object.values(stats).every((number) => number >= 0),
      'a click is the click of a link': sum(clicks) >= stats.clicks_unique,
      'a click of a link is a click': clicks.every((count) => count <= stats.clicks_unique),
      'a unique click is a click': links.every((link) => link.unique_clicks <= link.total_clicks),
    }
    const broken = Object.entries(holds).filter(([, isTrue]) => !isTrue)
    expect({ stats, links, broken }).toEqual({ stats, links, broken: [] })
    if (stats.recipients > 1_000) rates.push(stats.opens_unique / stats.delivered)
  }
  expect(sum(rates) / rates.length).toBeGreaterThan(0.33)
  expect(sum(rates) / rates.length).toBeLessThan(0.41)
})

test('a few posts have most of the votes', () => {
  const { posts, votes, users } = amountsOf.large
  const shares = voteShares(randomFrom(1, 'votes'), posts, votes, users)
  expect(sum(shares)).toBeGreaterThan(votes * 0.98)
  expect(sum(shares)).toBeLessThanOrEqual(votes)
  const most = shares.toSorted((a, b) => b - a)
  expect(most[0]).toBeGreaterThan(1_000)
  expect(most[0]).toBeLessThan(1_600)
  const voteShare = (part: number) => sum(most.slice(0, Math.round(posts * part))) / sum(most)
  expect(voteShare(0.01)).toBeGreaterThan(0.25)
  expect(voteShare(0.01)).toBeLessThan(0.45)
  expect(voteShare(0.1)).toBeGreaterThan(0.55)
  expect(voteShare(0.1)).toBeLessThan(0.75)
  expect(most[posts >> 1]).toBeGreaterThanOrEqual(2)
  expect(most[posts >> 1]).toBeLessThanOrEqual(6)
})

test('no post has votes of more than 40 % of users', () => {
  expect(Math.max(...voteShares(randomFrom(1, 'votes'), 10, 900, 100))).toBeLessThanOrEqual(40)
})

test.each(['large', 'huge'] as const)(
  'the boards of a %s workspace have realistic sizes',
  (size) => {
    const amounts = amountsOf[size]
    const boards = planBoards(amounts, randomFrom(1, 'board plans'))
    const cardCounts = boards.map(({ lists }) =>
      sum(lists.map(({ open, archived }) => open + archived)),
    )
    const open = boards.map(({ lists }) => sum(lists.map((list) => list.open)))
    expect(boards.length).toBe(amounts.boards + amounts.archived_boards)
    expect(boards.filter(({ archived }) => archived).length).toBe(amounts.archived_boards)
    expect([cardCounts[0], open[0]]).toEqual([amounts.largest_board, amounts.largest_board_open])
    expect(Math.max(...(boards[0]?.lists.map((list) => list.open) ?? []))).toBe(
      amounts.largest_board_list,
    )
    expect(sum(cardCounts)).toBeGreaterThan(amounts.cards * 0.97)
    expect(sum(cardCounts)).toBeLessThanOrEqual(amounts.cards)
    // What the API would refuse to add to.
    expect(Math.max(...open)).toBeLessThanOrEqual(10_000)
  },
)
