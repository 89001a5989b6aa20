import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { errorResponse } from '#web/test-page.tsx'
import {
  choose,
  createViews,
  dialog,
  keepOnDevice,
  kept,
  open,
  openMenu,
  save,
  sessionIn,
  sharedView,
  toast,
  undoAnyway,
  undoNamed,
} from './test-saved-views.ts'

/** Opens a page with one view of this device, and shares it. */
async function share(service: ReturnType<typeof createViews>) {
  const opened = await open(service.responses)
  await save('Mine')
  await openMenu()
  await choose('Mine', 'Share with everyone')
  await expect.poll(service.list).toMatchObject([{ name: 'Mine' }])
  await expect.poll(kept).toEqual([])
  return await sessionIn(opened)
}

test('undoing a share asks when someone has changed the view since', async () => {
  const service = createViews()
  const session = await share(service)
  service.change('Mine', { name: 'Of Ben' })
  await session.queryClient.invalidateQueries()
  await expect.element(dialog.getByText('Of Ben', { exact: true })).toBeVisible()
  undoNamed(session, 'Shared view Mine with everyone')
  await expect.element(page.getByText('Of Ben has changed since it was shared.')).toBeVisible()
  expect(service.list()).toMatchObject([{ name: 'Of Ben' }])
  await undoAnyway()
  await expect.poll(service.list).toEqual([])
  await expect.poll(kept).toMatchObject([{ name: 'Mine' }])
})

test('undoing a share keeps a change that this page has not loaded', async () => {
  const service = createViews()
  const session = await share(service)
  service.change('Mine', { query: 'status=open' })
  undoNamed(session, 'Shared view Mine with everyone')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect.poll(kept).toEqual([])
  expect(service.list()).toMatchObject([{ name: 'Mine', query: 'status=open' }])
})

test('undoing a share asks before it replaces a view of its name', async () => {
  const service = createViews()
  const session = await share(service)
  keepOnDevice(session, [{ id: 'other', name: 'Mine', query: 'q=other' }])
  undoNamed(session, 'Shared view Mine with everyone')
  await expect.element(page.getByText('Another view is named Mine now.')).toBeVisible()
  expect(kept()).toMatchObject([{ id: 'other' }])
  await undoAnyway()
  await expect.poll(kept).toMatchObject([{ name: 'Mine', query: 'status=planned' }])
})

test('a view that changes while it is shared stays on this device', async () => {
  const service = createViews()
  const release = service.hold()
  const opened = await open(service.responses)
  const session = await sessionIn(opened)
  keepOnDevice(session, [{ name: 'Mine', query: 'q=1' }])
  await openMenu()
  await choose('Mine', 'Share with everyone')
  keepOnDevice(session, [{ name: 'Mine', query: 'q=2' }])
  release()
  await expect.poll(service.list).toMatchObject([{ name: 'Mine', query: 'q=1' }])
  await expect.element(dialog.getByText('Shared by Ana')).toBeVisible()
  expect(kept()).toMatchObject([{ name: 'Mine', query: 'q=2' }])
  undoNamed(session, 'Shared view Mine with everyone')
  await expect.poll(service.list).toEqual([])
  expect(kept()).toMatchObject([{ name: 'Mine', query: 'q=2' }])
})

test('a view that is shared twice while the service is slow is sent once', async () => {
  const service = createViews()
  const release = service.hold()
  const opened = await open(service.responses)
  const { mutate } = await sessionIn(opened)
  await save('Mine')
  await openMenu()
  for (const count of [1, 2]) {
    await choose('Mine', 'Share with everyone')
    expect(mutate.pendingCount()).toBe(count)
  }
  release()
  await expect.poll(() => mutate.pendingCount()).toBe(0)
  expect(service.list()).toHaveLength(1)
  expect(opened.requests.filter((line) => line.startsWith('POST /views'))).toHaveLength(1)
})

