import { expect, onTestFinished, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'

import { findThemeViolations, findWcagViolations } from '#web/test-axe.ts'
import { excessWidth, openGallery, section } from '#web/test-page.tsx'
import { partNames } from './gallery-page.tsx'

const toasts = page.getByTestId('toast')
const visibleToasts = () => toasts.elements().filter((one) => one.checkVisibility())
const press = (name: string) => page.getByRole('button', { name }).click()

/** Of each visible toast, whether its time runs out or waits. */
const playStates = () =>
  visibleToasts().map((one) => {
    const line = one.querySelector('span[aria-hidden]')
    return line && getComputedStyle(line).animationPlayState
  })

/** Opens the layers of the gallery, and from then on time passes only when the test says so. */
async function openStill() {
  await openGallery('overlays')
  await commands.emulateMedia({ reducedMotion: 'no-preference' })
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

const looks = [
  ['as it is', ''],
  ['right to left', 'dir=rtl'],
  ['with large text in compact rows', 'text=200&density=compact'],
] as const
// By part: the time that axe takes for a contrast grows with the elements around it.
const partsAndLooks = partNames.flatMap((part) =>
  looks.map(([name, look]) => [part, name, look] as const),
)

test.each(partsAndLooks)('%s pass axe and fit their column %s', async (part, _name, look) => {
  await openGallery(part, look)
  if (part === 'states')
    await expect
      .element(page.getByText('A code that this dashboard does not know.').first())
      .toBeVisible()
  // The direction changes no color, name or role.
  if (!look.includes('rtl')) expect(await findThemeViolations()).toEqual([])
  expect(excessWidth()).toBeLessThanOrEqual(0)
  await page.viewport(look.includes('text=200') ? 640 : 320, 800)
  expect(excessWidth()).toBeLessThanOrEqual(0)
  if (look === '') expect(await findWcagViolations()).toEqual([])
})

test('open menus, dialogs, toasts and tooltips pass axe in both themes', async () => {
  await openGallery('overlays')
  await press('Open the menu')
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  expect(await findThemeViolations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Open the menu' })).toHaveFocus()

  page.getByRole('button', { name: 'With a tip' }).element().focus()
  await expect.element(page.getByText('What it does, in a sentence.').first()).toBeVisible()
  expect(await findThemeViolations()).toEqual([])

  await press('Toast with Undo')
  await press('Toast of a failure')
  await expect.poll(() => toasts.length).toBe(2)
  expect(await findThemeViolations()).toEqual([])

  await press('Open the dialog')
  await press('Say something')
  await expect.element(page.getByRole('dialog').getByTestId('toast').first()).toBeVisible()
  expect(await findThemeViolations()).toEqual([])
})

test.each([
  ['comfortable', 41],
  ['compact', 33],
])('rows with %s density are %i px high', async (density, height) => {
  await openGallery('states', `density=${density}`)
  const row = section(/^Rows/).getByRole('listitem').first()
  await expect.element(row).toBeVisible()
  await expect.poll(() => row.element().getBoundingClientRect().height).toBe(height)
})

test('older toasts are collapsed behind the newest three until expanded', async () => {
  await openStill()
  const notices = page.getByRole('region', { name: 'Notifications' })
  for (let count = 0; count < 5; count++) await press('Toast with Undo')
  await expect.poll(() => visibleToasts().length).toBe(3)
  await notices.getByRole('button', { name: '2 more' }).click()
  await expect.poll(() => visibleToasts().length).toBe(5)
  // Where that button was a toast is now, and under the pointer it would wait.
  await commands.mouse('move', 0, 0)
  await expect.poll(playStates).toEqual(Array(5).fill('running'))
  vi.advanceTimersByTime(11_000)
  await expect.element(notices).not.toBeInTheDocument()
})

test('a toast stays while hovered or focused', async () => {
  await openStill()
  await press('Toast of a failure')
  await toasts.hover()
  await expect.poll(playStates).toEqual(['paused'])
  vi.advanceTimersByTime(30_000)
  await expect.element(toasts).toBeVisible()
  await commands.mouse('move', 0, 0)
  await expect.poll(playStates).toEqual(['running'])
  vi.advanceTimersByTime(6000)
  await expect.element(toasts).not.toBeInTheDocument()

  await press('Toast of a failure')
  const dismiss = toasts.getByRole('button', { name: 'Dismiss' })
  await expect.element(dismiss).toBeVisible()
  dismiss.element().focus()
  await expect.poll(playStates).toEqual(['paused'])
  vi.advanceTimersByTime(30_000)
  await expect.element(toasts).toBeVisible()
  page.getByRole('button', { name: 'With a tip' }).element().focus()
  await expect.poll(playStates).toEqual(['running'])
  vi.advanceTimersByTime(6000)
  await expect.element(toasts).not.toBeInTheDocument()
})

test('dismissing a toast returns the focus to where it was', async () => {
  await openStill()
  await press('Toast of a failure')
  await toasts.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(toasts).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Toast of a failure' })).toHaveFocus()
})
