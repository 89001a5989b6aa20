import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { openKeys } from '#web/developers/keys/test-keys-page.ts'
import { buildKey, inDays } from '#web/developers/keys/test-keys.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { emulatePhone, excessWidth } from '#web/test-page.tsx'
import { formatMoment } from '#web/ui/format.ts'

const dismiss = page.getByRole('button', { name: 'Dismiss' })
// The live region has the same text for a while.
const banner = page.getByText(/^Your API key stops working on/).filter({ has: dismiss })
const link = page.getByRole('link', { name: 'Create another API key' })
const heading = page.getByRole('heading', { level: 1, name: 'API keys' })

test('a key that expires within a week says so, with its date', async () => {
  const expires_at = inDays(6.9)
  await openKeys({ current: buildKey({ expires_at }) })
  await expect
    .element(banner)
    .toHaveTextContent(`Your API key stops working on ${formatMoment(new Date(expires_at))}.`)
  await expect.element(link).toHaveAttribute('href', '/developers/keys')
  expect(await findThemeViolations()).toEqual([])
  await dismiss.click()
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(heading).toBeVisible()
})

test('a key without admin access names who can create another one', async () => {
  await emulatePhone()
  await openKeys({ current: buildKey({ admin: false, expires_at: inDays(1) }) })
  await expect.element(banner).toHaveTextContent('Ask someone with an admin key for another one.')
  await expect.element(link).not.toBeInTheDocument()
  expect(excessWidth()).toBeLessThanOrEqual(0)
  const { width, height } = page
    .getByRole('button', { name: 'Dismiss' })
    .element()
    .getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
})

test.each([
  ['without expiry', null],
  ['that expires in more than a week', inDays(7.1)],
  ['that has expired', inDays(-1)],
])('a key %s shows no banner', async (_which, expires_at) => {
  await openKeys({ current: buildKey({ expires_at }) })
  await expect.element(page.getByRole('row', { name: /Owner key/ })).toBeVisible()
  // The chunk of the banners has loaded.
  await expect.poll(() => document.documentElement.dataset['online']).toBe('true')
  await expect.element(banner).not.toBeInTheDocument()
})
