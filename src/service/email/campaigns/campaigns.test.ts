// Runs on both engines: each sorts, compares and searches by itself.
import { expect, test } from 'vitest'

import type { Campaign } from '#contract/email/campaigns.ts'
import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const make = (body: object): Promise<Campaign> =>
  owner.create('POST /campaigns', { name: 'May issue', ...body })
const patch = (campaign: Campaign, body: object) =>
  owner.request(`PATCH /campaigns/${campaign.id}`, { body })

const sent = {
  import: true,
  status: 'sent',
  sent_at: '2024-05-01T09:00:00Z',
  stats: { recipients: 100, bounces_hard: 5, opens_unique: 38, opens_total: 60 },
  links: [
    { url: 'https://b.example', unique_clicks: 2, total_clicks: 3 },
    { url: 'https://a.example', unique_clicks: 4, total_clicks: 9 },
  ],
  external_ref: 'file:1',
}

test('T35 the report of a draft has zeros and no links', async () => {
  const campaign = await make({})
  const { body, text } = await owner.request(`GET /campaigns/${campaign.id}/report`)
  expect(body).toMatchObject({ campaign_id: campaign.id, links: [] })
  expect(Object.values(body.stats).every((value) => value === 0)).toBe(true)
  expect(text).not.toContain('null')
})

test('T37 a report has campaign_id, a campaign has id', async () => {
  const campaign = await make(sent)
  const { body } = await owner.request(`GET /campaigns/${campaign.id}/report`)
  expect(Object.keys(body)).toEqual(['campaign_id', 'stats', 'links', 'generated_at'])
  expect(campaign).toMatchObject({ id: expect.any(String), status: 'sent', stats: body.stats })
  expect(body.stats).toMatchObject({ delivered: 95, open_rate: 0.4 })
  expect(body.links.map(({ url }: { url: string }) => url)).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})

test('campaigns are listed with their stats, and filtered by status', async () => {
  await make({ name: 'One' })
  await make({ ...sent, name: 'Two' })
  const names = async (query: string) =>
    (await owner.request(`GET /campaigns${query}`)).body.data.map(({ name }: Campaign) => name)
  expect(await names('')).toEqual(['Two', 'One'])
  expect(await names('?status=sent')).toEqual(['Two'])
  expect(await names('?status=draft,sent&sort=name')).toEqual(['One', 'Two'])
  expect(await names('?external_ref=file:1')).toEqual(['Two'])
  expect((await owner.request('GET /campaigns?status=archived')).status).toBe(422)
})

const listed = async (query: string): Promise<string[]> =>
  (await owner.request(`GET /campaigns?${query}`)).body.data.map(({ name }: Campaign) => name)

test('campaigns are filtered by lists and by words of name and subject', async () => {
  const list = async (name: string) => (await owner.create('POST /lists', { name })).id
  const [first, second] = [await list('First'), await list('Second')]
  await make({ name: 'Tablés 100%', subject: 'Oak_trays "now"', list_id: first })
  await make({ name: 'Chairs', subject: 'oak\\wood', list_id: second })
  await make({ name: 'Nothing' })
  expect(await listed(`list_id=${first}`)).toEqual(['Tablés 100%'])
  expect(await listed(`list_id=${second},${first},${first}`)).toEqual(['Chairs', 'Tablés 100%'])
  expect(await listed('list_id=lst_none')).toEqual([])
  const found = {
    OAK: ['Chairs', 'Tablés 100%'],
    'tables oak': ['Tablés 100%'],
    ak: [],
    '%': ['Tablés 100%'],
    '100%': ['Tablés 100%'],
    _: ['Tablés 100%'],
    '"now"': ['Tablés 100%'],
    "'": [],
    'oak\\wood': ['Chairs'],
    'oak & !chairs': [],
    '\u0301': ['Nothing', 'Chairs', 'Tablés 100%'],
  }
  for (const [text, names] of Object.entries(found))
    expect([text, await listed(`search=${encodeURIComponent(text)}`)]).toEqual([text, names])
  expect(await listed(`search=oak&list_id=${second}&status=draft`)).toEqual(['Chairs'])
  const total = await owner.request('GET /campaigns?search=oak&include_total=true&limit=1')
  expect(total.body.paging).toMatchObject({ total: 2, next: expect.any(String) })
  for (const query of ['search=', `search=${'a'.repeat(10_000)}`, 'list_id=', 'list_id=a,,b'])
    expect((await owner.request(`GET /campaigns?${query}`)).status).toBeOneOf([400, 422])
})

test('campaigns are sorted by the date they went out, will, or were created', async () => {
  const created = (day: number) => ({ import: true, created_at: `2024-01-0${day}T00:00:00Z` })
  const sent_at = '2024-03-01T00:00:00Z'
  await make({ ...created(1), name: 'sent', status: 'sent', sent_at })
  await make({ ...created(2), name: 'draft' })
  const scheduled_at = '2999-01-01T00:00:00Z'
  await make({ ...created(3), name: 'planned', status: 'scheduled', scheduled_at })
  await make({ ...created(4), name: 'canceled', status: 'cancelled', scheduled_at })
  await make({ ...created(5), name: 'cut', status: 'cancelled', scheduled_at, sent_at })
  const newest = ['planned', 'cut', 'sent', 'canceled', 'draft']
  for (const [sort, expected] of [
    ['-date', newest],
    ['date', newest.toReversed()],
  ] as const) {
    const names: string[] = []
    for (let cursor = ''; names.length <= newest.length;) {
      const query = `sort=${sort}&limit=1${cursor && `&starting_after=${cursor}`}`
      const { body } = await owner.request(`GET /campaigns?${query}`)
      names.push(...body.data.map(({ name }: Campaign) => name))
      cursor = body.paging.next
      if (cursor === null) break
    }
    expect(names).toEqual(expected)
  }
  const { body } = await owner.request('GET /campaigns?sort=-date&limit=1')
  const other = `GET /campaigns?sort=date&starting_after=${body.paging.next}`
  expect((await owner.request(other)).status).toBe(422)
})

