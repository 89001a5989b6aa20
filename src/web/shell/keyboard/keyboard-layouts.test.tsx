import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { palette } from '#web/shell/test-palette.ts'
import { cardNamed, namesIn, openWithBoards } from '#web/tasks/test-boards.ts'

/** A key as a layout gives it that the test's own keyboard does not have. */
function press(init: KeyboardEventInit) {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
  document.activeElement?.dispatchEvent(event)
  return event.defaultPrevented
}

async function openBoard() {
  const result = await openWithBoards('/boards/brd_launch')
  await expect.element(cardNamed('Choose a date')).toBeVisible()
  return result
}

const focusCard = (name: string) => cardNamed(name).element().focus()

test('14 shortcuts work by key position on non-Latin layouts', async () => {
  const { router } = await openBoard()
  expect(press({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe(true)
  await expect.element(palette()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  focusCard('Choose a date')
  press({ key: 'у', code: 'KeyE' })
  await expect.element(page.getByTestId('toast')).toHaveTextContent('Marked Choose a date as done')
  press({ key: 'п', code: 'KeyG' })
  press({ key: 'и', code: 'KeyB' })
  await expect.poll(() => router.state.location.pathname).toBe('/boards')
})

test('14 shortcuts treat AltGr characters as text, not as Ctrl chords', async () => {
  await openBoard()
  const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true }
  press({ key: '/', code: 'Digit7', ...altGr })
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  focusCard('Write the announcement')
  expect(press({ key: 'k', code: 'KeyK', ...altGr })).toBe(false)
  await expect.element(palette()).not.toBeInTheDocument()
})

test('14 shortcuts ignore browser chords and capitals', async () => {
  await openBoard()
  press({ key: '?', code: 'Slash', shiftKey: true })
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const isHandled = (key: string, more: KeyboardEventInit = {}) =>
    press({ key, code: `Key${key}`, shiftKey: true, ...more })
  const chords = ['K', 'N', 'T', 'W', 'P']
  expect(chords.filter((key) => isHandled(key, { ctrlKey: true }))).toEqual([])
  const capitals = ['R', 'Z', 'C', 'G']
  expect(capitals.filter((key) => isHandled(key))).toEqual([])
  await expect
    .element(page.getByRole('textbox', { name: /Title of the new card/ }))
    .not.toBeInTheDocument()
  expect(namesIn('Ideas')).toHaveLength(3)
})

test('14 shortcuts and key caps use Cmd instead of Ctrl on macOS', async () => {
  Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel', configurable: true })
  // The property of the prototype is visible again.
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'platform'))
  await openBoard()
  await expect
    .element(page.getByRole('button', { name: 'Search or jump to' }))
    .toHaveTextContent('⌘ K')
  expect(press({ key: 'k', code: 'KeyK', ctrlKey: true })).toBe(false)
  expect(press({ key: 'k', code: 'KeyK', metaKey: true })).toBe(true)
  await expect.element(palette()).toHaveTextContent('⌘ ↵')
})
