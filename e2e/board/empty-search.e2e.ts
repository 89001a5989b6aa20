import { openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('5.1 a board whose cards are all hidden says so once, across the board', async ({
  page,
  board,
}) => {
  await openBoard(page, board.id)
  const place = async () => page.getByRole('region', { name: 'Ideas' }).boundingBox()
  const before = await place()
  await page.getByRole('searchbox').fill('Zébra')
  const nothing = page.locator('[data-state=filtered-empty]')
  await expect(nothing).toContainText('No cards match “Zébra”.')
  await expect(page.getByTestId('live-polite').first()).toContainText('No cards match')
  await expect(page.getByRole('status').filter({ hasText: '0 of' })).toHaveCount(0)
  expect((await place())?.y).toBe(before?.y)
  await nothing.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByTestId('card')).toHaveCount(6)
  await expect(page).not.toHaveURL(/q=/)
})

test(
  '5.1 nothing found among the open boards: the archived ones that match are named',
  { tag: '@additions' },
  async ({ page, buildBoard, api }) => {
    const [open, old] = [await buildBoard({ Ideas: [] }, 'Autumn'), await buildBoard({}, 'Winter')]
    await api('PATCH /boards/:board_id', { board_id: old.id, archived: true })
    await page.goto('/boards?q=winter')
    const nothing = page.locator('[data-state=filtered-empty]')
    await expect(nothing).toContainText('No boards match “winter”.')
    await nothing.getByRole('link', { name: '1 archived board matches' }).click()
    await expect(page).toHaveURL(/archived=true&q=winter/)
    await expect(page.getByRole('link', { name: 'Winter' })).toBeVisible()

    await page.getByRole('searchbox').fill(open.board.name)
    await nothing.getByRole('link', { name: '1 open board matches' }).click()
    await expect(page.getByRole('link', { name: 'Autumn' })).toBeVisible()
  },
)
