import { expect, test } from 'vitest'

import type { ResponseBody } from '#contract/endpoints.ts'
import { checkContacts, parseContactFile } from './contact-file.ts'
import type { RunCall } from './contact-run.ts'
import { createServiceRun } from './service-run.ts'

type Job = ResponseBody<'POST /lists/:list_id/imports'>

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
  by_service: true,
}

test('rows that a job counts and does not name are counted apart', async () => {
  const addresses = Array.from({ length: 150 }, (_, n) => `p${n}@x.io`)
  const file = parseContactFile('p.csv', `Email\nnobody\n${addresses.join('\n')}`)
  const errors = addresses
    .slice(0, 100)
    .map((email_address, n) => ({ row: n + 2, email_address, message: 'too many tags' }))
  const counts = { total: 150, created: 20, updated: 0, skipped: 0, failed: 130 }
  const job = { id: 'imp_1', status: 'completed', error: null, finished_at: choices.now }
  // The whole resource has more fields than a run reads.
  const response = { ...job, counts, errors } as unknown as Job
  const run = createServiceRun(file, checkContacts(file, choices).findings, choices, target, {
    call: (async () => response) as RunCall,
    log: { append: async () => undefined },
    onProgress: () => undefined,
  })
  const result = await run.send()
  expect(result.counts).toMatchObject({ rows: 151, created: 20, rejected: 131, unsent: 0 })
  expect(run.rejected()).toHaveLength(101)
  expect(result.unnamed).toBe(30)
})

test('stop ends the job in progress and counts what it wrote', async () => {
  const addresses = Array.from({ length: 500 }, (_, n) => `p${n}@x.io`)
  const file = parseContactFile('p.csv', `Email\n${addresses.join('\n')}`)
  const requests: string[] = []
  const jobOf = (status: string, created: number) => {
    const counts = { total: 500, created, updated: 0, skipped: 0, failed: 0 }
    const finished_at = status === 'running' ? null : choices.now
    return { id: 'imp_1', status, error: null, finished_at, counts, errors: [] }
  }
  // Stands for a service that writes 200 rows between two requests.
  const call = (async (name: string) => {
    requests.push(name.split(' ')[0] ?? '')
    if (name.startsWith('DELETE')) return undefined
    const isStopped = requests.includes('DELETE')
    return jobOf(
      isStopped ? 'cancelled' : 'running',
      200 * requests.filter((one) => one === 'GET').length,
    )
  }) as unknown as RunCall // The whole resource has more fields than a run reads.
  const run = createServiceRun(file, checkContacts(file, choices).findings, choices, target, {
    call,
    log: { append: async () => undefined },
    onProgress: ({ done }) => done > 0 && run.stop(),
  })
  const result = await run.send()
  expect(requests).toEqual(['POST', 'GET', 'DELETE', 'GET'])
  expect(result.state).toBe('stopped')
  expect(result.counts).toMatchObject({ rows: 500, created: 400, unsent: 100 })
})

test('a stop before the first request sends no job until it continues', async () => {
  const file = parseContactFile('p.csv', 'Email\na@x.io')
  const requests: string[] = []
  const counts = { total: 1, created: 1, updated: 0, skipped: 0, failed: 0 }
  const finished_at = choices.now
  const job = { id: 'imp_1', status: 'completed', error: null, finished_at, counts, errors: [] }
  const call = (async (name: string) => {
    requests.push(name.split(' ')[0] ?? '')
    return job
  }) as unknown as RunCall // The whole resource has more fields than a run reads.
  const run = createServiceRun(file, checkContacts(file, choices).findings, choices, target, {
    call,
    log: { append: async () => undefined },
    onProgress: () => undefined,
  })
  run.stop()
  expect(await run.send()).toMatchObject({ state: 'stopped', counts: { unsent: 1 } })
  expect(requests).toEqual([])
  expect(await run.send()).toMatchObject({ state: 'done', counts: { created: 1 } })
})

test('notes of all jobs are added to those of the check, also after one failed', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => `p${n}@x.io,subscribed,${'x'.repeat(8000)}`)
  const file = parseContactFile(
    'p.csv',
    `Email,Status,NOTES\nnobody,,\n${rows.join('\n')}\np0@x.io,,`,
  )
  const kept = { code: 'status_kept', params: { in_file: 'subscribed', status: 'bounced' } }
  const repeated = { code: 'repeated_address', params: {}, count: 1, example: 'p0@x.io' }
  let jobs = 0
  const call = (async (name: string) => {
    if (name.startsWith('POST')) jobs += 1
    const counts = { total: 50, created: 50, updated: 0, skipped: 0, failed: 0 }
    return {
      ...{ id: `imp_${jobs}`, status: jobs === 2 ? 'failed' : 'completed', counts, errors: [] },
      ...{ error: 'Words of the server.', finished_at: choices.now },
      notes: [{ ...kept, count: 2, example: 'p1@x.io', row: 3 }, repeated],
    }
  }) as unknown as RunCall // The whole resource has more fields than a run reads.
  const run = createServiceRun(file, checkContacts(file, choices).findings, choices, target, {
    call,
    log: { append: async () => undefined },
    onProgress: () => undefined,
  })
  const first = await run.send()
  expect(first).toMatchObject({ state: 'failed', counts: { created: 100 } })
  expect(first.problem).toBe('The server stopped this import because of an internal error.')
  const second = await run.send()
  expect(second.state).toBe('done')
  expect(second.notes.map(({ code, count }) => [code, count])).toEqual([
    ['repeated_address', 1],
    ['status_kept', 2 * jobs],
  ])
  // Row 2 is never sent.
  expect(second.notes.at(-1)).toMatchObject({ row: 4, example: 'p1@x.io' })
  expect(second.not_mapped).toMatchObject([{ path: 'NOTES', count: 200 }])
})

test('a job maps the columns by the names that the service reads', async () => {
  const file = parseContactFile('p.csv', "Email,=a,''=b,-\na@x.io,,,")
  const counts = { total: 1, created: 1, updated: 0, skipped: 0, failed: 0 }
  const job = { id: 'imp_1', status: 'completed', finished_at: choices.now, counts, errors: [] }
  let input: { csv?: string; mapping?: { column: string }[] } = {}
  const targets = file.table.headers.map((_, at) => (at === 0 ? 'email_address' : null))
  const chosen = { ...choices, targets } as const
  const run = createServiceRun(file, checkContacts(file, chosen).findings, chosen, target, {
    call: (async (name: string, body: typeof input) => {
      if (name.startsWith('POST')) input = body
      return job
    }) as unknown as RunCall, // The whole resource has more fields than a run reads.
    log: { append: async () => undefined },
    onProgress: () => undefined,
  })
  await run.send()
  const { headers } = parseContactFile('p.csv', input.csv ?? '').table
  expect(input.mapping?.map(({ column }) => column)).toEqual(headers)
})

test('a job refused because of its file says that continuing is in vain', async () => {
  const file = parseContactFile('p.csv', 'Email\na@x.io')
  const run = createServiceRun(file, checkContacts(file, choices).findings, choices, target, {
    call: () =>
      Promise.reject(
        Object.assign(new Error('Why.'), { code: 'validation_error', isFileRefused: true }),
      ),
    log: { append: async () => undefined },
    onProgress: () => undefined,
  })
  const result = await run.send()
  expect(result).toMatchObject({ state: 'failed', problem: 'Why.', isFileRefused: true })
})
