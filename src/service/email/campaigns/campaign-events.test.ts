// Runs on both engines: batches compete for the counters of a campaign.
import { beforeEach, expect, test } from 'vitest'

import type { Campaign } from '#contract/email/campaigns.ts'
import type { Contact } from '#contract/email/contacts.ts'
import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

let list_id: string
let campaign: Campaign
let ada: Contact
let bob: Contact
let cyd: Contact

const addContact = (name: string, list = list_id): Promise<Contact> =>
  owner.create(`POST /lists/${list}/contacts`, {
    email_address: `${name}@example.com`,
    import: true,
    subscribed_at: '2026-04-01T00:00:00Z',
  })
const from = { email_address: 'hello@example.com' }
const createList = async (): Promise<string> =>
  (await owner.create('POST /lists', { name: 'Readers' })).id
const createCampaign = (more: object = {}): Promise<Campaign> =>
  owner.create('POST /campaigns', { name: 'May', subject: 'News', from, list_id, ...more })

beforeEach(async () => {
  list_id = await createList()
  ada = await addContact('ada')
  bob = await addContact('bob')
  cyd = await addContact('cyd')
  campaign = await createCampaign()
  await send()
  await owner.events()
})

const audienceAt = '2026-05-01T09:00:00.000Z'
/** The service sends by the clock, so the audience is moved to the time of the events afterwards. */
async function send(): Promise<void> {
  await owner.request(`POST /campaigns/${campaign.id}/send`, { body: {} })
  await service.database.pool
    .updateTable('campaigns')
    .set({ audience_at: new Date(audienceAt) })
    .where('id', '=', campaign.id)
    .execute()
}

let lastId = 0
const at = '2026-05-01T09:10:00Z'
interface Input {
  readonly type: string
  readonly [field: string]: unknown
}
const event = (type: string, contact: Contact | undefined, more: object = {}): Input => ({
  id: `e${(lastId += 1)}`,
  type,
  at,
  ...(contact ? { contact_id: contact.id } : {}),
  ...more,
})
const post = (events: readonly unknown[]) =>
  owner.request(`POST /campaigns/${campaign.id}/events`, { body: { events } })
const statusesOf = async (events: readonly unknown[]): Promise<number[]> =>
  (await post(events)).body.results.map(({ status }: { status: number }) => status)
const report = async () => (await owner.request(`GET /campaigns/${campaign.id}/report`)).body
const series = async (interval = 'hour') =>
  (await owner.request(`GET /campaigns/${campaign.id}/report/timeseries?interval=${interval}`)).body
    .data
const people = async (name: string): Promise<string[]> => {
  const { body } = await owner.request(
    `GET /campaigns/${campaign.id}/report/contacts?event=${name}`,
  )
  return body.data.map(({ email_address }: Contact) => email_address.split('@')[0])
}
const contact = async ({ id }: Contact): Promise<Contact> =>
  (await owner.request(`GET /lists/${list_id}/contacts/${id}`)).body

test('delivery events are counted, and finishing makes the campaign sent', async () => {
  const url = 'https://example.com/shed'
  const all = [ada, bob, cyd].map((each) => event('delivered', each))
  expect(await statusesOf(all.slice(0, 2))).toEqual([201, 201])
  expect((await report()).stats).toMatchObject({ recipients: 3, delivered: 2 })
  const events = [
    ...all.slice(2),
    event('opened', ada),
    event('opened', ada, { at: '2026-05-01T11:00:00Z' }),
    event('clicked', ada, { url }),
    event('clicked', ada, { url }),
    event('clicked', bob, { url }),
    event('finished', undefined),
  ]
  expect(await statusesOf(events)).toEqual(events.map(() => 201))
  expect(await report()).toMatchObject({
    stats: {
      recipients: 3,
      delivered: 3,
      opens_unique: 1,
      opens_total: 2,
      open_rate: 0.333333,
      clicks_unique: 2,
      clicks_total: 3,
      click_rate: 0.666667,
    },
    links: [{ url, unique_clicks: 2, total_clicks: 3 }],
  })
  expect(await owner.events()).toEqual(['campaign.sent'])
  const { body } = await owner.request(`GET /campaigns/${campaign.id}`)
  expect(body).toMatchObject({ status: 'sent', version: '3', stats: (await report()).stats })
  expect(await statusesOf([event('finished', undefined)])).toEqual([201])
  expect(await owner.events()).toEqual([])
})