test('a view with a name that everyone has is not shared', async () => {
  const service = createViews(sharedView('MINE', ''))
  const { requests } = await open(service.responses)
  await save('Mine')
  await openMenu()
  await choose('Mine', 'Share with everyone')
  await expect.element(toast('A shared view of this page has this name.')).toBeVisible()
  expect(requests.some((line) => line.startsWith('POST'))).toBe(false)
})

test('undoing a removal restores the view as it was deleted', async () => {
  const service = createViews(sharedView('A', 'status=open'))
  const session = await sessionIn(await open(service.responses))
  await openMenu()
  await expect.element(dialog.getByText('Shared by Ana')).toBeVisible()
  service.change('A', { query: 'tag=x' })
  await choose('A', 'Remove')
  await page.getByRole('button', { name: 'Delete anyway' }).click()
  await expect.poll(service.list).toEqual([])
  undoNamed(session, 'Removed view A')
  await expect.poll(service.list).toMatchObject([{ name: 'A', query: 'tag=x' }])
})

test('a removal that is tried again can be undone', async () => {
  const service = createViews(sharedView('A', 'status=open'))
  const { 'DELETE /views/:view_id': remove } = service.responses
  let isRefused = true
  const opened = await open({
    ...service.responses,
    'DELETE /views/:view_id': (request) =>
      isRefused || typeof remove !== 'function' ? errorResponse(422, 'invalid') : remove(request),
  })
  await openMenu()
  await choose('A', 'Remove')
  await expect.element(toast('Refused for this test.')).toBeVisible()
  isRefused = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(service.list).toEqual([])
  undoNamed(await sessionIn(opened), 'Removed view A')
  await expect.poll(service.list).toMatchObject([{ name: 'A' }])
})

test('earlier changes of a removed view leave the undo history', async () => {
  const service = createViews(sharedView('A', 'status=open'))
  const session = await sessionIn(await open(service.responses))
  await openMenu()
  await choose('A', 'Use the current filter')
  await expect.poll(service.list).toMatchObject([{ query: 'status=planned' }])
  await choose('A', 'Remove')
  await expect.poll(service.list).toEqual([])
  await expect.poll(() => session.undo.list().map(({ label }) => label)).toEqual(['Removed view A'])
  session.undo.undoLast()
  await expect.poll(service.list).toMatchObject([{ name: 'A', query: 'status=planned' }])
})

test('changes of a view of this device are undone in any order', async () => {
  const session = await sessionIn(await open({}))
  keepOnDevice(session, [{ name: 'A', query: 'q=1' }])
  await openMenu()
  await choose('A', 'Rename')
  await userEvent.keyboard('B{Enter}')
  await expect.element(dialog.getByRole('button', { name: 'Actions for view B' })).toHaveFocus()
  await choose('B', 'Use the current filter')
  await expect.poll(kept).toMatchObject([{ name: 'B', query: 'status=planned' }])
  undoNamed(session, 'Changed view A')
  await expect.poll(kept).toMatchObject([{ name: 'A', query: 'status=planned' }])
  undoNamed(session, 'Changed view B')
  await expect.poll(kept).toMatchObject([{ name: 'A', query: 'q=1' }])
})

test('the undo of a view of this device asks about another tab', async () => {
  const session = await sessionIn(await open({}))
  keepOnDevice(session, [{ id: 'a', name: 'A', query: 'q=1' }])
  await openMenu()
  await choose('A', 'Use the current filter')
  keepOnDevice(session, [{ id: 'a', name: 'A', query: 'q=3' }])
  undoNamed(session, 'Changed view A')
  await expect.element(page.getByText('The filter of A has changed since, to “q=3”.')).toBeVisible()
  await undoAnyway()
  await expect.poll(kept).toMatchObject([{ name: 'A', query: 'q=1' }])
})

test('the shared view has the focus that the one of this device had', async () => {
  const service = createViews()
  await share(service)
  await expect.element(dialog.getByText('Shared by Ana')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Actions for view Mine' })).toHaveFocus()
})
