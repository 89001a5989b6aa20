import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'

import {
  createGate,
  errorBody,
  type ReceivedRequest,
  respondJson,
} from '#client/test-stub-server.ts'
import { advanceUntil, controlTime, waitFor } from '#web/test-time.ts'
import { type BulkChange, startBulkChange } from './bulk.ts'
import { getJobs } from './jobs.ts'
import type { KeySession } from './session.ts'
import { testSession } from './test-session.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `card_${index}`)
const idIn = ({ line }: ReceivedRequest) => line.split('/')[2] ?? ''
const respond = (request: ReceivedRequest, response: ServerResponse) =>
  respondJson(response, 200, { id: idIn(request) })

type CompleteCards = BulkChange<string, 'PATCH /cards/:card_id'>

const complete = (
  items: CompleteCards['items'],
  more: Partial<CompleteCards> = {},
): CompleteCards => ({
  label: 'Complete cards',
  items,
  endpoint: 'PATCH /cards/:card_id',
  input: ([card_id = '']) => ({ card_id, completed: true }),
  result: ({ done }) => ({ label: `${done} completed` }),
  ...more,
})

const counts = (more: object) => ({
  unsent: 0,
  done: 0,
  failed: 0,
  unknown: 0,
  kept: 0,
  ...more,
})

test('a bulk change sends each item once, at most four at a time', async () => {
  let inFlight = 0
  let most = 0
  const four = createGate()
  const { session, requests } = await testSession(async (request, response) => {
    most = Math.max(most, ++inFlight)
    if (most === 4) four.open()
    await four.whenOpen
    inFlight -= 1
    respond(request, response)
  })
  const merged: string[] = []
  const onSuccess = ({ id }: { id: string }) => void merged.push(id)
  const run = startBulkChange(session, complete(ids(20), { onSuccess }))
  expect(getJobs(session).list()).toMatchObject([{ name: 'Complete cards', state: 'running' }])
  expect(await run.finished).toEqual(counts({ done: 20 }))
  expect(most).toBe(4)
  expect(requests().map(idIn).toSorted()).toEqual(ids(20).toSorted())
  expect(merged.toSorted()).toEqual(ids(20).toSorted())
  await waitFor(() =>
    expect(getJobs(session).list()).toMatchObject([
      { state: 'done', done: 20, failed: 0, total: 20, result: { label: '20 completed' } },
    ]),
  )
})

test('items that fail are listed and sent again by a retry', async () => {
  let isDown = true
  const { session, requests } = await testSession((request, response) =>
    isDown && /_[37]$/.test(request.line)
      ? respondJson(response, 409, errorBody('conflict', 'Archived.'))
      : respond(request, response),
  )
  const run = startBulkChange(session, complete(ids(10)))
  expect(await run.finished).toEqual(counts({ done: 8, failed: 2 }))
  const failed = run.items().filter(({ state }) => state === 'failed')
  expect(failed).toMatchObject([
    { item: 'card_3', error: 'Archived.' },
    { item: 'card_7', error: 'Archived.' },
  ])
  isDown = false
  expect(await run.retry()).toEqual(counts({ done: 10 }))
  const sent = requests().slice(10)
  expect(sent.map(idIn)).toEqual(['card_3', 'card_7'])
  const keys = requests().map(({ headers }) => headers['idempotency-key'])
  // A rejection stored under the first key would only be replayed.
  expect(new Set(keys).size).toBe(12)
})

test('the entry of a bulk change has the requests that succeeded', async () => {
  const { session } = await testSession((request, response) =>
    idIn(request) === 'card_1'
      ? respondJson(response, 404, errorBody('not_found'))
      : respond(request, response),
  )
  const undo = { label: 'Completed', reverse: () => startBulkChange(session, complete([])) }
  await startBulkChange(session, complete(ids(3), { undo })).finished
  const [entry] = session.undo.list()
  const inputs = (entry?.requests ?? []).map(({ name, input }) => ({ name, ...input }))
  expect(inputs).toHaveLength(2)
  for (const card_id of ['card_0', 'card_2'])
    expect(inputs).toContainEqual({ name: 'PATCH /cards/:card_id', card_id, completed: true })
})

