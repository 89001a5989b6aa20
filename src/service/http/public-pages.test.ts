// Runs on both engines: times are compared in the database.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import {
  attributesOf,
  withoutElements,
  xssPayloads,
} from '#service/feedback/public-changelog/test-xss-payloads.ts'
import { publishDueEntries } from '#service/jobs/job-scheduler.ts'
import { openTestService, servicePerFile, workspacePerTest } from './test-service.ts'

const base = 'https://acme.example'
const noon = '2030-06-01T12:00:00.000Z'
const plus = (minutes: number) => new Date(Date.parse(noon) + minutes * 60_000).toISOString()
const at = (moment: string) => void vi.setSystemTime(new Date(moment))

const service = servicePerFile({ PUBLIC_URL: base })
// Pages have their long address, in each test alike.
beforeAll(() => service.workspace('First'))
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(noon) }))
const owner = workspacePerTest(service, 'Acme')
beforeEach(() => settings({ public_changelog: true }))
afterEach(async () => {
  // A sweep reads every workspace: nothing may be left for the one of another test.
  at(plus(100_000))
  await publishDueEntries(service.database, new Date(), null)
  vi.useRealTimers()
})

const settings = (body: object) => owner.request('PATCH /workspace', { body })
const entries = '/feedback/changelog/entries'
const create = async (body: object, { request } = owner) =>
  (await request(`POST ${entries}`, { body: { title: 'News', ...body } })).body
const publish = (body: object = {}) => create({ publish_at: noon, ...body })
const label = async (name: string, color = 'green') =>
  (await owner.create('POST /feedback/changelog/labels', { name, color })).id

async function get(path: string, headers: Record<string, string> = {}, from = service) {
  const response = await from.app.fetch(new Request(`http://service.test${path}`, { headers }))
  const { status, headers: responseHeaders } = response
  return { status, headers: responseHeaders, text: await response.text() }
}
const pathOf = (workspace = owner) => `/p/${workspace.workspace_id}/changelog`
const page = async (rest = '') => (await get(pathOf() + rest)).text
const titlesOf = (html: string) =>
  [...html.matchAll(/<h2 dir="auto"><a [^>]*>([^<]*)</g)].map(([, title]) => title)

test('the page lists published entries, newest first, without drafts', async () => {
  await publish({ title: 'First', body: '**Bold**', publish_at: plus(-10) })
  await publish({ title: 'Second' })
  await create({ title: 'Draft' })
  await create({ title: 'Later', publish_at: plus(10) })
  const { status, headers, text } = await get(pathOf())
  expect(status).toBe(200)
  expect(titlesOf(text)).toEqual(['Second', 'First'])
  expect(text).toContain('<p dir="auto"><strong>Bold</strong></p>')
  expect(text).toContain('<time datetime="2030-06-01T12:00:00.000Z">June 1, 2030</time>')
  expect(text).toContain(`<link rel="canonical" href="${base}${pathOf()}">`)
  expect(text).not.toMatch(/Draft|Later|<script/)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=60')
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src https:; /,
  )
})

test('dates are in the time zone and language of the workspace', async () => {
  await publish({ publish_at: '2030-05-31T23:30:00Z' })
  await settings({ time_zone: 'Asia/Kathmandu', locale: 'de' })
  expect(await page()).toContain('>1. Juni 2030</time>')
  await settings({ time_zone: 'America/New_York' })
  expect(await page()).toContain('>31. Mai 2030</time>')
})

test('an entry has its own page, whose address the API returns', async () => {
  const { id, url } = await publish({ title: 'Refills', body: '# How' })
  expect(url).toBe(`${base}${pathOf()}/${id}`)
  const text = await page(`/${id}`)
  expect(text).toContain('<h1 dir="auto">Refills</h1>')
  expect(text).toContain('<h2 dir="auto">How</h2>')
  expect(text).toContain(`<link rel="canonical" href="${url}">`)
  const listed = (await owner.request(`GET ${entries}?include_drafts=true`)).body.data
  expect(listed[0].url).toBe(url)
  const draft = await create({})
  expect(draft.url).toBeNull()
  const { body } = await owner.request(`POST ${entries}/${draft.id}/publish`, { body: {} })
  expect(body.url).toBe(`${base}${pathOf()}/${draft.id}`)
  await settings({ public_changelog: false })
  expect((await owner.request(`GET ${entries}/${id}`)).body.url).toBeNull()
})

