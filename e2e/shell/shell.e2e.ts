import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('S6 the theme survives a reload without a flash', async ({ page }) => {
  await page.addInitScript(() => {
    const themes: (string | undefined)[] = []
    Object.assign(window, { themes })
    const look = () => {
      // Nothing is painted before the head has run; from then on each frame counts.
      if (document.body) themes.push(document.documentElement.dataset['theme'])
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/')
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const themes = await page.evaluate(() => Reflect.get(window, 'themes') as string[])
  expect([...new Set(themes)]).toEqual(['dark'])
})

test('S1 the skip link leads to the content, G B to the boards unless single keys are off', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeFocused()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByRole('searchbox', { name: 'Find a shortcut' })).toBeFocused()
  await help.getByRole('checkbox', { name: /Single-key shortcuts/ }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await expect(help).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeAttached()
})

test(
  'a copied link contains the workspace reference',
  { tag: '@both' },
  async ({ page, context, workspace }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/boards')
    await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()
    await openPalette(page)
    await page.keyboard.type('> copy link')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('toast')).toContainText('Link copied')
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(link.pathname).toBe('/boards')
    // Where the service names no workspace: made from its address, never from the key.
    const named = workspace.name.toLowerCase().replace(' ', '-')
    expect(link.searchParams.get('ws')).toMatch(isPublicProfile() ? /^[0-9a-f]{6}$/ : named)
  },
)
