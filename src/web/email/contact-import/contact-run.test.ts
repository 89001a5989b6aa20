import { expect, test } from 'vitest'

import type { Capability } from '#contract/capabilities.ts'
import { checkContacts, parseContactFile } from './contact-file.ts'
import { createBrowserRun, type RunCall } from './contact-run.ts'
import type { LogEntry } from './import-log.ts'

const choices = {
  targets: [],
  tags: [],
  tag_separator: ',',
  status: undefined,
  time_zone: 'UTC',
  date_order: undefined,
  unknown_consent: undefined,
  status_words: {},
  now: '2026-11-23T12:00:00.000Z',
}
const target = {
  list_id: 'lst_1',
  list_name: 'Readers',
  import_mode: true,
  stops_at_error: false,
  by_service: false,
}

interface Row {
  readonly id: string
  readonly email_address: string
  status: string
  readonly tags: string[]
  readonly fields: object
}

interface Operation {
  readonly email_address?: string
  readonly status?: string
}

/** A service with one list in memory. `onWrite` may throw instead of a request, `onWritten` instead of its response. */
function createService(capabilities: readonly Capability[] = ['contacts.batch', 'import']) {
  const contacts = new Map<string, Row>()
  const service = {
    contacts,
    rejects: new Set<string>(),
    double_opt_in: false,
    onWrite: (_write: number) => {},
    onWritten: (_write: number) => {},
    add: (email_address: string) => {
      const known = contacts.get(email_address)
      const id = `con_${contacts.size + 1}`
      const row = known ?? { id, email_address, status: 'subscribed', tags: [], fields: {} }
      contacts.set(email_address, row)
      return { row, isNew: !known }
    },
  }
  let writes = 0
  const respond = (name: string, { operations = [], email_address = '', status }: Input) => {
    if (name === 'GET /lists/:list_id')
      return {
        ...{ id: 'lst_1', name: 'Readers', counts: { total: contacts.size } },
        double_opt_in: service.double_opt_in,
      }
    if (name === 'GET /me') return { capabilities, key: { admin: true } }
    if (name === 'GET /lists/:list_id/contacts')
      return { data: [...contacts.values()], paging: { next: null } }
    if (name === 'POST /lists/:list_id/contacts') return { ...service.add(email_address).row }
    if (name === 'PATCH /lists/:list_id/contacts/:contact_id')
      return [...contacts.values()].map((row) => (row.status = status ?? row.status))
    if (name !== 'POST /lists/:list_id/contacts/batch') throw new Error(name)
    const results = operations.map((operation, index) => {
      const address = operation.email_address ?? ''
      if (service.rejects.has(address)) return { index, error: { message: 'rejected' } }
      const { row, isNew } = service.add(address)
      return { index, status: isNew ? 201 : 200, id: row.id }
    })
    return { results }
  }
  interface Input extends Operation {
    readonly operations?: readonly Operation[]
  }
  // The whole resources have more fields than a run reads.
  const call = (async (name: string, input: Input) => {
    if (name.startsWith('GET')) return respond(name, input)
    writes += 1
    service.onWrite(writes)
    const response = respond(name, input)
    service.onWritten(writes)
    return response
  }) as unknown as RunCall
  return { ...service, service, call }
}

function createRun(text: string, call: RunCall, importing = target) {
  const file = parseContactFile('p.csv', text)
  const entries: LogEntry[] = []
  const open = () =>
    createBrowserRun(file, checkContacts(file, choices).findings, choices, importing, {
      call,
      log: { append: async (entry) => void entries.push(structuredClone(entry)) },
      onProgress: () => undefined,
    })
  /** As after a reload of the page. */
  const reopen = () => {
    const run = open()
    run.restore(entries)
    return run
  }
  return { run: open(), reopen }
}

const list = (count: number) =>
  `Email\n${Array.from({ length: count }, (_, n) => `p${n}@x.io`).join('\n')}`
const loseConnection = () => {
  throw new Error('The connection was lost.')
}

test('a later try that ends early keeps what the first one wrote', async () => {
  const { service, call, contacts } = createService()
  let isOffline = false
  const callWithLoss: RunCall = async (...request) =>
    isOffline ? loseConnection() : call(...request)
  const { run, reopen } = createRun(`${list(1500)}\np0@x.io`, callWithLoss)
  service.onWrite = (write) => {
    if (write === 4) loseConnection()
  }
  const { state, counts } = await run.send()
  expect(state).toBe('failed')
  const { created } = counts
  expect([created, counts.unsent]).toEqual([contacts.size, 1501 - contacts.size])
  expect(created).toBeGreaterThan(500)

  isOffline = true
  expect(await run.send()).toMatchObject({ state: 'failed', counts })
  isOffline = false
  const stopped = run.send()
  run.stop()
  expect(await stopped).toMatchObject({ state: 'stopped', counts })
  expect(await run.createdIds()).toHaveLength(created)

  const next = reopen()
  const stoppedNext = next.send()
  next.stop()
  expect(await stoppedNext).toMatchObject({ state: 'stopped', counts })
  expect(await next.createdIds()).toHaveLength(created)
  expect((await next.send()).counts).toMatchObject({ created: 1500, updated: 1, unsent: 0 })
  expect(await next.createdIds()).toHaveLength(1500)
})

