import type { Page } from '@playwright/test'

import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

async function choose(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('compact density applies from the first paint without layout shift', async ({
  page,
  board,
  api,
}) => {
  await api('PATCH /cards/:card_id', {
    card_id: board.card('Choose a date'),
    due_at: inHours(-48),
  })
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  const row = page.getByRole('region', { name: 'Due now' }).getByTestId('row').first()
  const height = async () => (await row.boundingBox())?.height
  await expect(row).toBeVisible()
  expect(await height()).toBe(41)
  await choose(page, 'Compact')
  await expect.poll(height).toBe(33)

  await page.reload()
  await expect(row).toBeVisible()
  expect(await height()).toBe(33)
  await expect(page.locator('[data-state=loading]')).toHaveCount(0)
  expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThanOrEqual(0.02)
})

test('the exact times preference applies without a reload', async ({ page, api }) => {
  await api('POST /feedback/changelog/entries', { title: 'Soon', publish_at: inHours(72) })
  await page.goto('/')
  const next = page.getByRole('region', { name: 'Changelog' }).locator('time')
  await expect(next).toHaveText(/^in \d days$/)
  await choose(page, /^Exact/)
  await expect(next).toHaveText(/^\d+ \w+, \d\d:\d\d$/)
  await choose(page, /^Relative/)
  await expect(next).toHaveText(/^in \d days$/)
})

test('the More page has all tools of the sidebar on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('link', { name: 'More' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'More' })).toBeFocused()
  const main = page.getByRole('main')
  for (const name of ['Search or jump to', 'Recent changes', 'Keyboard shortcuts'])
    await expect(main.getByRole('button', { name })).toBeVisible()
  for (const name of ['Copy details for support', 'Add a connection', 'Sign out'])
    await expect(main.getByRole('button', { name, exact: true })).toBeVisible()
  await main.getByText('Dark', { exact: true }).click()
  await expect(main.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const changes = main.getByRole('button', { name: 'Recent changes' })
  await changes.click()
  await expect(page.getByRole('dialog', { name: 'Recent changes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(changes).toBeFocused()
})