test('an event that is repeated ten thousand times counts once', async () => {
  const opened = event('opened', ada)
  const statuses = await statusesOf(Array.from({ length: 10_000 }, () => opened))
  expect([statuses[0], new Set(statuses.slice(1))]).toEqual([201, new Set([200])])
  expect(await statusesOf([{ ...opened, at: '2026-05-01T10:00:00Z' }])).toEqual([200])
  expect((await report()).stats).toMatchObject({ opens_unique: 1, opens_total: 1 })
  expect(await owner.events()).toEqual([])
})

test('the counters are the same for every order of events', async () => {
  const events = [
    event('delivered', ada),
    event('opened', ada, { at: '2026-05-01T12:00:00Z' }),
    event('opened', ada),
    event('bounced', bob, { at: '2026-05-01T09:00:00Z' }),
    event('delivered', bob),
    event('bounced', cyd, { hard: true }),
    event('delivered', cyd),
  ]
  const expected = {
    delivered: 2,
    opens_unique: 1,
    opens_total: 2,
    bounces_hard: 1,
    bounces_soft: 0,
  }
  for (const each of events.toReversed()) await post([each])
  expect((await report()).stats).toMatchObject(expected)
  const hours = await series()
  campaign = await createCampaign({ list_id })
  await owner.request(`POST /lists/${list_id}/contacts`, {
    body: { email_address: cyd.email_address, resubscribe: true },
  })
  await send()
  await post(events)
  expect((await report()).stats).toMatchObject(expected)
  expect(await series()).toEqual(hours)
  expect(hours).toEqual([
    point('2026-05-01T09:00:00.000Z', { opens_unique: 1, opens_total: 1 }),
    point('2026-05-01T12:00:00.000Z', { opens_total: 1 }),
  ])
})

const point = (hour: string, counts: object) => ({
  at: hour,
  opens_unique: 0,
  opens_total: 0,
  clicks_unique: 0,
  clicks_total: 0,
  ...counts,
})

test('without delivered events, everybody counts at the end who did not bounce', async () => {
  expect((await report()).stats.delivered).toBe(0)
  await post([event('opened', ada), event('bounced', bob)])
  expect((await report()).stats).toMatchObject({ delivered: 0, bounces_soft: 1, open_rate: 0 })
  await post([event('finished', undefined)])
  expect((await report()).stats).toMatchObject({ delivered: 2, bounces_soft: 1, open_rate: 0.5 })
  await post([event('opened', cyd)])
  expect((await report()).stats).toMatchObject({ delivered: 2, open_rate: 1 })
  await post([event('delivered', cyd)])
  expect((await report()).stats.delivered).toBe(2)
  await post([event('delivered', bob, { at: '2026-05-02T09:00:00Z' })])
  expect((await report()).stats).toMatchObject({ delivered: 3, bounces_soft: 0 })
})

test('a first delivered event counts opens that were reported before it', async () => {
  await post([event('opened', ada)])
  await post([event('delivered', bob)])
  expect((await report()).stats).toMatchObject({ delivered: 2, open_rate: 0.5 })
  await post([event('finished', undefined)])
  expect((await report()).stats.delivered).toBe(2)
})

test('a machine open stays out of unique opens and of the series', async () => {
  await post([
    event('opened', ada, { machine: true }),
    event('opened', ada, { machine: true }),
    event('clicked', ada, { machine: true, url: 'https://example.com' }),
  ])
  expect(await report()).toMatchObject({
    stats: { opens_unique: 0, opens_total: 0, opens_machine: 2, clicks_total: 0 },
    links: [],
  })
  expect(await series()).toEqual([])
  expect(await people('opened')).toEqual([])
})

