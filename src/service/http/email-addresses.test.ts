import { beforeAll, expect, test } from 'vitest'

import { perFile, servicePerFile } from './test-service.ts'

const wrongAddresses = [
  'a,b@example.com',
  'a;b@example.com',
  'a(b)@example.com',
  'a:b@example.com',
  '.dot@example.com',
  'a..b@example.com',
  'u@-bad-.com',
  'u@a_b.com',
  'u@1.2.3.4',
  '\u212aim@example.com', // Kelvin sign
]

const ids: Record<string, string> = {}

const service = servicePerFile()
const owner = perFile(() => service.workspace())
beforeAll(async () => {
  service.scheduler.start()
  const create = async (line: string, body: object) => (await owner.create(`POST ${line}`, body)).id
  ids['list'] = await create('/lists', { name: 'L' })
  ids['contact'] = await create(`/lists/${ids['list']}/contacts`, { email_address: 'ada@x.io' })
  const board_id = await create('/feedback/boards', { name: 'B' })
  ids['board'] = board_id
  ids['post'] = await create('/feedback/posts', {
    board_id,
    title: 'P',
    user: { external_id: 'p' },
  })
  ids['user'] = await create('/feedback/users/identify', { external_id: 'u' })
  ids['member'] = await create('/members', { name: 'M' })
})

// What is written with an address, by the place where people meet it.
const writes: [place: string, line: string, body: (address: string) => object][] = [
  ['contact', 'POST /lists/:list/contacts', (email_address) => ({ email_address })],
  [
    'changed contact',
    'PATCH /lists/:list/contacts/:contact',
    (email_address) => ({ email_address }),
  ],
  ['identified user', 'POST /feedback/users/identify', (email) => ({ email })],
  ['changed user', 'PATCH /feedback/users/:user', (email) => ({ email })],
  ['vote on behalf', 'POST /feedback/posts/:post/votes', (email) => ({ user: { email } })],
  ['vote by address', 'POST /feedback/posts/:post/votes', (email) => ({ email })],
  [
    'author',
    'POST /feedback/posts',
    (email) => ({ board_id: ids['board'], title: 'T', user: { email } }),
  ],
  ['commenter', 'POST /feedback/posts/:post/comments', (email) => ({ body: 'C', user: { email } })],
  ['subscriber', 'POST /feedback/changelog/subscribers', (email) => ({ email })],
  ['member', 'POST /members', (email) => ({ name: 'M', email })],
  ['changed member', 'PATCH /members/:member', (email) => ({ email })],
  ['sender', 'POST /campaigns', (email_address) => ({ name: 'C', from: { email_address } })],
]

test.each(writes)('the address of a %s is checked', async (place, line, body) => {
  const send = (address: string) => {
    const filled = line.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
    return owner.request(filled, { body: body(address) })
  }
  for (const address of wrongAddresses)
    expect([address, (await send(address)).status]).toEqual([address, 422])
  const right = `zoë.${place.replaceAll(' ', '-')}@bücher.example`
  expect((await send(right)).status).toBeLessThan(300)
})

test.each(['feedback/users', 'feedback/changelog/subscribers'])(
  'a look-alike of an address is not found among %s',
  async (path) => {
    const { request } = owner
    const address = 'kim@found.example'
    await request('POST /feedback/users/identify', { body: { email: address } })
    await request('POST /feedback/changelog/subscribers', { body: { email: address } })
    const find = (email: string) => request(`GET /${path}?email=${encodeURIComponent(email)}`)
    expect((await find('KIM@found.example')).body.data).toHaveLength(1)
    expect((await find('\u212aim@found.example')).status).toBe(422)
  },
)

test('the addresses of a batch are checked one by one', async () => {
  const all = [...wrongAddresses, 'batch@bücher.example']
  const operations = all.map((email_address) => ({ op: 'upsert', email_address }))
  const line = `POST /lists/${ids['list']}/contacts/batch`
  const { body } = await owner.request(line, { body: { operations } })
  const statuses = body.results.map(({ status }: { status: number }) => status)
  expect(statuses).toEqual([...wrongAddresses.map(() => 422), 201])
})

test('the addresses of a file are checked row by row', async () => {
  const line = `POST /lists/${ids['list']}/contacts`
  await owner.request(line, { body: { email_address: 'Kim@example.com' } })
  const all = [...wrongAddresses, 'file@bücher.example']
  const csv = ['Email', ...all.map((address) => `"${address}"`)].join('\n')
  const imports = `/lists/${ids['list']}/imports`
  const { id } = await owner.create(`POST ${imports}`, { csv })
  const read = async () => (await owner.request(`GET ${imports}/${id}`)).body
  await expect.poll(async () => (await read()).finished_at).not.toBeNull()
  const { counts, errors } = await read()
  expect(counts).toMatchObject({
    created: 1,
    updated: 0,
    skipped: 0,
    failed: wrongAddresses.length,
  })
  expect(errors).toHaveLength(wrongAddresses.length)
})

test('an address stored before the rule is read, found, enrolled and corrected', async () => {
  const { request, workspace_id } = owner
  const old = 'old,one@example.com'
  const contacts = `/lists/${ids['list']}/contacts`
  const draft = { email_address: 'old@example.com' }
  const { id } = (await request(`POST ${contacts}`, { body: draft })).body
  await service.database.pool
    .updateTable('contacts')
    .set({ email_address: old, address_key: old })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
  expect((await request(`GET ${contacts}/${encodeURIComponent(old)}`)).body.email_address).toBe(old)
  const automation = { list_id: ids['list'], name: 'A', status: 'active' }
  const created = (await request('POST /automations', { body: automation })).body
  const enroll = (email_address: string) =>
    request(`POST /automations/${created.id}/enroll`, {
      body: { list_id: ids['list'], email_address },
    })
  for (const address of wrongAddresses) expect([404, 422]).toContain((await enroll(address)).status)
  const enrolled = await enroll(old)
  expect([enrolled.status, enrolled.body.contact_id]).toEqual([201, id])
  expect((await request(`PATCH ${contacts}/${id}`, { body: draft })).status).toBe(200)
})
