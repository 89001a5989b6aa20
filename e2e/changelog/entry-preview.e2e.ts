import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { findUnsafeMarkup, noUnsafeMarkup, payloads } from '../payloads.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

async function openNew(page: Page) {
  await page.goto('/changelog/new')
  await expect(body(page)).toBeVisible()
}

test('H6 T79 a hundred payloads do nothing in the preview', async ({ page }) => {
  expect(payloads.length).toBeGreaterThanOrEqual(100)
  page.on('dialog', () => {
    throw new Error('A payload ran.')
  })
  await openNew(page)
  for (const look of ['Page', 'Mail'] as const) {
    await preview(page).getByRole('radio', { name: look }).check({ force: true })
    for (let from = 0; from < payloads.length; from += 25) {
      const part = payloads.slice(from, from + 25)
      await title(page).fill(`${part.join(' ')} title ${from}`.slice(-250))
      await body(page).fill([...part, `part ${look} ${from}`].join('\n\n'))
      await expect(preview(page).getByText(`part ${look} ${from}`, { exact: true })).toBeVisible()
      await expect(preview(page)).toContainText(`title ${from}`)
      expect(await findUnsafeMarkup(preview(page).getByRole('article'))).toEqual(noUnsafeMarkup)
    }
  }
})