test('failures are named in the job, and its retry replaces them', async () => {
  let isDown = true
  const { session } = await testSession((request, response) =>
    isDown && request.line.includes('_3')
      ? respondJson(response, 409, errorBody('conflict', 'Archived.'))
      : respond(request, response),
  )
  const jobs = getJobs(session)
  const more = { nameOf: (id: string) => `Card ${id}`, isBrief: true }
  await startBulkChange(session, complete(ids(5), more)).finished
  await waitFor(() => expect(jobs.list()).toMatchObject([{ state: 'done', failed: 1 }]))
  const failures = jobs.list()[0]?.failures
  expect(failures?.items).toEqual([{ name: 'Card card_3', error: 'Archived.' }])
  isDown = false
  failures?.retry()
  // Nothing is left to show.
  await waitFor(() => expect(jobs.list()).toEqual([]))
})

test('an item whose error means success counts as done', async () => {
  const { session } = await testSession((_request, response) =>
    respondJson(response, 404, errorBody('not_found')),
  )
  const isDone = ({ code }: { code: string }) => code === 'not_found'
  const done: string[] = []
  const onDone = (items: readonly string[]) => void done.push(...items)
  const run = startBulkChange(session, complete(ids(2), { isDone, onDone }))
  expect(await run.finished).toEqual(counts({ done: 2 }))
  expect(done.toSorted()).toEqual(ids(2))
})

test('an input that cannot be read fails its item only', async () => {
  const { session } = await testSession(respond)
  const input: CompleteCards['input'] = async ([card_id = '']) => {
    if (card_id === 'card_1') throw new Error('gone')
    return { card_id, completed: true }
  }
  const run = startBulkChange(session, complete(ids(3), { input }))
  expect(await run.finished).toEqual(counts({ done: 2, failed: 1 }))
})

test('a stopped bulk change finishes what is in flight and can be continued', async () => {
  const gate = createGate()
  const { session, requests } = await testSession(async (request, response) => {
    await gate.whenOpen
    respond(request, response)
  })
  const run = startBulkChange(session, complete(ids(20)))
  await waitFor(() => expect(requests()).toHaveLength(4))
  run.stop()
  expect(getJobs(session).list()).toMatchObject([{ state: 'stopping' }])
  gate.open()
  expect(await run.finished).toEqual(counts({ done: 4, unsent: 16 }))
  await waitFor(() => expect(getJobs(session).list()).toMatchObject([{ state: 'stopped' }]))
  expect(requests()).toHaveLength(4)
  expect(await run.retry(['unsent'])).toEqual(counts({ done: 20 }))
  expect(requests().map(idIn).toSorted()).toEqual(ids(20).toSorted())
})

test('T96 a rate limit pauses a bulk change, and no item is lost', async () => {
  controlTime()
  let tokens = 20
  const accepted: string[] = []
  const { session, requests } = await testSession((request, response) => {
    if (tokens-- > 0) {
      accepted.push(idIn(request))
      return respond(request, response)
    }
    setTimeout(() => (tokens = 60), 900)
    return respondJson(response, 429, errorBody('rate_limited'), { 'retry-after': '1' })
  })
  const run = startBulkChange(session, complete(ids(60)))
  const pauses = new Set<number | undefined>()
  const jobs = getJobs(session)
  jobs.subscribe(() => pauses.add(jobs.list()[0]?.paused_until))
  await advanceUntil(() => expect(jobs.list()).toMatchObject([{ state: 'done' }]))
  expect(await run.finished).toEqual(counts({ done: 60 }))
  expect(accepted.toSorted()).toEqual(ids(60).toSorted())
  const refused = requests().length - 60
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThanOrEqual(8)
  expect(pauses.size).toBeGreaterThan(1)
})

test('a bulk change goes on after more refusals than a single mutation retries', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0) // adds up to half a second to each Retry-After
  let refusals = 8
  const { session } = await testSession((request, response) =>
    refusals-- > 0
      ? respondJson(response, 429, errorBody('rate_limited'), { 'retry-after': '0' })
      : respond(request, response),
  )
  const run = startBulkChange(session, complete(ids(1)))
  expect(await run.finished).toEqual(counts({ done: 1 }))
})

test('stopping ends the wait for a rate limit', async () => {
  const { session, requests } = await testSession((_, response) =>
    respondJson(response, 429, errorBody('rate_limited'), { 'retry-after': '100' }),
  )
  const run = startBulkChange(session, complete(ids(9)))
  await waitFor(() => expect(requests()).toHaveLength(4))
  run.stop()
  expect(await run.finished).toEqual(counts({ unsent: 9 }))
  expect(requests()).toHaveLength(4)
})

