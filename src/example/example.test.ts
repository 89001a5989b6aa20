import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { type Call, createApiClient } from '#client/api-client.ts'
import { type PaginatedEndpoint, iterateItems } from '#client/paginate.ts'
import type { EndpointName, Input, Output } from '#contract/endpoints.ts'
import { firstStart } from '#service/first-start.ts'
import { servicePerFile } from '#service/http/test-service.ts'

// This server omits no field.
type CompleteCall = <N extends EndpointName>(name: N, input: Input<N>) => Promise<Output<N>>
type CompleteItem<N extends EndpointName> =
  Output<N> extends { data: readonly (infer Item)[] } ? Item : never
let client: Call
const call = ((name, input) => client(name, input)) as CompleteCall

const service = servicePerFile()
beforeAll(async () => {
  const start = await firstStart(service, { example: true, ownerKeyFile: undefined })
  client = createApiClient({
    base_url: 'http://service.test/v1',
    key: start.creator === 'this_process' ? start.owner_key : '',
    fetch: async (input, init) => service.app.fetch(new Request(input, init)),
  })
})

const now = () => new Date().toISOString()

async function everything<N extends PaginatedEndpoint>(
  name: N,
  input: Input<N>,
): Promise<CompleteItem<N>[]> {
  const items: unknown[] = []
  for await (const item of iterateItems(client, name, input)) items.push(item)
  return items as CompleteItem<N>[]
}

test('an example workspace has our boards and three public ones', async () => {
  expect((await call('GET /me', {})).workspace.name).toBe('Fern & Field')
  const boards = (await call('GET /boards', {})).data
  expect(boards.map(({ name, card_count, lists }) => [name, card_count, lists.length])).toEqual([
    ['Autumn launch', 38, 5],
    ['Project Hermes', 45, 8],
    ['Kanban Template', 14, 7],
    ['amirite', 58, 7],
    ['Packing room 📦', 12, 4],
    ['Winter fair', 0, 3],
  ])
  const archived = (await call('GET /boards', { archived: true })).data
  expect(archived.map(({ name }) => name)).toEqual(['Spring market 2026'])
})

test('cards in the done list are completed, others due around today', async () => {
  const [board] = (await call('GET /boards', {})).data
  const doing = board?.lists.find(({ name }) => name === 'Doing')
  const done = board?.lists.find(({ name }) => name === 'Done')
  expect([doing?.card_count, doing?.wip_limit, done?.completes_cards]).toEqual([4, 5, true])
  const cards = (await call('GET /boards/:board_id/cards', { board_id: board?.id ?? '' })).data
  for (const card of cards) expect(card.completed).toBe(card.list_id === done?.id)
  const dues = cards.flatMap(({ list_id, due_at }) => (list_id === doing?.id ? [due_at ?? ''] : []))
  expect([dues.filter((due) => due < now()).length, dues.length]).toEqual([1, 4])
})

test('open cards of an old board are due around today', async () => {
  const { data } = await call('GET /boards', {})
  const board_id = data.find(({ name }) => name === 'amirite')?.id ?? ''
  const cards = await everything('GET /boards/:board_id/cards', { board_id })
  const dues = cards.flatMap(({ completed, due_at }) => (due_at && !completed ? [due_at] : []))
  const longAgo = new Date(Date.now() - 7 * 86_400_000).toISOString()
  expect(dues.length).toBe(13)
  expect(dues.filter((due) => due < longAgo)).toEqual([])
  expect(dues.filter((due) => due < now()).length).toBe(2)
  expect(cards.every(({ updated_at }) => updated_at < now())).toBe(true)
})

test('cards belong to the posts that ask for them', async () => {
  const posts = await everything('GET /feedback/posts', {})
  const cardsOf = async (title: string) => {
    const post_id = posts.find((post) => post.title === title)?.id ?? ''
    const { data } = await call('GET /feedback/posts/:post_id/cards', { post_id })
    for (const { id } of data)
      expect((await call('GET /cards/:card_id', { card_id: id })).post_id).toBe(post_id)
    return data.map(({ name, completed }) => [name, completed])
  }
  expect(await cardsOf('Refill pouches for every blend')).toEqual([
    ['Refill station map for the shop page', false],
    ['Privacy notice wording for the refill form', false],
  ])
  expect(await cardsOf('Bigger text on the brewing cards')).toEqual([
    ['Colour proofs signed off', true],
  ])
})

test('members of one name are one person', async () => {
  const names = (await call('GET /members', {})).data.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(8)
})

test('the first key of the example belongs to a member', async () => {
  const { member } = await call('GET /me', {})
  expect(member).toMatchObject({ name: 'Elin Morgan', email: 'elin@fernandfield.example' })
})

test('the example emits no events', async () => {
  expect(await service.database.pool.selectFrom('events').select('id').execute()).toEqual([])
})

