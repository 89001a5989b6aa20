import { expect, onTestFinished, test, vi } from 'vitest'

import { respondJson } from '#client/test-stub-server.ts'
import { safeStore } from '#web/session/storage.ts'
import { testSession } from '#web/session/test-session.ts'
import { waitFor } from '#web/test-time.ts'
import { createDelayedMutations } from './delayed-mutations.ts'

const QUICK = 40

/** One tab over a store; `visit` opens another one over the same. */
async function openTab(store = safeStore(() => undefined)) {
  const { session, requests } = await testSession((_, response) =>
    respondJson(response, 204, undefined),
  )
  await session.capabilities.settled
  const page = new EventTarget()
  const held = createDelayedMutations(session, { store, page })
  const lines = () => requests().map(({ line }) => line)
  const put = vi.fn()
  const delay = (
    kind: 'delete_campaign' | 'delete_entry' | 'publish',
    wait = 60_000,
    what = 'c1',
  ) =>
    held.delay(kind, {
      label: `Held ${what}`,
      name: 'DELETE /lists/:list_id/contacts/:contact_id',
      input: { list_id: 'l', contact_id: what },
      onUndo: put,
      delayMs: wait,
      sendsOnClose: kind === 'publish',
    })
  return { session, held, page, requests, lines, delay, put, store }
}

const DELETED = 'DELETE /lists/l/contacts/c1'

test('a delayed mutation is listed as waiting and sent after its delay', async () => {
  const { session, delay, lines } = await openTab()
  delay('delete_campaign', QUICK)
  expect(session.undo.list()).toMatchObject([{ label: 'Held c1', state: 'waiting' }])
  expect(lines()).toEqual([])
  await waitFor(() => expect(lines()).toEqual([DELETED]))
  expect(session.undo.list()).toEqual([])
})

test('undoing a delayed mutation restores the item and sends nothing', async () => {
  const { session, delay, lines, put, held } = await openTab()
  delay('delete_campaign', QUICK)
  session.undo.undoLast()
  expect(put).toHaveBeenCalledTimes(1)
  await new Promise((resolve) => setTimeout(resolve, QUICK * 3))
  expect(lines()).toEqual([])
  expect(held.interrupted()).toEqual([])
})

test('a delayed batch is one change, kept as its requests when the tab closes', async () => {
  const { session, held, page, lines } = await openTab()
  const name = 'POST /automations/:automation_id/enroll'
  const inputs = ['c1', 'c2'].map((contact_id) => ({ automation_id: 'a', contact_id }))
  const send = vi.fn()
  const options = { label: 'Enroll 2', name, inputs, send, onUndo: vi.fn() } as const
  held.delayAll('enroll', { ...options, delayMs: QUICK })
  expect(session.undo.list()).toMatchObject([{ label: 'Enroll 2', state: 'waiting' }])
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(held.interrupted()).toEqual([])

  held.delayAll('enroll', options)
  page.dispatchEvent(new Event('pagehide'))
  expect(held.interrupted()).toMatchObject(inputs.map((input) => ({ kind: 'enroll', input })))
  expect(lines()).toEqual([])
})

test('sendNow ends the delay and sends the mutation once', async () => {
  const { session, delay, lines } = await openTab()
  delay('delete_campaign', QUICK)
  session.undo.list()[0]?.delay?.sendNow()
  await waitFor(() => expect(lines()).toEqual([DELETED]))
  await new Promise((resolve) => setTimeout(resolve, QUICK * 3))
  expect(lines()).toEqual([DELETED])
})

test('T87 a closed tab publishes what waits, with its idempotency key', async () => {
  const { page, delay, requests, held } = await openTab()
  delay('publish')
  page.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(requests()[0]?.headers['idempotency-key']).toBeDefined()
  expect(held.interrupted()).toEqual([])
})

test.each(['delete_campaign', 'delete_entry'] as const)(
  'T87 a closed tab does not send a %s, and the next visit is told',
  async (kind) => {
    const first = await openTab()
    first.delay(kind)
    first.page.dispatchEvent(new Event('pagehide'))
    first.session.close()
    const next = await openTab(first.store)
    expect(next.held.interrupted()).toMatchObject([{ kind, input: { contact_id: 'c1' } }])
    expect(first.lines()).toEqual([])

    next.held.sendInterrupted(next.held.interrupted())
    await waitFor(() => expect(next.lines()).toEqual([DELETED]))
    expect(next.held.interrupted()).toEqual([])
  },
)

test('T87 an interrupted mutation is sent by one of two tabs', async () => {
  const first = await openTab()
  first.delay('delete_entry')
  first.page.dispatchEvent(new Event('pagehide'))
  const [one, other] = [await openTab(first.store), await openTab(first.store)]
  const onDequeued = [one.held.interrupted(), other.held.interrupted()] as const
  one.held.sendInterrupted(onDequeued[0])
  other.held.sendInterrupted(onDequeued[1])
  await waitFor(() => expect(one.lines()).toEqual([DELETED]))
  await waitFor(() => expect(other.session.mutate.pendingCount()).toBe(0))
  expect(other.lines()).toEqual([])
})

test('T87 closing the session sends what may be sent and keeps the rest', async () => {
  const { session, held, delay, lines } = await openTab()
  delay('delete_campaign', 60_000, 'c1')
  delay('publish', 60_000, 'c2')
  session.close()
  await waitFor(() => expect(lines()).toEqual(['DELETE /lists/l/contacts/c2']))
  expect(held.interrupted()).toMatchObject([{ kind: 'delete_campaign' }])
})

test('a mutation whose delay is running is not interrupted', async () => {
  const first = await openTab()
  first.delay('delete_campaign')
  const other = await openTab(first.store)
  expect(other.held.interrupted()).toEqual([])
})

test('a mutation of a killed tab is interrupted once its delay ended', async () => {
  const first = await openTab()
  first.delay('delete_campaign')
  vi.setSystemTime(Date.now() + 120_000)
  onTestFinished(() => void vi.useRealTimers())
  const next = await openTab(first.store)
  expect(next.held.interrupted()).toHaveLength(1)
  next.held.discardInterrupted(next.held.interrupted())
  expect(next.held.interrupted()).toEqual([])
})
