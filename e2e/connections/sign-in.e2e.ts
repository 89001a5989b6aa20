import type { Page } from '@playwright/test'

import { nextFrame } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

const keyField = (page: Page) => page.getByLabel('API key', { exact: true })
const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true })

test('1.16 a refused sign-in focuses the first invalid field', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await connectButton(page).click()
  await expect(keyField(page)).toBeFocused()
  await expect(keyField(page)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('wsk_w_wrong')
  await connectButton(page).click()
  await expect(page.getByTestId('key-outcome')).toHaveAttribute('data-outcome', 'wrong_key')
  await expect(keyField(page)).toBeFocused()

  const address = page.getByLabel('API URL')
  await address.fill('ftp://nowhere')
  await connectButton(page).click()
  await expect(address).toBeFocused()
})

test('a wrong key sent with Enter is checked and announced once', async ({ page }) => {
  await page.clock.install()
  await page.goto('/sign-in')
  let checks = 0
  page.on('request', (request) => void (request.url().includes('/v1/') && checks++))
  const region = page.getByTestId('live-assertive')
  await region.evaluate((element) => {
    let count = 0
    const observer = new MutationObserver((records) => {
      count += records.filter(({ addedNodes }) => addedNodes.length > 0).length
      element.dataset['count'] = String(count)
    })
    observer.observe(element, { childList: true })
  })
  // A check also starts 300 ms after typing stops, which a slow page would reach before Enter.
  await page.clock.pauseAt(Date.now() + 60_000)
  await keyField(page).fill('wsk_w_wrong')
  await page.keyboard.press('Enter')
  await expect(region).toContainText('Invalid API key')
  await page.clock.fastForward(5000)
  await page.clock.resume()
  await nextFrame(page)
  expect(checks).toBe(1)
  await expect(region).toHaveAttribute('data-count', '1')
})

test('1.12 an accepted key is shown with its own name and scope, without earlier messages', async ({
  page,
  workspace,
  api,
}) => {
  const outcome = page.getByTestId('key-outcome')
  const writer = await api('POST /api-keys', { name: 'Import script', scope: 'write' })
  const reader = await api('POST /api-keys', { name: 'Wallboard', scope: 'read' })
  await page.goto('/sign-in')
  await keyField(page).fill('wsk_w_wrong')
  await expect(page.getByTestId('live-assertive')).not.toBeEmpty()
  const wrongKey = (await page.getByTestId('live-assertive').textContent()) ?? ''
  expect(wrongKey).not.toBe('')
  await keyField(page).fill(workspace.key)
  await expect(outcome).toHaveAttribute('data-outcome', 'accepted')
  // Not polled: every announcement is removed after a while.
  await nextFrame(page)
  expect(await page.locator('body').textContent()).not.toContain(wrongKey)
  await expect(outcome).toContainText(`an admin key for ${workspace.name}`)

  await keyField(page).fill(writer.key)
  await expect(outcome).toContainText('read and write')
  await expect(outcome).toContainText(`“Import script”, a key for ${workspace.name}`)
  await expect(outcome).not.toContainText('owner')
  await keyField(page).fill(reader.key)
  await expect(outcome).toContainText('read only')
  await expect(outcome).toContainText(`“Wallboard”, a key for ${workspace.name}`)
})