test('lists have contacts in every status, and counts equal a recount', async () => {
  const { data } = await call('GET /lists', {})
  const lists = data.toSorted((one, other) => one.name.localeCompare(other.name))
  expect(lists.map(({ name, counts }) => [name, counts.total])).toEqual([
    ['All customers', 800],
    ['Press', 0],
    ['Trade and wholesale', 267],
    ['Workshop guests', 133],
  ])
  const statuses = new Set<string>()
  for (const { id: list_id, counts, subscriber_count } of lists) {
    const contacts = await everything('GET /lists/:list_id/contacts', { list_id })
    const statusCounts = {
      total: contacts.length,
      pending: 0,
      subscribed: 0,
      unsubscribed: 0,
      bounced: 0,
      complained: 0,
    }
    for (const { status } of contacts) statusCounts[status] += 1
    expect([counts, subscriber_count]).toEqual([statusCounts, statusCounts.subscribed])
    contacts.forEach(({ status }) => statuses.add(status))
    for (const { name, contact_count } of await everything('GET /lists/:list_id/tags', { list_id }))
      expect(contact_count).toBe(contacts.filter(({ tags }) => tags.includes(name)).length)
    for (const { id: segment_id, contact_count } of await everything(
      'GET /lists/:list_id/segments',
      { list_id },
    ))
      expect(
        (
          await everything('GET /lists/:list_id/segments/:segment_id/contacts', {
            list_id,
            segment_id,
          })
        ).length,
      ).toBe(contact_count)
  }
  expect(statuses.size).toBe(5)
})

test('a contact is found by name, tag and address', async () => {
  const [list] = (await call('GET /lists', { sort: 'name' })).data
  const list_id = list?.id ?? ''
  const names = async (filter: object) =>
    (await call('GET /lists/:list_id/contacts', { list_id, ...filter })).data.map(
      ({ email_address }) => email_address,
    )
  expect(await names({ search: 'สมศรี' })).toEqual(['somsri@suanmai.example'])
  expect(await names({ search: 'calloway hartlane' })).toContain('iris.calloway@hartlane.example')
  expect(await names({ tag: 'vip 🌾', limit: 1, search: 'bea' })).toEqual(['bee@hive.example'])
  const contact = await call('GET /lists/:list_id/contacts/:id_or_email', {
    list_id,
    id_or_email: 'STUDIO@hollispottery.example',
  })
  expect(contact.fields).toMatchObject({ company: 'Hollis Pottery' })
})

test('recipients of a campaign for a segment belong to it', async () => {
  for (const { id, list_id, segment_id } of await everything('GET /campaigns', {})) {
    if (!list_id || !segment_id) continue
    const contacts = await everything('GET /lists/:list_id/segments/:segment_id/contacts', {
      list_id,
      segment_id,
    })
    const ids = new Set(contacts.map((contact) => contact.id))
    const recipients = await service.database.pool
      .selectFrom('campaign_recipients')
      .select('contact_id')
      .where('campaign_id', '=', id)
      .execute()
    expect(recipients.filter(({ contact_id }) => !ids.has(contact_id))).toEqual([])
  }
})

test('campaigns and automations have every status and consistent counters', async () => {
  const campaigns = await everything('GET /campaigns', {})
  expect(new Set(campaigns.map(({ status }) => status)).size).toBe(7)
  expect(campaigns.length).toBe(14)
  for (const { id: campaign_id, status, sent_at, scheduled_at, stats } of campaigns) {
    const { links } = await call('GET /campaigns/:campaign_id/report', { campaign_id })
    const { clicks_unique = NaN, opens_machine = NaN } = stats
    const { bounces_hard = NaN, bounces_soft = NaN } = stats
    expect(stats.delivered).toBe(stats.recipients - bounces_hard - bounces_soft)
    expect(stats.opens_unique + opens_machine).toBeLessThanOrEqual(stats.delivered)
    expect(clicks_unique).toBeLessThanOrEqual(stats.opens_unique)
    const unique = links.reduce((sum, link) => sum + link.unique_clicks, 0)
    expect(unique).toBeGreaterThanOrEqual(clicks_unique)
    for (const link of links) {
      expect(link.unique_clicks).toBeLessThanOrEqual(clicks_unique)
      expect(link.unique_clicks).toBeLessThanOrEqual(link.total_clicks)
    }
    if (status === 'sent') expect((sent_at ?? '9') < now()).toBe(true)
    else expect(sent_at).toBe(null)
    if (status === 'scheduled') expect((scheduled_at ?? '') > now()).toBe(true)
  }
  expect(
    campaigns.filter(({ status, stats }) => status === 'sent' && stats.recipients === 0),
  ).toHaveLength(1)
  expect(
    campaigns.filter(({ stats }) => stats.recipients > 0 && stats.opens_unique === 0),
  ).toHaveLength(1)

  const automations = await everything('GET /automations', {})
  expect(new Set(automations.map(({ status }) => status)).size).toBe(4)
  const { rows } = await sql<{ automation_id: string; status: string; count: number }>`
    select automation_id, status, count(*)::int as count from enrollments group by 1, 2`.execute(
    service.database.pool,
  )
  expect(new Set(rows.map(({ status }) => status)).size).toBe(4)
  for (const { id, counts } of automations)
    for (const status of ['active', 'completed'] as const)
      expect(counts[status]).toBe(
        rows.find((row) => row.automation_id === id && row.status === status)?.count ?? 0,
      )
})

