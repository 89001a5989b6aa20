import { failRequests, rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

// What the browser or the network refuses is said; the fixtures fail a test on any uncaught error.
test.beforeEach(async ({ page, signIn }) => signIn(page))

test('5.1 a copy action reports an error when clipboard access is denied', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
  })
  await rejectRequests(page, 'GET', /\/v1\/boards/, 403, 'insufficient_scope')
  await page.goto('/boards')
  const failed = page.locator('[data-state=error]')
  await failed.getByText('Details', { exact: true }).click()
  await failed.getByRole('button', { name: 'Copy details' }).click()
  await expect(page.getByTestId('toast')).toContainText('blocked copying')
  await expect(page.getByTestId('live-assertive').first()).toContainText('blocked copying')
})

test('a menu whose chunk fails shows an error and retries on click', async ({ page, board }) => {
  await page.goto('/boards')
  await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
  // While the server does not respond the page tries no more by itself, so only the click can open the menu.
  await failRequests(page, 'HEAD', /\/healthz$/)
  const chunk = await failRequests(page, 'GET', /assets\/menu-radix/)
  const button = page.getByRole('button', { name: /^Appearance/ })
  await button.click()
  await expect(page.getByTestId('toast')).toContainText('Couldn’t load this part')
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(chunk.count()).toBeGreaterThan(0)
  await chunk.end()
  await button.click()
  await expect(page.getByRole('menu', { name: 'Appearance' })).toBeVisible()
})

test('a card of the palette waits for its chunk and keeps its title', async ({ page, board }) => {
  await page.goto(`/boards/${board.id}`)
  await expect(page.getByRole('group', { name: 'Choose a date', exact: true })).toBeVisible()
  const chunk = await failRequests(page, 'GET', /assets\/board-page/)
  await page.goto('/')
  await expect(page.getByRole('navigation').getByText(board.board.name)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Buy lamps')
  await page.getByRole('option', { name: 'New card “Buy lamps”' }).click()
  await expect(page.getByTestId('toast')).toContainText('Couldn’t load this part')
  expect(chunk.count()).toBeGreaterThan(0)
  await chunk.end()
  await expect(page.getByTestId('toast').last()).toContainText('Added Buy lamps to Ideas')
})

test('a view whose stylesheet failed once loads with it', async ({ page, board }) => {
  const sheet = await failRequests(page, 'GET', /assets\/card-calendar.*\.css/)
  await page.goto(`/boards/${board.id}`)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByTestId('toast')).toContainText('Couldn’t load this part')
  expect(sheet.count()).toBeGreaterThan(0)
  await sheet.end()
  const grid = page.getByRole('grid')
  await expect(grid).toBeVisible()
  await expect(grid).toHaveCSS('--lane-height', '1.5rem')
})

test('a conflicting move rolls back when the card cannot be read', async ({ page, board }) => {
  const reads = await failRequests(page, 'GET', /\/v1\/cards\/crd_/)
  await rejectRequests(page, 'POST', /\/move$/, 412, 'precondition_failed')
  await page.goto(`/boards/${board.id}`)
  const card = page.getByRole('group', { name: 'Choose a date', exact: true })
  await card.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(card).toContainText('Not moved')
  expect(reads.count()).toBeGreaterThan(0)
  await expect(page.getByRole('region', { name: 'Ideas' })).toContainText('Choose a date')
})
