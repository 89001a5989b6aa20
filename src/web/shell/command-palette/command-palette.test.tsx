import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Contact, List, Post } from '#client/resources.ts'
import { openPalette, palette, paletteOption } from '#web/shell/test-palette.ts'
import {
  buildBoard,
  cardNamed,
  holdResponse,
  openWithBoards,
  pageOf,
} from '#web/tasks/test-boards.ts'
import { errorResponse, type Responses } from '#web/test-page.tsx'

const createdAt = '2025-01-20T09:00:00.000Z'

const post: Post = {
  id: 'pst_1',
  board_id: 'fbb_1',
  title: 'Launch a newsletter',
  details: '',
  status: 'open',
  tags: [],
  owner: null,
  eta: null,
  author: { type: 'team', id: 'mem_1', name: 'Eve', avatar_url: null },
  vote_count: 0,
  imported_votes: 0,
  comment_count: 0,
  internal_comment_count: 0,
  merged_into_id: null,
  url: null,
  deleted_at: null,
  external_ref: null,
  version: '1',
  created_at: createdAt,
  updated_at: createdAt,
}

const list: List = {
  id: 'lst_1',
  name: 'Customers',
  description: null,
  double_opt_in: false,
  archived: false,
  subscriber_count: 1,
  counts: { total: 1, pending: 0, subscribed: 1, unsubscribed: 0, bounced: 0, complained: 0 },
  external_ref: null,
  version: '1',
  created_at: createdAt,
  updated_at: createdAt,
}

const contact: Contact = {
  id: 'con_1',
  list_id: list.id,
  email_address: 'olive@example.com',
  status: 'subscribed',
  tags: [],
  fields: {},
  source: 'api',
  subscribed_at: createdAt,
  unsubscribed_at: null,
  external_ref: null,
  version: '1',
  created_at: createdAt,
  updated_at: createdAt,
}

test('without `search` the palette appends what lists have, and says so', async () => {
  const responses: Responses = {
    'GET /feedback/posts': ({ input }) =>
      pageOf([post].filter(({ title }) => title.toLowerCase().includes(String(input.search)))),
    'GET /lists': pageOf([list]),
    'GET /lists/:list_id/contacts/:id_or_email': ({ input }) =>
      input.id_or_email === contact.email_address ? contact : errorResponse(404, 'not_found'),
  }
  await openWithBoards('/boards', [buildBoard()], responses, ['search'])
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Launch' })).toBeVisible()
  await openPalette()
  await userEvent.keyboard('launch')
  const board = paletteOption(/Launch Board/)
  await expect.element(board).toHaveAttribute('aria-selected', 'true')
  await expect.element(paletteOption(/Launch a newsletter Post, 0 votes/)).toBeVisible()
  await expect.element(board).toHaveAttribute('aria-selected', 'true')
  expect(palette().getByRole('option').first().element()).toHaveTextContent('Launch')
  const limit = 'Only loaded cards and contacts were searched'
  const status = () => palette().getByRole('status').element().textContent
  await expect.poll(status).toBe(`2 results. ${limit}`)
  const footer = palette().getByText(limit, { exact: true })
  await expect.element(footer).toBeVisible()

  const field = palette().getByRole('combobox')
  await field.fill('@olive@example.com')
  await expect.element(paletteOption(/olive@example.com Contact in Customers/)).toBeVisible()
  await expect.poll(status).toBe('1 result')
  await expect.element(footer).not.toBeInTheDocument()
  await field.fill('@nobody@example.com')
  await expect.poll(status).toBe('No contact found for nobody@example.com')
})

test('without `search` one letter is said to search loaded items only', async () => {
  const { requests } = await openWithBoards('/boards', [buildBoard()], {}, ['search'])
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Launch' })).toBeVisible()
  await openPalette()
  const before = requests.length
  await palette().getByRole('combobox').fill('料')
  const status = palette().getByRole('status')
  const limit = 'Only loaded items were searched. Type another character to search more.'
  await expect.element(status).toHaveTextContent(`No results for “料”${limit}`)
  await palette().getByRole('combobox').fill('l')
  await expect.element(paletteOption(/Launch Board/)).toBeVisible()
  await expect.element(palette().getByText(limit, { exact: true })).toBeVisible()
  expect(requests.slice(before).filter((line) => line.includes('/search'))).toEqual([])
})

test('what the server can do changes the open palette when it is known', async () => {
  const me = holdResponse({
    key: { scope: 'write', admin: true },
    workspace: { id: 'wsp_1', name: 'Test' },
    capabilities: ['search', 'boards.write', 'import'],
  })
  const { requests } = await openWithBoards('/', [buildBoard()], { 'GET /me': () => me.response })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await openPalette()
  await userEvent.keyboard('unch')
  await expect.element(paletteOption(/Launch/)).toBeVisible()
  expect(requests.filter((line) => line.includes('/search'))).toEqual([])
  me.send()
  await expect.poll(() => requests).toContain('GET /search?q=unch')
  const field = palette().getByRole('combobox')
  await field.fill('new board')
  await expect.element(paletteOption('New board')).toBeVisible()
  await field.fill('trello')
  await expect.element(paletteOption(/Import cards from Trello/)).toBeVisible()
})