test('the people and hours of a sent campaign add up to its counters', async () => {
  const campaigns = (await everything('GET /campaigns', { status: 'sent' })).filter(
    ({ stats }) => stats.recipients > 0,
  )
  expect(campaigns.length).toBeGreaterThan(3)
  for (const { id: campaign_id, stats } of campaigns) {
    const people = async (
      event?: 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed',
    ) =>
      (
        await everything('GET /campaigns/:campaign_id/report/contacts', {
          campaign_id,
          ...(event && { event }),
        })
      ).length
    const { bounces_hard = NaN, bounces_soft = NaN } = stats
    expect([
      await people(),
      await people('opened'),
      await people('clicked'),
      await people('bounced'),
      await people('complained'),
      await people('unsubscribed'),
    ]).toEqual([
      stats.recipients,
      stats.opens_unique,
      stats.clicks_unique,
      bounces_hard + bounces_soft,
      stats.complaints,
      stats.unsubscribes,
    ])
    const { data } = await call('GET /campaigns/:campaign_id/report/timeseries', {
      campaign_id,
      interval: 'hour',
    })
    const fields = ['opens_unique', 'opens_total', 'clicks_unique', 'clicks_total'] as const
    const sums = fields.map((field) => data.reduce((total, hour) => total + hour[field], 0))
    expect(sums).toEqual(fields.map((field) => stats[field]))
  }
})

test('posts have every status, and counts equal a recount', async () => {
  const posts = await everything('GET /feedback/posts', {})
  const deleted = await everything('GET /feedback/posts', { deleted: true })
  const merged = await everything('GET /feedback/posts', { merged: true })
  expect(posts.length + deleted.length + merged.length).toBe(80)
  expect([deleted.length > 0, merged.length > 0]).toEqual([true, true])
  expect(new Set(posts.map(({ status }) => status)).size).toBe(6)
  expect(Math.max(...posts.map(({ imported_votes }) => imported_votes))).toBeGreaterThan(300)
  for (const post of posts) {
    const { id: post_id, vote_count, comment_count, internal_comment_count } = post
    expect(post.votes_total).toBe(Number(vote_count) + Number(post.imported_votes))
    if (post.imported_votes) expect(post.external_ref).toMatch(/^github:hartlane\/shop#\d+$/)
    const votes = await everything('GET /feedback/posts/:post_id/votes', { post_id })
    const said = await everything('GET /feedback/posts/:post_id/comments', {
      post_id,
      internal: true,
    })
    const notes = said.filter(({ internal }) => internal)
    expect([vote_count, comment_count, internal_comment_count]).toEqual([
      votes.length,
      said.length - notes.length,
      notes.length,
    ])
    for (const note of notes) expect(note.author.type).toBe('team')
  }
  expect(posts.filter(({ vote_count, details }) => vote_count === 0 && details === '')).not.toEqual(
    [],
  )
  const unwritten = await everything('GET /feedback/boards', {})
  expect(unwritten.map(({ private: isPrivate, archived }) => [isPrivate, archived])).toContainEqual(
    [true, true],
  )
})

test('portal users have three sources, and some only voted', async () => {
  const users = await everything('GET /feedback/users', {})
  expect(users.length).toBe(250)
  const kinds = new Set(
    users.map(({ external_id, email }) => [external_id !== null, email !== null].join()),
  )
  expect(kinds.size).toBe(3)
  const onlyVoted = users.filter(
    ({ counters }) => counters.votes > 0 && counters.posts + counters.comments === 0,
  )
  expect(onlyVoted.length).toBeGreaterThan(10)
  const silent = users.filter(
    ({ counters }) => counters.votes + counters.posts + counters.comments === 0,
  )
  expect(silent.length / users.length).toBeGreaterThan(0.15)
})

test('the changelog has draft, scheduled and published entries and subscribers', async () => {
  const entries = await everything('GET /feedback/changelog/entries', { include_drafts: true })
  const count = (status: string) => entries.filter((entry) => entry.status === status).length
  expect([count('draft'), count('scheduled'), count('published')]).toEqual([3, 1, 20])
  for (const { publish_at, published_at, status } of entries) {
    if (status === 'published') expect((published_at ?? '9') < now()).toBe(true)
    if (status === 'scheduled') expect((publish_at ?? '') > now()).toBe(true)
  }
  expect(Math.max(...entries.map(({ body }) => body.length))).toBeGreaterThan(24_000)
  const readers = await everything('GET /feedback/changelog/subscribers', {})
  expect([readers.length, new Set(readers.map(({ status }) => status)).size]).toEqual([140, 3])
})
