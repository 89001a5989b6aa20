import type { Page } from '@playwright/test'

import { namesIn, openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

/** A key as a layout gives it that the test's own keyboard does not have. */
const press = (page: Page, key: Record<string, string | boolean>) =>
  page.evaluate((init) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
    document.activeElement?.dispatchEvent(event)
    return event.defaultPrevented
  }, key)
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })

test('14 shortcuts work by key position on non-Latin layouts', async ({ page, board }) => {
  await openBoard(page, board.id)
  expect(await press(page, { key: 'л', code: 'KeyK', ctrlKey: true })).toBe(true)
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByTestId('card').nth(1).focus()
  await press(page, { key: 'у', code: 'KeyE' })
  await expect(page.getByTestId('toast')).toContainText('Marked Choose a date as done')
  await press(page, { key: 'п', code: 'KeyG' })
  await press(page, { key: 'и', code: 'KeyB' })
  await expect(page).toHaveURL(/\/boards$/)
})

test('14 shortcuts treat AltGr characters as text, not as Ctrl chords', async ({ page, board }) => {
  await openBoard(page, board.id)
  const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true }
  await press(page, { key: '/', code: 'Digit7', ...altGr })
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByTestId('card').first().focus()
  expect(await press(page, { key: 'k', code: 'KeyK', ...altGr })).toBe(false)
  await expect(palette(page)).toHaveCount(0)
})

test('14 shortcuts ignore browser chords and capitals', async ({ page, board }) => {
  await openBoard(page, board.id)
  await press(page, { key: '?', code: 'Slash', shiftKey: true })
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const key of ['K', 'N', 'T', 'W', 'P'])
    expect(await press(page, { key, code: `Key${key}`, ctrlKey: true, shiftKey: true }), key).toBe(
      false,
    )
  for (const key of ['R', 'Z', 'C', 'G'])
    expect(await press(page, { key, code: `Key${key}`, shiftKey: true }), key).toBe(false)
  await expect(page.getByRole('textbox', { name: /Title of the new card/ })).toHaveCount(0)
  expect(await namesIn(page, 'Ideas')).toHaveLength(3)
})

test('14 shortcuts and key caps use Cmd instead of Ctrl on macOS', async ({ page, board }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }),
  )
  await openBoard(page, board.id)
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toContainText('⌘ K')
  expect(await press(page, { key: 'k', code: 'KeyK', ctrlKey: true })).toBe(false)
  expect(await press(page, { key: 'k', code: 'KeyK', metaKey: true })).toBe(true)
  await expect(palette(page)).toContainText('⌘ ↵')
})
