import { findBrowser, launchOptions } from '../../tools/find-browser.mjs'
import { buildList, rows } from '../contact-rows.ts'
import { expect, test } from '../fixtures.ts'

// Playwright hides scrollbars, and with them the gutter that a drawer covers.
test.use({
  launchOptions: {
    ...launchOptions(await findBrowser()),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

test('a drawer covers the gutter of the scrollbar, in both directions', async ({
  page,
  signIn,
  api,
}) => {
  await signIn(page)
  const { path } = await buildList(api, 1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const direction of ['ltr', 'rtl']) {
    await page.goto(path)
    await expect(rows(page)).toHaveCount(1)
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.boundingBox()
    await rows(page).getByRole('link').click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toBeVisible()
    // Flush with the window, over the gutter of the scrollbar, and the page behind it does not move.
    const start = direction === 'ltr' ? 1440 - 520 : 0
    await expect.poll(async () => Math.round((await drawer.boundingBox())?.x ?? -1)).toBe(start)
    expect(await heading.boundingBox()).toEqual(before)
    expect((await drawer.boundingBox())?.width).toBeCloseTo(520)
    expect((await drawer.boundingBox())?.height).toBe(900)
  }
})
