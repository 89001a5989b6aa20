import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { paths } from '#web/paths.ts'
import { openDeviceEntry } from '#web/session/device-entry.ts'
import {
  emulatePhone,
  errorResponse,
  excessWidth,
  parentOf,
  type Responses,
  tabTo,
  tap,
  textsOf,
} from '#web/test-page.tsx'
import { dismissAllToasts } from '#web/ui/toast.ts'
import {
  capabilities,
  choose,
  createViews,
  dialog,
  keepOnDevice,
  kept,
  none,
  open,
  openMenu,
  save,
  sessionIn,
  sharedView,
  tabNames,
  tabs,
  toast,
  undo,
} from './test-saved-views.ts'

test('a view is saved for everyone, and its undo removes it', async () => {
  const service = createViews()
  await open(service.responses)
  await save('Next', 'Everyone in this workspace')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(tabNames).toEqual(['Default view', 'Next'])
  expect(service.list()).toMatchObject([{ name: 'Next', page: 'posts', query: 'status=planned' }])
  await expect
    .element(tabs.getByRole('link', { name: 'Next Shared' }))
    .toHaveAttribute('aria-current')
  await expect.element(tabs.getByTitle('Next')).toHaveAttribute('href')
  await undo()
  await expect.element(tabs).not.toBeInTheDocument()
  await expect.poll(service.list).toEqual([])
})

test('this device is where a view is kept unless another choice is made', async () => {
  const service = createViews()
  const { requests } = await open(service.responses)
  await save('Mine')
  await expect.poll(tabNames).toEqual(['Default view', 'Mine'])
  expect(requests.some((line) => line.startsWith('POST'))).toBe(false)
  await undo()
  await expect.element(tabs).not.toBeInTheDocument()
})

test('a view of this device becomes shared, and comes back by undo', async () => {
  const service = createViews(sharedView('Old', ''))
  await open(service.responses)
  await save('Mine')
  await expect.poll(tabNames).toEqual(['Old', 'Mine'])
  dismissAllToasts() // or both changes would have one undo
  await openMenu()
  await choose('Mine', 'Share with everyone')
  await expect.element(toast('Shared view Mine with everyone')).toBeVisible()
  await expect.element(dialog.getByText('Shared by Ana').last()).toBeVisible()
  expect(service.list()).toMatchObject([{ name: 'Old' }, { name: 'Mine' }])
  expect(Object.values(localStorage).join()).not.toContain('Mine')
  await undo()
  await expect.poll(service.list).toMatchObject([{ name: 'Old' }])
  await expect.poll(() => Object.values(localStorage).join()).toContain('Mine')
})