test('a repeated import of a campaign changes nothing', async () => {
  const campaign = await make(sent)
  expect(
    reason(await owner.request('POST /campaigns', { body: { name: 'Again', ...sent } })),
  ).toEqual([409, 'external_ref_taken'])
  expect((await patch(campaign, sent)).body).toEqual(campaign)
  expect(await owner.events()).toEqual(['campaign.created'])
  const links = [{ url: 'https://a.example', unique_clicks: 5, total_clicks: 10 }]
  const { body } = await patch(campaign, { import: true, stats: { opens_unique: 57 }, links })
  expect(body).toMatchObject({ version: '2', stats: { recipients: 100, open_rate: 0.6 } })
  expect((await owner.request(`GET /campaigns/${campaign.id}/report`)).body.links).toEqual(links)
  expect(await owner.events()).toEqual(['campaign.updated'])
})

test('an import that sends a draft emits updated, then sent', async () => {
  const campaign = await make({})
  await owner.events()
  await patch(campaign, { import: true, status: 'sent', sent_at: '2024-05-01T09:00:00Z' })
  expect(await owner.events()).toEqual(['campaign.updated', 'campaign.sent'])
})

test('only an import sets the status and stats of a campaign', async () => {
  const campaign = await make({})
  expect(reason(await patch(campaign, { status: 'sent' }))).toEqual([422, 'not_settable'])
  expect((await patch(campaign, { stats: { recipients: 5 } })).body).toEqual(campaign)
})

test('a sent campaign keeps its content but can be renamed', async () => {
  const campaign = await make(sent)
  expect(reason(await patch(campaign, { subject: 'Other' }))).toEqual([409, 'not_editable'])
  expect((await patch(campaign, { name: 'Renamed' })).body.name).toBe('Renamed')
})

test('only a campaign that did not go out can be deleted', async () => {
  const kept = [
    await make(sent),
    await make({ import: true, status: 'scheduled', scheduled_at: '2999-01-01T00:00:00Z' }),
    await make({ import: true, status: 'cancelled', stats: { recipients: 3 } }),
  ]
  for (const { id } of kept)
    expect(reason(await owner.request(`DELETE /campaigns/${id}`))).toEqual([409, 'not_draft'])
  for (const campaign of [await make({}), await make({ import: true, status: 'cancelled' })]) {
    await owner.events()
    expect((await owner.request(`DELETE /campaigns/${campaign.id}`)).status).toBe(204)
    expect(await owner.events()).toEqual(['campaign.deleted'])
  }
})

test('a campaign refers to a list and a segment of that list', async () => {
  const list = async () => (await owner.create('POST /lists', { name: 'L' })).id
  const [list_id, other] = [await list(), await list()]
  const filter = { match: 'all', conditions: [{ field: 'tag', op: 'exists' }] }
  const segment = await owner.request(`POST /lists/${list_id}/segments`, {
    body: { name: 'S', filter },
  })
  const segment_id = segment.body.id
  const campaign = await make({ list_id, segment_id })
  expect(campaign).toMatchObject({ list_id, segment_id })
  expect((await patch(campaign, { list_id: other })).body.error.details[0].field).toBe(
    '/segment_id',
  )
  expect((await patch(campaign, { list_id: 'lst_0' })).status).toBe(404)
  await owner.request(`DELETE /lists/${list_id}`)
  expect((await owner.request(`GET /campaigns/${campaign.id}`)).body).toMatchObject({
    list_id: null,
    segment_id: null,
  })
})

test.skipIf(hasOneConnection)(
  'a list or segment deleted meanwhile is a missing reference',
  async () => {
    const list_id = (await owner.create('POST /lists', { name: 'L' })).id
    const addSegment = async (name: string) => {
      const filter = { match: 'all', conditions: [{ field: 'tag', op: 'exists' }] }
      const path = `POST /lists/${list_id}/segments`
      return (await owner.request(path, { body: { name, filter } })).body.id
    }
    const [first, second] = [await addSegment('First'), await addSegment('Second')]
    const campaign = await make({ list_id })
    const whileDeleting = async (
      table: 'segments' | 'email_lists',
      id: string,
      request: () => ReturnType<typeof owner.request>,
    ) => {
      let response: ReturnType<typeof owner.request> | undefined
      await service.database.pool.transaction().execute(async (tx) => {
        await tx.deleteFrom(table).where('id', '=', id).execute()
        response = request()
        await expect.poll(() => lockWaits(service.database)).toBe(1)
      })
      return response?.then(({ status, body }) => [status, body.error?.details?.[0]?.field])
    }
    expect(
      await whileDeleting('segments', first, () => patch(campaign, { segment_id: first })),
    ).toEqual([404, '/segment_id'])
    const body = { name: 'New', list_id, segment_id: second }
    expect(
      await whileDeleting('segments', second, () => owner.request('POST /campaigns', { body })),
    ).toEqual([404, '/segment_id'])
    const other = (await owner.create('POST /lists', { name: 'Other' })).id
    expect(
      await whileDeleting('email_lists', other, () => patch(campaign, { list_id: other })),
    ).toEqual([404, '/list_id'])
  },
)