test('everything that is not public is the same 404', async () => {
  const published = await publish()
  const draft = await create({ title: 'Draft' })
  const scheduled = await create({ title: 'Later', publish_at: plus(10) })
  const other = await service.workspace('Other')
  const foreign = await create({ publish_at: noon }, other)
  const missing = [
    ...[draft, scheduled, foreign].map(({ id }) => `${pathOf()}/${id}`),
    `${pathOf()}/chg_00000000000000000000000000`,
    `${pathOf()}/%00`,
    `${pathOf()}?page=2`,
    ...['0', '-1', '1.5', 'x', '9999999'].map((number) => `${pathOf()}?page=${number}`),
    `${pathOf()}?label=Unknown`,
    `${pathOf()}?label=%00`,
    pathOf(other),
    `${pathOf(other)}/${foreign.id}`,
    `${pathOf(other)}.atom`,
    '/p/wsp_00000000000000000000000000/changelog',
    '/p/%00/changelog',
    ...['/p', '/p/', '/p/other', `/p/${owner.workspace_id}`],
  ]
  const responses = await Promise.all(missing.map((path) => get(path)))
  expect(responses.map(({ status }) => status)).toEqual(missing.map(() => 404))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(new Set(responses.map(({ headers }) => headers.get('cache-control')))).toEqual(
    new Set(['no-store']),
  )
  expect((await get(`${pathOf()}/${published.id}`)).status).toBe(200)
  await settings({ public_changelog: false })
  for (const path of [pathOf(), `${pathOf()}/${published.id}`, `${pathOf()}.atom`])
    expect(await get(path)).toMatchObject({ status: 404, text: responses[0]?.text })
})

test('the short address is the first workspace, and it stays', async () => {
  const other = await openTestService()
  try {
    const first = await other.workspace('First')
    await first.request('PATCH /workspace', { body: { public_changelog: true } })
    const entry = await create({ publish_at: noon }, first)
    expect(entry.url).toBe(`http://service.test/p/changelog/${entry.id}`)
    const short = (await get('/p/changelog', {}, other)).text
    expect(short).toContain('href="http://service.test/p/changelog"')
    const second = await other.workspace('Second')
    await second.request('PATCH /workspace', { body: { public_changelog: true } })
    const foreign = await create({ title: 'Foreign', publish_at: noon }, second)
    const canonical = `<link rel="canonical" href="http://service.test${pathOf(first)}/${entry.id}">`
    expect((await get(`/p/changelog/${entry.id}`, {}, other)).text).toContain(canonical)
    expect((await get('/p/changelog', {}, other)).text).not.toContain('Foreign')
    expect((await get(`/p/changelog/${foreign.id}`, {}, other)).status).toBe(404)
    expect((await get(pathOf(second), {}, other)).text).toContain('Foreign')
    expect(foreign.url).toBe(`http://service.test${pathOf(second)}/${foreign.id}`)
  } finally {
    await other.close()
  }
})

test('a due entry is on the page before the sweep, also on a cached one', async () => {
  const { id } = await create({ title: 'Due', publish_at: plus(5) })
  expect(titlesOf(await page())).toEqual([])
  expect((await get(`${pathOf()}/${id}`)).status).toBe(404)
  at(plus(5))
  const due = await get(pathOf())
  expect(titlesOf(due.text)).toEqual(['Due'])
  expect(await page(`/${id}`)).toContain('Due')
  const feed = await page('.atom')
  expect(feed).toContain('<title>Due</title>')
  await publishDueEntries(service.database, new Date(), base)
  const headers = { 'If-None-Match': due.headers.get('etag') ?? '' }
  expect((await get(pathOf(), headers)).status).toBe(304)
  expect(await page('.atom')).toBe(feed)
})

