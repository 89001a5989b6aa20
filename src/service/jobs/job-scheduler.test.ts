// Runs on both engines: it relies on leases.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-06-01T12:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('T81 the scheduler publishes overdue entries on start, then until stopped', async () => {
  const owner = await service.workspace()
  for (const minute of ['01', '30', '59']) {
    const body = { title: minute, publish_at: `2030-06-01T12:${minute}:00Z` }
    await owner.request('POST /feedback/changelog/entries', { body })
  }
  await owner.events()
  const published: string[] = []
  const publishedCount = async () => {
    published.push(...(await owner.events()))
    return published.length
  }
  vi.setSystemTime(new Date('2030-06-01T12:10:00Z'))
  service.scheduler.start()
  await expect.poll(publishedCount, { timeout: 10_000, interval: 50 }).toBe(1)
  vi.setSystemTime(new Date('2030-06-01T12:40:00Z'))
  await expect.poll(publishedCount, { timeout: 10_000, interval: 50 }).toBe(2)
  await service.scheduler.stop()
  expect(published).toEqual(['changelog.published', 'changelog.published'])
  const entries = (await owner.request('GET /feedback/changelog/entries')).body.data
  expect(entries).toMatchObject([
    { title: '30', published_at: '2030-06-01T12:30:00.000Z' },
    { title: '01', published_at: '2030-06-01T12:01:00.000Z' },
  ])
})

test('the scheduler sends campaigns that fell due while it was stopped', async () => {
  const owner = await service.workspace()
  const list_id = (await owner.create('POST /lists', { name: 'L' })).id
  await owner.request(`POST /lists/${list_id}/contacts`, {
    body: { email_address: 'ada@example.com' },
  })
  const from = { email_address: 'hello@example.com' }
  const body = { name: 'News', subject: 'News', from, list_id }
  const { id } = await owner.create('POST /campaigns', body)
  const send_at = '2030-06-01T13:00:00Z'
  await owner.request(`POST /campaigns/${id}/schedule`, { body: { send_at } })
  await owner.events()
  vi.setSystemTime(new Date('2030-06-03T08:00:00Z'))
  const read = async () => (await owner.request(`GET /campaigns/${id}`)).body
  service.scheduler.start()
  await expect.poll(async () => (await read()).status).toBe('sending')
  await service.scheduler.stop()
  expect(await owner.events()).toEqual(['campaign.sending'])
  expect(await read()).toMatchObject({
    scheduled_at: '2030-06-01T13:00:00.000Z',
    sent_at: '2030-06-03T08:00:00.000Z',
  })
})
