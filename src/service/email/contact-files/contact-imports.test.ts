// Runs on both engines: parts are locked and written in one message.
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

let list: string
beforeAll(() => service.scheduler.start())
beforeEach(async () => {
  list = `/lists/${(await owner.create('POST /lists', { name: 'Readers' })).id}`
  await owner.events()
})

interface Note {
  readonly code: string
  readonly message: string
  readonly count: number
}

const send = (body: object) => owner.request(`POST ${list}/imports`, { body })
const read = async (id: string) => (await owner.request(`GET ${list}/imports/${id}`)).body
const add = (body: object) => owner.create(`POST ${list}/contacts`, body)
const contact = async (address: string) =>
  (await owner.request(`GET ${list}/contacts/${address}`)).body
const addresses = async () => {
  const { data } = (await owner.request(`GET ${list}/contacts?sort=email_address`)).body
  return data.map((one: { email_address: string }) => one.email_address)
}

/** Sends the file and waits for its end. */
async function importFile(csv: string, options: object = {}) {
  const { status, body } = await send({ csv, ...options })
  expect([status, body.status]).toEqual([202, 'waiting'])
  const ended = async () => (await read(body.id)).finished_at
  await expect.poll(ended, { timeout: 20_000, interval: 20 }).not.toBeNull()
  return read(body.id)
}

test('an import creates contacts with fields and tags, and counts every row', async () => {
  const csv =
    'Email,Name,Tags,Status\r\nada@x.io,"Ada, Countess","vip,""a,b""",subscribed\r\n' +
    'bob@x.io,,,unsubscribed\r\n\r\nnobody,Eve,,\r\nada@x.io,Ada L.,VIP,\r\ncyd@x.io,Cyd,,asleep\r\n'
  const job = await importFile(csv, { file_name: 'people.csv', tags: ['spring'] })
  expect(job).toMatchObject({
    status: 'completed',
    dry_run: false,
    file_name: 'people.csv',
    counts: { total: 5, created: 2, updated: 1, skipped: 0, failed: 2 },
    error: null,
  })
  expect(job.errors).toEqual([
    { row: 5, email_address: 'nobody', message: 'this is not an email address' },
    { row: 7, email_address: 'cyd@x.io', message: '"asleep" in Status is no status' },
  ])
  expect(await contact('ada@x.io')).toMatchObject({
    status: 'subscribed',
    fields: { Name: 'Ada L.' },
    tags: ['spring', 'vip', 'a,b'],
    source: 'import',
  })
  expect((await contact('bob@x.io')).status).toBe('unsubscribed')
  const counts = (await owner.request(`GET ${list}`)).body.counts
  expect(counts).toMatchObject({ total: 2, subscribed: 1, unsubscribed: 1 })
  expect(await owner.events()).toEqual(['contact.created', 'contact.created'])
})

test('the contacts that an import added are a filter of the list', async () => {
  await add({ email_address: 'ada@x.io' })
  const csv = 'Email,Name\nada@x.io,Ada\n"bob@x.io",Bob\ncyd@x.io,Cyd\n'
  const { id } = await importFile(csv)
  const other = await importFile('Email,Name\nbob@x.io,B\neve@x.io,E')
  const addedBy = async (import_id: string, query = '') =>
    (await owner.request(`GET ${list}/contacts?import_id=${import_id}${query}`)).body
  const names = (page: { data: { email_address: string }[] }) =>
    page.data.map(({ email_address }) => email_address).toSorted()
  expect(names(await addedBy(id))).toEqual(['bob@x.io', 'cyd@x.io'])
  expect(names(await addedBy(other.id))).toEqual(['eve@x.io'])
  const first = await addedBy(id, '&limit=1&include_total=true')
  expect([first.data.length, first.paging.total]).toEqual([1, 2])
  const bob = await contact('bob@x.io')
  await owner.request(`DELETE ${list}/contacts/${bob.id}`)
  expect(names(await addedBy(id))).toEqual(['cyd@x.io'])
  expect((await addedBy('imp_none')).data).toEqual([])
})

