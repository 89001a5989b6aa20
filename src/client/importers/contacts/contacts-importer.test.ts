import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type Call, createApiClient } from '#client/api-client.ts'
import { download } from '#client/download.ts'
import type { ApplyOptions, ImportCall } from '#client/importers/core/import-call.ts'
import { openCsv } from '#client/importers/formats/csv.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import {
  type TestService,
  type TestWorkspace,
  openTestService,
} from '#service/http/test-service.ts'
import { firstRow, type WrittenContact } from './contact-diff.ts'
import type { ContactOptions } from './contact-plan.ts'
import { contactsImporter, importContacts } from './contacts-importer.ts'
import { checkParts, openContactParts } from './plan-in-parts.ts'

let service: TestService
let owner: TestWorkspace
let call: Call
let list_id: string
let lines: string[]

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await service.workspace()
  lines = []
  call = callWith(owner.key)
  list_id = (await call('POST /lists', { name: 'Readers' })).id
  await owner.events()
})

const callWith = (key: string) =>
  createApiClient({
    base_url: 'http://service.test/v1',
    key,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      lines.push(`${request.method} ${new URL(request.url).pathname.replace(/^\/v1/, '')}`)
      return service.app.fetch(request)
    },
  })
const writes = () => lines.filter((line) => !line.startsWith('GET '))

const runImport = async (
  text: string,
  how: ApplyOptions = {},
  contactOptions: Partial<ContactOptions> = {},
  caller: ImportCall = call,
) => {
  lines = []
  const options = { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z', ...contactOptions }
  const file = { path: 'contacts.csv', name: 'contacts.csv', text }
  const [ready] = await contactsImporter(list_id, options)([file])
  if (!ready) throw new Error('One file is one import.')
  return ready.apply(caller, how)
}
const outcome = async (...args: Parameters<typeof runImport>) => {
  const { contacts } = (await runImport(...args)).counts
  return [contacts?.created, contacts?.updated, contacts?.unchanged, contacts?.rejected]
}
const stored = async () =>
  (await call('GET /lists/:list_id/contacts', { list_id, sort: 'email_address' })).data
const contact = async (email_address: string) =>
  call('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email: email_address })
const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))

test('a thousand contacts take five batches, a second run writes nothing', async () => {
  const text = gunzipSync(fixture('grouparoo-records-1000.csv.gz')).toString()
  expect(await outcome(text)).toEqual([1000, 0, 0, 0])
  expect(writes()).toEqual(Array(5).fill(`POST /lists/${list_id}/contacts/batch`))
  expect(await owner.events()).toHaveLength(1000)
  expect((await call('GET /lists/:list_id', { list_id })).counts).toMatchObject({
    total: 1000,
    subscribed: 1000,
  })
  expect(await contact('ejervois0@example.com')).toMatchObject({
    source: 'import',
    fields: { id: '1', first_name: 'Erie', vip: 'true', ltv: '259.12' },
  })

  expect(await outcome(text)).toEqual([0, 0, 1000, 0])
  expect(writes()).toEqual([])
  expect(await owner.events()).toEqual([])
}, 240_000)

test.each([
  ['ghost-valid-members-import.csv', { total: 2, subscribed: 1, unsubscribed: 1 }],
  ['ghost-valid-members-labels.csv', { total: 2, subscribed: 2, unsubscribed: 0 }],
  // Four of its people have neither agreed nor declined.
  ['ghost-comprehensive-members.csv', { total: 7, subscribed: 2, pending: 4, unsubscribed: 1 }],
  ['ghost-member-export.csv', { total: 2, subscribed: 1, unsubscribed: 1 }],
])('the export %s arrives whole, and again without a change', async (name, counts) => {
  const text = fixture(name).toString()
  const options = { unknown_consent: 'pending' } as const
  expect(await outcome(text, {}, options)).toEqual([counts.total, 0, 0, 0])
  expect((await call('GET /lists/:list_id', { list_id })).counts).toMatchObject(counts)
  await owner.events()
  expect(await outcome(text, {}, options)).toEqual([0, 0, counts.total, 0])
  expect([writes(), await owner.events()]).toEqual([[], []])
})

