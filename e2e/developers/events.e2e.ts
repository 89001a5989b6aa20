import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('events appear as they happen, and earlier ones on demand', async ({ page, api, signIn }) => {
  await api('POST /boards', { name: 'Earlier board' })
  await signIn(page)
  await page.goto('/developers/events')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await api('POST /lists', { name: 'Customers' })
  const rows = page.getByTestId('row')
  await expect(rows.first()).toContainText(/list\.created.*Customers/s)
  await page.getByRole('button', { name: /^Load earlier events/ }).click()
  await expect(rows.last()).toContainText(/board\.created.*Earlier board/s)
  await expect(rows.first()).toContainText('list.created')

  // By keyboard from a cold page: into the table, and open the JSON.
  await page.goto('/developers/events?kinds=list.created')
  await page.getByRole('button', { name: /^Load earlier events/ }).click()
  await expect(rows).toHaveText([/list\.created/])
  await page.locator('h1').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('"name": "Customers"')
  expect(await findThemeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findThemeViolations(page)).toEqual([])
  await rows.getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
})
