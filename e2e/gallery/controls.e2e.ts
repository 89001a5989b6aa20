import { expect, test } from '../fixtures.ts'
import { openGallery, section, styleOf, tabTo } from '../gallery-page.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

// The parts of the kit by themselves, without a service.
test.describe('controls', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => serveBuild(page, await developmentBuild()))

  for (const theme of ['light', 'dark'])
    test(`a disabled field differs from an enabled one, ${theme}`, async ({ page }) => {
      await openGallery(page, 'forms', `theme=${theme}`)
      const enabled = page.getByRole('textbox', { name: 'With a hint', exact: true })
      const disabled = page.getByRole('textbox', { name: 'Disabled', exact: true })
      for (const property of ['background-color', 'color', 'border-top-color'])
        expect(await styleOf(disabled, property)).not.toBe(await styleOf(enabled, property))
    })

  test('a busy button has a spinner and does not fade', async ({ page }) => {
    await openGallery(page, 'controls')
    const buttons = section(page, 'Button, plain')
    const busy = buttons.getByRole('button', { name: 'Busy', exact: true })
    await expect(busy.locator('svg')).toHaveCount(1)
    expect(await styleOf(busy.locator('svg'), 'animation-name')).toBe('spin')
    expect(await styleOf(busy, 'opacity')).toBe('1')
    const paused = buttons.getByRole('button', { name: 'Paused' })
    expect(Number(await styleOf(paused, 'opacity'))).toBeLessThan(1)
    await expect(paused.locator('svg')).toHaveCount(0)
  })

  test('a disabled quiet button has no box', async ({ page }) => {
    await openGallery(page, 'controls')
    const disabled = section(page, 'Button, quiet').getByRole('button', { name: 'Disabled' })
    expect(await styleOf(disabled, 'background-color')).toBe('rgba(0, 0, 0, 0)')
  })

  test('a dialog has a sans title and a cool backdrop', async ({ page }) => {
    await openGallery(page, 'overlays')
    await page.getByRole('button', { name: 'Open the dialog' }).click()
    const dialog = page.getByRole('dialog')
    expect(await styleOf(dialog.getByRole('heading'), 'font-family')).toContain('Instrument Sans')
    const [red, , blue] = await dialog.evaluate((element) => {
      const context = document.createElement('canvas').getContext('2d')
      if (!context) throw new Error('The browser has no canvas.')
      for (const color of [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(element, '::backdrop').backgroundColor,
      ]) {
        context.fillStyle = color
        context.fillRect(0, 0, 1, 1)
      }
      return [...context.getImageData(0, 0, 1, 1).data]
    })
    expect(blue).toBeGreaterThanOrEqual(red ?? 0) // paper is warm: black alone turns it brown
  })

  test('a checkbox for some rows checks them all on Space', async ({ page }) => {
    await openGallery(page, 'forms')
    const all = page.getByRole('checkbox', { name: 'All rows' })
    const second = page.getByRole('checkbox', { name: 'Row 2' })
    await expect(all).toBeChecked({ indeterminate: true })
    await tabTo(page, all)
    await page.keyboard.press('Space')
    await expect(all).toBeChecked()
    await expect(second).toBeChecked()
    await second.click()
    await expect(all).toBeChecked({ indeterminate: true })
    const box = await page.getByText('Row 1').locator('..').boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  })

  test('a paused checkbox keeps its state and can be focused', async ({ page }) => {
    await openGallery(page, 'forms')
    const paused = page.getByRole('checkbox', { name: 'Ticked, paused' })
    await tabTo(page, paused)
    await page.keyboard.press('Space')
    await expect(paused).toBeChecked()
    await expect(paused).toHaveAccessibleDescription('You’re offline.')
  })

  test('a switch turns on by keyboard and by mouse', async ({ page }) => {
    await openGallery(page, 'forms')
    const control = page.getByRole('switch', { name: 'Off', exact: true })
    await expect(control).not.toBeChecked()
    await tabTo(page, control)
    await page.keyboard.press('Space')
    await expect(control).toBeChecked()
    await page.getByText('Off', { exact: true }).click()
    await expect(control).not.toBeChecked()
  })

  test('forced colors keep checkboxes, switches and pills visible', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await openGallery(page, 'forms')
    const checkbox = page.getByRole('checkbox', { name: 'Not ticked', exact: true })
    expect(await styleOf(checkbox, 'appearance')).toBe('auto')
    const off = page.getByRole('switch', { name: 'Off', exact: true })
    const on = page.getByRole('switch', { name: 'On with a hint', exact: true })
    expect(await styleOf(off, 'border-top-width')).toBe('1px')
    expect(await styleOf(on, 'background-color')).not.toBe(await styleOf(off, 'background-color'))
    await openGallery(page, 'data')
    const pill = section(page, 'Status pill').getByText('Subscribed', { exact: true }).locator('..')
    expect(await styleOf(pill, 'border-top-style')).toBe('solid')
  })
})
