import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'

import { openGallery, parentOf, section, styleOf, tabTo } from '#web/test-page.tsx'

test.each(['light', 'dark'])('a disabled field differs from an enabled one, %s', async (theme) => {
  await openGallery('forms', `theme=${theme}`)
  const enabled = page.getByRole('textbox', { name: 'With a hint', exact: true })
  const disabled = page.getByRole('textbox', { name: 'Disabled', exact: true })
  for (const property of ['background-color', 'color', 'border-top-color'])
    await expect.poll(() => styleOf(disabled, property)).not.toBe(styleOf(enabled, property))
})

test('a busy button has a spinner and does not fade', async () => {
  await openGallery('controls')
  const buttons = section('Button, plain')
  const busy = buttons.getByRole('button', { name: 'Busy', exact: true })
  const spinner = busy.getByCss('svg')
  const paused = buttons.getByRole('button', { name: 'Paused' })
  await expect.poll(() => Number(styleOf(paused, 'opacity'))).toBeLessThan(1)
  expect(spinner.length).toBe(1)
  expect(styleOf(spinner, 'animation-name')).toBe('spin')
  expect(styleOf(busy, 'opacity')).toBe('1')
  expect(paused.getByCss('svg').length).toBe(0)
})

test('a disabled quiet button has no box', async () => {
  await openGallery('controls')
  const disabled = section('Button, quiet').getByRole('button', { name: 'Disabled' })
  expect(styleOf(disabled, 'background-color')).toBe('rgba(0, 0, 0, 0)')
})

test('a dialog has a sans title and a cool backdrop', async () => {
  await openGallery('overlays')
  await page.getByRole('button', { name: 'Open the dialog' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  expect(styleOf(dialog.getByRole('heading'), 'font-family')).toContain('Instrument Sans')
  const context = document.createElement('canvas').getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  for (const color of [
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(dialog.element(), '::backdrop').backgroundColor,
  ]) {
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
  }
  const [red, , blue] = context.getImageData(0, 0, 1, 1).data
  expect(blue).toBeGreaterThanOrEqual(red ?? 0) // paper is warm: black alone turns it brown
})

test('a checkbox for some rows checks them all on Space', async () => {
  await openGallery('forms')
  const all = page.getByRole('checkbox', { name: 'All rows' })
  const second = page.getByRole('checkbox', { name: 'Row 2' })
  await expect.element(all).toBePartiallyChecked()
  await tabTo(all)
  await userEvent.keyboard('[Space]')
  await expect.element(all).toBeChecked()
  await expect.element(second).toBeChecked()
  await second.click()
  await expect.element(all).toBePartiallyChecked()
  const box = parentOf(page.getByText('Row 1')).getBoundingClientRect()
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
})

test('a paused checkbox keeps its state and can be focused', async () => {
  await openGallery('forms')
  const paused = page.getByRole('checkbox', { name: 'Ticked, paused' })
  await tabTo(paused)
  await userEvent.keyboard('[Space]')
  await expect.element(paused).toBeChecked()
  await expect.element(paused).toHaveAccessibleDescription('You’re offline.')
})

test('a switch turns on by keyboard and by mouse', async () => {
  await openGallery('forms')
  const control = page.getByRole('switch', { name: 'Off', exact: true })
  await expect.element(control).not.toBeChecked()
  await tabTo(control)
  await userEvent.keyboard('[Space]')
  await expect.element(control).toBeChecked()
  await page.getByText('Off', { exact: true }).click()
  await expect.element(control).not.toBeChecked()
})

test('forced colors keep checkboxes and switches visible', async () => {
  await commands.emulateMedia({ forcedColors: 'active' })
  await openGallery('forms')
  const checkbox = page.getByRole('checkbox', { name: 'Not ticked', exact: true })
  expect(styleOf(checkbox, 'appearance')).toBe('auto')
  const off = page.getByRole('switch', { name: 'Off', exact: true })
  const on = page.getByRole('switch', { name: 'On with a hint', exact: true })
  await expect.poll(() => styleOf(off, 'border-top-width')).toBe('1px')
  expect(styleOf(on, 'background-color')).not.toBe(styleOf(off, 'background-color'))
})

test('forced colors keep pills visible', async () => {
  await commands.emulateMedia({ forcedColors: 'active' })
  await openGallery('data')
  const text = section('Status pill').getByText('Subscribed', { exact: true })
  expect(getComputedStyle(parentOf(text)).borderTopStyle).toBe('solid')
})
