import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { ResponseItem } from '#contract/endpoints.ts'
import { openPalette, palette, paletteOption } from '#web/shell/test-palette.ts'
import { buildBoard, holdResponse, openWithBoards, pageOf } from '#web/tasks/test-boards.ts'
import { errorResponse, type Responses } from '#web/test-page.tsx'

type Result = ResponseItem<'GET /search'>

const result = (title: string, more: Partial<Result> = {}): Result => ({
  type: 'card',
  id: `crd_${title}`,
  title,
  subtitle: 'Garden · To do',
  match: null,
  url_path: `/boards/brd_garden/cards/crd_${encodeURIComponent(title)}`,
  ...more,
})

const everyType: Result[] = [
  result('Walnut table'),
  result('Ideas', { type: 'post', id: 'pst_1', match: 'a walnut tree' }),
  result('ann@walnut.example', {
    type: 'contact',
    id: 'con_1',
    subtitle: 'Customers · Subscribed',
  }),
  result('Wal Nut', { type: 'user', id: 'usr_1', subtitle: 'wal@x.io', match: 'wal@x.io' }),
  result('Walnut is back', { type: 'entry', id: 'chg_1', subtitle: 'Draft' }),
  result('Walnut letter', { type: 'campaign', id: 'cmp_1', subtitle: 'Sent' }),
  result('Walnut friends', { type: 'list', id: 'lst_1', subtitle: null }),
  result('Walnut', { type: 'board', id: 'brd_1', subtitle: 'Archived' }),
  result('Elsewhere', { id: 'crd_evil', url_path: '//evil.example/walnut' }),
]

async function openSearch(search: NonNullable<Responses['GET /search']>) {
  const opened = await openWithBoards('/boards', [buildBoard()], { 'GET /search': search })
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Launch' })).toBeVisible()
  await openPalette()
  const searches = () =>
    opened.requests.flatMap((line) => /^GET \/search\?q=(.*)/.exec(line)?.[1] ?? [])
  return { ...opened, searches }
}

const status = () => palette().getByRole('status').element().textContent

test('the palette shows what the service finds in groups by type', async () => {
  const { searches } = await openSearch(pageOf(everyType))
  await userEvent.keyboard('walnut')
  await expect.element(paletteOption(/Walnut table/)).toBeVisible()
  const groups = palette().getByRole('group').elements()
  const shown = groups.map((group) => [
    group.firstElementChild?.textContent,
    ...[...group.querySelectorAll('[role=option]')].map((option) => option.textContent),
  ])
  expect(shown).toEqual([
    ['Cards', 'Walnut tableGarden · To do'],
    ['Posts', 'Ideasa walnut treeGarden · To do'],
    ['Contacts', 'ann@walnut.exampleCustomers · Subscribed'],
    ['People', 'Wal Nutwal@x.io'],
    ['Changelog entries', 'Walnut is backDraft'],
    ['Campaigns', 'Walnut letterSent'],
    ['Lists', 'Walnut friends'],
    ['Boards', 'WalnutArchived'],
  ])
  expect(searches()).toEqual(['walnut'])
  expect(status()).toBe('8 results')
})

test('the palette opens a result by keyboard and shows a loaded thing once', async () => {
  const launch = result('Launch', {
    type: 'board',
    id: 'brd_launch',
    url_path: '/boards/brd_launch',
  })
  const { router } = await openSearch(pageOf([launch, result('Launch party')]))
  await userEvent.keyboard('launch')
  await expect.element(paletteOption(/Launch party/)).toBeVisible()
  await expect.element(palette().getByRole('option')).toHaveLength(2)
  await expect.element(paletteOption(/Launch Board/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(paletteOption(/Launch party/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => router.state.location.pathname)
    .toBe('/boards/brd_garden/cards/crd_Launch%20party')
})

test('a loaded thing with the text inside a word comes not before what has the word', async () => {
  await openSearch(pageOf([result('Unch')]))
  await userEvent.keyboard('unch')
  await expect.element(paletteOption(/Unch/)).toBeVisible()
  await expect.element(paletteOption(/Launch/)).not.toBeInTheDocument()
})

test('old results that match stay until new ones come, which no late response replaces', async () => {
  const late = holdResponse(pageOf([result('Late walnut')]))
  const next = holdResponse(pageOf([result('Walnut table'), result('Walnut tablet')]))
  let isAborted = () => false
  const { searches } = await openSearch(({ input, signal }) => {
    if (input.q === 'walnut t') {
      isAborted = () => signal.aborted
      return late.response
    }
    if (input.q === 'walnut table') return next.response
    return pageOf([result('Walnut table'), result('Walnut bowl')])
  })
  await userEvent.keyboard('walnut')
  await expect.element(paletteOption(/Walnut bowl/)).toBeVisible()
  await userEvent.keyboard(' t')
  await expect.element(paletteOption(/Walnut bowl/)).not.toBeInTheDocument()
  await expect.element(paletteOption(/Walnut table/)).toHaveAttribute('aria-selected', 'true')
  await expect.poll(searches).toEqual(['walnut', 'walnut+t'])
  expect(isAborted()).toBe(false)
  await userEvent.keyboard('able')
  await expect.poll(isAborted).toBe(true)
  await expect.poll(searches).toEqual(['walnut', 'walnut+t', 'walnut+table'])
  late.send()
  next.send()
  await expect.element(paletteOption(/Walnut tablet/)).toBeVisible()
  await expect.element(paletteOption(/Late walnut/)).not.toBeInTheDocument()
  expect(searches()).toHaveLength(3)
})

test('Enter before the response opens what is shown and nothing else', async () => {
  const { router, searches } = await openSearch(({ input }) => pageOf([result(String(input.q))]))
  await userEvent.keyboard('walnut')
  await expect.element(paletteOption(/walnut/)).toBeVisible()
  // None of these words is in a result: there is nothing to open yet.
  await userEvent.keyboard('{Control>}a{/Control}plum tree{Enter}')
  await expect.element(palette()).toBeVisible()
  expect(router.state.location.pathname).toBe('/boards')
  await expect.element(paletteOption(/plum tree/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => router.state.location.pathname)
    .toBe('/boards/brd_garden/cards/crd_plum%20tree')
  expect(searches()).toEqual(['walnut', 'plum+tree'])
})

test('a failed search says so beside what is loaded, and the next one is sent again', async () => {
  let isBroken = true
  const { searches } = await openSearch(() =>
    isBroken ? errorResponse(500, 'internal_error') : pageOf([result('Launch party')]),
  )
  await userEvent.keyboard('launch')
  await expect.poll(status).toBe('Search failed. Results may be missing.')
  await expect.element(paletteOption(/Launch Board/)).toBeVisible()
  expect(searches()).toEqual(['launch'])
  isBroken = false
  await userEvent.keyboard(' p')
  await expect.element(paletteOption(/Launch party/)).toBeVisible()
  expect(searches()).toEqual(['launch', 'launch+p'])
})

test('with @ the palette searches contacts by any word', async () => {
  const { requests } = await openSearch(({ input }) =>
    pageOf(input.types === 'contact' ? [result('ann@x.io', { type: 'contact', id: 'con_1' })] : []),
  )
  await userEvent.keyboard('@ann')
  await expect.element(paletteOption(/ann@x.io/)).toBeVisible()
  expect(requests.filter((line) => line.includes('/search'))).toEqual([
    'GET /search?q=ann&types=contact',
  ])
})