test('a shared view is renamed, moved and given the filter, each with undo', async () => {
  const [a, b] = [sharedView('A', 'status=open'), sharedView('B', 'tag=x', { position: 2 })]
  const service = createViews(a, b)
  await open(service.responses)
  await openMenu()
  await choose('A', 'Rename')
  const field = dialog.getByRole('textbox', { name: 'New name of A' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('First{Enter}')
  await expect.poll(service.list).toMatchObject([{ name: 'First' }, { name: 'B' }])
  await expect.element(dialog.getByRole('button', { name: 'Actions for view First' })).toHaveFocus()
  await undo()
  await expect.poll(service.list).toMatchObject([{ name: 'A' }, { name: 'B' }])
  await choose('A', 'Move right')
  await expect.poll(service.list).toMatchObject([{ name: 'B' }, { name: 'A' }])
  await undo()
  await expect.poll(service.list).toMatchObject([{ name: 'A' }, { name: 'B' }])
  await choose('B', 'Use the current filter')
  await expect.poll(service.list).toMatchObject([{}, { query: 'status=planned' }])
  await undo()
  await expect.poll(service.list).toMatchObject([{}, { query: 'tag=x' }])
})

test('a removed shared view comes back to its place by undo', async () => {
  const [a, b] = [sharedView('A', 'status=open'), sharedView('B', 'tag=x', { position: 2 })]
  const service = createViews(a, b)
  await open(service.responses)
  await openMenu()
  await choose('A', 'Remove')
  await expect.element(toast('Removed view A')).toBeVisible()
  await expect
    .element(dialog.getByRole('button', { name: 'Actions for view A' }))
    .not.toBeInTheDocument()
  await expect.element(dialog.getByRole('textbox')).toHaveFocus()
  await undo()
  await expect.poll(service.list).toMatchObject([{ name: 'A', position: 1 }, { name: 'B' }])
  await userEvent.keyboard('{Escape}')
  await expect.poll(tabNames).toEqual(['Default view', 'A', 'B'])
})

test('a view of this device is renamed, moved and removed, each with undo', async () => {
  await open({})
  for (const name of ['A', 'B']) await save(name)
  await expect.poll(tabNames).toEqual(['Default view', 'A', 'B'])
  await openMenu()
  const names = () => textsOf(dialog.getByRole('listitem'))
  await choose('B', 'Move left')
  await expect.poll(names).toEqual(['B', 'A'])
  await expect.element(dialog.getByRole('button', { name: 'Actions for view B' })).toHaveFocus()
  await undo()
  await expect.poll(names).toEqual(['A', 'B'])
  await choose('A', 'Rename')
  await userEvent.keyboard('B{Enter}')
  await expect.element(dialog.getByText('Another view has this name.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await choose('A', 'Remove')
  await expect.poll(names).toEqual(['B'])
  await undo()
  await expect.poll(names).toEqual(['A', 'B'])
})

test('a name that everyone has is refused before it is sent', async () => {
  const service = createViews(sharedView('Planned', ''))
  const { requests } = await open(service.responses)
  await save('PLANNED', 'Everyone in this workspace')
  await expect.element(dialog.getByText('A shared view of this page has this name.')).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveFocus()
  expect(requests.some((line) => line.startsWith('POST'))).toBe(false)
})

test('a refused view says why and is sent again', async () => {
  const service = createViews()
  const message = 'A workspace may have at most 100 shared views.'
  let isFull = true
  const { 'POST /views': create } = service.responses
  await open({
    ...service.responses,
    'POST /views': (request) =>
      isFull || typeof create !== 'function'
        ? errorResponse(409, 'conflict', message)
        : create(request),
  })
  await save('Next', 'Everyone in this workspace')
  await expect.element(toast(message)).toBeVisible()
  isFull = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(tabNames).toEqual(['Default view', 'Next'])
})

test('a read-only key opens shared views and changes none', async () => {
  const service = createViews(sharedView('Next', 'status=open'))
  const { router } = await open(service.responses, { scope: 'read' })
  await tabs.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => router.state.location.search).toBe('?status=open')
  await openMenu()
  await expect.element(dialog.getByRole('radio')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Actions for view Next' }).click()
  await expect.poll(() => textsOf(page.getByRole('menuitem'))).toEqual(['Copy link'])
})

test('without the capability views stay on this device', async () => {
  const { requests } = await open({}, { capabilities: ['filters'] })
  await save('Mine')
  await expect.poll(tabNames).toEqual(['Default view', 'Mine'])
  await openMenu()
  await expect.element(dialog.getByRole('radio')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Actions for view Mine' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expect
    .element(page.getByRole('menuitem', { name: 'Share with everyone' }))
    .not.toBeInTheDocument()
  expect(requests.some((line) => line.includes('/views'))).toBe(false)
})

test('a filter that is too long to share stays on this device', async () => {
  await open({}, {}, `${paths.posts()}?q=${'x'.repeat(2000)}`)
  await openMenu()
  await expect.element(dialog.getByText('This filter is too long to share.')).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: 'Everyone' })).toBeDisabled()
})

test('each list shows the views of its page alone', async () => {
  const views = [
    'boards',
    'cards',
    'campaigns',
    'posts',
    'people',
    'changelog',
    'lists',
    'automations',
    'subscribers',
    'board:brd_1',
    'contacts:lst_1',
    'segments:lst_1',
    'tags:lst_1',
  ].map((of) => sharedView(`Of ${of}`, 'q=x', { page: of, id: `viw_${of}` }))
  const board = { id: 'brd_1', name: 'Board', lists: [], labels: [], archived: false }
  const list = { id: 'lst_1', name: 'List' }
  const { router } = await open(
    {
      'GET /views': { data: views, paging: { next: null } },
      'GET /boards': { ...none },
      'GET /boards/:board_id': { ...board, lists: [{ id: 'bls_1', board_id: 'brd_1', name: 'L' }] },
      'GET /boards/:board_id/cards': none,
      'GET /cards': none,
      'GET /cards/summary': { overdue: 0, due_today: 0, due_tomorrow: 0, boards: [] },
      'GET /campaigns': none,
      'GET /feedback/users': none,
      'GET /feedback/changelog/entries': none,
      'GET /lists': { data: [list], paging: { next: null } },
      'GET /lists/:list_id': list,
      'GET /lists/:list_id/contacts': none,
      'GET /lists/:list_id/segments': none,
      'GET /lists/:list_id/tags': none,
      'GET /automations': none,
      'GET /feedback/changelog/subscribers': none,
    } as Responses, // the pages read no more of these
    { capabilities: [...capabilities, 'cards.list'] },
  )
  for (const [path, name] of [
    [paths.posts(), 'posts'],
    [paths.boards(), 'boards'],
    [paths.cards(), 'cards'],
    [paths.campaigns(), 'campaigns'],
    [paths.people(), 'people'],
    [paths.changelog(), 'changelog'],
    [paths.lists(), 'lists'],
    [paths.automations(), 'automations'],
    [paths.subscribers(), 'subscribers'],
    [paths.board('brd_1'), 'board:brd_1'],
    [paths.list('lst_1'), 'contacts:lst_1'],
    [paths.listSegments('lst_1'), 'segments:lst_1'],
    [paths.listTags('lst_1'), 'tags:lst_1'],
  ] as const) {
    await router.navigate(path)
    await expect.poll(tabNames).toEqual(['Default view', `Of ${name}`])
    await tabs.getByRole('link', { name: 'Of' }).click()
    await expect.poll(() => router.state.location.search).toBe('?q=x')
    await expect.element(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  }
})

test('on a phone tabs scroll and the popover fits', async () => {
  await emulatePhone()
  const views = Array.from({ length: 9 }, (_, index) =>
    sharedView(`View number ${index}`, `q=${index}`, { position: index, id: `viw_${index}` }),
  )
  const service = createViews(...views)
  await open(service.responses)
  await expect.element(tabs.getByRole('link', { name: 'View number 8' })).toBeInTheDocument()
  const row = parentOf(tabs)
  expect(row.scrollWidth).toBeGreaterThan(row.clientWidth)
  expect(getComputedStyle(row).overflowX).toBe('auto')
  expect(excessWidth()).toBe(0)
  await tap(page.getByRole('button', { name: 'Views', exact: true }))
  await expect.element(dialog).toBeVisible()
  await tap(dialog.getByRole('button', { name: 'Actions for view View number 8' }))
  await tap(page.getByRole('menuitem', { name: 'Move left' }))
  await expect.poll(() => service.list().at(-1)?.name).toBe('View number 7')
  expect(excessWidth()).toBe(0)
})

test('a view is saved for everyone by keyboard', async () => {
  const service = createViews()
  await open(service.responses)
  const button = page.getByRole('button', { name: 'Views', exact: true })
  await tabTo(button)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('Next{Tab}{ArrowDown}{Enter}')
  await expect.poll(service.list).toMatchObject([{ name: 'Next' }])
  await expect.element(button).toHaveFocus()
})

test('shared views that cannot be loaded are requested again', async () => {
  let isDown = true
  const service = createViews(sharedView('A', ''))
  const session = await sessionIn(
    await open({
      ...service.responses,
      'GET /views': () =>
        isDown
          ? errorResponse(422, 'invalid')
          : Response.json({ data: service.list(), paging: { next: null } }),
    }),
  )
  await openMenu()
  await expect.element(dialog.getByText('Couldn’t load shared views.')).toBeVisible()
  isDown = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('Shared by Ana')).toBeVisible()
  await expect.element(dialog.getByText('Couldn’t load shared views.')).not.toBeInTheDocument()
  expect(session.queryClient.getQueryData(['GET /views', {}])).toBeDefined()
})

test('a name in which nothing is seen is refused', async () => {
  await open({})
  await save('\u200b')
  await expect.element(dialog.getByText('Enter a name.')).toBeVisible()
  expect(kept()).toEqual([])
})

test('a view of an entry has the tab that is shown', async () => {
  const entry = {
    id: 'chg_1',
    title: 'Out now',
    body: 'It is here.',
    labels: [],
    publish_at: '2026-01-02T03:04:05.000Z',
    version: '1',
    created_at: '2026-01-02T03:04:05.000Z',
    updated_at: '2026-01-02T03:04:05.000Z',
  }
  const service = createViews()
  await open(
    {
      ...service.responses,
      'GET /feedback/changelog/entries': none,
      'GET /feedback/changelog/entries/:entry_id': entry,
    } as Responses, // the page reads no more of these
    { capabilities: [...capabilities, 'changelog.edit'] },
    paths.entry('chg_1'),
  )
  await expect
    .element(page.getByRole('link', { name: 'Published' }))
    .toHaveAttribute('aria-current')
  await save('Out', 'Everyone in this workspace')
  await expect.poll(service.list).toMatchObject([{ page: 'changelog', query: 'tab=published' }])
  await expect.element(tabs.getByRole('link', { name: 'Out' })).toHaveAttribute('aria-current')
})

test('tabs keep their row until they are loaded where there were some', async () => {
  const service = createViews(sharedView('A', ''))
  const release = service.hold()
  const opened = await open(service.responses)
  const { connection } = await sessionIn(opened)
  await expect.element(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  await expect.element(page.getByText('Default view')).not.toBeInTheDocument()
  openDeviceEntry(connection, 'view-row:posts').update(() => 'yes')
  const row = page.getByText('Default view')
  await expect.element(row).toBeInTheDocument()
  await expect.element(row).not.toBeVisible()
  const { top, bottom } = row.element().getBoundingClientRect()
  release()
  await expect.element(tabs.getByText('A', { exact: true })).toBeVisible()
  expect(tabs.getByText('A', { exact: true }).element().getBoundingClientRect()).toMatchObject({
    top,
    bottom,
  })
})

test('the row of tabs is remembered for each page', async () => {
  const opened = await open(createViews(sharedView('A', '')).responses)
  const { connection } = await sessionIn(opened)
  const row = openDeviceEntry(connection, 'view-row:posts')
  await expect.poll(row.get).toBe('yes')
  await openMenu()
  await choose('A', 'Remove')
  await expect.poll(row.get).toBe('')
})

test('an emoji stays whole, and Escape of an input method closes nothing', async () => {
  const session = await sessionIn(await open({}))
  const name = `${'x'.repeat(22)}👍👍👍`
  keepOnDevice(session, [{ name, query: 'status=planned' }])
  await openMenu()
  await expect.element(dialog.getByRole('textbox', { name: `${'x'.repeat(22)}👍…` })).toBeVisible()
  await choose(name, 'Rename')
  const field = dialog.getByRole('textbox', { name: 'New name' })
  await expect.element(field).toHaveFocus()
  const escape = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }
  field.element().dispatchEvent(new KeyboardEvent('keydown', escape))
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
})
