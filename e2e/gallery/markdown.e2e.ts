import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'
import { findUnsafeMarkup, noUnsafeMarkup, payloads } from '../payloads.ts'

// The parts of the kit by themselves, without a service.
test.describe('markdown', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => {
    await serveBuild(page, await developmentBuild())
    await page.goto('/_gallery?part=markdown')
    await expect(page.getByRole('heading', { name: 'Refills by post' })).toBeVisible()
  })

  test('formatted text passes axe, keeps one h1 and fits a phone', async ({ page }) => {
    const preview = page.getByRole('article', { name: 'Preview' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(preview.getByRole('heading', { level: 4, name: 'What changes' })).toBeVisible()
    await expect(preview).toContainText('© 2025')
    await expect(preview.getByRole('img', { name: 'Not done' })).toBeVisible()
    const link = preview.getByRole('link', { name: 'letter' })
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    expect(await findThemeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 800 })
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(excess).toBeLessThanOrEqual(0)
  })

  test('T79 a hundred payloads make no script, handler or unsafe address', async ({ page }) => {
    expect(payloads.length).toBeGreaterThanOrEqual(100)
    page.on('dialog', () => {
      throw new Error('A payload ran.')
    })
    const preview = page.getByRole('article', { name: 'Preview' })
    for (let from = 0; from < payloads.length; from += 25) {
      const source = [...payloads.slice(from, from + 25), `part ${from}`].join('\n\n')
      await page.getByRole('textbox', { name: 'Source' }).fill(source)
      await expect(preview.getByText(`part ${from}`, { exact: true })).toBeVisible()
      expect(await findUnsafeMarkup(preview)).toEqual(noUnsafeMarkup)
    }
    // A violation of the content security policy fails the test by itself: see fixtures.ts.
  })

  test('hostile text of 100 kB is shown as written', async ({ page }) => {
    const preview = page.getByRole('article', { name: 'Preview' })
    await page.getByRole('textbox', { name: 'Source' }).fill('> '.repeat(50_000))
    await expect(preview).toContainText('too long or too complex')
    await page.getByRole('textbox', { name: 'Source' }).fill('**short**')
    await expect(preview.getByRole('strong')).toHaveText('short')
  })
})