test('the palette offers imports and the export of contacts where they can be done', async () => {
  const other = { ...list, id: 'lst_2', name: 'Friends' }
  const archived = { ...list, id: 'lst_3', name: 'Former', archived: true }
  const { router } = await openWithBoards('/email/lists/lst_1', [], {
    'GET /lists': pageOf([list, other, archived]),
    'GET /lists/:list_id': list,
    'GET /lists/:list_id/contacts': pageOf([contact]),
    'GET /lists/:list_id/tags': pageOf([]),
    'GET /lists/:list_id/segments': pageOf([]),
  })
  await expect.element(page.getByText('olive@example.com').first()).toBeVisible()
  await router.navigate('/email/lists')
  await expect.element(page.getByText('Friends').first()).toBeVisible()
  await router.navigate('/email/lists/lst_1')
  await expect.element(page.getByText('olive@example.com').first()).toBeVisible()
  await openPalette()
  const actions = palette().getByRole('group', { name: 'On this page' })
  await expect
    .element(actions.getByRole('option', { name: 'Import contacts to Customers' }))
    .toBeVisible()
  await expect.element(paletteOption('Import contacts to Friends')).not.toBeInTheDocument()
  await userEvent.keyboard('import contacts')
  await expect.element(paletteOption('Import contacts to Friends')).toBeVisible()
  await expect.element(paletteOption(/Former/)).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}a{/Control}export contacts{Enter}')
  await expect.element(page.getByRole('dialog', { name: /^Export/ })).toBeVisible()
})

test('the palette switches to a saved view of the page', async () => {
  const { router } = await openWithBoards('/feedback/posts?status=open')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('textbox', { name: /Save this view/ }).fill('Unread')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('link', { name: 'Unread' })).toBeVisible()
  await openPalette()
  await expect.element(paletteOption('Switch to view “Default view”')).toBeVisible()
  await expect.element(paletteOption('Switch to view “Unread”')).not.toBeInTheDocument()
  await userEvent.keyboard('view default{Enter}')
  await expect.poll(() => router.state.location.search).toBe('')
  await openPalette()
  await userEvent.keyboard('view unread{Enter}')
  await expect.poll(() => router.state.location.search).toBe('?status=open')
})

test('the command palette runs actions of the page and of the shell', async () => {
  await openWithBoards('/boards/brd_launch')
  await expect.element(cardNamed('Choose a date')).toBeVisible()
  await openPalette()
  await userEvent.keyboard('> dark{Enter}')
  await expect.element(document.documentElement).toHaveAttribute('data-theme', 'dark')

  await openPalette()
  await userEvent.keyboard('> new card{Enter}')
  await expect.element(page.getByRole('textbox', { name: /Title of the new card/ })).toHaveFocus()
})

/** Visits are recorded by the part of the shell that loads after the page. */
async function waitForVisit(id: string) {
  const visits = () => Object.values(localStorage).flatMap((entry: string) => entry.split('\n'))
  await expect.poll(visits).toContain(id)
}

test('the first screen of the palette has recent places and each page action once', async () => {
  const { router } = await openWithBoards('/boards')
  await waitForVisit('page:/boards')
  await page.getByRole('main').getByRole('link', { name: 'Launch' }).click()
  await expect.element(cardNamed('Choose a date')).toBeVisible()
  await waitForVisit('board:brd_launch')
  await userEvent.keyboard('go')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Overview' })).toHaveFocus()
  await openPalette()
  const recent = palette().getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect
    .poll(() => recent.elements().map((one) => one.textContent))
    .toEqual([expect.stringMatching(/^Launch/), expect.stringMatching(/^Boards/)])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/boards/brd_launch')

  await openPalette()
  const actions = palette().getByRole('group', { name: 'On this page' })
  await expect.element(actions.getByRole('option', { name: /New card/ })).toHaveLength(1)
  await expect
    .element(palette().getByRole('option', { name: /Add (a )?card/ }))
    .not.toBeInTheDocument()
})

test('the first screen has at most four boards, none of them archived', async () => {
  const names = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Oak']
  const boards = names.map((name) => buildBoard({ id: `brd_${name}`, name }))
  const [archived] = boards
  if (archived) archived.board.archived = true
  await openWithBoards('/boards', boards)
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Oak' })).toBeVisible()
  await openPalette()
  const jump = palette().getByRole('group', { name: 'Jump to' }).getByRole('option')
  const texts = jump.elements().map(({ textContent }) => textContent)
  expect(texts.filter((text) => text.endsWith('Board')).length).toBe(4)
  expect(texts).toHaveLength(8)
  expect(texts.join()).not.toContain('Ash')
})

test('the open palette adds the actions of a page that was loading', async () => {
  const { board, cards } = buildBoard()
  const boardRead = holdResponse(board)
  const cardsRead = holdResponse(pageOf([...cards]))
  await openWithBoards('/boards/brd_launch', [], {
    'GET /boards/:board_id': () => boardRead.response,
    'GET /boards/:board_id/cards': () => cardsRead.response,
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Loading board' })).toBeVisible()
  await openPalette()
  await expect.element(palette().getByRole('group', { name: 'Jump to' })).toBeVisible()
  const newCard = paletteOption(/New card/)
  await expect.element(newCard).not.toBeInTheDocument()
  boardRead.send()
  cardsRead.send()
  await expect.element(newCard).toHaveLength(1)
  await newCard.click()
  await expect.element(page.getByRole('textbox', { name: /Title of the new card/ })).toHaveFocus()
})

test('every palette group is labelled by its heading', async () => {
  await openWithBoards('/')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await openPalette()
  for (const name of ['Jump to', 'Actions'])
    await expect.element(palette().getByRole('group', { name, exact: true })).toBeVisible()
})