test.each([
  ['continues', false],
  ['continues after a reload', true],
])('a rejected contact that others added stays theirs when it %s', async (_, isReloaded) => {
  const { service, call, contacts } = createService()
  service.rejects.add('p1@x.io')
  const { run, reopen } = createRun(list(450), call)
  service.onWritten = (write) => {
    if (write === 2) loseConnection()
  }
  expect((await run.send()).counts).toMatchObject({ created: 199, rejected: 1, unsent: 250 })
  service.rejects.clear()
  const { id } = service.add('p1@x.io').row

  const next = isReloaded ? reopen() : run
  const { counts } = await next.send()
  expect(counts).toEqual({
    ...{ rows: 450, created: 449, updated: 0, unchanged: 1 },
    ...{ rejected: 0, unsent: 0 },
  })
  expect(await next.createdIds()).not.toContain(id)
  expect(contacts.size).toBe(450)
})

test('a contact whose status was not written yet counts as created', async () => {
  const { service, call } = createService([])
  const { run } = createRun('Email,Status\na@x.io,unsubscribed', call)
  service.onWrite = (write) => {
    if (write === 2) loseConnection()
  }
  expect(await run.send()).toMatchObject({ state: 'failed', counts: { created: 0, unsent: 1 } })
  expect(await run.send()).toMatchObject({ state: 'done', counts: { created: 1, updated: 0 } })
  expect(await run.createdIds()).toEqual(['con_1'])
})

test('a stop before the first request sends nothing until it continues', async () => {
  const { call, contacts } = createService()
  const { run } = createRun(list(3), call)
  run.stop()
  expect(await run.send()).toMatchObject({ state: 'stopped', counts: { created: 0, unsent: 3 } })
  expect(contacts.size).toBe(0)
  expect(await run.send()).toMatchObject({ state: 'done', counts: { created: 3 } })
})

test('rows that were rejected stay rejected when a later try ends early', async () => {
  const { service, call } = createService()
  let isOffline = false
  const callWithLoss: RunCall = async (...request) =>
    isOffline ? loseConnection() : call(...request)
  const { run } = createRun(list(450), callWithLoss)
  service.rejects.add('p3@x.io')
  service.onWrite = (write) => {
    if (write === 3) loseConnection()
  }
  expect((await run.send()).counts).toMatchObject({ created: 399, rejected: 1, unsent: 50 })
  isOffline = true
  const second = await run.send()
  expect(second.counts).toMatchObject({ created: 399, rejected: 1, unsent: 50 })
  expect(second.rejected).toMatchObject([{ row: 5, email_address: 'p3@x.io' }])
  isOffline = false
  service.rejects.clear()
  expect((await run.send()).counts).toMatchObject({ created: 450, rejected: 0, unsent: 0 })
})

test.each([
  ['continues', false, 'onWrite'],
  ['continues after a reload', true, 'onWrite'],
  ['continues after a lost response', true, 'onWritten'],
] as const)(
  'an import keeps the notes of its first try when it %s',
  async (_, isReloaded, loss) => {
    const { service, call } = createService()
    service.double_opt_in = true
    service.add('p0@x.io').row.status = 'unsubscribed'
    service.rejects.add('p1@x.io')
    const rows = Array.from({ length: 450 }, (__, n) => `p${n}@x.io,${n === 0 ? 'subscribed' : ''}`)
    const { run, reopen } = createRun(`Email,Status\n${rows.join('\n')}`, call)
    service[loss] = (write) => {
      if (write === 2) loseConnection()
    }
    const countsOf = ({ notes }: Awaited<ReturnType<typeof run.send>>) =>
      Object.fromEntries(notes.map(({ code, count }) => [code, count]))
    const first = await run.send()
    expect(first.state).toBe('failed')
    expect(countsOf(first)).toEqual({ status_kept: 1, status_of_list: 199 })
    const second = await (isReloaded ? reopen() : run).send()
    expect(second).toMatchObject({ state: 'done', counts: { created: 448, rejected: 1 } })
    expect(countsOf(second)).toEqual({ status_kept: 1, status_of_list: 448 })
  },
)
