import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'

const tryDemo = (page: Page) => page.getByRole('button', { name: 'try the demo' })

/** The page's own server names a demo with this key. */
const offerDemo = (page: Page, key: string) =>
  page.route('**/config.json', (route) =>
    route.fulfill({ json: { default_base_url: '/v1', demo: { key } } }),
  )

test('sign-in offers only a demo of config.json, and reports its invalid key', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByText('Create one')).toBeVisible()
  await expect(tryDemo(page)).toHaveCount(0)
  await offerDemo(page, 'wsk_r_gone')
  await page.reload()
  await tryDemo(page).click()
  await expect(page.getByTestId('key-outcome')).toHaveAttribute('data-outcome', 'wrong_key')
})

test('a demo in config.json opens with one click', async ({ page, workspace, board }) => {
  await offerDemo(page, workspace.key)
  await page.goto('/sign-in')
  await tryDemo(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('link', { name: 'Boards', exact: true }).click()
  await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
})

test('the empty state links to the demo or explains creating one', async ({
  page,
  workspace,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/')
  const start = page.getByRole('region', { name: 'Get started' })
  await expect(start).toContainText('npm start')
  await offerDemo(page, workspace.key)
  await page.reload()
  await start.getByRole('link', { name: 'Try the demo from the sign-in page' }).click()
  await expect(tryDemo(page)).toBeVisible()
})
