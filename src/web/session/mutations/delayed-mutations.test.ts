import { expect, onTestFinished, test, vi } from 'vitest'

import { json } from '#client/test-foreign-service.ts'
import { safeStore } from '#web/session/storage.ts'
import { testSession } from '#web/session/test-session.ts'
import { createHeld, type HeldKind } from './delayed-mutations.ts'

const QUICK = 40

/** One tab over a store; `visit` opens another one over the same. */
async function openTab(store = safeStore(() => undefined)) {
  const { session, asked } = await testSession((_, response) => json(response, 204, undefined))
  await session.abilities.settled
  const page = new EventTarget()
  const held = createHeld(session, { store, page })
  const lines = () => asked().map(({ line }) => line)
  const put = vi.fn()
  const hold = (kind: HeldKind, wait = 60_000, what = 'c1') =>
    held.hold(kind, {
      words: `Held ${what}`,
      name: 'DELETE /lists/:list_id/contacts/:contact_id',
      input: { list_id: 'l', contact_id: what },
      onUndo: put,
      wait,
    })
  return { session, held, page, asked, lines, hold, put, store }
}

const DELETED = 'DELETE /lists/l/contacts/c1'

test('a held change is shown as waiting and sent when the wait ends', async () => {
  const { session, hold, lines } = await openTab()
  hold('delete_contact', QUICK)
  expect(session.undo.list()).toMatchObject([{ words: 'Held c1', state: 'waiting' }])
  expect(lines()).toEqual([])
  await vi.waitFor(() => expect(lines()).toEqual([DELETED]))
  expect(session.undo.list()).toEqual([])
})

test('taking it back in time puts the thing back and nothing is ever sent', async () => {
  const { session, hold, lines, put, held } = await openTab()
  hold('delete_contact', QUICK)
  session.undo.undoLast()
  expect(put).toHaveBeenCalledTimes(1)
  await new Promise((resolve) => setTimeout(resolve, QUICK * 3))
  expect(lines()).toEqual([])
  expect(held.leftOver()).toEqual([])
})

test('"Now" ends the wait, and it is sent once', async () => {
  const { session, hold, lines } = await openTab()
  hold('delete_contact', QUICK)
  session.undo.list()[0]?.wait?.now()
  await vi.waitFor(() => expect(lines()).toEqual([DELETED]))
  await new Promise((resolve) => setTimeout(resolve, QUICK * 3))
  expect(lines()).toEqual([DELETED])
})

test.each(['publish', 'comment'] as const)(
  'T87 a closed tab sends a %s that waits, with its idempotency key',
  async (kind) => {
    const { page, hold, asked, held } = await openTab()
    hold(kind)
    page.dispatchEvent(new Event('pagehide'))
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    expect(asked()[0]?.headers['idempotency-key']).toBeDefined()
    expect(held.leftOver()).toEqual([])
  },
)

test.each(['delete_contact', 'delete_post', 'enroll'] as const)(
  'T87 a closed tab does not send a %s, and the next visit is told',
  async (kind) => {
    const first = await openTab()
    first.hold(kind)
    first.page.dispatchEvent(new Event('pagehide'))
    first.session.close()
    const next = await openTab(first.store)
    expect(next.held.leftOver()).toMatchObject([{ kind, input: { contact_id: 'c1' } }])
    expect(first.lines()).toEqual([])

    next.held.sendLeftOver(next.held.leftOver())
    await vi.waitFor(() => expect(next.lines()).toEqual([DELETED]))
    expect(next.held.leftOver()).toEqual([])
  },
)

test('T87 what two tabs are told of is sent by the first that says so, and once', async () => {
  const first = await openTab()
  first.hold('enroll')
  first.page.dispatchEvent(new Event('pagehide'))
  const [one, other] = [await openTab(first.store), await openTab(first.store)]
  const left = [one.held.leftOver(), other.held.leftOver()] as const
  one.held.sendLeftOver(left[0])
  other.held.sendLeftOver(left[1])
  await vi.waitFor(() => expect(one.lines()).toEqual([DELETED]))
  await vi.waitFor(() => expect(other.session.run.pending()).toBe(0))
  expect(other.lines()).toEqual([])
})

test('T87 switching to another key keeps the rule of a closed tab', async () => {
  const { session, held, hold, lines } = await openTab()
  hold('delete_contact', 60_000, 'c1')
  hold('publish', 60_000, 'c2')
  session.close()
  await vi.waitFor(() => expect(lines()).toEqual(['DELETE /lists/l/contacts/c2']))
  expect(held.leftOver()).toMatchObject([{ kind: 'delete_contact' }])
})

test('a tab that still waits is no earlier visit', async () => {
  const first = await openTab()
  first.hold('delete_contact')
  const other = await openTab(first.store)
  expect(other.held.leftOver()).toEqual([])
})

test('a tab that was killed is told of once its wait is surely over', async () => {
  const first = await openTab()
  first.hold('delete_contact')
  vi.setSystemTime(Date.now() + 120_000)
  onTestFinished(() => void vi.useRealTimers())
  const next = await openTab(first.store)
  expect(next.held.leftOver()).toHaveLength(1)
  next.held.forgetLeftOver(next.held.leftOver())
  expect(next.held.leftOver()).toEqual([])
})