test('a lost response is retried under the same idempotency key', async () => {
  const { session, requests } = await testSession((request, response) =>
    requests().length === 1 ? response.socket?.destroy() : respond(request, response),
  )
  const run = startBulkChange(session, complete(['card_1']))
  await waitFor(() => expect(requests()).toHaveLength(1))
  // Stopped before the mutation sends it again by itself.
  run.stop()
  expect(await run.finished).toEqual(counts({ failed: 1 }))
  expect(await run.retry()).toEqual(counts({ done: 1 }))
  const [first, second] = requests().map(({ headers }) => headers['idempotency-key'])
  expect(first).toBeDefined()
  expect(second).toBe(first)
})

test('an item that a retry could create twice is not retried', async () => {
  const { session, requests } = await testSession((_, response) => response.socket?.destroy(), {
    capabilities: null,
  })
  const run = startBulkChange(session, {
    label: 'Create posts',
    items: ['one', 'two'],
    endpoint: 'POST /feedback/posts',
    input: ([title = '']) => ({ board_id: 'fbd_1', title }),
    result: () => ({ label: 'Created' }),
  })
  expect(await run.finished).toEqual(counts({ unknown: 2 }))
  expect(await run.retry()).toEqual(counts({ unknown: 2 }))
  expect(requests()).toHaveLength(2)
})

test('batches are sent in series, and their rejected items are retried alone', async () => {
  let rejected = [1, 3]
  const { session, requests } = await testSession((request, response) => {
    const { operations } = request.body as { operations: unknown[] } // as sent below
    const results = operations.map((_, index) => ({
      index,
      status: rejected.includes(index) ? 422 : 200,
      ...(rejected.includes(index) && { error: { code: 'validation_error', message: 'Bad.' } }),
    }))
    respondJson(response, 200, { results })
  })
  const run = startBulkChange(session, {
    label: 'Tag contacts',
    items: ids(25),
    endpoint: 'POST /lists/:list_id/contacts/batch',
    batchSize: 10,
    input: (contacts) => ({
      list_id: 'lst_1',
      operations: contacts.map((id) => ({
        op: 'update' as const,
        id,
        tags: { vip: true },
      })),
    }),
    rejected: ({ results }) =>
      new Map(results.flatMap(({ index, error }) => (error ? [[index, error.message]] : []))),
    result: ({ done }) => ({ label: `${done} tagged` }),
  })
  expect(await run.finished).toEqual(counts({ done: 19, failed: 6 }))
  expect(requests()).toHaveLength(3)
  rejected = []
  expect(await run.retry()).toEqual(counts({ done: 25 }))
  expect(requests()).toHaveLength(9)
})

test('one undo reverses the items that were changed', async () => {
  const { session, requests } = await testSession((request, response) =>
    request.line.endsWith('card_2')
      ? respondJson(response, 404, errorBody('not_found'))
      : respond(request, response),
  )
  const reopen = (items: CompleteCards['items']) =>
    startBulkChange(
      session,
      complete(items, {
        input: ([card_id = '']) => ({ card_id, completed: false }),
        undo: {
          label: 'Reopened cards',
          reverse: (again) => startBulkChange(session, complete(again)),
        },
      }),
    )
  const run = startBulkChange(
    session,
    complete(ids(4), { undo: { label: 'Completed 4 cards', reverse: reopen } }),
  )
  expect(session.undo.list()).toMatchObject([{ label: 'Completed 4 cards', state: 'sending' }])
  await run.finished
  expect(session.undo.list()).toMatchObject([{ label: 'Completed 4 cards', state: 'done' }])
  session.undo.undoLast()
  expect(session.undo.list()).toMatchObject([{ label: 'Reopened cards' }])
  await waitFor(() => expect(requests()).toHaveLength(7))
  const reversed = requests().slice(4)
  expect(reversed.map(idIn).toSorted()).toEqual(['card_0', 'card_1', 'card_3'])
  expect(reversed.map(({ body }) => body)).toEqual(Array(3).fill({ completed: false }))
  // An inverse is in the list, but undoing again does not bounce between the two.
  expect(session.undo.undoLast()).toBeUndefined()
})

test('undoing a running bulk change stops it and reverses what was done', async () => {
  const gate = createGate()
  const { session, requests } = await testSession(async (request, response) => {
    if (idIn(request) === 'card_5') await gate.whenOpen
    respond(request, response)
  })
  const reversed: (readonly string[])[] = []
  const run = startBulkChange(
    session,
    complete(ids(30), {
      undo: {
        label: 'Completed 30 cards',
        reverse: (items) =>
          startBulkChange(
            session,
            complete(async (signal) => {
              const list = typeof items === 'function' ? await items(signal) : items
              reversed.push(list)
              return []
            }),
          ),
      },
    }),
  )
  await waitFor(() => expect(requests().length).toBeGreaterThan(6))
  session.undo.undoLast()
  gate.open()
  const { done, unsent } = await run.finished
  expect(done + unsent).toBe(30)
  await waitFor(() => expect(reversed).toHaveLength(1))
  expect(reversed[0]).toHaveLength(done)
  expect(requests().map(idIn).toSorted()).toEqual(reversed[0]?.toSorted())
})

