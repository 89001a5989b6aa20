import { findBrowser, launchOptions } from '../../tools/find-browser.mjs'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

// Playwright hides scrollbars, and with them the gutter that a drawer covers.
test.use({
  launchOptions: {
    ...launchOptions(await findBrowser()),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

test.describe('drawer', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => {
    await serveBuild(page, await developmentBuild())
    await page.goto('/_gallery?part=drawer')
    await expect(page.getByRole('button', { name: 'Open contact' })).toBeVisible()
  })

  test('a drawer is opened, left and closed with the keyboard', async ({ page }) => {
    const drawer = page.getByRole('dialog', { name: 'iris.calloway@hartlane.example' })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(drawer).toBeVisible()
    await expect(drawer.getByRole('heading', { level: 2 })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(drawer.getByRole('button', { name: 'Delete contact' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(drawer.getByRole('combobox', { name: 'Tags' })).toBeFocused()

    // Esc closes what is on top first.
    await page.keyboard.press('ArrowDown')
    await expect(drawer.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer.getByRole('option')).toHaveCount(0)
    await drawer.getByRole('button', { name: 'Choose date' }).click()
    await expect(page.getByRole('dialog', { name: 'Choose date' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Choose date' })).toHaveCount(0)
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Open contact' })).toBeFocused()
  })

  test('a drawer is 520 px wide at the end of the window, in both directions', async ({ page }) => {
    for (const direction of ['ltr', 'rtl']) {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(`/_gallery?part=drawer&dir=${direction}`)
      const heading = page.getByRole('heading', { level: 1 })
      const before = await heading.boundingBox()
      await page.getByRole('button', { name: 'Open contact' }).click()
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

  test('closing a drawer asks before text is discarded', async ({ page }) => {
    await page.getByRole('button', { name: 'Add contact' }).click()
    const drawer = page.getByRole('dialog', { name: 'Add contact' })
    await expect(drawer.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await page.keyboard.type('iris@')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard' })
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(drawer.getByRole('textbox', { name: 'Email' })).toHaveValue('iris@')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add contact' })).toBeFocused()
  })

  test('an open drawer passes axe in both themes', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/_gallery?part=drawer')
    await page.getByRole('button', { name: 'Open contact' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findThemeViolations(page)).toEqual([])
  })
})

test.describe('drawer on a phone', { tag: '@once' }, () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a drawer is a full page with a button back', async ({ page }) => {
    await serveBuild(page, await developmentBuild())
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/_gallery?part=drawer')
    await page.getByRole('button', { name: 'Open contact' }).tap()
    const drawer = page.getByRole('dialog')
    await expect.poll(() => drawer.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    await drawer.getByRole('button', { name: 'Close' }).tap()
    await expect(drawer).toHaveCount(0)
  })
})