test('every oddity at once is unchanged in a second run', async () => {
  const text = [
    'Email;Status;Tags;OPTIN_TIME;Data;__proto__;Note',
    'Ada@X.io;cleaned;"""Berlin, east"",vip";9999-12-31 00:00:00;"{""a"":1,""b"":[2]}";p;"=1+1\r\n""x"""',
    'ada@x.io;unsubscribed;VIP;;;;later',
    'b@bücher.example;;;2012-05-15 12:34:56;;;e\u0301\u200F',
  ].join('\r\n')
  expect(await outcome(text)).toEqual([2, 1, 0, 0])
  const [ada, b] = await stored()
  expect(ada).toMatchObject({
    email_address: 'Ada@X.io',
    status: 'unsubscribed',
    tags: ['Berlin, east', 'vip'],
    fields: { a: '1', b: '[2]', Note: 'later' },
  })
  expect(Object.entries(ada?.fields ?? {})).toContainEqual(['__proto__', 'p'])
  expect(b).toMatchObject({ created_at: '2012-05-15T12:34:56.000Z', fields: { Note: 'é\u200F' } })
  await owner.events()
  expect(await outcome(text)).toEqual([0, 0, 3, 0])
  expect([writes(), await owner.events(), await stored()]).toEqual([[], [], [ada, b]])
})

test('a newer file merges fields, adds tags and keeps the rest', async () => {
  await runImport('Email,City,Job,Tags\na@x.io,Rome,Cook,VIP')
  const before = await contact('a@x.io')
  await call('PATCH /lists/:list_id/contacts/:contact_id', {
    list_id,
    contact_id: before.id,
    tags: ['VIP', 'ours'],
    fields: { Own: 'kept' },
  })
  expect(await outcome('Email,City,Job,Tags\nA@X.io,Oslo,,"vip,new"\nb@x.io,,,')).toEqual([
    1, 1, 0, 0,
  ])
  expect(await contact('a@x.io')).toMatchObject({
    id: before.id,
    tags: expect.arrayContaining(['new', 'ours', 'VIP']),
    fields: { City: 'Oslo', Job: 'Cook', Own: 'kept' },
  })
  await runImport('Email,City,Job\na@x.io,,', {}, { clear_empty: true })
  expect((await contact('a@x.io')).fields).toEqual({ Own: 'kept' })
})

test('an unsubscribed contact stays unsubscribed without --resubscribe', async () => {
  await runImport('Email,Status\na@x.io,unsubscribed\nb@x.io,cleaned\nc@x.io,complained')
  const newerText = 'Email,Status,City\na@x.io,active,Rome\nb@x.io,active,\nc@x.io,active,'
  const report = await runImport(newerText)
  expect(report.counts.contacts).toMatchObject({ updated: 1, unchanged: 2 })
  expect(report.notes.map(({ message }) => message)).toEqual([
    'status: subscribed in the file, unsubscribed here, and stays so',
    'status: subscribed in the file, bounced here, and stays so',
    'status: subscribed in the file, complained here, and stays so',
  ])
  const statuses = async () => (await stored()).map(({ status }) => status)
  expect(await statuses()).toEqual(['unsubscribed', 'bounced', 'complained'])
  expect(await outcome('Email\na@x.io')).toEqual([0, 0, 1, 0])

  expect(await outcome(newerText, {}, { resubscribe: true })).toEqual([0, 2, 1, 0])
  expect(await statuses()).toEqual(['subscribed', 'subscribed', 'complained'])
  expect(await outcome('Email,Status\na@x.io,false')).toEqual([0, 1, 0, 0])
  expect((await contact('a@x.io')).status).toBe('unsubscribed')
})

/** The ways in which the command line and the browser write, as the capabilities of a service allow. */
const withoutCapabilities =
  (...missing: readonly string[]): ImportCall =>
  async (name, input) => {
    const response = await call(name, input)
    if (name !== 'GET /me') return response
    const { capabilities, ...me } = response as ResponseBody<'GET /me'>
    const remaining = capabilities.filter((one) => !missing.includes(one))
    return { ...me, capabilities: remaining } as typeof response
  }