test('a published page is unchanged (304) until something changes it', async () => {
  const { id } = await publish({ label_ids: [await label('New')] })
  for (const path of [pathOf(), `${pathOf()}/${id}`, `${pathOf()}.atom`]) {
    const first = await get(path)
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
    const second = await get(path, headers)
    expect({ status: second.status, text: second.text }).toEqual({ status: 304, text: '' })
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    // Another change of the workspace changes its version, not the page.
    await owner.request('POST /boards', { body: { name: 'B', lists: [] } })
    expect((await get(path, headers)).status).toBe(304)
    at(new Date(Date.now() + 1000).toISOString())
    await owner.request(`PATCH ${entries}/${id}`, { body: { title: `News ${path}` } })
    const third = await get(path, headers)
    expect(third.status).toBe(200)
    expect(third.text).toContain(`News ${path}`)
  }
})

test.each([
  [
    'renaming a label',
    (id: string) => ['PATCH', `/feedback/changelog/labels/${id}`, { name: 'Z' }],
  ],
  ['deleting a label', (id: string) => ['DELETE', `/feedback/changelog/labels/${id}`, undefined]],
  ['renaming the workspace', () => ['PATCH', '/workspace', { name: 'Zed' }]],
])('%s changes the page at once', async (_, change) => {
  const id = await label('New')
  await publish({ label_ids: [id] })
  const before = await page()
  const [method, path, body] = change(id)
  const line = `${String(method)} ${String(path)}`
  const { status } = await owner.request(line, body === undefined ? {} : { body })
  expect(status).toBeLessThan(300)
  expect(await page()).not.toBe(before)
})

test('unpublishing and deleting take an entry off the page', async () => {
  const one = await publish({ title: 'One' })
  const two = await publish({ title: 'Two' })
  expect(titlesOf(await page())).toHaveLength(2)
  await owner.request(`POST ${entries}/${one.id}/unpublish`, { body: {} })
  expect(titlesOf(await page())).toEqual(['Two'])
  await owner.request(`DELETE ${entries}/${two.id}`)
  const text = await page()
  expect(text).toContain('Nothing has been published yet.')
  for (const { id } of [one, two]) expect((await get(`${pathOf()}/${id}`)).status).toBe(404)
})

test('labels filter the page; labels of drafts are not named', async () => {
  const [fixed, secret] = [await label('Fixed & more', '#cf4a42'), await label('Secret')]
  await publish({ title: 'Fix', label_ids: [fixed] })
  await publish({ title: 'Plain' })
  await create({ title: 'Draft', label_ids: [secret] })
  const all = await page()
  expect(all).not.toContain('Secret')
  expect(all).toContain('.l0::before{background:#cf4a42}')
  const [, href = ''] = /href="([^"]*label=[^"]*)"/.exec(all) ?? []
  expect(href).toBe(`${base}${pathOf()}?label=Fixed+%26+more`)
  const filtered = await page(href.slice((base + pathOf()).length))
  expect(titlesOf(filtered)).toEqual(['Fix'])
  expect(filtered).toContain('aria-current="page" dir="auto">Fixed &amp; more')
  expect(titlesOf(await page(`?label=${fixed}`))).toEqual(['Fix'])
  expect((await get(`${pathOf()}?label=Secret`)).status).toBe(404)
  expect((await get(`${pathOf()}?label=${secret}`)).status).toBe(404)
})

