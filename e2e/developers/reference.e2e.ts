import { findThemeViolations } from '../axe.ts'
import { expect, IDEAS, test } from '../fixtures.ts'
import { serviceUrl } from '../service.ts'

test('an endpoint is found, tried with the key, and copied without it @both', async ({
  page,
  context,
  signIn,
  board,
  workspace,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.goto('/')
  const sidebar = page.getByRole('navigation', { name: 'Developers' })
  await sidebar.getByRole('link', { name: 'Developers' }).click()
  await sidebar.getByRole('link', { name: 'API reference' }).click()
  await page.getByRole('searchbox', { name: 'Search endpoints' }).fill('board_id cards completed')
  const rows = page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link')
  await rows.filter({ hasText: 'GET/boards/:board_id/cards' }).first().click()
  await expect(page).toHaveURL(/\?endpoint=GET%20\/boards\/:board_id\/cards&q=/)

  const section = page.getByRole('region', { name: 'API reference' })
  await section.getByLabel('board_id (required)').fill(board.id)
  await section.getByLabel('board_id (required)').press('Enter')
  await expect(section.getByRole('status')).toHaveText(/^200/)
  await expect(section.getByRole('region', { name: 'Response body' })).toContainText(IDEAS[0] ?? '')
  expect(await findThemeViolations(page)).toEqual([])
  expect(await page.locator('*').count()).toBeLessThan(900)

  await section.getByRole('button', { name: 'Copy curl' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`curl --request GET \\
  --url '${serviceUrl()}/v1/boards/${board.id}/cards' \\
  --header 'Authorization: Bearer <API_KEY>'`)
  expect(await page.content()).not.toContain(workspace.key)

  // The address is shared; on a phone it opens the section.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByRole('heading', { name: '/boards/:board_id/cards' })).toBeVisible()
  expect(await findThemeViolations(page)).toEqual([])
})