test('a hard bounce, a complaint and an unsubscription change the contact', async () => {
  await post([
    event('bounced', ada, { hard: true }),
    event('complained', bob),
    event('unsubscribed', cyd),
    event('complained', bob),
  ])
  expect(await owner.events()).toEqual([
    'contact.bounced',
    'contact.complained',
    'contact.unsubscribed',
  ])
  expect(await contact(ada)).toMatchObject({ status: 'bounced', version: '2' })
  expect(await contact(bob)).toMatchObject({ status: 'complained' })
  expect(await contact(cyd)).toMatchObject({
    status: 'unsubscribed',
    unsubscribed_at: '2026-05-01T09:10:00.000Z',
  })
  expect((await owner.request(`GET /lists/${list_id}`)).body.counts).toEqual({
    total: 3,
    pending: 0,
    subscribed: 0,
    unsubscribed: 1,
    bounced: 1,
    complained: 1,
  })
  expect((await report()).stats).toMatchObject({
    bounces_hard: 1,
    complaints: 1,
    unsubscribes: 1,
    bounce_rate: 0.333333,
  })
})

test('a soft bounce, and a weaker status later, change no contact', async () => {
  await post([event('bounced', ada), event('complained', bob)])
  await owner.events()
  await post([event('unsubscribed', bob), event('bounced', bob, { hard: true })])
  expect(await owner.events()).toEqual([])
  expect([(await contact(ada)).status, (await contact(bob)).status]).toEqual([
    'subscribed',
    'complained',
  ])
})

const setStatus = ({ id }: Contact, body: object) =>
  owner.request(`PATCH /lists/${list_id}/contacts/${id}`, { body: { import: true, ...body } })
/** Unsubscribed, and subscribed again at this time. */
const renew = async (reader: Contact, subscribed_at: string): Promise<void> => {
  await setStatus(reader, { status: 'unsubscribed' })
  await setStatus(reader, { status: 'subscribed', resubscribe: true, subscribed_at })
  await owner.events()
}

test('a late unsubscription does not end a subscription renewed after it', async () => {
  await renew(ada, '2026-05-10T00:00:00Z')
  await post([event('unsubscribed', ada), event('bounced', ada, { hard: true })])
  expect(await owner.events()).toEqual([])
  expect((await report()).stats.unsubscribes).toBe(1)
  await post([event('complained', ada)])
  expect(await owner.events()).toEqual(['contact.complained'])
})

test('an unsubscription after the renewal ends the subscription', async () => {
  await renew(ada, '2026-05-10T00:00:00Z')
  await post([event('unsubscribed', ada, { at: '2026-05-11T00:00:00Z' })])
  expect(await contact(ada)).toMatchObject({
    status: 'unsubscribed',
    unsubscribed_at: '2026-05-11T00:00:00.000Z',
  })
})

test('a subscription from before the audience is not a renewal', async () => {
  await renew(ada, '2026-05-01T08:58:00Z')
  await post([event('unsubscribed', ada, { at: '2026-05-01T08:57:00Z' })])
  expect((await contact(ada)).status).toBe('unsubscribed')
})

test('one batch applies the events that follow the renewal, in any order', async () => {
  const before = '2026-05-02T00:00:00Z'
  const after = ['2026-05-11T00:00:00Z', '2026-05-12T00:00:00Z']
  for (const reader of [ada, bob, cyd]) await renew(reader, '2026-05-10T00:00:00Z')
  const batch = [
    event('unsubscribed', ada, { at: before }),
    event('unsubscribed', ada, { at: after[1] }),
    event('unsubscribed', ada, { at: after[0] }),
    event('unsubscribed', bob, { at: after[0] }),
    event('unsubscribed', bob, { at: after[1] }),
    event('unsubscribed', bob, { at: before }),
    event('unsubscribed', cyd, { at: before }),
    event('bounced', cyd, { hard: true, at: after[0] }),
  ]
  await post(batch)
  const unsubscribed = { status: 'unsubscribed', unsubscribed_at: '2026-05-11T00:00:00.000Z' }
  expect(await contact(ada)).toMatchObject(unsubscribed)
  expect(await contact(bob)).toMatchObject(unsubscribed)
  expect((await contact(cyd)).status).toBe('bounced')
  expect((await owner.events()).toSorted()).toEqual([
    'contact.bounced',
    'contact.unsubscribed',
    'contact.unsubscribed',
  ])
})

