import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { findThemeViolations } from '#web/test-axe.ts'
import { emulatePhone, openGallery, tap } from '#web/test-page.tsx'

const rectOf = (element: Element) => element.getBoundingClientRect().toJSON() as DOMRectReadOnly

test('a drawer is opened, left and closed with the keyboard', async () => {
  await openGallery('drawer')
  const drawer = page.getByRole('dialog', { name: 'iris.calloway@hartlane.example' })
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(drawer).toBeVisible()
  await expect.element(drawer.getByRole('heading', { level: 2 })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(drawer.getByRole('button', { name: 'Delete contact' })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(drawer.getByRole('combobox', { name: 'Tags' })).toHaveFocus()

  // Esc closes what is on top first.
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(drawer.getByRole('option').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer.getByRole('option')).not.toBeInTheDocument()
  await drawer.getByRole('button', { name: 'Choose date' }).click()
  const calendar = page.getByRole('dialog', { name: 'Choose date' })
  await expect.element(calendar).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(drawer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open contact' })).toHaveFocus()
})

test.each(['ltr', 'rtl'])(
  'a drawer is 520 px wide at the end of the window, %s',
  async (direction) => {
    await openGallery('drawer', `theme=light&dir=${direction}`)
    await page.getByRole('button', { name: 'Open contact' }).click()
    const drawer = page.getByRole('dialog')
    await expect.element(drawer).toBeVisible()
    const start = direction === 'ltr' ? 1440 - 520 : 0
    await expect.poll(() => Math.round(rectOf(drawer.element()).x)).toBe(start)
    expect(rectOf(drawer.element()).width).toBeCloseTo(520)
    expect(rectOf(drawer.element()).height).toBe(900)
  },
)

test('closing a drawer asks before text is discarded', async () => {
  await openGallery('drawer')
  const add = page.getByRole('button', { name: 'Add contact' })
  await add.click()
  const drawer = page.getByRole('dialog', { name: 'Add contact' })
  const email = drawer.getByRole('textbox', { name: 'Email' })
  await expect.element(email).toHaveFocus()
  await userEvent.keyboard('iris@{Escape}')
  const question = page.getByRole('dialog', { name: 'Discard' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(email).toHaveValue('iris@')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(add).toHaveFocus()
})

test('an open drawer passes axe in both themes', async () => {
  await openGallery('drawer')
  await page.getByRole('button', { name: 'Open contact' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(await findThemeViolations()).toEqual([])
})

test('a drawer is a full page with a button back on a phone', async () => {
  await emulatePhone()
  await openGallery('drawer')
  await tap(page.getByRole('button', { name: 'Open contact' }))
  const drawer = page.getByRole('dialog')
  await expect.element(drawer).toBeVisible()
  await expect
    .poll(() => rectOf(drawer.element()))
    .toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await tap(drawer.getByRole('button', { name: 'Close' }))
  await expect.element(drawer).not.toBeInTheDocument()
})