test.each([
  ['batches', []],
  ['batches without import mode', ['import']],
  ['single requests', ['contacts.batch']],
  ['single requests without import mode', ['contacts.batch', 'import']],
])('contacts that left and were deleted come back as they were: %s', async (_, missing) => {
  const file = 'Email,Status\na@x.io,active\nb@x.io,active\nc@x.io,active\nd@x.io,active'
  await runImport('Email,Status\na@x.io,unsubscribed\nb@x.io,cleaned\nc@x.io,complained')
  for (const { id } of await stored())
    await call('DELETE /lists/:list_id/contacts/:contact_id', { list_id, contact_id: id })
  const caller = withoutCapabilities(...missing)
  const report = await runImport(file, {}, {}, caller)
  expect(report.counts.contacts).toMatchObject({ created: 4, rejected: 0 })
  const statuses = async () => (await stored()).map(({ status }) => status)
  expect(await statuses()).toEqual(['unsubscribed', 'bounced', 'complained', 'subscribed'])
  const messages = report.notes.map(({ message }) => message)
  expect(messages.filter((message) => message.includes('because the address'))).toEqual([
    'status: unsubscribed, because the address unsubscribed, bounced, complained or was suppressed before',
    'status: bounced, because the address unsubscribed, bounced, complained or was suppressed before',
    'status: complained, because the address unsubscribed, bounced, complained or was suppressed before',
  ])
  await runImport(file, {}, { resubscribe: true }, caller)
  expect(await statuses()).toEqual(['subscribed', 'subscribed', 'complained', 'subscribed'])
  for (const { id } of await stored())
    await call('DELETE /lists/:list_id/contacts/:contact_id', { list_id, contact_id: id })
  await runImport(file, {}, { resubscribe: true }, caller)
  expect(await statuses()).toEqual(['subscribed', 'subscribed', 'complained', 'subscribed'])
})

test.each([
  ['batches', []],
  ['single requests', ['contacts.batch', 'import']],
])('an assumed status lifts nothing, also with --resubscribe: %s', async (_, missing) => {
  await runImport('Email,Status\na@x.io,unsubscribed\nb@x.io,unsubscribed')
  for (const { id } of await stored())
    await call('DELETE /lists/:list_id/contacts/:contact_id', { list_id, contact_id: id })
  const options = { resubscribe: true, unknown_consent: 'subscribed' } as const
  const file = 'Email,Marketing consent\na@x.io,yes\nb@x.io,perhaps'
  await runImport(file, {}, options, withoutCapabilities(...missing))
  expect((await stored()).map(({ status }) => status)).toEqual(['subscribed', 'unsubscribed'])
})

test('an import emits no webhook events unless requested', async () => {
  const silent = async () =>
    (
      await service.database.pool
        .selectFrom('events')
        .select('silent')
        .where('workspace_id', '=', owner.workspace_id)
        .where('kind', '=', 'contact.created')
        .execute()
    ).map((row) => row.silent)
  await runImport('Email\na@x.io')
  expect(await silent()).toEqual([true])
  expect(await runImport('Email\nb@x.io', { emit_events: true })).toMatchObject({
    webhooks_told: true,
  })
  expect((await silent()).toSorted((one, other) => Number(one) - Number(other))).toEqual([
    false,
    true,
  ])
})

test('a dry run returns the same report and writes nothing', async () => {
  await runImport('Email,City\na@x.io,Rome\nb@x.io,')
  await owner.events()
  const text = 'Email,City\na@x.io,Oslo\nb@x.io,\nc@x.io,\nC@x.io,Bern\nnobody,'
  const dryRun = await runImport(text, { dry_run: true })
  expect(dryRun.counts.contacts).toEqual({
    read: 5,
    created: 1,
    updated: 2,
    unchanged: 1,
    rejected: 1,
  })
  expect([writes(), await owner.events()]).toEqual([[], []])
  expect((await runImport(text)).counts).toEqual(dryRun.counts)
})

test('a rejected contact is reported by row and the others imported', async () => {
  const names = (from: number) => Array.from({ length: 60 }, (_, n) => `f${from + n}`).join(',')
  await runImport(`Email,${names(0)}\na@x.io,${names(0)}`)
  const report = await runImport(`Email,${names(60)}\nb@x.io,x\na@x.io,${names(60)}`)
  expect(report.counts.contacts).toMatchObject({ created: 1, rejected: 1 })
  expect(report.rejected).toEqual([
    {
      kind: 'contacts',
      path: 'row 3',
      id: 'a@x.io',
      reason: 'rejected by the server: A contact may have at most 100 fields.',
    },
  ])
})

test('a few contacts of a long list are looked up one by one', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => `a${n}@x.io`)
  await runImport(`Email\n${rows.join('\n')}`)
  expect(await outcome('Email,City\na7@x.io,Rome\nnew+1@x.io,')).toEqual([1, 1, 0, 0])
  // One page, for the names of its fields.
  expect(lines.filter((line) => line === `GET /lists/${list_id}/contacts`)).toHaveLength(1)
})

