import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import {
  addressOf,
  createContacts,
  missingProgram,
  patience,
  prepareProgram,
  runSnippet,
  startSnippet,
} from './test-guides.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const python = missingProgram('python3')

async function startCampaign(list_id: string) {
  const campaign = await owner.create('POST /campaigns', {
    name: 'News',
    subject: 'What is new',
    from: { name: 'Äppel & Co', email_address: 'news@example.com' },
    list_id,
  })
  await owner.create(`POST /campaigns/${campaign.id}/send`, {})
  return campaign.id as string
}

const readCampaign = async (id: string) => (await owner.request(`GET /campaigns/${id}`)).body

test('a campaign reaches everybody once although its program is killed twice', async ({ skip }) => {
  skip(python !== undefined, python)
  const count = 230
  const { list_id, ids } = await createContacts(owner, count)
  const campaign_id = await startCampaign(list_id)
  // After the audience was frozen.
  await owner.request(`PATCH /lists/${list_id}/contacts/${ids[0]}`, {
    body: { status: 'unsubscribed' },
  })
  const results: number[] = []
  let holdsReports = false
  const held: string[] = []
  const { mail, addresses, run } = await prepareProgram(owner, async (request) => {
    const response = await service.app.handle(request)
    if (!request.path.endsWith('/events')) return response
    const { results: items } = JSON.parse(String(response.body))
    results.push(...items.map(({ status }: { status: number }) => status))
    if (!holdsReports) return response
    held.push(request.path)
    return new Promise(() => undefined) // the program is killed before it gets the response
  })
  fs.mkdirSync(path.join(run.folder, 'texts'))
  fs.writeFileSync(path.join(run.folder, `texts/${campaign_id}.txt`), 'Hello $first_name, $price')
  const [refused, unsure] = [addressOf(5), addressOf(180)]
  mail.replies.rcpt = (to) => (to === refused ? '550 5.1.1 No such user' : '250 OK')
  mail.replies.content = (to) => (to === unsure ? undefined : '250 OK')

  const first = startSnippet('send-campaigns', 'send_campaigns.py', run)
  await expect.poll(() => addresses().at(-1), patience).toBe(unsure)
  await first.kill()
  mail.replies.content = () => '250 OK'
  expect(mail.mails.length).toBeLessThan(count / 2)

  holdsReports = true
  const second = startSnippet('send-campaigns', 'send_campaigns.py', run)
  await expect.poll(() => held.length, patience).toBe(1)
  await second.kill()
  holdsReports = false
  expect(second.lines[0]).toMatch(/^No one knows whether con_\w+ of cmp_\w+ got the mail\.$/)

  const once = { ...run, args: ['--once'] }
  expect(await runSnippet('send-campaigns', 'send_campaigns.py', once)).toContain('News waits')
  expect(await readCampaign(campaign_id)).toMatchObject({ status: 'sending' })
  const skip_it = { ...run, args: ['--once', '--skip'] }
  const output = await runSnippet('send-campaigns', 'send_campaigns.py', skip_it)
  expect(output).toBe('News is finished.')

  const expected = Array.from({ length: count }, (_, at) => addressOf(at))
    .filter((address) => address !== addressOf(0) && address !== refused)
    .toSorted()
  expect(addresses().toSorted()).toEqual(expected)
  const { status, stats } = await readCampaign(campaign_id)
  expect(status).toBe('sent')
  expect(stats).toMatchObject({ recipients: count, delivered: 227, bounces_hard: 1 })
  // Some were reported twice and counted once.
  expect(results.filter((one) => one === 200).length).toBeGreaterThan(0)
  expect(new Set(results)).toEqual(new Set([200, 201]))
  const { text } = mail.mails[0]!
  expect(text).toMatch(/^List-Unsubscribe: <mailto:news@example.com\?subject=unsubscribe>$/m)
  expect(text).toMatch(/^Subject: What is new$/m)
  expect(text).toMatch(/^Date: /m)
  expect(text).toMatch(new RegExp(`^Message-ID:\\s+<${campaign_id}\\.con_\\w+@example.com>$`, 'm'))

  const { body } = await owner.request(`GET /campaigns/${campaign_id}/report/contacts`)
  const click = { ...run, args: [campaign_id, body.data[0].id, '1'] }
  for (const _ of [1, 2]) await runSnippet('send-campaigns', 'report_click.sh', click)
  expect((await readCampaign(campaign_id)).stats).toMatchObject({ clicks_total: 1 })
}, 120_000)

