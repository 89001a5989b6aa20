import type { Locator, Page } from '@playwright/test'

import { findThemeViolations, findWcagViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

/** Of each toast, whether its time runs out or waits. */
const playStates = (toasts: Locator) =>
  toasts
    .locator('span[aria-hidden]')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).animationPlayState))

/** Opens the gallery, and from then on time passes only when the test says so. */
async function openStill(page: Page) {
  await page.clock.install()
  await page.goto('/_gallery')
  await expect(page.getByRole('button', { name: 'Toast of a failure' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
}

// The parts of the kit by themselves, without a service.
test.describe('gallery', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => serveBuild(page, await developmentBuild()))

  for (const look of ['', 'dir=rtl', 'text=200&density=compact'])
    test(`every primitive passes axe and fits its column, ${look || 'as it is'}`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(`/_gallery?${look}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(
        page.getByText('A code that this dashboard does not know.').first(),
      ).toBeVisible()
      // The direction changes no color, name or role.
      if (!look.includes('rtl')) expect(await findThemeViolations(page)).toEqual([])
      const tooWide = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
      expect(await tooWide()).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: look.includes('text=200') ? 640 : 320, height: 800 })
      expect(await tooWide()).toBeLessThanOrEqual(0)
      if (look === '') expect(await findWcagViolations(page)).toEqual([])
    })

  test('open menus, dialogs, toasts and tooltips pass axe in both themes', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/_gallery?part=overlays')
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    expect(await findThemeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused()

    await page.getByRole('button', { name: 'With a tip' }).focus()
    await expect(page.getByText('What it does, in a sentence.').first()).toBeVisible()
    expect(await findThemeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Toast with Undo' }).click()
    await page.getByRole('button', { name: 'Toast of a failure' }).click()
    await expect(page.getByTestId('toast')).toHaveCount(2)
    expect(await findThemeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Open the dialog' }).click()
    await page.getByRole('button', { name: 'Say something' }).click()
    await expect(page.getByRole('dialog').getByTestId('toast').first()).toBeVisible()
    expect(await findThemeViolations(page)).toEqual([])
  })

  test('rows are 41 px high, or 33 px with compact density', async ({ page }) => {
    const rows = page.getByRole('region', { name: /^Rows/ }).getByRole('listitem')
    for (const [density, height] of [
      ['comfortable', 41],
      ['compact', 33],
    ] as const) {
      await page.goto(`/_gallery?density=${density}`)
      await expect(rows.first()).toBeVisible()
      expect((await rows.first().boundingBox())?.height).toBe(height)
    }
  })

  test('older toasts are collapsed behind the newest three until expanded', async ({ page }) => {
    await openStill(page)
    const visibleToasts = page.getByTestId('toast').filter({ visible: true })
    const notices = page.getByRole('region', { name: 'Notifications' })
    for (let count = 0; count < 5; count++)
      await page.getByRole('button', { name: 'Toast with Undo' }).click()
    await expect(visibleToasts).toHaveCount(3)
    await notices.getByRole('button', { name: '2 more' }).click()
    await expect(visibleToasts).toHaveCount(5)
    // Where that button was a toast is now, and under the pointer it would wait.
    await page.mouse.move(0, 0)
    await expect.poll(() => playStates(visibleToasts)).toEqual(Array(5).fill('running'))
    await page.clock.fastForward(11_000)
    await expect(notices).toHaveCount(0)
  })

  test('a toast stays while hovered or focused', async ({ page }) => {
    await openStill(page)
    const toast = page.getByTestId('toast')
    const makeOne = () => page.getByRole('button', { name: 'Toast of a failure' }).click()

    await makeOne()
    await toast.hover()
    await expect.poll(() => playStates(toast)).toEqual(['paused'])
    await page.clock.fastForward(30_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(0, 0)
    await expect.poll(() => playStates(toast)).toEqual(['running'])
    await page.clock.fastForward(6000)
    await expect(toast).toHaveCount(0)

    await makeOne()
    await toast.getByRole('button', { name: 'Dismiss' }).focus()
    await page.clock.fastForward(30_000)
    await expect(toast).toBeVisible()
    await page.getByRole('button', { name: 'With a tip' }).focus()
    await page.clock.fastForward(6000)
    await expect(toast).toHaveCount(0)
  })

  test('dismissing a toast returns the focus to where it was', async ({ page }) => {
    await openStill(page)
    const toast = page.getByTestId('toast')
    const failure = page.getByRole('button', { name: 'Toast of a failure' })
    await failure.click()
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast).toHaveCount(0)
    await expect(failure).toBeFocused()
  })

  test('the gallery is absent from the production build', async ({ page, signIn }) => {
    await signIn(page)
    await page.unrouteAll()
    await page.goto('/_gallery')
    await expect(page.locator('[data-page=missing]')).toBeVisible()
  })
})
