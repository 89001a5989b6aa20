import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'

const tryDemo = (page: Page) => page.getByRole('button', { name: 'try the demo' })

/** The page's own server names a demo with this key. */
const offerDemo = (page: Page, key: string) =>
  page.route('**/config.json', (route) =>
    route.fulfill({ json: { default_base_url: '/v1', demo: { key } } }),
  )

test('sign-in offers no demo without one in config.json', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByText('How to make the first one')).toBeVisible()
  await expect(tryDemo(page)).toHaveCount(0)
})

test('a demo in config.json opens with one click', async ({ page, workspace, board }) => {
  await offerDemo(page, workspace.key)
  await page.goto('/sign-in')
  await tryDemo(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Due now' })).toContainText(board.board.name)
})

test('an invalid demo key is reported under the key field', async ({ page }) => {
  await offerDemo(page, 'wsk_r_gone')
  await page.goto('/sign-in')
  await tryDemo(page).click()
  await expect(page.getByTestId('key-outcome')).toHaveAttribute('data-outcome', 'wrong_key')
})

test('the empty state links to the demo or explains creating one', async ({
  page,
  workspace,
  signIn,
}) => {
  await signIn(page)
  await page.goto('/')
  const start = page.getByRole('region', { name: 'Start here' })
  await expect(start).toContainText('npm start')
  await offerDemo(page, workspace.key)
  await page.reload()
  await start.getByRole('link', { name: 'The demo is on the sign-in page' }).click()
  await expect(tryDemo(page)).toBeVisible()
})
