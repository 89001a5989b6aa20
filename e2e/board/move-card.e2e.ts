import type { Locator, Page } from '@playwright/test'

import { cardNamed, listNamed, namesIn, nextFrame, openBoard, recordMoves } from '../board-page.ts'
import { SMALL_BOARD, expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

async function openMenu(page: Page, name: string) {
  await cardNamed(page, name).hover()
  await cardNamed(page, name)
    .getByRole('button', { name: /^(Menu of|Actions for) / })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
}

test('the menu and the move popover of a card move it', async ({ page, api, buildBoard }) => {
  test.slow() // a page load for each step
  await test.step('keys and a right click open the menu of a card, a long press does not', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const card = cardNamed(page, 'Choose a date')
    const menu = page.getByRole('menu', { name: 'Actions for Choose a date' })
    const isPrevented = (pointerType: string) =>
      card.evaluate((element, type) => {
        const init = { bubbles: true, cancelable: true, pointerType: type }
        return !element.dispatchEvent(new PointerEvent('contextmenu', init))
      }, pointerType)
    expect(await isPrevented('touch')).toBe(false)
    await expect(menu).toHaveCount(0)
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await card.focus()
      await page.keyboard.press(key)
      await expect(menu.getByRole('menuitem', { name: 'Mark as done' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
      await expect(card).toBeFocused()
    }
    await card.click({ button: 'right' })
    await expect(menu).toBeVisible()
    expect(await isPrevented('mouse')).toBe(true)
  })
  await test.step('the move popover is beside its card, inside the window, and closes without a move', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const moves = recordMoves(page)
    await openPopover(page, 'Choose a date')
    const popover = page.getByRole('dialog', { name: 'Move card' })
    await expect(popover).toBeVisible()
    const card = await boxOf(cardNamed(page, 'Choose a date'))
    const box = await boxOf(popover)
    expect(box.x).toBeGreaterThanOrEqual(card.x + card.width)
    expect(box.x).toBeLessThan(card.x + card.width + 20)
    expect(Math.abs(box.y - card.y)).toBeLessThan(20)
    expect(
      await popover.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor),
    ).toBe('rgba(0, 0, 0, 0)')

    await page.mouse.click(box.x + box.width + 200, box.y + box.height + 60)
    await expect(popover).toHaveCount(0)
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()

    await openPopover(page, 'Choose a date')
    await page.keyboard.type('done')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()

    // Beside the last list, whose cards go to the list before it.
    await page.setViewportSize({ width: 900, height: 420 })
    await cardNamed(page, 'Find a name').scrollIntoViewIfNeeded()
    await openPopover(page, 'Find a name')
    await expect(page.getByRole('option', { name: 'Doing' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    const last = await boxOf(popover)
    expect(last.x).toBeGreaterThanOrEqual(0)
    expect(last.y).toBeGreaterThanOrEqual(0)
    expect(last.x + last.width).toBeLessThanOrEqual(900)
    expect(last.y + last.height).toBeLessThanOrEqual(420)
    expect(moves).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('M and Enter move to the next list, announced after the popover closes', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const moves = recordMoves(page)
    await openMenu(page, 'Choose a date')
    await page.keyboard.press('Escape')
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()
    await page.keyboard.press('m')
    await expect(page.getByRole('option', { name: 'Doing' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(page.getByRole('button', { name: 'Bottom of Doing' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const said = page.getByTestId('live-polite').first()
    const sentence = 'Choose a date moved to Doing, position 3 of 3.'
    await expect(said).toContainText(sentence)
    await nextFrame(page)
    await nextFrame(page)
    await expect(said).toContainText(sentence)
    await expect
      .poll(() => moves)
      .toEqual([
        {
          card_id: board.card('Choose a date'),
          body: { list_id: board.list('Doing'), position: 'bottom' },
        },
      ])
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()
  })
  await test.step('the move popover moves to the top, by a double click to the bottom, or below a card', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await openPopover(page, 'Choose a date')
    await page.getByRole('option', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Top of Done', exact: true }).click()
    await expect.poll(() => namesIn(page, 'Done')).toEqual(['Choose a date', 'Find a name'])

    await openPopover(page, 'Write the announcement')
    await page.getByRole('option', { name: 'Done' }).dblclick()
    await expect
      .poll(() => namesIn(page, 'Done'))
      .toEqual(['Choose a date', 'Find a name', 'Write the announcement'])

    await openPopover(page, 'Ask the printers')
    await page.getByRole('button', { name: 'After card…' }).click()
    await page.getByRole('combobox', { name: 'Place after' }).selectOption('Draw the poster')
    await page.getByRole('button', { name: 'Move to Doing' }).click()
    await expect
      .poll(() => namesIn(page, 'Doing'))
      .toEqual(['Draw the poster', 'Ask the printers', 'Book the room'])
    await expect(listNamed(page, 'Ideas')).not.toContainText('Ask the printers')
  })
  await test.step('the faces of the board are in order of their names, whichever card is first', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    for (const [card, name] of [
      ['Choose a date', 'Zoe Ferrant'],
      ['Ask the printers', 'Ada Moss'],
    ] as const) {
      const member = await api('POST /members', { name })
      await api('PATCH /cards/:card_id', { card_id: board.card(card), members: [member.id] })
    }
    const faces = page.getByRole('list', { name: 'Board members' }).getByRole('img')
    await expect(faces).toHaveCount(2)
    const names = () =>
      faces.evaluateAll((images) => images.map((image) => image.getAttribute('aria-label')))
    expect(await names()).toEqual(['Ada Moss', 'Zoe Ferrant'])
  })
})

async function openPopover(page: Page, name: string) {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await expect(page.getByRole('combobox')).toBeFocused()
}

const boxOf = async (target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  return box
}

test('the move popover of a board with 200 lists renders those in view', async ({ page, api }) => {
  const lists = Array.from({ length: 200 }, (_, index) => ({ name: `List ${index + 1}` }))
  const board = await api('POST /boards', { name: 'Long', lists })
  const list_id = board.lists[0]?.id ?? ''
  await api('POST /boards/:board_id/cards', { board_id: board.id, list_id, name: 'Poster' })
  await openBoard(page, board.id)
  await cardNamed(page, 'Poster').focus()
  await page.keyboard.press('m')
  const options = page.getByRole('option')
  await expect(options.and(page.locator('[aria-selected=true]'))).toContainText('List 2')
  expect(await options.count()).toBeLessThan(50)
  // Up from the second list: the first, then the last.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  const last = page.getByRole('option', { name: 'List 200' })
  await expect(last).toBeInViewport()
  await expect(last).toHaveAttribute('aria-posinset', '200')
  await expect(last).toHaveAttribute('aria-setsize', '200')
  await expect(page.getByRole('combobox', { name: 'Search lists' })).toHaveAttribute(
    'aria-activedescendant',
    (await last.getAttribute('id')) ?? '',
  )
})
