import { cardNamed, openBoard } from '../board-page.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

// The place's own time with its zone, and the same in UTC.
const exact = /\d{4}.*\d\d:\d\d.*\(.*\d\d:\d\d UTC\)/

test('Tab reaches the exact due time from a card', async ({ page, board, api }) => {
  await api('PATCH /cards/:card_id', {
    card_id: board.card('Choose a date'),
    due_at: inHours(24 * 30),
  })
  await openBoard(page, board.id)
  await expect(page.locator('html[data-online]')).toBeVisible()
  await cardNamed(page, 'Choose a date').focus()
  for (const _control of ['tick', 'title', 'date']) await page.keyboard.press('Tab')
  await expect(cardNamed(page, 'Choose a date').locator('time')).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveText(exact)
})
