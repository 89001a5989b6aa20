import type { Page } from '@playwright/test'

import { dragOver } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const dayCell = (page: Page, day: string) => page.locator(`[role=gridcell][data-day="${day}"]`)
const cardLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('undo in the calendar keeps the focus on the card or its day', async ({
  page,
  board,
  api,
}) => {
  const name = 'Choose a date'
  const due_at = '2025-11-18T12:00:00.000Z'
  await api('PATCH /cards/:card_id', { card_id: board.card(name), due_at })
  await page.goto(`/boards/${board.id}?view=calendar&month=2025-11`)
  const day = dayCell(page, '2025-11-18')
  await expect(day.getByText(name)).toBeVisible()
  const box = await dayCell(page, '2025-11-20').boundingBox()
  await dragOver(page, cardLink(page, name), { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 60 })
  await expect(dayCell(page, '2025-11-20')).toHaveAttribute('data-over', 'true')
  await page.mouse.up()
  await expect(cardLink(page, name)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(day.getByText(name)).toBeVisible()
  await expect(cardLink(page, name)).toBeFocused()

  await page.keyboard.press('d')
  await expect(page.getByRole('textbox', { name: 'Date' })).toBeFocused()
  await page.keyboard.type('2025-11-25')
  await page.keyboard.press('Enter')
  await expect(dayCell(page, '2025-11-25').getByText(name)).toBeVisible()
  await expect(cardLink(page, name)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(day.getByText(name)).toBeVisible()
  await expect(cardLink(page, name)).toBeFocused()

  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await day.focus()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Send the cards')
  await page.keyboard.press('Enter')
  await expect(cardLink(page, 'Send the cards')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(cardLink(page, 'Send the cards')).toHaveCount(0)
  await expect(day).toBeFocused()

  // Back among the cards without a due date.
  await cardLink(page, 'Ask the printers').focus()
  await page.keyboard.press('d')
  await expect(page.getByRole('textbox', { name: 'Date' })).toBeFocused()
  await page.keyboard.type('2025-11-26')
  await page.keyboard.press('Enter')
  await expect(dayCell(page, '2025-11-26').getByText('Ask the printers')).toBeVisible()
  await expect(cardLink(page, 'Ask the printers')).toBeFocused()
  await page.keyboard.press('Control+z')
  const undated = page.getByRole('region', { name: /^No due date/ })
  await expect(undated.getByText('Ask the printers')).toBeVisible()
  await expect(cardLink(page, 'Ask the printers')).toBeFocused()
})