test('a second import of the same file changes nothing and emits nothing', async () => {
  const csv = 'Email,Name,Tags\nada@x.io,Ada,vip\nbob@x.io,Bob,'
  await importFile(csv)
  const before = await contact('ada@x.io')
  await owner.events()
  expect((await importFile(csv)).counts).toMatchObject({ created: 0, updated: 0, skipped: 2 })
  expect(await contact('ada@x.io')).toEqual(before)
  expect(await owner.events()).toEqual([])
})

test('T24 an import subscribes nobody again and keeps what people added', async () => {
  const ada = await add({ email_address: 'ada@x.io', fields: { Town: 'Ulm' }, tags: ['own'] })
  await owner.request(`PATCH ${list}/contacts/${ada.id}`, { body: { status: 'unsubscribed' } })
  await owner.events()
  const job = await importFile('Email,Status,Name,Tags\nADA@x.io,subscribed,Ada,new\n')
  expect(job.counts).toMatchObject({ updated: 1, created: 0 })
  expect(await contact('ada@x.io')).toMatchObject({
    email_address: 'ada@x.io',
    status: 'unsubscribed',
    fields: { Town: 'Ulm', Name: 'Ada' },
    tags: ['own', 'new'],
  })
  expect(await owner.events()).toEqual(['contact.updated'])
  const again = await importFile('Email,Status\nada@x.io,subscribed\nada@x.io,complained')
  expect((await contact('ada@x.io')).status).toBe('complained')
  expect(again.counts).toMatchObject({ total: 2, updated: 2 })
})

test('an import is silent unless it emits events', async () => {
  await importFile('Email\nada@x.io')
  await importFile('Email\nbob@x.io', { emit_events: true })
  const rows = await service.database.pool
    .selectFrom('events')
    .select(['silent', 'key_id'])
    .where('workspace_id', '=', owner.workspace_id)
    .where('kind', '=', 'contact.created')
    .orderBy('id')
    .execute()
  expect(rows.map(({ silent, key_id }) => [silent, key_id === null])).toEqual([
    [true, false],
    [false, false],
  ])
})

test('a dry run counts the same and writes nothing', async () => {
  await add({ email_address: 'ada@x.io' })
  await owner.events()
  const csv = 'Email,Tags\nada@x.io,vip\nbob@x.io,vip\nbob@x.io,\nnobody,\n'
  const planned = await importFile(csv, { dry_run: true })
  expect(await addresses()).toEqual(['ada@x.io'])
  expect((await owner.request(`GET ${list}/tags`)).body.data).toEqual([])
  expect(await owner.events()).toEqual([])
  const written = await importFile(csv)
  expect([planned.counts, planned.errors]).toEqual([written.counts, written.errors])
  expect(planned.counts).toEqual({ total: 4, created: 1, updated: 2, skipped: 0, failed: 1 })
})

test('an import and its dry run say what they change and leave out, over all parts', async () => {
  const before = ['p0@x.io', 'p650@x.io']
  for (const email_address of before) await add({ email_address, status: 'unsubscribed' })
  const rows = Array.from(
    { length: 700 },
    (_, at) => `p${at}@x.io,subscribed,soon,${at % 2 ? 'x' : ''}`,
  )
  const csv = `Email,Status,Created at,NOTES\n${rows.join('\n')}\nnobody,,soon,x\np1@x.io,,,`
  const expected = {
    counts: { total: 702, created: 698, failed: 1 },
    not_mapped: [{ column: 'NOTES', count: 351, example: '"x"' }],
    pending_at_most: 0,
    notes: [
      {
        code: 'date_as_text',
        params: { column: 'Created at' },
        message: 'Created at: not a date, kept as text',
        ...{ count: 700, row: 2, example: 'p0@x.io, soon' },
      },
      {
        code: 'status_kept',
        params: { in_file: 'subscribed', status: 'unsubscribed' },
        message: 'status: subscribed in the file, unsubscribed here, and stays so',
        ...{ count: 2, row: 2, example: 'p0@x.io' },
      },
      { code: 'repeated_address', count: 1, row: 703, example: 'p1@x.io' },
    ],
  }
  expect(await importFile(csv, { dry_run: true })).toMatchObject(expected)
  expect(await importFile(csv)).toMatchObject(expected)
})

