import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type Call, createApiClient } from '#client/api-client.ts'
import type { ApplyOptions } from '#client/importers/core/import-call.ts'
import {
  type TestService,
  type TestWorkspace,
  openTestService,
} from '#service/http/test-service.ts'
import { applyCampaigns } from './campaigns-importer.ts'
import { planCampaigns } from './parse-campaigns.ts'

let service: TestService
let owner: TestWorkspace
let call: Call
let writes: string[]

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await service.workspace()
  call = createApiClient({
    base_url: 'http://service.test/v1',
    key: owner.key,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.method !== 'GET') writes.push(request.method)
      return service.app.fetch(request)
    },
  })
})

const runImport = async (text: string, options: ApplyOptions = {}) => {
  writes = []
  const plan = planCampaigns(text, 'report.csv', { time_zone: 'UTC' })
  const { created, updated, unchanged } = (await applyCampaigns(call, plan, options)).counts
    .campaigns
  return [created, updated, unchanged]
}
const listCampaigns = async () => (await call('GET /campaigns', {})).data

const header =
  'Title,Subject,Send Date,Total Recipients,Successful Deliveries,Hard Bounces,Unique Opens,Unique Id'
const may = 'May,Hello,"Jun 09, 2018 09:30 pm",110,108,2,30,17ab'
const blocks = (opened: number, links: string) => `Email Campaign Report
"Title:","May"
"Subject Line:","Hello"
"Delivery Date/Time:","Sat, Jun 09, 2018 21:30"

"Overall Stats"
"Total Recipients:","110"
"Recipients Who Opened:","${opened}"

"Clicks by URL"
"URL","Total Clicks","Unique Clicks"
${links}`

test('reports become sent campaigns with their rates, and a second run changes nothing', async () => {
  const text = `${header}\n${may}\nJune,,"Jun 18, 2018 09:15 am",0,0,0,0,18cd`
  expect(await runImport(text)).toEqual([2, 0, 0])
  const before = await listCampaigns()
  expect(before).toMatchObject([
    { name: 'June', stats: { recipients: 0, open_rate: 0 } },
    {
      name: 'May',
      subject: 'Hello',
      status: 'sent',
      sent_at: '2018-06-09T21:30:00.000Z',
      created_at: '2018-06-09T21:30:00.000Z',
      stats: {
        recipients: 110,
        delivered: 108,
        opens_unique: 30,
        open_rate: 0.277778,
        bounces_hard: 2,
      },
    },
  ])
  expect(await owner.events()).not.toEqual([])
  expect(await runImport(text)).toEqual([0, 0, 2])
  expect([writes, await owner.events(), await listCampaigns()]).toEqual([[], [], before])
})

test('a newer report of the same campaign updates it, in whichever form it comes', async () => {
  await runImport(`${header}\n${may}`)
  expect(await runImport(blocks(31, '"https://x.io/a","5","4"\n"https://x.io/b","9","2"'))).toEqual(
    [0, 1, 0],
  )
  const [campaign, ...others] = await listCampaigns()
  expect(others).toEqual([])
  expect(campaign).toMatchObject({
    external_ref: 'campaign-report:17ab',
    stats: { delivered: 108, opens_unique: 31, bounces_hard: 2 },
  })
  const campaign_id = campaign?.id ?? ''
  const links = async () =>
    (await call('GET /campaigns/:campaign_id/report', { campaign_id })).links.map(({ url }) => url)
  expect(await links()).toEqual(['https://x.io/b', 'https://x.io/a'])
  expect(await runImport(blocks(31, '"https://x.io/b","9","2"\n"https://x.io/a","5","4"'))).toEqual(
    [0, 0, 1],
  )
  expect(await runImport(`${header}\n${may}`)).toEqual([0, 1, 0])
  expect(await links()).toHaveLength(2)
  expect(await runImport(blocks(30, ''))).toEqual([0, 1, 0])
  expect(await links()).toEqual([])
})

test('a table finds the campaign that a report without an id made', async () => {
  await runImport(blocks(30, ''))
  expect(await runImport(`${header}\n${may}`)).toEqual([0, 1, 0])
  expect(await runImport(`${header}\n${may}`)).toEqual([0, 0, 1])
  expect(await listCampaigns()).toHaveLength(1)
})

test('counters that a report lacks stay unknown, with the rates made of them', async () => {
  const sum = '"Clicks by URL"'
  const single = blocks(30, '').replace(sum, `"Bounces:","5 (0.5%)"\n${sum}`)
  await runImport(single)
  const [campaign] = await listCampaigns()
  expect(campaign?.stats).toEqual({
    recipients: 110,
    delivered: 105,
    opens_unique: 30,
    open_rate: 0.285714,
    bounces: 5,
    bounce_rate: 0.045455,
  })
  // A report of one kind leaves the sum.
  expect(await runImport(`${header}\n${may}`)).toEqual([0, 1, 0])
  const partial = { bounces: 5, bounces_hard: 2, bounce_rate: 0.045455 }
  expect((await listCampaigns())[0]?.stats).toMatchObject(partial)
  expect(await runImport(single)).toEqual([0, 0, 1])
  const hard = single.replace(sum, `"Hard bounces:","2 (0.2%)"\n${sum}`)
  expect(await runImport(hard)).toEqual([0, 0, 1])
  // A report that tells both apart takes the place of the sum.
  const soft = hard.replace(sum, `"Soft bounces:","4 (0.4%)"\n${sum}`)
  expect(await runImport(soft)).toEqual([0, 1, 0])
  const [split] = await listCampaigns()
  expect(split?.stats).toMatchObject({ bounces_hard: 2, bounces_soft: 4, bounce_rate: 0.054545 })
  expect(split?.stats).not.toHaveProperty('bounces')
  expect(await runImport(single)).toEqual([0, 0, 1])
})

test('opens that a report does not tell are named as unreported', async () => {
  await runImport('Title,Total Recipients,Unique Opens\nA,10,many')
  const [campaign] = await listCampaigns()
  expect(campaign?.stats).toMatchObject({ opens_unique: 0, unreported: ['opens_unique'] })
  const corrected = 'Title,Total Recipients,Unique Opens\nA,10,0'
  expect(await runImport(corrected)).toEqual([0, 1, 0])
  expect((await listCampaigns())[0]?.stats).not.toHaveProperty('unreported')
  expect(await runImport(corrected)).toEqual([0, 0, 1])
})

test('a campaign made here is not touched by a report of the same name', async () => {
  await call('POST /campaigns', { name: 'May', subject: 'Ours' })
  expect(await runImport(`${header}\n${may}`)).toEqual([1, 0, 0])
  const subjects = new Set((await listCampaigns()).map(({ subject }) => subject))
  expect(subjects).toEqual(new Set(['Hello', 'Ours']))
})

test('a dry run writes nothing and an import emits no events', async () => {
  expect(await runImport(`${header}\n${may}`, { dry_run: true })).toEqual([1, 0, 0])
  expect([await listCampaigns(), writes]).toEqual([[], []])
  await runImport(`${header}\n${may}`)
  await runImport(`${header}\nJune,,,1,1,0,1,18cd`, { emit_events: true })
  const rows = await service.database.pool
    .selectFrom('events')
    .select(['silent'])
    .where('workspace_id', '=', owner.workspace_id)
    .where('kind', '=', 'campaign.created')
    .execute()
  expect(
    rows.map(({ silent }) => silent).toSorted((one, other) => Number(one) - Number(other)),
  ).toEqual([false, true])
})