test('pages of twenty entries link to their neighbors', async () => {
  for (let index = 1; index <= 45; index++)
    await publish({ title: `Entry ${index}`, publish_at: plus(index - 100) })
  const pages = await Promise.all(['', '?page=2', '?page=3&utm_source=x'].map(page))
  expect(pages.map((text) => titlesOf(text).length)).toEqual([20, 20, 5])
  expect(pages.flatMap(titlesOf)).toEqual(
    Array.from({ length: 45 }, (_, index) => `Entry ${45 - index}`),
  )
  expect(pages[1]).toContain(`<a rel="prev" href="${base}${pathOf()}">Newer</a>`)
  expect(pages[1]).toContain(`<a rel="next" href="${base}${pathOf()}?page=3">Older</a>`)
  expect(pages[2]).toContain(`<link rel="canonical" href="${base}${pathOf()}?page=3">`)
  expect((await get(`${pathOf()}?page=4`)).status).toBe(404)
})

test('a page of long entries has at most 30 KiB and links to the whole', async () => {
  const body =
    `## Part\n\n${'Some *words* of a [text](https://a.example). '.repeat(20)}\n\n`.repeat(20)
  for (let index = 0; index < 20; index++)
    await publish({ title: `Entry ${index}`, body: index % 2 ? body : `Short ${index}` })
  const text = await page()
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(30 * 1024)
  expect(Buffer.byteLength(text)).toBeGreaterThan(20 * 1024)
  expect(text.match(/Read the whole entry/g)).toHaveLength(10)
  expect(text.match(/<p dir="auto">Short \d+<\/p>/g)).toHaveLength(10)
})

// Long on a busy machine: each text is cut, and each of its characters takes nine bytes.
test('the feed holds the newest fifty entries in less than 1 MB', async () => {
  for (let index = 0; index < 55; index++)
    await publish({
      title: `Entry ${index}`,
      body: '<&"'.repeat(2500),
      publish_at: plus(index - 100),
    })
  const { headers, text } = await get(`${pathOf()}.atom`)
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(text.match(/<entry>/g)).toHaveLength(50)
  expect(text).toContain('<title>Entry 54</title>')
  expect(text).not.toContain('<title>Entry 4</title>')
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
}, 120_000)

test('the feed follows RFC 4287', async () => {
  const id = await label('New & "old"')
  const entry = await publish({ title: 'A < B', body: '*x* \ufffe', label_ids: [id] })
  await publish({ title: 'Second', publish_at: plus(-5) })
  const feed = await page('.atom')
  expect(feed).not.toContain('\ufffe')
  const once = (part: string) => expect(feed.split('<entry>')[0]?.split(part)).toHaveLength(2)
  for (const part of [
    '<id>urn:uuid:',
    '<title>Acme: Changelog</title>',
    '<author><name>Acme</name>',
  ])
    once(part)
  once(`<updated>${noon}</updated>`)
  once(`<link rel="self" type="application/atom+xml" href="${base}${pathOf()}.atom"/>`)
  once(`<link rel="alternate" type="text/html" href="${base}${pathOf()}"/>`)
  const ids = [
    ...feed.matchAll(
      /<id>urn:uuid:([\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12})<\/id>/g,
    ),
  ]
  expect(new Set(ids.map(([, uuid]) => uuid)).size).toBe(3)
  expect(feed.split('<entry>')[1]).toMatch(
    new RegExp(
      [
        `<title>A &lt; B</title>\n<published>${noon}</published>\n<updated>${noon}</updated>\n`,
        `<link rel="alternate" type="text/html" href="${entry.url}"/>\n`,
        `<category term="New &amp; &quot;old&quot;"/>\n`,
        `<content type="html">&lt;p dir=&quot;auto&quot;&gt;&lt;em&gt;x&lt;/em&gt; &lt;/p&gt;\n</content>\n</entry>`,
      ].join(''),
    ),
  )
  expect(elementsOf(feed)).toEqual([])
})

/** The elements that are still open at the end; throws where they are not nested. */
function elementsOf(xml: string): string[] {
  const open: string[] = []
  for (const [, slash, name = '', end] of xml.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g))
    if (slash) expect(open.pop()).toBe(name)
    else if (!end) open.push(name)
  expect(xml.replace(/<[?/a-z][^<>]*>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/)
  return open
}