test('an import says before it runs how many become pending, and then how many did', async () => {
  list = `/lists/${(await owner.create('POST /lists', { name: 'Asks', double_opt_in: true })).id}`
  await add({ email_address: 'a@x.io' })
  const csv = 'Email,Opt out\na@x.io,\nb@x.io,\nB@x.io,\nc@x.io,yes\nnobody,\n'
  for (const dry_run of [true, false]) {
    const { body } = await send({ csv, dry_run })
    expect([body.status, body.pending_at_most]).toEqual(['waiting', 2])
    await expect.poll(async () => (await read(body.id)).status).toBe('completed')
    const { pending_at_most, notes } = await read(body.id)
    expect(pending_at_most).toBe(2)
    expect(notes).toContainEqual(expect.objectContaining({ code: 'status_of_list', count: 1 }))
  }
})

test('an address is pending at most if its first row says no status', async () => {
  list = `/lists/${(await owner.create('POST /lists', { name: 'Asks', double_opt_in: true })).id}`
  const fill = Array.from({ length: 700 }, (_, at) => `p${at}@x.io,subscribed\n`).join('')
  const job = await importFile(
    `Email,Status\na@x.io,\nb@x.io,subscribed\n${fill}a@x.io,subscribed\nb@x.io,\n`,
  )
  expect(job.pending_at_most).toBe(1)
  expect(job.notes).toContainEqual(expect.objectContaining({ code: 'status_of_list', count: 1 }))
})

test('notes beyond a hundred kinds are counted together, and long texts are shortened', async () => {
  const rows = Array.from(
    { length: 650 },
    (_, at) => `p${at}@x.io,${'w'.repeat(300 * (at % 2))}word${at % 300},`,
  )
  const csv = `Email,Status,Created at\n${rows.join('\n')}soon`
  const { notes } = await importFile(csv, { unknown_status: 'pending' })
  expect(notes).toHaveLength(101)
  expect(notes.at(-1)).toMatchObject({ code: 'other_notes', params: {} })
  // The first of its kind is listed, although a hundred others precede it.
  expect(notes).toContainEqual(expect.objectContaining({ code: 'date_as_text', row: 651 }))
  const counts: number[] = notes.map(({ count }: { count: number }) => count)
  expect(counts.reduce((sum, count) => sum + count)).toBe(651)
  const words = notes.map(({ params }: { params: { word?: string } }) => params.word)
  expect(words).toContain(`${'w'.repeat(199)}…`)
})

test('rows of one address that differ are noted alike, in one part or in two', async () => {
  const fill = Array.from({ length: 600 }, (_, at) => `p${at}@x.io,subscribed\n`).join('')
  const csvOf = (between: string) =>
    `Email,Status\na@x.io,unsubscribed\nb@x.io,\nc@x.io,subscribed\n${between}` +
    'a@x.io,subscribed\nb@x.io,subscribed\nc@x.io,subscribed\n'
  const findNotes = async (between: string, dry_run: boolean) => {
    list = `/lists/${(await owner.create('POST /lists', { name: 'Readers' })).id}`
    for (const email_address of ['b@x.io', 'c@x.io'])
      await add({ email_address, status: 'unsubscribed' })
    const { notes } = await importFile(csvOf(between), { dry_run })
    return notes.map((one: Note) => `${one.count} ${one.message}`).toSorted()
  }
  const expected = [
    '1 status: unsubscribed in an earlier row, kept',
    '2 status: subscribed in the file, unsubscribed here, and stays so',
    '3 duplicate email address: later rows update it',
  ]
  for (const dry_run of [true, false])
    for (const between of ['', fill]) expect(await findNotes(between, dry_run)).toEqual(expected)
})