test('each event has its own result, and a refused one is not counted', async () => {
  const other = await addContact('dan', await createList())
  const late = await addContact('eve')
  const tooLate = new Date(Date.now() + 3_600_000).toISOString()
  const { body, status } = await post([
    event('opened', other),
    event('opened', late),
    event('opened', undefined, { contact_id: 'con_00000000000000000000000000' }),
    event('opened', undefined, { email_address: 'nobody@example.com' }),
    event('opened', undefined),
    event('opened', ada, { at: tooLate }),
    event('opened', ada, { at: '2026-05-01T08:54:59Z' }),
    event('opened', ada, { at: '1970-01-21T13:30:00Z' }),
    event('finished', undefined, { at: '2026-04-30T09:00:00Z' }),
    event('read', ada),
    event('opened', undefined, { email_address: 'ADA@example.com' }),
    event('opened', bob, { at: '2026-05-01T08:55:00Z' }),
  ])
  const codes = body.results.map((result: { status: number; error?: { details: Input[] } }) => [
    result.status,
    result.error?.details[0]?.['code'],
    result.error?.details[0]?.['field'],
  ])
  expect(status).toBe(200)
  expect(codes).toEqual([
    [422, 'not_a_recipient', '/contact_id'],
    [422, 'not_a_recipient', '/contact_id'],
    [404, 'not_found', '/contact_id'],
    [404, 'not_found', '/email_address'],
    [422, 'custom', '/contact_id'],
    [422, 'in_future', '/at'],
    [422, 'before_sending', '/at'],
    [422, 'before_sending', '/at'],
    [422, 'before_sending', '/at'],
    [422, 'invalid_value', '/type'],
    [201, undefined, undefined],
    [201, undefined, undefined],
  ])
  expect((await report()).stats).toMatchObject({ opens_unique: 2, opens_total: 2 })
})

test('the id of a refused event can be used again', async () => {
  const wrong = event('opened', undefined, { contact_id: 'con_00000000000000000000000000' })
  expect(await statusesOf([wrong])).toEqual([404])
  expect(await statusesOf([{ ...wrong, contact_id: ada.id }])).toEqual([201])
})

test('drafts and imported campaigns accept no delivery events', async () => {
  const events = [event('opened', ada)]
  for (const more of [{}, { import: true, status: 'sent', stats: { recipients: 5 } }]) {
    campaign = await createCampaign(more)
    const { status, body } = await post(events)
    expect([status, body.error.details[0].code]).toEqual([409, 'not_sent'])
  }
  expect(await series()).toEqual([])
  expect(await people('not_opened')).toEqual([])
})

test('a canceled campaign accepts late events, but does not finish', async () => {
  await owner.request(`POST /campaigns/${campaign.id}/cancel`, { body: {} })
  expect(await statusesOf([event('opened', ada), event('finished', undefined)])).toEqual([201, 409])
  expect((await report()).stats.opens_unique).toBe(1)
})

test('batches that arrive at the same time are all counted', async () => {
  const shared = event('opened', bob)
  await Promise.all(
    Array.from({ length: 8 }, () =>
      post([event('opened', ada), event('clicked', cyd, { url: 'https://example.com' }), shared]),
    ),
  )
  expect(await report()).toMatchObject({
    stats: { opens_unique: 2, opens_total: 9, clicks_unique: 1, clicks_total: 8 },
    links: [{ unique_clicks: 1, total_clicks: 8 }],
  })
  expect(await series()).toEqual([
    point('2026-05-01T09:00:00.000Z', {
      opens_unique: 2,
      opens_total: 9,
      clicks_unique: 1,
      clicks_total: 8,
    }),
  ])
})

test('the report keeps the first thousand links and counts every click', async () => {
  const clicks = Array.from({ length: 1005 }, (_, index) =>
    event('clicked', ada, { url: `https://example.com/${index}` }),
  )
  await post(clicks.slice(0, 600))
  await post(clicks.slice(600))
  const { links, stats } = await report()
  expect(links).toHaveLength(1000)
  expect(stats).toMatchObject({ clicks_unique: 1, clicks_total: 1005 })
})

