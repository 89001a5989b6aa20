// Runs on both engines: two schedulers compete for a row.
import { expect, test } from 'vitest'

import type { Campaign } from '#contract/email/campaigns.ts'
import type { Contact } from '#contract/email/contacts.ts'
import { perTest, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { sendDueCampaigns } from '#service/jobs/job-scheduler.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const list = perTest(() => owner.create('POST /lists', { name: 'Readers' }))

const addContact = (name: string, more: object = {}): Promise<Contact> =>
  owner.create(`POST /lists/${list.id}/contacts`, { email_address: `${name}@example.com`, ...more })
const from = { email_address: 'hello@example.com' }
const create = (body: object = {}): Promise<Campaign> =>
  owner.create('POST /campaigns', { name: 'May', subject: 'News', from, list_id: list.id, ...body })
const act = (campaign: Campaign, action: string, body: object = {}) =>
  owner.request(`POST /campaigns/${campaign.id}/${action}`, { body })
const read = async (campaign: Campaign): Promise<Campaign> =>
  (await owner.request(`GET /campaigns/${campaign.id}`)).body
const audienceOf = async (campaign: Campaign): Promise<string[]> => {
  const { body } = await owner.request(`GET /campaigns/${campaign.id}/report/contacts`)
  return body.data.map(({ email_address }: Contact) => email_address.split('@')[0])
}
const reason = ({
  status,
  body,
}: {
  status: number
  body: { error: { details: { field: string; code: string }[] } }
}) => [status, ...body.error.details.map(({ field, code }) => `${code}${field}`)]
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const laterThan = (time: string) => new Date(Date.parse(time) + 1000)

test('sending freezes the subscribed contacts and emits campaign.sending only', async () => {
  await addContact('ada')
  await addContact('bob', { status: 'pending' })
  await addContact('cyd', { status: 'unsubscribed' })
  const campaign = await create()
  await owner.events()
  const { status, body } = await act(campaign, 'send')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'sending',
    sent_at: expect.any(String),
    version: '2',
    stats: { recipients: 1, delivered: 0, open_rate: 0 },
  })
  expect(await owner.events()).toEqual(['campaign.sending'])
  await addContact('dan')
  expect(await audienceOf(campaign)).toEqual(['ada'])
})

test('sending to a segment reaches its subscribed contacts', async () => {
  await addContact('ada', { tags: ['vip'] })
  await addContact('bob', { tags: ['vip'], status: 'unsubscribed' })
  await addContact('cyd')
  const filter = { match: 'any', conditions: [{ field: 'tag', op: 'is', value: 'vip' }] }
  const segment = await owner.request(`POST /lists/${list.id}/segments`, {
    body: { name: 'VIP', filter },
  })
  const campaign = await create({ segment_id: segment.body.id })
  expect((await act(campaign, 'send')).body.stats.recipients).toBe(1)
  expect(await audienceOf(campaign)).toEqual(['ada'])
})

test('a large audience is frozen as a whole', async () => {
  const operations = Array.from({ length: 1000 }, (_, index) => ({
    op: 'upsert',
    email_address: `reader${index}@example.com`,
  }))
  await owner.request(`POST /lists/${list.id}/contacts/batch`, { body: { operations } })
  const campaign = await create()
  expect((await act(campaign, 'send')).body.stats.recipients).toBe(1000)
})

test('a campaign goes from draft to scheduled, canceled and sending', async () => {
  await addContact('ada')
  const campaign = await create()
  await owner.events()
  const send_at = inAnHour()
  const scheduled = (await act(campaign, 'schedule', { send_at })).body
  expect(scheduled).toMatchObject({ status: 'scheduled', scheduled_at: send_at })
  expect((await act(campaign, 'schedule', { send_at })).body).toEqual(scheduled)
  expect((await act(campaign, 'cancel')).body.status).toBe('cancelled')
  expect(
    (await owner.request(`PATCH /campaigns/${campaign.id}`, { body: { subject: 'New' } })).status,
  ).toBe(200)
  expect((await act(campaign, 'send')).body).toMatchObject({
    status: 'sending',
    scheduled_at: null,
  })
  expect((await act(campaign, 'cancel')).body.status).toBe('cancelled')
  expect(await owner.events()).toEqual([
    'campaign.scheduled',
    'campaign.cancelled',
    'campaign.updated',
    'campaign.sending',
    'campaign.cancelled',
  ])
})

test('a status that forbids an action is rejected with its reason', async () => {
  await addContact('ada')
  const campaign = await create()
  expect(reason(await act(campaign, 'cancel'))).toEqual([409, 'not_scheduled'])
  await act(campaign, 'send')
  await owner.events()
  expect(reason(await act(campaign, 'send'))).toEqual([409, 'already_sending'])
  expect(reason(await act(campaign, 'schedule', { send_at: inAnHour() }))).toEqual([
    409,
    'already_sending',
  ])
  await act(campaign, 'cancel')
  expect(reason(await act(campaign, 'cancel'))).toEqual([409, 'already_cancelled'])
  expect(reason(await act(campaign, 'send'))).toEqual([409, 'already_cancelled'])
  const sent = await create({ import: true, status: 'sent', stats: { recipients: 3 } })
  expect(reason(await act(sent, 'send'))).toEqual([409, 'already_sent'])
  expect(reason(await act(sent, 'cancel'))).toEqual([409, 'already_sent'])
  const paused = await create({ import: true, status: 'paused' })
  expect((await act(paused, 'cancel')).body.status).toBe('cancelled')
})

