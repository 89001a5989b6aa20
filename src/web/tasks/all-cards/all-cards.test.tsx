import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import type { PlacedCard } from '#contract/tasks/cards.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { errorResponse, openPage, type Responses } from '#web/test-page.tsx'
import { advanceUntil, controlTime } from '#web/test-time.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const card = (name: string, days: number | null, board_name = 'Launch') =>
  ({
    id: `crd_${name}`,
    name,
    board_id: 'brd_1',
    board_name,
    list_name: 'To do',
    due_at: days === null ? null : inDays(days),
    completed: false,
  }) as PlacedCard // the fields that the page shows
const cardsOf = (due: string | undefined) =>
  due === 'overdue'
    ? [card('Late', -3, 'Garden')]
    : due === undefined
      ? [card('Late', -3, 'Garden'), card('Later', 9), card('Undated', null)]
      : []

const responses: Responses = {
  'GET /boards': { data: [], paging: { next: null } },
  'GET /cards/summary': {
    overdue: 1201,
    due_today: 0,
    due_tomorrow: 4,
    oldest_overdue_at: inDays(-3),
    boards: [],
  },
  'GET /cards': ({ input }) => {
    const data = cardsOf(input.due)
    return { data, paging: { next: input.due === 'overdue' ? 'more' : null, total: 1201 } }
  },
}
const capabilities = ['cards.list', 'filters', 'totals']
const rows = () => page.getByTestId('row')

test('cards of all boards are listed with their place, and by due date', async () => {
  const { requests } = await openPage('/cards', responses, { capabilities })
  await expect.element(rows()).toHaveLength(3)
  await expect.element(rows().first()).toHaveTextContent('LateOverdue 3 daysGardenTo do')
  const name = rows().first().getByRole('link', { name: 'Late' })
  await expect.element(name).toHaveAttribute('href', '/boards/brd_1/cards/crd_Late')
  const tabs = page.getByRole('group', { name: 'Which cards' })
  await expect.element(tabs).toHaveTextContent('Overdue1,201Due today0Due tomorrow4Not done')
  await tabs.getByRole('link', { name: 'Overdue' }).click()
  await expect.element(rows()).toHaveLength(1)
  await expect.element(page.getByText('1–1 of 1,201')).toBeVisible()
  expect(requests.at(-1)).toMatch(
    /^GET .cards\?completed=false&due=overdue&time_zone=[^&]+&include_total=true$/,
  )
  await tabs.getByRole('link', { name: 'Due today' }).click()
  await expect.element(page.getByText('No more cards due today')).toBeVisible()
  await page.getByRole('link', { name: 'Show all that aren’t done' }).click()
  await expect.element(rows()).toHaveLength(3)
  expect(await findThemeViolations()).toEqual([])
})

test('a request for cards that fails can be repeated, and counts stay', async () => {
  controlTime()
  let isBroken = true
  const list = { data: cardsOf('overdue'), paging: { next: null } }
  await openPage(
    '/cards?due=overdue',
    {
      ...responses,
      'GET /cards': () => (isBroken ? errorResponse(500, 'internal_error', 'Broken.') : list),
    },
    { capabilities },
  )
  const failure = page.getByText('Couldn’t load cards')
  await advanceUntil(() => expect(failure.element()).toBeVisible())
  const tabs = page.getByRole('group', { name: 'Which cards' })
  await expect.element(tabs).toHaveTextContent('Overdue1,201')
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rows()).toHaveLength(1)
})

test('cards become overdue on the screen, and are requested again each minute', async () => {
  controlTime()
  const due_at = new Date(Date.now() + 90_000).toISOString()
  const soon = { ...card('Soon', 0), due_at }
  const { requests } = await openPage(
    '/cards',
    { ...responses, 'GET /cards': { data: [soon], paging: { next: null } } },
    { capabilities },
  )
  await expect.element(rows()).toHaveLength(1)
  await expect.element(rows()).not.toHaveTextContent('Overdue')
  const count = () => requests.filter((line) => line.startsWith('GET /cards?')).length
  const before = count()
  await advanceUntil(() => expect(rows().element()).toHaveTextContent('Overdue'))
  expect(count()).toBeGreaterThan(before)
})

test('a later page without cards and a filter without meaning lead to the first page', async () => {
  const { router } = await openPage(
    '/cards?due=overdue&after=x&page=2',
    {
      ...responses,
      'GET /cards': ({ input }) => ({
        data: input.starting_after ? [] : cardsOf('overdue'),
        paging: { next: null, total: 1 },
      }),
    },
    { capabilities },
  )
  await expect.element(rows()).toHaveLength(1)
  expect(router.state.location.search).toBe('?due=overdue')
  await router.navigate('/cards?due=later')
  await expect.element(page.getByText(/^A filter isn’t available here/)).toBeVisible()
  await expect.poll(() => router.state.location.search).toBe('')
})

test('a server without cards of all boards leads to its boards', async () => {
  const { requests } = await openPage('/cards', {
    'GET /me': () => errorResponse(404, 'not_found'),
    'GET /boards': { data: [], paging: { next: null } },
  })
  await expect.element(page.getByText('Not available on this server')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Go to boards' }))
    .toHaveAttribute('href', '/boards')
  expect(requests.filter((line) => line.includes('/cards'))).toEqual([])
})