test('a status that an earlier part only assumed hides no note of one that is stated', async () => {
  const fill = Array.from({ length: 600 }, (_, at) => `p${at}@x.io,yes\n`).join('')
  for (const between of ['', fill]) {
    list = `/lists/${(await owner.create('POST /lists', { name: 'Readers' })).id}`
    await add({ email_address: 'a@x.io', status: 'unsubscribed' })
    const csv = `Email,Marketing consent\na@x.io,hmm\n${between}a@x.io,yes\n`
    const { notes } = await importFile(csv, { unknown_consent: 'subscribed' })
    expect(notes).toContainEqual(expect.objectContaining({ code: 'status_kept', count: 1 }))
  }
})

test('a mapping names a column with the spaces and signs of the file', async () => {
  const csv = `Email,"'=Total"\na@x.io,3\n`
  const mapping = [{ column: "'=Total", target: 'fields.Sum' }]
  await importFile(csv, { mapping })
  expect((await contact('a@x.io')).fields).toEqual({ Sum: '3' })
  const rows = [{ Email: 'b@x.io', 'Name ': 'Bo' }]
  const other = [{ column: 'Name ', target: 'fields.Called' }]
  expect((await send({ contacts: rows, mapping: other })).status).toBe(202)
  expect((await send({ csv, mapping: [{ ...mapping[0], column: 'Total' }] })).status).toBe(422)
  expect((await send({ csv, tag_separator: '\0' })).status).toBe(422)
})

test('a row after one that the service refused repeats no address', async () => {
  await add({ email_address: 'a@x.io', tags: Array.from({ length: 100 }, (_, at) => `t${at}`) })
  const fill = Array.from({ length: 600 }, (_, at) => `p${at}@x.io,\n`).join('')
  const job = await importFile(`Email,Tags\na@x.io,more\n${fill}a@x.io,\np0@x.io,`)
  expect(job.counts).toMatchObject({ failed: 1, created: 600, skipped: 2 })
  const repeated = job.notes.filter(({ code }: Note) => code === 'repeated_address')
  expect(repeated).toMatchObject([{ count: 1, example: 'p0@x.io', row: 604 }])
})

test('the example of a note is the first row, whichever contact is written first', async () => {
  for (const email_address of ['a@x.io', 'b@x.io'])
    await add({ email_address, status: 'unsubscribed' })
  const { notes } = await importFile('Email,Status,Name\na@x.io,active,Ada\nb@x.io,active,')
  expect(notes).toMatchObject([{ code: 'status_kept', count: 2, row: 2, example: 'a@x.io' }])
})

test('columns beyond a thousand are counted together, and long names are shortened', async () => {
  const names = Array.from({ length: 1002 }, (_, at) => `${'n'.repeat(300)}${at}`)
  const { body } = await send({
    csv: `Email,${names.join(',')}\na@x.io${',x'.repeat(1002)}\nb@x.io${',x'.repeat(1002)}`,
  })
  expect(body.not_mapped).toHaveLength(1001)
  expect(body.not_mapped[0]).toEqual({ column: `${'n'.repeat(199)}…`, count: 2, example: '"x"' })
  expect(body.not_mapped.at(-1)).toEqual({ column: '2 other columns', count: 4, example: '' })
})

test('dates that can be read in two ways are refused without an order, and every part has one', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => `p${at}@x.io,03/04/2023\n`)
  const csv = `Email,Created at\n${rows.join('')}`
  const refused = await send({ csv })
  const [detail] = refused.body.error.details
  expect([refused.status, detail.code, detail.field]).toEqual([422, 'date_order_unclear', '/csv'])
  expect(detail.message).toContain('03/04/2023')
  expect((await importFile(csv, { date_order: 'day_first' })).counts.created).toBe(600)
  expect((await contact('p0@x.io')).created_at).toBe('2023-04-03T00:00:00.000Z')
  // The last row decides for the first part.
  const decided = await importFile(`${csv.replaceAll('p', 'q')}r@x.io,12/31/2023`)
  expect(decided.counts.created).toBe(601)
  expect((await contact('q0@x.io')).created_at).toBe('2023-03-04T00:00:00.000Z')
})