test('recipients are listed by what they did, page by page', async () => {
  await post([
    event('opened', ada),
    event('clicked', ada),
    event('bounced', bob),
    event('unsubscribed', cyd),
    event('complained', cyd),
  ])
  expect(await people('opened')).toEqual(['ada'])
  expect(await people('not_opened')).toEqual(['cyd'])
  expect(await people('clicked')).toEqual(['ada'])
  expect(await people('not_clicked')).toEqual(['cyd'])
  expect(await people('bounced')).toEqual(['bob'])
  expect(await people('complained')).toEqual(['cyd'])
  expect(await people('unsubscribed')).toEqual(['cyd'])
  const path = `GET /campaigns/${campaign.id}/report/contacts`
  await post([event('opened', bob), event('opened', cyd)])
  const first = (await owner.request(`${path}?event=opened&limit=2&include_total=true`)).body
  expect(first.paging.total).toBe(3)
  expect(first.data.map(({ id }: Contact) => id)).toEqual([cyd.id, bob.id])
  const next = `${path}?event=opened&limit=2&starting_after=${first.paging.next}`
  expect((await owner.request(next)).body).toMatchObject({
    data: [{ id: ada.id }],
    paging: { next: null },
  })
  expect((await owner.request(path)).body.data).toHaveLength(3)
  expect((await owner.request(`${path}?event=read`)).status).toBe(422)
})

test('days of the series are those of UTC', async () => {
  await post([
    event('opened', ada, { at: '2026-05-02T00:30:00+02:00' }),
    event('opened', bob, { at: '2026-05-01T23:59:59Z' }),
    event('clicked', bob, { at: '2026-05-03T00:00:00Z' }),
  ])
  expect(await series('day')).toEqual([
    point('2026-05-01T00:00:00.000Z', { opens_unique: 2, opens_total: 2 }),
    point('2026-05-03T00:00:00.000Z', { clicks_unique: 1, clicks_total: 1 }),
  ])
  expect(await series('hour')).toHaveLength(3)
})

test('the series ends a year after the sending; counters include later clicks', async () => {
  await service.database.pool
    .updateTable('campaigns')
    .set({ audience_at: new Date('2020-01-01T00:00:00Z') })
    .where('id', '=', campaign.id)
    .execute()
  const times = ['2020-12-31T23:59:59Z', '2021-01-01T00:00:00Z', '2021-02-01T00:00:00Z']
  await post(times.map((time) => event('clicked', ada, { at: time })))
  const first = { clicks_unique: 1, clicks_total: 1 }
  expect(await series()).toEqual([point('2020-12-31T23:00:00.000Z', first)])
  expect(await series('day')).toEqual([point('2020-12-31T00:00:00.000Z', first)])
  expect((await report()).stats.clicks_total).toBe(3)
})

test('an erased contact leaves the counters as they are', async () => {
  await post([event('opened', ada), event('clicked', ada, { url: 'https://example.com' })])
  await owner.request(`DELETE /lists/${list_id}/contacts/${ada.id}`)
  expect(await people('opened')).toEqual([])
  expect(await report()).toMatchObject({ stats: { recipients: 3, opens_unique: 1 } })
  await owner.request(`PATCH /lists/${list_id}`, { body: { archived: true } })
  await owner.request(`DELETE /lists/${list_id}`)
  expect(await statusesOf([event('opened', bob), event('finished', undefined)])).toEqual([404, 201])
  expect((await report()).stats).toMatchObject({ opens_unique: 1, clicks_unique: 1 })
})

test('a batch has 1 to 100,000 events and at most 10 MiB', async () => {
  expect((await post([])).status).toBe(422)
  expect((await post(Array.from({ length: 100_001 }, () => 0))).status).toBe(422)
  expect((await post(['x'.repeat(10_485_760)])).status).toBe(413)
  expect((await post([event('opened', ada, { note: 'x'.repeat(2_000_000) })])).status).toBe(200)
})
