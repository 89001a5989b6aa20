import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { findThemeViolations } from '#web/test-axe.ts'
import { excessWidth, openGallery, textsOf } from '#web/test-page.tsx'

const preview = page.getByRole('article', { name: 'Preview' })
const source = page.getByRole('textbox', { name: 'Source' })

async function openMarkdown() {
  await openGallery('markdown')
  await expect.element(page.getByRole('heading', { name: 'Refills by post' })).toBeVisible()
}

test('formatted text passes axe, keeps one h1 and fits a phone', async () => {
  await openMarkdown()
  expect(page.getByRole('heading', { level: 1 }).length).toBe(1)
  await expect
    .element(preview.getByRole('heading', { level: 4, name: 'What changes' }))
    .toBeVisible()
  await expect.element(preview).toHaveTextContent('© 2025')
  await expect.element(preview.getByRole('img', { name: 'Not done' })).toBeVisible()
  await expect
    .element(preview.getByRole('link', { name: 'letter' }))
    .toHaveAttribute('rel', 'noopener noreferrer nofollow')
  expect(await findThemeViolations()).toEqual([])
  await page.viewport(320, 800)
  expect(excessWidth()).toBeLessThanOrEqual(0)
})

test('hostile text of 100 kB is shown as written', async () => {
  await openMarkdown()
  await source.fill('> '.repeat(50_000))
  await expect.element(preview).toHaveTextContent('too long or too complex')
  await source.fill('**short**')
  await expect.poll(() => textsOf(preview.getByRole('strong'))).toEqual(['short'])
})