test('T79 a hundred payloads in titles, texts and labels run nowhere', async () => {
  await settings({ name: xssPayloads[28] })
  for (const [index, payload] of xssPayloads.entries()) {
    // Some have no character that is seen, which a title needs.
    const title = `${index} ${payload.replace(/[\s\u0001]+/g, ' ').trim()}`
    const body = payload.replace(/\u0001/g, ' ')
    const label_ids = index < 5 ? [await label(title.slice(0, 50))] : []
    const { status } = await owner.request(`POST ${entries}`, {
      body: { title, body, publish_at: plus(-index), label_ids },
    })
    expect(status).toBe(201)
  }
  const paths = ['', '?page=2', '?page=3', '?page=4', '?page=5', '.atom']
  const pages = await Promise.all(paths.map((path) => page(path)))
  const entryPages = await Promise.all(
    (await owner.request(`GET ${entries}`)).body.data.map(({ id }: { id: string }) =>
      page(`/${id}`),
    ),
  )
  expect(entryPages).toHaveLength(100)
  for (const text of [...pages.slice(0, 5), ...entryPages]) {
    expect(withoutElements(text)).not.toMatch(/[<>]/)
    for (const [name, value] of attributesOf(text)) {
      expect(name).not.toMatch(/^(on|style|srcdoc|action)/)
      if (name === 'href') expect(value).toMatch(/^(https?:|mailto:)/)
      if (name === 'src') expect(value).toMatch(/^https:/)
    }
  }
  expect(elementsOf(pages[5] ?? '')).toEqual([])
})

test('a page without PUBLIC_URL uses the address of its request', async () => {
  const local = await openTestService({}, { database: service.database })
  try {
    await publish()
    const text = (await get(pathOf(), {}, local)).text
    expect(text).toContain(`<link rel="canonical" href="http://service.test${pathOf()}">`)
  } finally {
    await local.close()
  }
})

test('the public API alone has no public pages', async () => {
  const local = await openTestService({ PROFILE: 'public' }, { database: service.database })
  try {
    const { id } = await publish()
    for (const path of [pathOf(), `${pathOf()}/${id}`, `${pathOf()}.atom`])
      expect((await get(path, {}, local)).status).toBe(404)
  } finally {
    await local.close()
  }
})

test('pages accept no method but GET and HEAD', async () => {
  const send = (method: string) =>
    service.app.fetch(new Request(`http://service.test${pathOf()}`, { method }))
  expect((await send('HEAD')).status).toBe(200)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const response = await send(method)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
})

test('a page is compressed once for each encoding', async () => {
  await publish({ body: 'word '.repeat(1000) })
  const { text } = await get(pathOf())
  for (const encoding of ['br', 'gzip']) {
    const response = await service.app.fetch(
      new Request(`http://service.test${pathOf()}`, { headers: { 'Accept-Encoding': encoding } }),
    )
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(text.length / 3)
  }
})

test('a thousand readers see the pages until they are switched off', async () => {
  await publish()
  const read = () => Promise.all(Array.from({ length: 500 }, () => get(pathOf())))
  const before = read()
  const off = settings({ public_changelog: false })
  const during = read()
  for (const { status } of await before) expect([200, 404]).toContain(status)
  await off
  for (const { status } of await during) expect([200, 404]).toContain(status)
  expect((await get(pathOf())).status).toBe(404)
})

test('two processes show a change of the other within a second', async () => {
  const second = await openTestService({ PUBLIC_URL: base }, { database: service.database })
  try {
    const titles = async () => titlesOf((await get(pathOf(), {}, second)).text)
    await publish({ title: 'One' })
    expect(await titles()).toEqual(['One'])
    const { id } = await publish({ title: 'Two' })
    await expect.poll(titles).toContain('Two')
    await owner.request(`POST ${entries}/${id}/unpublish`, { body: {} })
    await expect.poll(titles).toEqual(['One'])
    await settings({ public_changelog: false })
    await expect.poll(async () => (await get(pathOf(), {}, second)).status).toBe(404)
  } finally {
    await second.close()
  }
})