test('without batches each contact is one request, four at a time', async () => {
  let running = 0
  let maxRunning = 0
  const callWithoutBatches: ImportCall = async (name, input) => {
    running += 1
    if (name.startsWith('POST')) maxRunning = Math.max(maxRunning, running)
    try {
      const response = await call(name, input)
      if (name !== 'GET /me') return response
      // As a service without them says it: the answer's type is that of its name.
      const { capabilities, ...me } = response as ResponseBody<'GET /me'>
      const remaining = capabilities.filter((one) => one !== 'contacts.batch')
      return { ...me, capabilities: remaining } as typeof response
    } finally {
      running -= 1
    }
  }
  const rows = Array.from({ length: 9 }, (_, n) => `a${n}@x.io,true,"t${n},all",2020-01-01`)
  const text = `Email,Status,Tags,created_at\n${rows.join('\n')}`
  expect(await outcome(text, {}, {}, callWithoutBatches)).toEqual([9, 0, 0, 0])
  expect(new Set(writes())).toEqual(new Set([`POST /lists/${list_id}/contacts`]))
  expect(maxRunning).toBe(4)
  expect((await contact('a3@x.io')).created_at).toBe('2020-01-01T00:00:00.000Z')
  expect(await outcome(text, {}, {}, callWithoutBatches)).toEqual([0, 0, 9, 0])
  expect(await outcome('Email,Tags\na3@x.io,new', {}, {}, callWithoutBatches)).toEqual([0, 1, 0, 0])
  expect((await contact('a3@x.io')).tags.toSorted()).toEqual(['all', 'new', 't3'])
})

test('an unknown list or a key without import rights writes nothing', async () => {
  const { key } = await call('POST /api-keys', { name: 'Writer', scope: 'write' })
  const writer = callWith(key)
  await expect(runImport('Email\na@x.io', {}, {}, writer)).rejects.toMatchObject({
    code: 'insufficient_scope',
  })
  expect(await stored()).toEqual([])
  list_id = 'lst_gone'
  await expect(runImport('Email\na@x.io')).rejects.toMatchObject({ code: 'not_found' })
})

