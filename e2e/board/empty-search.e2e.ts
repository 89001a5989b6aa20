import { cardNamed, openBoard } from '../board-page.ts'
import { holdRequests, rejectRequests } from '../faults.ts'
import { SMALL_BOARD, expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('5.1 a search that finds nothing says so, and Find matches labels', async ({
  page,
  buildBoard,
  api,
}) => {
  await test.step('5.1 a filter that hides every card shows one empty state', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const boundingBox = async () => page.getByRole('region', { name: 'Ideas' }).boundingBox()
    const before = await boundingBox()
    await page.getByRole('searchbox').fill('Zébra')
    const emptyState = page.locator('[data-state=filtered-empty]')
    await expect(emptyState).toContainText('No cards match “Zébra”')
    await expect(page.getByTestId('live-polite').first()).toContainText('No cards match')
    await expect(page.getByRole('status').filter({ hasText: '0 of' })).toHaveCount(0)
    expect((await boundingBox())?.y).toBe(before?.y)
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(1)
    await emptyState.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByTestId('card')).toHaveCount(6)
    await expect(page).not.toHaveURL(/q=/)
  })
  await test.step('5.1 an empty search links to matching archived boards', async () => {
    const [open, old] = [await buildBoard({ Ideas: [] }, 'Autumn'), await buildBoard({}, 'Winter')]
    await api('PATCH /boards/:board_id', { board_id: old.id, archived: true })
    await page.goto('/boards?q=winter')
    const emptyState = page.locator('[data-state=filtered-empty]')
    await expect(emptyState).toContainText('No boards match “winter”')
    await emptyState.getByRole('link', { name: '1 archived board matches' }).click()
    await expect(page).toHaveURL(/archived=true&q=winter/)
    await expect(page.getByRole('link', { name: 'Winter' })).toBeVisible()

    await page.getByRole('searchbox').fill(open.board.name)
    await emptyState.getByRole('link', { name: '1 open board matches' }).click()
    await expect(page.getByRole('link', { name: 'Autumn' })).toBeVisible()
  })
  await test.step('Find matches labels, and a button clears the field', async () => {
    const lists = [{ name: 'Ideas' }]
    const labels = [{ name: 'Design', color: 'purple' }]
    const board = await api('POST /boards', { name: 'Launch', lists, labels })
    const card = { board_id: board.id, list_id: board.lists[0]?.id ?? '' }
    const label_ids = board.labels.map(({ id }) => id)
    await api('POST /boards/:board_id/cards', { ...card, name: 'Poster', label_ids })
    await api('POST /boards/:board_id/cards', { ...card, name: 'Printers' })
    await openBoard(page, board.id)
    await page.keyboard.press('/')
    await page.keyboard.type('design')
    await expect(cardNamed(page, 'Printers')).toHaveCount(0)
    await expect(cardNamed(page, 'Poster')).toBeVisible()
    await expect(page.getByText('1 of 2 cards')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('search').getByRole('button', { name: 'Clear' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(cardNamed(page, 'Printers')).toBeVisible()
  })
})

test('Find says how many cards it has searched while pages are missing', async ({
  page,
  buildBoard,
}) => {
  test.slow() // creates 130 cards
  const board = await buildBoard({ Ideas: Array.from({ length: 130 }, (_, at) => `Idea ${at}`) })
  const pages = await holdRequests(page, 'GET', /\/cards\?.*starting_after/)
  const failing = await rejectRequests(
    page,
    'GET',
    /\/cards\?.*starting_after/,
    403,
    'insufficient_scope',
  )
  await openBoard(page, board.id)
  await page.keyboard.press('/')
  await page.keyboard.type('idea 129')
  await expect(page.getByText('Couldn’t search all cards: 100 of 130 searched.')).toBeVisible()
  await failing.end()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText(/^Searching \d+ of 130 cards…$/)).toBeVisible()
  pages.release()
  await expect(page.getByText('1 of 130 cards')).toBeVisible()
  await expect(cardNamed(page, 'Idea 129')).toBeVisible()
})