test('a campaign program sends again only when it is told so', async ({ skip }) => {
  skip(python !== undefined, python)
  const { list_id } = await createContacts(owner, 3)
  const campaign_id = await startCampaign(list_id)
  const { mail, addresses, run } = await prepareProgram(owner, service.app.handle)
  const once = { ...run, args: ['--once'] }
  expect(await runSnippet('send-campaigns', 'send_campaigns.py', once)).toBe(
    `News waits for its text: texts/${campaign_id}.txt`,
  )
  fs.mkdirSync(path.join(run.folder, 'texts'))
  fs.writeFileSync(path.join(run.folder, `texts/${campaign_id}.txt`), 'Hello')
  // Killed before the mail server had the second mail.
  const asked: string[] = []
  mail.replies.data = (to) => (asked.push(to) === 2 ? undefined : '354 Go on')
  const first = startSnippet('send-campaigns', 'send_campaigns.py', run)
  await expect.poll(() => asked.length, patience).toBe(2)
  await first.kill()
  // The mail server asks for patience.
  mail.replies.data = () => '354 Go on'
  mail.replies.rcpt = () => '451 Later'
  await runSnippet('send-campaigns', 'send_campaigns.py', once)
  mail.replies.rcpt = () => '250 OK'
  await runSnippet('send-campaigns', 'send_campaigns.py', once)
  expect(addresses()).toHaveLength(2)
  const again = { ...run, args: ['--once', '--again'] }
  expect(await runSnippet('send-campaigns', 'send_campaigns.py', again)).toBe('News is finished.')
  expect(addresses().toSorted()).toEqual([0, 1, 2].map(addressOf))
  expect(await readCampaign(campaign_id)).toMatchObject({ status: 'sent', stats: { delivered: 3 } })
}, 60_000)

test('a canceled campaign is not sent on', async ({ skip }) => {
  skip(python !== undefined, python)
  const { list_id } = await createContacts(owner, 150)
  const campaign_id = await startCampaign(list_id)
  const { mail, addresses, run } = await prepareProgram(owner, service.app.handle)
  fs.mkdirSync(path.join(run.folder, 'texts'))
  fs.writeFileSync(path.join(run.folder, `texts/${campaign_id}.txt`), 'Hello')
  let canceling: Promise<unknown> | undefined
  mail.replies.content = () => {
    canceling ??= owner.create(`POST /campaigns/${campaign_id}/cancel`, {})
    return '250 OK'
  }
  const once = { ...run, args: ['--once'] }
  const output = await runSnippet('send-campaigns', 'send_campaigns.py', once)
  await canceling
  expect(output).toBe('News was stopped.')
  // The page in progress.
  expect(addresses()).toHaveLength(100)
}, 60_000)

/** A campaign with its text, and a mail server. */
async function prepareCampaign(count: number, handle = service.app.handle) {
  const { list_id } = await createContacts(owner, count)
  const campaign_id = await startCampaign(list_id)
  const { mail, addresses, run } = await prepareProgram(owner, handle)
  fs.mkdirSync(path.join(run.folder, 'texts'))
  fs.writeFileSync(path.join(run.folder, `texts/${campaign_id}.txt`), 'Hello')
  const runOnce = (...args: string[]) =>
    runSnippet('send-campaigns', 'send_campaigns.py', { ...run, args: ['--once', ...args] })
  return { list_id, campaign_id, mail, addresses, run, runOnce }
}

const statusesOf = async (list_id: string) => {
  const { body } = await owner.request(`GET /lists/${list_id}/contacts`)
  return body.data.map(({ status }: { status: string }) => status) as string[]
}

test.for([
  ['every recipient', 'rcpt', '554 5.7.1 Relay access denied'],
  ['the sender at each recipient', 'rcpt', '550 5.1.8 Sender address rejected'],
  ['the sender', 'mail', '553 5.7.1 Not your address'],
  ['the text', 'content', '554 5.7.1 Spam'],
  ['everything for a while', 'rcpt', '421 4.7.0 Too many connections'],
  ['the connection', 'mail', 'drop'],
] as const)(
  'a mail server that refuses %s changes no contact and no campaign',
  { timeout: 60_000 },
  async ([, command, answer], { skip }) => {
    skip(python !== undefined, python)
    const { list_id, campaign_id, mail, addresses, runOnce } = await prepareCampaign(4)
    let asked = 0
    mail.replies[command] = () => ((asked += 1) === 2 ? answer : '250 OK')
    expect(await runOnce()).toMatch(/^News is interrupted: /)
    expect(asked).toBe(2)
    expect(await statusesOf(list_id)).toEqual(Array.from({ length: 4 }, () => 'subscribed'))
    expect(await readCampaign(campaign_id)).toMatchObject({
      status: 'sending',
      stats: { delivered: 1, bounces_hard: 0 },
    })
    mail.replies[command] = () => '250 OK'
    // Nobody decides anything between the two.
    expect(await runOnce()).toBe('News is finished.')
    expect(addresses().toSorted()).toEqual([0, 1, 2, 3].map(addressOf))
    expect((await readCampaign(campaign_id)).stats).toMatchObject({ delivered: 4 })
  },
)