test('consent that is not clear is refused until somebody says what it means', async () => {
  const csv = 'Email,Consent\na@x.io,yes\nb@x.io,\nc@x.io,no\n'
  const refused = await send({ csv })
  const [detail] = refused.body.error.details
  expect([refused.status, detail.code, detail.field]).toEqual([422, 'consent_unclear', '/csv'])
  expect(await addresses()).toEqual([])
  await importFile(csv, { unknown_consent: 'pending' })
  const statuses = async (...names: readonly string[]) =>
    Promise.all(names.map(async (name) => (await contact(name)).status))
  expect(await statuses('a@x.io', 'b@x.io', 'c@x.io')).toEqual([
    'subscribed',
    'pending',
    'unsubscribed',
  ])
  const opaque = 'Email,Opt-in/opt-out\nd@x.io,1\n'
  expect((await send({ csv: opaque })).body.error.details[0].code).toBe('consent_unclear')
  await importFile(opaque, { mapping: [{ column: 'Opt-in/opt-out', target: 'opt_out' }] })
  expect(await statuses('d@x.io')).toEqual(['unsubscribed'])
})

test('who left is unsubscribed in every part, and since when', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => `p${at}@x.io,${at % 2 ? '2024-03-13' : ''}\n`)
  const job = await importFile(`Adresse,unsubscribed_at\n${rows.join('')}`)
  expect(job.counts.created).toBe(600)
  const { counts } = (await owner.request(`GET ${list}`)).body
  expect(counts).toMatchObject({ subscribed: 300, unsubscribed: 300 })
  expect((await contact('p599@x.io')).unsubscribed_at).toBe('2024-03-13T00:00:00.000Z')
})

test('words that are no status mean what the request says, and spaces of objects stay', async () => {
  const job = await importFile('sep=;\nEmail;Status\na@x.io;Abonniert\nb@x.io;weg\n', {
    status_words: [{ word: 'abonniert', status: 'subscribed' }],
  })
  expect(job.counts).toMatchObject({ created: 1, failed: 1 })
  expect((await contact('a@x.io')).status).toBe('subscribed')
  const { body } = await send({
    contacts: [{ email: 'c@x.io ', status: 'unsubscribed ', Note: ' kept ' }],
  })
  await expect.poll(async () => (await read(body.id)).status).toBe('completed')
  expect(await contact('c@x.io')).toMatchObject({
    status: 'unsubscribed',
    fields: { Note: ' kept ' },
  })
})

test('a mapping decides what columns become', async () => {
  const job = await importFile('Kontakt;Gruppe;Ort;Email\na@x.io;u|v;Ulm;old@x.io', {
    mapping: [
      { column: 'Kontakt', target: 'email_address' },
      { column: 'Gruppe', target: 'tags' },
      { column: 'Ort', target: 'fields.City' },
      { column: 'Email', target: null },
    ],
    tag_separator: '|',
    status: 'pending',
  })
  expect(job.counts).toMatchObject({ created: 1, failed: 0 })
  expect(await contact('a@x.io')).toMatchObject({
    tags: ['u', 'v'],
    fields: { City: 'Ulm' },
    status: 'pending',
  })
})

test('contacts are imported from objects as from a file', async () => {
  const { status, body } = await send({
    contacts: [
      JSON.parse('{"email":"ada@x.io","tags":["a,b","-c"],"__proto__":"=1","Town":null}'),
      { email: 'nobody' },
    ],
  })
  expect([status, body.counts.total]).toEqual([202, 2])
  await expect.poll(async () => (await read(body.id)).status).toBe('completed')
  expect((await read(body.id)).counts).toMatchObject({ created: 1, failed: 1 })
  const ada = await contact('ada@x.io')
  expect([ada.tags, Object.entries(ada.fields)]).toEqual([['a,b', '-c'], [['__proto__', '=1']]])
})

