import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

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
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await expect.poll(height).toBe(33)

  await page.reload()
  await expect(row).toBeVisible()
  expect(await height()).toBe(33)
  await expect(page.locator('[data-state=loading]')).toHaveCount(0)
  expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThanOrEqual(0.02)
})
