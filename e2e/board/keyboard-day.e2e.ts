import type { Page } from '@playwright/test'

import { cardIn, cardNamed, namesIn } from '../board-page.ts'
import { blockEventStream } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

const IDEAS = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']

/** What a screen reader hears on the page, and in the topmost dialog. */
const said = (page: Page) => page.getByTestId('live-polite').first()
const saidInDialog = (page: Page) => page.locator('dialog[open] [data-testid=live-polite]').last()

async function tabTo(page: Page, name: string) {
  const isThere = () => cardNamed(page, name).evaluate((card) => card === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isThere()); presses++)
    await page.keyboard.press('Tab')
  await expect(cardNamed(page, name)).toBeFocused()
}

// No pointer and no focus() in this test: only keys, from a cold page.
test('F7 a day on a board by keyboard alone is announced, from a cold page to the calendar', async ({
  page,
  api,
  signIn,
  buildBoard,
}) => {
  const board = await buildBoard({ Ideas: IDEAS, Doing: ['Zeta', 'Eta'], Done: [] })
  const { id: board_id } = board
  const label = await api('POST /boards/:board_id/labels', {
    board_id,
    name: 'Print',
    color: 'green',
  })
  const eira = await api('POST /members', { name: 'Eira Morgan' })
  await api('PATCH /cards/:card_id', { card_id: board.card('Zeta'), members: [eira.id] })
  await signIn(page)
  await blockEventStream(page)
  const press = (key: string) => page.keyboard.press(key)
  const edit = page.getByRole('dialog', { name: /^(Due date|Labels|Members)/ })

  await page.goto(`/boards/${board_id}`)
  await tabTo(page, 'Alpha')
  await expect(cardNamed(page, 'Alpha')).toHaveAccessibleDescription(/^In Ideas, position 1 of 5/)

  // Open, date, label, assign.
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Alpha', exact: true })
  await expect(dialog).toBeVisible()
  await press('d')
  await expect(edit.getByRole('textbox', { name: 'Date' })).toBeFocused()
  await page.keyboard.type('2030-05-14')
  await press('Enter')
  await expect(edit).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^Due: .*14 May 2030/ })).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await press('l')
  await expect(edit.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('print')
  await press('Enter')
  await expect(saidInDialog(page)).toHaveText('Added Print')
  await press('Escape')
  await press('a')
  await expect(edit.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('eira')
  await press('Enter')
  await expect(saidInDialog(page)).toHaveText('Added Eira Morgan')
  await press('Escape')
  await press('j')
  await expect(saidInDialog(page)).toHaveText('Beta. In Ideas, position 2 of 5')
  await press('k')
  await expect(dialog).toBeVisible()
  await press('Escape')
  await expect(cardNamed(page, 'Alpha')).toBeFocused()
  await expect(cardNamed(page, 'Alpha')).toHaveAccessibleDescription(
    /labels Print, assigned to Eira Morgan/,
  )
  await expect
    .poll(() => board.stored('Alpha'))
    .toMatchObject({ label_ids: [label.id], members: [{ id: eira.id }] })

  // Five at once, there and back.
  for (const name of IDEAS) {
    await expect(cardNamed(page, name)).toBeFocused()
    await press('x')
    if (name !== 'Epsilon') await press('ArrowDown')
  }
  await expect(page.getByRole('group', { name: 'Selection' })).toContainText('5 selected')
  await expect(said(page)).toHaveText('5 selected')
  await press('m')
  await expect(page.getByRole('combobox', { name: 'Search lists' })).toBeFocused()
  await page.keyboard.type('2')
  await press('Enter')
  await expect(said(page)).toHaveText('5 cards moved to Doing, from position 3 of 7.')
  expect(await namesIn(page, 'Doing')).toEqual(['Zeta', 'Eta', ...IDEAS])
  await expect(cardIn(page, 'Doing', 'Epsilon')).toBeFocused()
  const listOf = async (name: string) => (await board.stored(name)).list_id
  await expect.poll(() => listOf('Epsilon')).toBe(board.list('Doing'))
  await press('Control+z')
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
  await expect.poll(() => listOf('Epsilon')).toBe(board.list('Ideas'))
  await expect.poll(() => listOf('Alpha')).toBe(board.list('Ideas'))
  await press('Escape')
  await expect(said(page)).toHaveText('Selection cleared')

  // The table.
  await press('v')
  await expect(page).toHaveURL(/view=table/)
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  // It begins at the card that had the focus.
  await expect(link('Alpha')).toBeVisible()
  await press('ArrowUp')
  await expect(page.locator('[data-row-link]:focus')).toHaveCount(1)
  await press('Home')
  await expect(link('Alpha')).toBeFocused()
  await press('ArrowDown')
  await press('F2')
  await expect(page.getByRole('textbox', { name: 'Title of Beta' })).toBeFocused()
  await page.keyboard.type('Bread')
  await press('Enter')
  await expect(link('Bread')).toBeFocused()
  await press('m')
  await expect(page.getByRole('combobox', { name: 'Search lists' })).toBeFocused()
  await page.keyboard.type('3')
  await press('Enter')
  await expect(said(page)).toHaveText('Bread moved to Done, position 1 of 1. Marked as done.')
  await expect(link('Bread')).toBeFocused()
  await expect.poll(() => board.stored('Beta')).toMatchObject({ name: 'Bread', completed: true })

  // The calendar.
  await press('v')
  await expect(page).toHaveURL(/view=calendar/)
  await expect(page.getByRole('grid')).toBeVisible()
  await press('ArrowDown')
  const focusedDay = page.locator('[role=gridcell]:focus')
  await expect(focusedDay).toHaveAttribute('aria-current', 'date')
  await press('PageDown')
  await expect(focusedDay).not.toHaveAttribute('aria-current')
  await press('ArrowRight')
  const day = await focusedDay.getAttribute('data-day')
  await press('n')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Theta')
  await press('Enter')
  await expect(said(page)).toHaveText('Added Theta to Ideas')
  await expect(page.locator(`[data-day="${day}"]`).getByText('Theta')).toBeVisible()
  await expect(link('Theta')).toBeFocused()
  await press('d')
  await expect(edit.getByRole('textbox', { name: 'Date' })).toBeFocused()
  await press('Control+a')
  await page.keyboard.type('2030-01-02')
  await press('Enter')
  await expect(edit).toHaveCount(0)
  await expect(page.locator(`[data-day="${day}"]`).getByText('Theta')).toHaveCount(0)
})