test('an incomplete campaign, an empty and an archived list are rejected', async () => {
  const blank = await create({ subject: '', from: null, list_id: null })
  const all = [409, 'incomplete/subject', 'incomplete/from', 'incomplete/list_id']
  expect(reason(await act(blank, 'send'))).toEqual(all)
  expect(reason(await act(blank, 'schedule', { send_at: inAnHour() }))).toEqual(all)
  const campaign = await create()
  expect(reason(await act(campaign, 'send'))).toEqual([409, 'empty_audience'])
  await addContact('ada')
  await owner.request(`PATCH /lists/${list.id}`, { body: { archived: true } })
  expect(reason(await act(campaign, 'send'))).toEqual([409, 'list_archived'])
  expect((await read(campaign)).version).toBe('1')
})

test('a time to send must be in the future', async () => {
  const campaign = await create()
  const send_at = new Date(Date.now() - 1000).toISOString()
  expect(reason(await act(campaign, 'schedule', { send_at }))).toEqual([422, 'in_past/send_at'])
  expect(reason(await act(campaign, 'schedule', {}))).toEqual([422, 'invalid_type/send_at'])
})

test('a scheduled campaign keeps its plan when it is changed', async () => {
  await addContact('ada')
  const campaign = await create()
  const send_at = inAnHour()
  await act(campaign, 'schedule', { send_at })
  await owner.events()
  const change = (body: object) => owner.request(`PATCH /campaigns/${campaign.id}`, { body })
  expect((await change({ subject: 'Other', name: 'June' })).body).toMatchObject({
    status: 'scheduled',
    scheduled_at: send_at,
    subject: 'Other',
  })
  expect(reason(await change({ subject: '' }))).toEqual([409, 'incomplete/subject'])
  expect(await owner.events()).toEqual(['campaign.updated'])
  expect(reason(await owner.request(`DELETE /campaigns/${campaign.id}`))).toEqual([
    409,
    'not_draft',
  ])
})

test('an outdated If-Match is rejected by schedule, send and cancel', async () => {
  await addContact('ada')
  const campaign = await create()
  const headers = { 'If-Match': '"7"' }
  for (const [action, body] of [
    ['schedule', { send_at: inAnHour() }],
    ['send', {}],
    ['cancel', {}],
  ] as const)
    expect(
      (await owner.request(`POST /campaigns/${campaign.id}/${action}`, { body, headers })).status,
    ).toBe(412)
})

// Campaigns of other tests may be due as well, so the return value is not compared.
test('two schedulers send a due campaign once', async () => {
  await addContact('ada')
  const campaign = await create()
  const send_at = inAnHour()
  await act(campaign, 'schedule', { send_at })
  await owner.events()
  const { database } = service
  await sendDueCampaigns(database, new Date(Date.parse(send_at) - 1))
  expect(await owner.events()).toEqual([])
  const now = laterThan(send_at)
  await Promise.all([1, 2, 3, 4].map(() => sendDueCampaigns(database, now)))
  expect(await owner.events()).toEqual(['campaign.sending'])
  expect(await read(campaign)).toMatchObject({ status: 'sending', stats: { recipients: 1 } })
})

test('a due campaign that cannot be sent fails, and can be sent again', async () => {
  const contact = await addContact('ada')
  const campaign = await create()
  const send_at = inAnHour()
  await act(campaign, 'schedule', { send_at })
  await owner.request(`DELETE /lists/${list.id}/contacts/${contact.id}`)
  await owner.events()
  await sendDueCampaigns(service.database, laterThan(send_at))
  expect(await owner.events()).toEqual(['campaign.failed'])
  expect((await read(campaign)).status).toBe('error')
  expect(reason(await act(campaign, 'cancel'))).toEqual([409, 'sending_failed'])
  await addContact('bob')
  expect((await act(campaign, 'send')).body.status).toBe('sending')
})

test('a segment that a scheduled campaign goes to cannot be deleted', async () => {
  await addContact('ada', { tags: ['vip'] })
  const filter = { match: 'all', conditions: [{ field: 'tag', op: 'is', value: 'vip' }] }
  const path = `/lists/${list.id}/segments`
  const segment = await owner.request(`POST ${path}`, { body: { name: 'VIP', filter } })
  const campaign = await create({ segment_id: segment.body.id })
  await act(campaign, 'schedule', { send_at: inAnHour() })
  const remove = () => owner.request(`DELETE ${path}/${segment.body.id}`)
  expect(reason(await remove())).toEqual([409, 'segment_in_use'])
  await act(campaign, 'cancel')
  expect((await remove()).status).toBe(204)
})

test('an import cannot schedule a campaign in the past', async () => {
  const plan = { import: true, status: 'scheduled', scheduled_at: '2025-05-01T09:00:00Z' }
  const body = { name: 'Old', ...plan }
  expect(reason(await owner.request('POST /campaigns', { body }))).toEqual([
    422,
    'in_past/scheduled_at',
  ])
  const campaign = await create()
  const response = await owner.request(`PATCH /campaigns/${campaign.id}`, { body: plan })
  expect(reason(response)).toEqual([422, 'in_past/scheduled_at'])
})

test('a campaign that an import returns to draft is not sent twice', async () => {
  await addContact('ada')
  const campaign = await create()
  await act(campaign, 'send')
  await owner.request(`PATCH /campaigns/${campaign.id}`, {
    body: { import: true, status: 'draft', sent_at: null },
  })
  expect(reason(await act(campaign, 'send'))).toEqual([409, 'already_sent'])
})

test('a campaign canceled before it is due is not sent', async () => {
  await addContact('ada')
  const campaign = await create()
  const send_at = inAnHour()
  await act(campaign, 'schedule', { send_at })
  await act(campaign, 'cancel')
  await owner.events()
  await sendDueCampaigns(service.database, laterThan(send_at))
  expect(await owner.events()).toEqual([])
})
