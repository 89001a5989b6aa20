import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'

const tryDemo = (page: Page) => page.getByRole('button', { name: 'try the demo' })

/** The page's own server names a demo with this key. */
const offerDemo = (page: Page, key: string) =>
  page.route('**/config.json', (route) =>
    route.fulfill({ json: { default_base_url: '/v1', demo: { key } } }),
  )

test('without a demo in config.json none is offered', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByText('How to make the first one')).toBeVisible()
  await expect(tryDemo(page)).toHaveCount(0)
})

test('a demo that config.json names opens with one press', async ({ page, workspace, board }) => {
  await offerDemo(page, workspace.key)
  await page.goto('/sign-in')
  await tryDemo(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Due now' })).toContainText(board.board.name)
})

test('a demo whose key does not work says so where it is said of any other', async ({ page }) => {
  await offerDemo(page, 'wsk_r_gone')
  await page.goto('/sign-in')
  await tryDemo(page).click()
  await expect(page.getByTestId('key-outcome')).toHaveAttribute('data-outcome', 'wrong_key')
})

test('an empty workspace leads to the demo where there is one, else says how to make one', async ({
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
