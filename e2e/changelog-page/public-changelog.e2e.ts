import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { findSeriousViolations, findWcagViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { payloads } from '../payloads.ts'

const body = `Keep the jar. We send the rest in a **paper pouch**.

- [ ] Works for all *nine* blends
- [x] \`a-very-long-option-without-any-place-to-break-it-at-all\`

## How it works

| Step | What | Who | When | Where to find it |
|-|-|-|-|-|
| 1 | Pick a blend | You | Today | The shop of the farm |

\`\`\`
npm install --save-exact a-package-with-a-long-name@1.0.0-beta.1
\`\`\`

> Pouches are compostable.

Read [more](https://example.com).`

async function publishSome(api: Call) {
  const workspace = await api('PATCH /workspace', {
    name: 'Fern & Field',
    locale: 'en-GB',
    public_changelog: true,
  })
  const label = await api('POST /feedback/changelog/labels', { name: 'New', color: 'green' })
  const publish = (title: string, minutes: number, label_ids: string[] = []) =>
    api('POST /feedback/changelog/entries', {
      title,
      body,
      label_ids,
      publish_at: new Date(Date.now() - minutes * 60_000).toISOString(),
    })
  const refills = await publish('Refills by post', 1, [label.id])
  for (let index = 1; index <= 21; index++) await publish(`Older ${index}`, index + 1)
  // Only null while the pages are off.
  return { address: workspace.public_changelog_url ?? '', refills }
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('a reader without a key finds, filters and opens entries', async ({
  page,
  api,
  pageErrors,
}) => {
  const { address, refills } = await publishSome(api)
  await page.goto(address)
  await expect(page).toHaveTitle('Changelog · Fern & Field')
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('link', { name: 'Older', exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('link', { name: 'Newer', exact: true }).click()
  await page.getByRole('navigation', { name: 'Labels' }).getByRole('link', { name: 'New' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Refills by post', exact: true }).click()
  await expect(page).toHaveURL(refills.url ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refills by post')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('How it works')
  expect(await page.evaluate(() => document.scripts.length)).toBe(0)
  await api('PATCH /workspace', { public_changelog: false })
  // Not the page that the browser may keep for a minute.
  expect((await page.goto(`${address}?fresh`))?.status()).toBe(404)
  await expect(page.getByRole('heading')).toHaveText('There is no page here')
  expect(pageErrors).toEqual([])
})

test('the public changelog is accessible and fits in every size', async ({ page, api }) => {
  const { address, refills } = await publishSome(api)
  for (const url of [address, refills.url ?? ''])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(url)
      expect(await findWcagViolations(page)).toEqual([])
      expect(await findSeriousViolations(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await overflow(page)).toBe(0)
    }
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 640, height: 700 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await overflow(page)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus-visible')).toBeVisible()
})

test('T79 payloads on a public page run and load nothing', async ({ page, api }) => {
  const { public_changelog_url } = await api('PATCH /workspace', { public_changelog: true })
  const address = public_changelog_url ?? ''
  for (const [index, payload] of payloads.entries())
    await api('POST /feedback/changelog/entries', {
      // Some have no character that is seen, which a title needs.
      title: `${index} ${payload.replace(/[\s\p{Cc}]+/gu, ' ').trim()}`,
      body: payload.replace(/\p{Cc}/gu, '\n'),
      publish_at: new Date(Date.now() - index * 1000).toISOString(),
    })
  const requests: string[] = []
  await page.route(/.*/, (route) => {
    const { origin } = new URL(route.request().url())
    if (origin === new URL(address).origin) return route.continue()
    requests.push(route.request().url())
    return route.abort()
  })
  page.on('dialog', (dialog) => {
    requests.push(dialog.message())
    void dialog.dismiss()
  })
  for (let number = 1; number <= Math.ceil(payloads.length / 20); number++) {
    const url = `${address}?page=${number}`
    await page.goto(url)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page).toHaveURL(url)
    expect(
      await page.evaluate(() => document.querySelectorAll('script, iframe, form, svg').length),
    ).toBe(0)
  }
  // Images over https are the one thing that a page may load.
  expect(requests.filter((url) => !url.startsWith('https://'))).toEqual([])
})
