import type { Locator } from '@playwright/test'

import { MOVE, cardIn, cardNamed, dragTo, listNamed, namesIn, openBoard } from '../board-page.ts'
import { animationsEnd } from '../element-style.ts'
import { holdRequests, rejectRequests } from '../faults.ts'
import { IDEAS, SMALL_BOARD, expect, test } from '../fixtures.ts'
import { openWithDeferredCode } from '../routes.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

/** Whether two elements overlap, measured in the same frame. */
const overlaps = async (one: Locator, other: Locator) =>
  one.evaluate(
    (element, neighbor) => {
      const a = element.getBoundingClientRect()
      const b = neighbor?.getBoundingClientRect() ?? a
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    },
    await other.elementHandle(),
  )

/** A list that reaches the bottom of the window, in the corner of the toasts. */
const LONG = { Ideas: Array.from({ length: 20 }, (_, index) => `Idea ${index + 1}`), Doing: [] }

test('toasts of a board in a window', async ({ page, buildBoard }) => {
  test.slow() // a page load for each step
  await test.step('a newer move replaces the toast of an older one', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    const toast = page.getByTestId('toast')
    await dragTo(page, 'Choose a date', 'Doing')
    await expect(toast).toContainText('Moved Choose a date to Doing')
    await dragTo(page, 'Ask the printers', 'Doing')
    await expect(toast.filter({ hasText: 'Ask the printers' })).toBeVisible()
    await expect(toast).toHaveCount(1)
    await page.getByRole('button', { name: 'Recent changes' }).click()
    await expect(page.getByRole('dialog').getByTestId('row')).toHaveCount(2)
  })
  await test.step('a drop of one card or a stack is announced once, with its toast', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const select of [[], ['Choose a date', 'Ask the printers']]) {
      const board = await buildBoard({ Ideas: IDEAS, Doing: [] })
      await openWithDeferredCode(page, `/boards/${board.id}`)
      for (const name of select)
        await cardNamed(page, name).click({ modifiers: ['Control'], position: { x: 5, y: 5 } })
      const polite = page.getByTestId('live-polite').first()
      if (select.length > 0) await expect(polite).toHaveText('2 selected')
      await polite.evaluate((region) => region.replaceChildren())
      await dragTo(page, 'Choose a date', 'Doing')
      await expect(page.getByTestId('toast')).toContainText(/^Moved .* to Doing/)
      await expect(page.getByTestId('live-assertive').first()).toContainText(/moved to Doing/)
      // Without waiting: a sentence is removed after a while.
      expect(await polite.textContent()).toBe('')
    }
  })
  await test.step('a toast covers neither quick add nor its button', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(LONG)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    await dragTo(page, 'Idea 1', 'Doing')
    const toast = page.getByTestId('toast')
    await toast.hover() // so that it stays
    const button = page.getByRole('button', { name: 'Add a card to Ideas' })
    await expect.poll(() => overlaps(toast, button)).toBe(false)

    await page.keyboard.press('c')
    const field = listNamed(page, 'Ideas').getByRole('textbox')
    await expect(field).toBeFocused()
    await toast.hover()
    const form = page.locator('form[data-avoid-toasts]')
    await expect.poll(() => overlaps(toast, form)).toBe(false)
    await field.fill('A title that takes more than one line of the box, because it is long')
    await toast.hover()
    await expect.poll(() => overlaps(toast, form)).toBe(false)
  })
  await test.step('a toast in an open popover does not cover the selection bar', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('x')
    const bar = page.getByRole('group', { name: 'Selection', exact: true })
    await bar.getByRole('button', { name: 'Mark as done' }).click()
    const toast = page.getByTestId('toast')
    await expect(toast).toBeVisible()
    await bar.getByRole('button', { name: 'Due date' }).click()
    const popover = page.getByRole('dialog', { name: 'Due date' })
    await expect(popover.getByRole('textbox').first()).toBeFocused()
    // As it rises, the toast is placed by its box.
    await animationsEnd(popover)
    await expect(popover.getByTestId('toast')).toBeVisible()
    await expect.poll(() => overlaps(toast, bar)).toBe(false)
  })
  await test.step('an error of a card goes with its next change', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    const fault = await rejectRequests(page, 'POST', MOVE, 422, 'validation_error')
    await dragTo(page, 'Choose a date', 'Doing')
    const toasts = page.getByTestId('toast')
    await expect(toasts).toContainText('Not moved')
    await expect(toasts).toHaveCount(1)
    await fault.end()
    await cardNamed(page, 'Choose a date').getByRole('button', { name: 'Try again' }).click()
    await expect(toasts).toContainText('Moved Choose a date to Doing')
    await expect(toasts).toHaveCount(1)
  })
  await test.step('changes that arrive together share a toast that undoes all', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    const code = await holdRequests(page, 'GET', /\/assets\/deferred-shell/)
    await openBoard(page, board.id)
    for (const name of ['Ask the printers', 'Choose a date']) {
      await dragTo(page, name, 'Doing')
      await expect(cardIn(page, 'Doing', name)).toBeVisible()
    }
    code.release()
    const toast = page.getByTestId('toast')
    await expect(toast).toContainText('Moved Choose a date to Doing and 1 more change')
    await toast.getByRole('button', { name: 'Undo all' }).click()
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
  })
})

