// Runs on both engines: it streams pages outside of a transaction.
import { expect, test } from 'vitest'

import { perTest, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const list = perTest(() => owner.create('POST /lists', { name: 'Readers' }))

const add = (body: object) => owner.request(`POST /lists/${list.id}/contacts`, { body })
const exportCsv = (query = '') => owner.request(`GET /lists/${list.id}/export${query}`)
const lines = async (query = '') => (await exportCsv(query)).text.trimEnd().split('\r\n')

/** Adds `count` contacts in one request, from `reader0@x.io` on. */
const addMany = (count: number) =>
  owner.request(`POST /lists/${list.id}/contacts/batch`, {
    body: {
      operations: Array.from({ length: count }, (_, index) => ({
        op: 'upsert',
        email_address: `reader${index}@x.io`,
        fields: { No: String(index) },
      })),
    },
  })
/** The body of an export while it arrives. */
const openExport = async (query = '') => {
  const request = new Request(`http://x.test/v1/lists/${list.id}/export${query}`, {
    headers: { Authorization: `Bearer ${owner.key}` },
  })
  return (await service.app.fetch(request)).body?.getReader()
}

test('an export is a CSV file with all fields of its contacts', async () => {
  await add({ email_address: 'ada@x.io', fields: { Town: 'Ulm, "Süd"' }, tags: ['vip', 'a,b'] })
  await add({ email_address: 'bob@x.io', fields: { Name: 'Bob\nJr.' }, status: 'unsubscribed' })
  await owner.events()
  const { status, headers, text } = await exportCsv()
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toBe('attachment')
  expect(text.replaceAll(/\d{4}-[\dT:.-]+Z/g, 'then')).toBe(
    'email_address,status,tags,created_at,Name,Town\r\n' +
      'bob@x.io,unsubscribed,,then,"Bob\nJr.",\r\n' +
      'ada@x.io,subscribed,"vip,""a,b""",then,,"Ulm, ""Süd"""\r\n',
  )
  expect(await owner.events()).toEqual([])
})

test('T95 an export escapes formulas unless raw is true', async () => {
  await add({ email_address: '=a@x.io', fields: { Note: '@cmd', '-x': '+49' }, tags: ['-t'] })
  const escaped = await lines()
  expect(escaped[0]).toContain(",'-x,Note")
  expect(escaped[1]).toMatch(/^'=a@x\.io,subscribed,'-t,[^,]+,'\+49,'@cmd$/)
  expect((await lines('?raw=true'))[1]).toMatch(/^=a@x\.io,subscribed,-t,[^,]+,\+49,@cmd$/)
  expect((await exportCsv('?raw=yes')).status).toBe(422)
})

test('an export has the filters and the order of the list of contacts', async () => {
  await add({ email_address: 'ada@x.io', tags: ['vip'], fields: { Town: 'Ulm' } })
  await add({ email_address: 'bob@x.io', status: 'unsubscribed', fields: { Town: 'Bonn' } })
  await add({ email_address: 'cyd@x.io', tags: ['VIP'] })
  const found = async (query: string) =>
    (await lines(query)).slice(1).map((line) => line.split('@')[0])
  expect(await found('?tag=Vip')).toEqual(['cyd', 'ada'])
  expect(await found('?tag=vip&sort=created_at')).toEqual(['ada', 'cyd'])
  expect(await found('?status=subscribed,unsubscribed&sort=email_address')).toEqual([
    'ada',
    'bob',
    'cyd',
  ])
  expect(await found('?search=bon')).toEqual(['bob'])
  expect(await found('?status=pending')).toEqual([])
  expect((await lines('?status=unsubscribed'))[0]).toMatch(/created_at,Town$/)
  expect((await lines('?status=pending'))[0]).toMatch(/created_at$/)
  expect((await exportCsv('?status=asleep')).status).toBe(422)
})

test('an export of several pages has every contact once, whatever changes', async () => {
  await addMany(1000)
  await add({ email_address: 'last@x.io' })
  for (const query of ['', '?sort=email_address', '?sort=created_at']) {
    const addresses = (await lines(query)).slice(1).map((line) => line.split(',')[0])
    expect([addresses.length, new Set(addresses).size]).toEqual([1001, 1001])
  }

  const changing = await openExport('?sort=-updated_at')
  let text = ''
  const readPart = async () => {
    const part = await changing?.read()
    text += new TextDecoder().decode(part?.value)
    return part?.done === false
  }
  await readPart() // the names of the columns
  await readPart()
  // On the second page by this order, and before the first one once it has changed.
  const { id } = (await owner.request(`GET /lists/${list.id}/contacts/reader0@x.io`)).body
  await owner.request(`PATCH /lists/${list.id}/contacts/${id}`, { body: { fields: { No: 'x' } } })
  while (await readPart());
  const addresses = text.match(/^[^,]+@x\.io/gm)
  expect([addresses?.length, new Set(addresses).size]).toEqual([1001, 1001])
})

test('an export as lines has whole contacts and ends with their count', async () => {
  await addMany(1000)
  await add({ email_address: '=a@x.io', fields: { Note: 'one\ntwo' }, tags: ['a,b'] })
  const parse = (text: string): unknown[] =>
    text.split('\n').map((line) => (line === '' ? '' : JSON.parse(line)))
  const { headers, text } = await exportCsv('?format=jsonl')
  expect(headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
  const rows = parse(text)
  expect(rows.slice(-2)).toEqual([{ count: 1001 }, ''])
  const { data } = (await owner.request(`GET /lists/${list.id}/contacts`)).body
  expect(rows.slice(0, 100)).toEqual(data)
  expect(parse((await exportCsv('?format=jsonl&tag=A,b')).text)).toEqual([
    data[0],
    { count: 1 },
    '',
  ])
  expect((await exportCsv('?format=jsonl&status=pending')).text).toBe('{"count":0}\n')
  expect((await exportCsv('?format=xml')).status).toBe(422)
})

test('a client that disconnects ends the reading of an export', async () => {
  await add({ email_address: 'ada@x.io' })
  const reader = await openExport()
  await reader?.read()
  await reader?.read()
  await reader?.cancel()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
})

test('an export of an empty list has the names of its columns', async () => {
  expect(await lines()).toEqual(['email_address,status,tags,created_at'])
})

test('a HEAD request of an export reads no contacts', async () => {
  const { status, headers, text } = await owner.request(`HEAD /lists/${list.id}/export`)
  expect([status, headers.get('content-type'), text]).toEqual([200, 'text/csv; charset=utf-8', ''])
})
