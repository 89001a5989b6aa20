import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('link prefetch on hover or focus leaves no request for navigation', async ({
  page,
  board,
}) => {
  const requests: string[] = []
  // With the search: counts of overdue or completed cards are other requests of the same path.
  page.on('request', (request) => requests.push(request.url().replace(/^.*?(?=\/v1\/)/, '')))
  const cards = `/v1/boards/${board.id}/cards${isPublicProfile() ? '' : '?per_list=40'}`
  await page.goto('/boards')
  const tile = page.getByRole('main').getByRole('link', { name: 'Launch' })
  await expect(tile).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-online', 'true')
  await expect
    .poll(async () => {
      await page.getByRole('heading', { level: 1 }).hover()
      await tile.hover()
      return requests
    })
    .toContain(cards)
  await tile.click()
  await expect(page.getByTestId('card').first()).toBeVisible()
  expect(requests.filter((path) => path === cards)).toHaveLength(1)
})