test('a column becomes the field of the list with a similar name', async () => {
  // Not one of the newest hundred.
  const fields = { first_name: 'Ada' }
  await call('POST /lists/:list_id/contacts', { list_id, email_address: 'a@x.io', fields })
  const operations = Array.from({ length: 100 }, (_, n) => ({
    op: 'upsert' as const,
    email_address: `p${n}@x.io`,
  }))
  await call('POST /lists/:list_id/contacts/batch', { list_id, operations })
  const fetch = async (...request: Parameters<typeof globalThis.fetch>) =>
    service.app.fetch(new Request(...request))
  const server = { base_url: 'http://service.test/v1', key: owner.key, fetch }
  const text = 'Email,First Name,Town\nb@x.io,Bo,Ulm\n'
  const options = { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z' }
  const file = { path: 'people.csv', name: 'people.csv', text }
  for (const created of [1, 0]) {
    const [ready] = await contactsImporter(list_id, options)([file])
    const report = await ready?.apply(call, {
      download: (name, input) => download(server, name, input),
    })
    expect(report?.counts).toMatchObject({ contacts: { created, read: 1 } })
  }
  expect((await contact('b@x.io')).fields).toEqual({ first_name: 'Bo', Town: 'Ulm' })
})

test('a file of several parts arrives whole, and again without a change', async () => {
  // The addresses of a hundred rows come back a thousand rows later, with another tag.
  const rows = Array.from({ length: 1200 }, (_, n) => `p${n % 1100}@x.io,"t${n < 1100 ? 1 : 2}",x`)
  const text = `Email,Tags,Town\n${rows.join('\n')}`
  const options = { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z' }
  const importFile = async (how: ApplyOptions = {}) => {
    lines = []
    const [ready] = await contactsImporter(
      list_id,
      options,
    )([{ path: 'c.csv', name: 'c.csv', text }])
    return (await ready?.apply(call, how))?.counts['contacts']
  }
  const server = { base_url: 'http://service.test/v1', key: owner.key }
  const downloads: string[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    downloads.push(String(input))
    return service.app.fetch(new Request(input, init))
  }
  const how: ApplyOptions = {
    download: (name, input) => download({ ...server, fetch }, name, input),
  }
  expect(await importFile(how)).toMatchObject({ read: 1200, created: 1100, updated: 100 })
  expect(await contact('p7@x.io')).toMatchObject({ tags: ['t1', 't2'], fields: { Town: 'x' } })
  expect((await call('GET /lists/:list_id', { list_id })).counts).toMatchObject({ total: 1100 })
  await owner.events()

  expect(await importFile(how)).toMatchObject({ read: 1200, unchanged: 1200 })
  expect(downloads.filter((url) => url.includes('format=jsonl'))).toHaveLength(1)
  // Without a download, the pages of the list are read.
  expect(await importFile()).toMatchObject({ read: 1200, unchanged: 1200 })
  expect(writes()).toEqual([])
  expect(await owner.events()).toEqual([])
}, 60_000)

const openFile = (text: string) => {
  const options = { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z' }
  const parts = openContactParts(openCsv(text), 'c.csv', options)
  return { parts, findings: checkParts(parts, () => undefined) }
}

/** A run that remembers what it wrote, as the dashboard does, and the addresses of each batch that was sent. */
function createMemory() {
  const [previous, sent] = [new Map<number, WrittenContact>(), new Set<number>()]
  const batches: (readonly string[])[] = []
  const options: Parameters<typeof importContacts>[3] = {
    ...{ previous, sent },
    onSend: (diffs) => {
      batches.push(diffs.map(({ contact: one }) => one.email_address))
      for (const { contact: one, existing } of diffs) if (!existing) sent.add(firstRow(one))
    },
    onResults: (results) => {
      for (const result of results) {
        if ('error' in result || result.outcome === 'unchanged') continue
        const { contact: one, outcome: result_outcome, id } = result
        const row_count = one.rows.length
        previous.set(firstRow(one), { outcome: result_outcome, id, row_count })
      }
    },
  }
  return { batches, previous, options }
}

test('a run that was stopped and continues sends no contact twice', async () => {
  const before = Array.from({ length: 300 }, (_, n) => `p${n}@x.io`)
  await runImport(`Email\n${before.join('\n')}`)
  // A hundred addresses come back in the last part.
  const rows = Array.from({ length: 1500 }, (_, n) => `p${n % 1400}@x.io,${n}`)
  const file = openFile(`Email,Town\n${rows.join('\n')}\nnobody,`)
  const { batches, previous, options } = createMemory()
  const stop = new AbortController()
  const first = await importContacts(call, list_id, file, {
    ...options,
    signal: stop.signal,
    onResults: (results) => {
      options.onResults?.(results)
      if (previous.size >= 400) stop.abort()
    },
  })
  expect(first.error).toBeUndefined()
  const { created, updated } = first.counts.contacts
  expect(created + updated).toBe(previous.size)
  expect(previous.size).toBeLessThan(1000)

  const progress: number[] = []
  const second = await importContacts(call, list_id, file, {
    ...options,
    onProgress: ({ done, total }) => progress.push(total - done),
  })
  expect(second).toMatchObject({ error: undefined, rejected: [] })
  expect(second.counts.contacts).toEqual({ created: 1100, updated: 400, unchanged: 0 })
  expect(progress.at(-1)).toBe(0)
  const addresses = batches.flat()
  expect(new Set(addresses).size).toBe(1400)
  expect(addresses).toHaveLength(1400)
  expect((await contact('p7@x.io')).fields).toEqual({ Town: '1407' })
}, 60_000)

test('contacts whose response was lost count as created when the run continues', async () => {
  const rows = Array.from({ length: 450 }, (_, n) => `p${n}@x.io`)
  const file = openFile(`Email\n${rows.join('\n')}`)
  const { batches, options } = createMemory()
  const callWithLoss: ImportCall = async (name, input) => {
    const response = await call(name, input)
    if (batches.length === 2) throw new Error('The connection was lost.')
    return response
  }
  const first = await importContacts(callWithLoss, list_id, file, options)
  expect(first.error).toMatchObject({ message: 'The connection was lost.' })
  expect(first.counts.contacts.created).toBe(200)
  const second = await importContacts(call, list_id, file, options)
  expect(second.counts.contacts).toEqual({ created: 450, updated: 0, unchanged: 0 })
  expect(batches.map(({ length }) => length)).toEqual([200, 200, 50])
})

test('a run that stops at an error sends no further batch', async () => {
  const names = (from: number) => Array.from({ length: 60 }, (_, n) => `f${from + n}`).join(',')
  await runImport(`Email,${names(0)}\na@x.io,${names(0)}`)
  const rows = Array.from({ length: 900 }, (_, n) => `p${n}@x.io`)
  const file = openFile(`Email,${names(60)}\na@x.io,${names(60)}\n${rows.join('\n')}`)
  const { batches, options } = createMemory()
  const result = await importContacts(call, list_id, file, { ...options, stops_at_error: true })
  expect(result).toMatchObject({ error: undefined, rejected: [{ path: 'row 2' }] })
  expect(result.counts.contacts).toEqual({ created: 199, updated: 0, unchanged: 0 })
  expect(batches).toHaveLength(1)
})
