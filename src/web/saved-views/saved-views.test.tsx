import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { View } from '#client/resources.ts'
import { viewQuery } from '#contract/developers/views.rules.ts'
import { paths } from '#web/paths.ts'
import {
  emulatePhone,
  errorResponse,
  excessWidth,
  openPage,
  parentOf,
  type Responses,
  tabTo,
  tap,
  textsOf,
} from '#web/test-page.tsx'
import { dismissAllToasts } from '#web/ui/toast.ts'

const none = { data: [], paging: { next: null } }
const sharedView = (name: string, query: string, more: Partial<View> = {}): View => ({
  id: `viw_${name}`,
  name,
  page: 'posts',
  query,
  created_by: { type: 'member', id: 'mem_1', name: 'Ana' },
  position: 1,
  version: '1',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
  ...more,
})

/** A service that keeps views, as the real one does. */
function createViews(...initial: View[]) {
  let views = initial
  let count = 0
  const find = (id: string) => views.find((view) => view.id === id)
  const responses: Responses = {
    'GET /feedback/posts': none,
    'GET /views': () => ({ data: views, paging: { next: null } }),
    'POST /views': ({ input: { page: of, query, name, position } }) => {
      const last = Math.max(0, ...views.map((view) => view.position)) + 1
      const id = `viw_new_${++count}`
      const created = { page: of, id, position: position ?? last }
      const view = sharedView(name, viewQuery(query), created)
      views = [...views, view].toSorted((one, next) => one.position - next.position)
      return view
    },
    'PATCH /views/:view_id': ({ input: { view_id, ...change } }) => {
      const before = find(view_id)
      if (!before) return errorResponse(404, 'not_found')
      const after = { ...before, ...change, version: String(Number(before.version) + 1) }
      views = views
        .map((view) => (view === before ? after : view))
        .toSorted((one, next) => one.position - next.position)
      return after
    },
    'DELETE /views/:view_id': ({ input: { view_id } }) => {
      views = views.filter((view) => view.id !== view_id)
      return new Response(null, { status: 204 })
    },
  }
  return { responses, list: () => views }
}

const capabilities = ['filters', 'views.shared', 'etag']
const open = (responses: Responses, options = {}, path = `${paths.posts()}?status=planned`) =>
  openPage(path, { ...createViews().responses, ...responses }, { capabilities, ...options })

const tabs = page.getByRole('group', { name: 'Views' })
const tabNames = () => textsOf(tabs.getByRole('link'))
const dialog = page.getByRole('dialog', { name: 'Views' })
const openMenu = () => page.getByRole('button', { name: 'Views', exact: true }).click()
const toast = (text: string) => page.getByTestId('toast').getByText(text)
const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).last().click()

async function choose(name: string, action: string) {
  await dialog.getByRole('button', { name: `Actions for view ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function save(name: string, scope?: string) {
  await openMenu()
  await dialog.getByRole('textbox').fill(name)
  if (scope !== undefined) await dialog.getByRole('radio', { name: scope }).click()
  await dialog.getByRole('button', { name: 'Save view' }).click()
}

test('a view is saved for everyone, and its undo removes it', async () => {
  const service = createViews()
  await open(service.responses)
  await save('Next', 'Everyone in this workspace')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(tabNames).toEqual(['All', 'Next'])
  expect(service.list()).toMatchObject([{ name: 'Next', page: 'posts', query: 'status=planned' }])
  await expect
    .element(tabs.getByRole('link', { name: 'Next Shared' }))
    .toHaveAttribute('aria-current')
  await undo()
  await expect.element(tabs).not.toBeInTheDocument()
  await expect.poll(service.list).toEqual([])
})

test('this device is where a view is kept unless another choice is made', async () => {
  const service = createViews()
  const { requests } = await open(service.responses)
  await save('Mine')
  await expect.poll(tabNames).toEqual(['All', 'Mine'])
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
  await expect.poll(tabNames).toEqual(['All', 'A', 'B'])
})

test('a view of this device is renamed, moved and removed, each with undo', async () => {
  await open({})
  for (const name of ['A', 'B']) await save(name)
  await expect.poll(tabNames).toEqual(['All', 'A', 'B'])
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
  await expect.poll(tabNames).toEqual(['All', 'Next'])
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
  await expect.poll(tabNames).toEqual(['All', 'Mine'])
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
    await expect.poll(tabNames).toEqual(['All', `Of ${name}`])
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