/** A change of cards that its undo reopens, one after the other with all of the scope. */
function undoableChange(session: KeySession, count: number) {
  const scope = 'board'
  const undo = {
    label: 'Completed cards',
    reverse: (items: CompleteCards['items']) =>
      startBulkChange(
        session,
        complete(items, {
          scope,
          input: ([card_id = '']) => ({ card_id, completed: false }),
          undo: {
            label: 'Reopened cards',
            reverse: (again) => startBulkChange(session, complete(again, { scope, undo })),
          },
        }),
      ),
  }
  return startBulkChange(session, complete(ids(count), { scope, undo }))
}

const undoNewest = ({ undo }: KeySession) => undo.undo(undo.list()[0]?.id ?? 0)

test('redoing an undo that was not sent keeps the change and its undo', async () => {
  const { session, requests } = await testSession(respond)
  await undoableChange(session, 4).finished
  const release = await session.mutate.hold('board', session.signal)
  undoNewest(session)
  expect(session.undo.list()).toMatchObject([{ label: 'Reopened cards' }])
  undoNewest(session)
  expect(session.undo.list()).toMatchObject([{ label: 'Completed cards', undoes: undefined }])
  release()
  await waitFor(() => expect(session.undo.list()[0]?.state).toBe('done'))
  expect(requests()).toHaveLength(4)

  undoNewest(session)
  await waitFor(() => expect(session.undo.list()[0]?.state).toBe('done'))
  expect(requests().slice(4).map(idIn).toSorted()).toEqual(ids(4))
  expect(requests().at(-1)?.body).toEqual({ completed: false })
})

test('redoing an undo that was not sent sends what the undo had stopped', async () => {
  const gate = createGate()
  const { session, requests } = await testSession(async (request, response) => {
    if (idIn(request) === 'card_5') await gate.whenOpen
    respond(request, response)
  })
  const run = undoableChange(session, 100)
  await waitFor(() => expect(requests().length).toBeGreaterThan(6))
  undoNewest(session)
  undoNewest(session)
  gate.open()
  expect((await run.finished).unsent).toBeGreaterThan(0)
  await waitFor(() => expect(session.undo.list()).toMatchObject([{ state: 'done' }]))
  expect(requests().map(idIn).toSorted()).toEqual(ids(100).toSorted())
  expect(new Set(requests().map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

test('a bulk change of nothing leaves no undo entry', async () => {
  const { session } = await testSession(respond)
  const undo = { label: 'Completed', reverse: () => startBulkChange(session, complete([])) }
  const run = startBulkChange(session, complete([], { undo }))
  expect(await run.finished).toEqual(counts({}))
  await waitFor(() => expect(session.undo.list()).toEqual([]))
})

test('a read-only key breaks a bulk change off', async () => {
  const { session, requests } = await testSession((_, response) =>
    respondJson(response, 403, errorBody('insufficient_scope', 'Read only.')),
  )
  const run = startBulkChange(session, complete(ids(30)))
  expect(await run.finished).toEqual(counts({ unsent: 30 }))
  await waitFor(() => expect(getJobs(session).list()).toMatchObject([{ state: 'broken' }]))
  expect(requests().length).toBeLessThanOrEqual(4)
})

test('the items of a bulk change can be collected first', async () => {
  const { session, requests } = await testSession(respond)
  const run = startBulkChange(
    session,
    complete(async () => ids(3)),
  )
  expect(
    getJobs(session)
      .list()
      .map(({ total }) => total),
  ).toEqual([undefined])
  expect(await run.finished).toEqual(counts({ done: 3 }))
  expect(requests()).toHaveLength(3)
})

test('closing the session ends a bulk change', async () => {
  const gate = createGate()
  const { session, requests } = await testSession(async (request, response) => {
    await gate.whenOpen
    respond(request, response)
  })
  const run = startBulkChange(session, complete(ids(30)))
  await waitFor(() => expect(requests()).toHaveLength(4))
  session.close()
  gate.open()
  expect(await run.finished).toEqual(counts({ unsent: 30 }))
  expect(requests()).toHaveLength(4)
})