test.each([
  ['without addresses', { csv: 'Name\nAda' }, '/csv'],
  ['with a column twice', { csv: 'Email,Name,name\na@x.io,,' }, '/csv'],
  ['with an open quote in its first row', { csv: 'Email,"Name\na@x.io,Ada' }, '/csv'],
  ['without rows', { csv: '\n \n' }, '/csv'],
  ['of objects without addresses', { contacts: [{ name: 'Ada' }] }, '/contacts'],
  ['in two forms', { csv: 'Email\na@x.io', contacts: [{ email: 'a@x.io' }] }, '/csv'],
  ['of nothing', {}, '/csv'],
  [
    'without a column of the mapping',
    { csv: 'Email\na@x.io', mapping: [{ column: 'Kontakt', target: 'tags' }] },
    '/mapping',
  ],
  ['with numbers', { contacts: [{ email: 5 }] }, '/contacts/0'],
])('a file %s is refused before anything is written', async (_, body, field) => {
  const { status, body: answer } = await send(body)
  expect([status, answer.error.details[0].field]).toEqual([422, field])
  expect(await addresses()).toEqual([])
})

test('a hostile file with NUL bytes, lone quotes and a hundred columns is read', async () => {
  const headers = ['Email', ...Array.from({ length: 99 }, (_, index) => `Column ${index}`)]
  const cells = ['ada@x.io', 'a\u0000"b', '\u202egnp', ...Array(97).fill('x'.repeat(20))]
  // An address without its control character would be another one.
  const lines = [headers.join('\t'), cells.join('\t'), 'a\u0000da@x.io', 'b@x.io\t"open']
  const job = await importFile(`\uFEFF${lines.join('\r')}\r`)
  expect(job.counts).toMatchObject({ total: 3, created: 1, failed: 2 })
  const message = 'Line 4: a quoted cell is never closed'
  expect(job.errors).toEqual([
    { row: 3, email_address: 'a\ufffdda@x.io', message: 'this is not an email address' },
    { row: 4, email_address: 'b@x.io', message },
  ])
  expect((await contact('ada@x.io')).fields).toMatchObject({
    'Column 0': 'a"b',
    'Column 1': '\u202egnp',
  })
})

test('NUL and halves of characters fail no import, wherever they are', async () => {
  const csv =
    'Email,Created at,Status,NO\u0000TES\n' +
    'a@x.io,so\u0000on,active,\u0000x\nb@x.io,,x\u0000y,\ud800\nc@x.io,,,,x\u0000y\n'
  const rejected = await importFile(csv)
  expect(rejected).toMatchObject({
    status: 'completed',
    counts: { created: 1, failed: 2 },
    not_mapped: [{ column: 'NOTES', count: 2 }],
    errors: [
      { row: 3, message: '"xy" in Status is no status' },
      { row: 4, message: '5 cells for 4 columns; "xy" has no column' },
    ],
    notes: [
      { code: 'date_as_text', example: 'a@x.io, soon' },
      { code: 'control_characters', params: { path: 'Created at' } },
    ],
  })
  const { notes } = await importFile(csv, { unknown_status: 'pending' })
  expect(notes).toContainEqual(
    expect.objectContaining({
      code: 'unknown_status',
      params: { column: 'Status', word: 'xy', status: 'pending' },
    }),
  )
})

test('a file with headers alone completes at once', async () => {
  expect((await importFile('Email,Name\n')).counts.total).toBe(0)
})

test('at most a hundred errors are kept, of the first rows', async () => {
  const bad = Array.from({ length: 700 }, (_, index) => `nobody${index}`)
  const job = await importFile(`Email\n${bad.join('\n')}`)
  expect(job.counts).toMatchObject({ total: 700, failed: 700 })
  expect(job.errors.map(({ row }: { row: number }) => row)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 2),
  )
})

test('an archived list takes no import, and a read key starts none', async () => {
  const { body: key } = await owner.request('POST /api-keys', {
    body: { name: 'R', scope: 'read' },
  })
  const options = { key: key.key, body: { csv: 'Email\na@x.io' } }
  expect((await owner.request(`POST ${list}/imports`, options)).status).toBe(403)
  await owner.request(`PATCH ${list}`, { body: { archived: true } })
  const { status, body } = await send({ csv: 'Email\na@x.io' })
  expect([status, body.error.details[0].code]).toEqual([409, 'list_archived'])
})

test('a finished import cannot be stopped', async () => {
  const { id } = await importFile('Email\na@x.io')
  const { status, body } = await owner.request(`DELETE ${list}/imports/${id}`)
  expect([status, body.error.details[0].code]).toEqual([409, 'import_finished'])
})
