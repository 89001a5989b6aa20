import { expect, test } from '../fixtures.ts'

test('the bars of a board with two lists fill its tile', async ({ page, signIn, buildBoard }) => {
  const board = await buildBoard({ Ideas: ['Write'], Done: [] }, 'Two lists')
  await signIn(page)
  await page.goto('/boards')
  const tile = page.locator(`[data-testid=row][data-id="${board.id}"]`)
  const chart = await tile.getByRole('img').boundingBox()
  const bars = await tile
    .getByRole('img')
    .locator('span')
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().width))
  expect(bars).toHaveLength(2)
  expect(bars.reduce((sum, width) => sum + width, 0)).toBeGreaterThan((chart?.width ?? 0) * 0.95)
})
