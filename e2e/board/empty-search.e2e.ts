import { openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('5.1 a filter that hides every card shows one empty state', async ({ page, board }) => {
  await openBoard(page, board.id)
  const boundingBox = async () => page.getByRole('region', { name: 'Ideas' }).boundingBox()
  const before = await boundingBox()
  await page.getByRole('searchbox').fill('Zébra')
  const emptyState = page.locator('[data-state=filtered-empty]')
  await expect(emptyState).toContainText('No cards match “Zébra”')
  await expect(page.getByTestId('live-polite').first()).toContainText('No cards match')
  await expect(page.getByRole('status').filter({ hasText: '0 of' })).toHaveCount(0)
  expect((await boundingBox())?.y).toBe(before?.y)
  await emptyState.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByTestId('card')).toHaveCount(6)
  await expect(page).not.toHaveURL(/q=/)
})

test(
  '5.1 an empty search links to matching archived boards',
  { tag: '@additions' },
  async ({ page, buildBoard, api }) => {
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
  },
)
