import type { Page } from '@playwright/test'

import { findSeriousViolations, findThemeViolations } from '../axe.ts'
import { cardNamed, listNamed, openBoard } from '../board-page.ts'
import { SMALL_BOARD, expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

const tabStops = (page: Page) => page.locator('[data-testid=card][tabindex="0"]')

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, isReached: () => Promise<boolean>) {
  for (let presses = 0; presses < 80; presses++) {
    if (await isReached()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach it.')
}

const focusedCard = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.matches('[data-testid=card]')
      ? document.activeElement.getAttribute('aria-label')
      : null,
  )

test('keys enter the board and stay on its cards', async ({ page, buildBoard, api }) => {
  await test.step('Tab reaches the first card of the first list that has cards', async () => {
    const board = await buildBoard({ Empty: [], Ideas: ['One', 'Two'], Doing: ['Three'] })
    await openBoard(page, board.id)
    await expect(tabStops(page)).toHaveAccessibleName('One')
    await tabTo(page, async () => (await focusedCard(page)) !== null)
    expect(await focusedCard(page)).toBe('One')
    await page.keyboard.press('ArrowDown')
    await expect(cardNamed(page, 'Two')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(cardNamed(page, 'Three')).toBeFocused()
    await expect(tabStops(page)).toHaveCount(1)
  })
  await test.step('an arrow key on the heading enters the board', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await expect(tabStops(page)).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(cardNamed(page, 'Write the announcement')).toBeFocused()
  })
  await test.step('one card stays in the tab order when the current one goes', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()

    await page.keyboard.press('/')
    await page.keyboard.type('poster')
    await expect(tabStops(page)).toHaveAccessibleName('Draw the poster')
    await page.keyboard.press('Escape')
    await expect(tabStops(page)).toHaveAccessibleName('Choose a date')

    await api('PATCH /cards/:card_id', {
      card_id: board.card('Choose a date'),
      status: 'archived',
    })
    await page.keyboard.press('Tab') // leaves the search field, whose keys are text
    await page.keyboard.press('r')
    await expect(cardNamed(page, 'Choose a date')).toHaveCount(0)
    await expect(tabStops(page)).toHaveAccessibleName('Write the announcement')
  })
  await test.step('a key right after Escape on the card menu reaches the card', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await page.keyboard.press('ArrowDown')
    const card = cardNamed(page, 'Write the announcement')
    await expect(card).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu')).toBeFocused()
    // Both keys in one task of the page, so that nothing can happen between them.
    const devtools = await page.context().newCDPSession(page)
    const press = (key: string, code: number) =>
      devtools.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key,
        code: key,
        windowsVirtualKeyCode: code,
      })
    await Promise.all([press('Escape', 27), press('ArrowDown', 40)])
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()
    await expect(card).not.toBeFocused()
  })
  await test.step('the shortcuts dialog lists Undo once, and Shift Enter of quick add', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('term').filter({ hasText: /undo/i })).toHaveCount(1)
    const row = dialog.getByRole('term').filter({ hasText: /undo/i }).locator('..')
    await expect(row.locator('kbd')).toHaveText(['Ctrl', 'Z', 'Z'])
    const open = dialog.getByRole('term').filter({ hasText: 'Add card and open it' }).locator('..')
    await expect(open.locator('kbd')).toHaveText(['Shift', 'Enter'])
  })
})

test('axe finds nothing on lists that scroll and have no focus', async ({ page, buildBoard }) => {
  test.slow() // creates 60 cards and runs axe in both themes
  const titles = (list: string) => Array.from({ length: 20 }, (_, at) => `${list} ${at}`)
  const board = await buildBoard({
    Ideas: titles('Idea'),
    Doing: titles('Job'),
    Done: titles('Old'),
  })
  await openBoard(page, board.id)
  await expect(listNamed(page, 'Done').getByTestId('card').first()).toBeVisible()
  expect(await findThemeViolations(page, findSeriousViolations)).toEqual([])

  // A list without the tab stop is itself in the tab order; arrow keys lead into it.
  await tabTo(page, () =>
    page.evaluate(() => document.activeElement?.matches('[role=group][aria-label=Doing]') ?? false),
  )
  await page.keyboard.press('ArrowDown')
  await expect(cardNamed(page, 'Job 0')).toBeFocused()
})