test('a full mailbox is a soft bounce, and leaves the contact subscribed', async ({ skip }) => {
  skip(python !== undefined, python)
  const { list_id, campaign_id, mail, runOnce } = await prepareCampaign(2)
  mail.replies.rcpt = (to) => (to === addressOf(0) ? '552 5.2.2 Mailbox full' : '250 OK')
  expect(await runOnce()).toBe('News is finished.')
  expect(await statusesOf(list_id)).toEqual(['subscribed', 'subscribed'])
  expect((await readCampaign(campaign_id)).stats).toMatchObject({
    bounces_soft: 1,
    bounces_hard: 0,
  })
})

test('only one campaign program runs at a time', async ({ skip }) => {
  skip(python !== undefined, python)
  const { mail, addresses, run, runOnce } = await prepareCampaign(2)
  mail.replies.content = () => undefined
  startSnippet('send-campaigns', 'send_campaigns.py', run)
  await expect.poll(addresses, patience).toHaveLength(1)
  await expect(runOnce('--again')).rejects.toThrow('Only one program may run.')
  expect(addresses()).toHaveLength(1)
})

test('a campaign is finished when its deliveries are reported', async ({ skip }) => {
  skip(python !== undefined, python)
  let isRefusing = true
  const { campaign_id, runOnce } = await prepareCampaign(2, async (request) => {
    if (!isRefusing || !request.path.endsWith('/events')) return service.app.handle(request)
    const refused = (index: number) => ({ index, status: 422, error: { message: 'Too old' } })
    const body = JSON.stringify({ results: [0, 1].map(refused) })
    return { status: 200, headers: ['Content-Type', 'application/json'], body }
  })
  expect(await runOnce()).toMatch(/^con_\w+ is not reported: Too old$/m)
  expect(await readCampaign(campaign_id)).toMatchObject({ status: 'sending' })
  isRefusing = false
  expect(await runOnce()).toBe('News is finished.')
  expect((await readCampaign(campaign_id)).stats).toMatchObject({ delivered: 2 })
})

test('a campaign that is canceled at its end is not called finished', async ({ skip }) => {
  skip(python !== undefined, python)
  let posts = 0
  const { campaign_id, runOnce } = await prepareCampaign(1, async (request) => {
    // The first post reports the delivery.
    if (request.path.endsWith('/events') && (posts += 1) === 2)
      await owner.create(`POST /campaigns/${campaign_id}/cancel`, {})
    return service.app.handle(request)
  })
  expect(await runOnce()).toMatch(/^News is not finished: /)
  expect(await readCampaign(campaign_id)).toMatchObject({
    status: 'cancelled',
    stats: { delivered: 1 },
  })
})

test('a password is not sent to another machine without encryption', async ({ skip }) => {
  skip(python !== undefined, python)
  const { run, addresses } = await prepareCampaign(1)
  // Another name of this machine, which the program does not know.
  const env = { ...run.env, SMTP_HOST: '127.1', SMTP_USER: 'news', SMTP_PASSWORD: 'secret' }
  const once = { ...run, env, args: ['--once'] }
  expect(await runSnippet('send-campaigns', 'send_campaigns.py', once)).toBe(
    'News is interrupted: the mail server offers no encryption for the password',
  )
  expect(addresses()).toEqual([])
})

test('a campaign program goes on after a refusal, but not without access', async ({ skip }) => {
  skip(python !== undefined, python)
  let refusals = 0
  const refuse = (status: number) => ({ status, headers: [], body: '{"error":{}}' })
  const { run } = await prepareCampaign(1, async (request) => {
    if (request.path.endsWith('/campaigns') && (refusals += 1) === 1) return refuse(409)
    return refusals > 2 ? refuse(401) : service.app.handle(request)
  })
  const env = { ...run.env, SECONDS_BETWEEN_LOOKS: '0' }
  const { lines, end } = startSnippet('send-campaigns', 'send_campaigns.py', { ...run, env })
  expect(await end).toBe(1)
  expect(lines).toEqual([
    expect.stringContaining('409'),
    'News is finished.',
    expect.stringContaining('401'),
  ])
})