test('the same reason is shown in one toast', async ({ page, context, board }) => {
  await openWithDeferredCode(page, `/boards/${board.id}`)
  await context.setOffline(true)
  await expect(page.locator('html')).toHaveAttribute('data-online', 'false')
  for (let count = 0; count < 3; count++)
    await page.getByRole('button', { name: 'New card' }).click({ force: true })
  await expect(page.getByTestId('toast')).toHaveCount(1)
})

test('a toast does not cover the card just added on a window or a phone', async ({
  page,
  buildBoard,
}) => {
  for (const [device, width, height] of [
    ['window', 1440, 900],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const board = await buildBoard(LONG)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    const ideas = listNamed(page, 'Ideas')
    await expect(ideas).toBeVisible()
    await page.keyboard.press('c')
    await expect(ideas.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('Call Max')
    await page.keyboard.press('Enter')
    const card = cardIn(page, 'Ideas', 'Call Max')
    await expect(card).toBeInViewport({ ratio: 1 })
    const toast = page.getByTestId('toast')
    await expect(toast).toContainText('Added Call Max')
    await toast.hover()
    await expect.poll(() => overlaps(toast, card)).toBe(false)
    await expect.poll(() => overlaps(toast, page.locator('form[data-avoid-toasts]'))).toBe(false)
    await expect(page.getByRole('button', { name: 'New card' })).toBeVisible({
      visible: device === 'window',
    })
  }
})

test('toasts of a board on a phone', async ({ page, buildBoard }) => {
  await test.step('on a phone neither toast nor button covers the card just moved', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.setViewportSize({ width: 390, height: 844 })
    const board = await buildBoard(LONG)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    await page.getByRole('button', { name: 'Actions for Idea 1', exact: true }).click()
    await page.getByRole('menuitem', { name: /bottom/i }).click()
    const card = cardNamed(page, 'Idea 1')
    await expect(card).toBeFocused()
    await expect(card).toBeInViewport({ ratio: 1 })
    const toast = page.getByTestId('toast')
    await toast.hover()
    await expect.poll(() => overlaps(toast, card)).toBe(false)
    await expect
      .poll(() => overlaps(card, page.getByRole('button', { name: 'New card' })))
      .toBe(false)
  })
  await test.step('on a phone a toast covers neither a sheet nor the middle of a card', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.setViewportSize({ width: 390, height: 844 })
    const board = await buildBoard(LONG)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    const actions = page.getByRole('button', { name: 'Actions for Idea 1', exact: true })
    await actions.click()
    await page.getByRole('menuitem', { name: /bottom/i }).click()
    const toast = page.getByTestId('toast')
    await expect(toast).toBeVisible()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Move to…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Move card' })
    await expect(sheet.getByTestId('toast')).toBeVisible()
    await expect.poll(() => overlaps(toast, sheet)).toBe(false)
    await page.keyboard.press('Escape')

    await cardNamed(page, 'Idea 1').getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'Idea 1' })
    await dialog.getByRole('button', { name: 'Mark as done' }).click()
    await expect(dialog.getByTestId('toast')).toContainText('Marked Idea 1 as done')
    await expect
      .poll(() => overlaps(toast, dialog.getByRole('button', { name: 'Add notes…' })))
      .toBe(false)
    expect(await overlaps(toast, dialog.getByRole('button', { name: 'Reopen' }))).toBe(false)
  })
  await test.step('a phone shows one toast at a time, above the button for new cards', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await page.setViewportSize({ width: 390, height: 844 })
    await openWithDeferredCode(page, `/boards/${board.id}`)
    await rejectRequests(page, 'POST', MOVE, 422, 'validation_error')
    const toasts = page.getByTestId('toast').filter({ visible: true })
    for (const name of ['Choose a date', 'Ask the printers']) {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: /top/i }).click()
      await expect(cardNamed(page, name)).toContainText('Not moved')
    }
    await expect(page.getByTestId('toast')).toHaveCount(2)
    await expect(toasts).toHaveCount(1)
    await expect(page.getByRole('button', { name: '1 more' })).toBeVisible()
    await expect
      .poll(() => overlaps(toasts, page.getByRole('button', { name: 'New card' })))
      .toBe(false)
  })
})
