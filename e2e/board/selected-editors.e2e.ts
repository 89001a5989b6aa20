import { cardNamed, openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('editors of selected cards open at the focused card and return to it', async ({
  page,
  buildBoard,
  api,
}) => {
  const board = await buildBoard({ Ideas: ['Alpha', 'Beta', 'Gamma', 'Delta'], Doing: [] })
  const { id: member_id } = await api('POST /members', { name: 'Eira Morgan' })
  await api('PATCH /cards/:card_id', { card_id: board.card('Alpha'), members: [member_id] })
  await openBoard(page, board.id)
  await cardNamed(page, 'Alpha').focus()
  for (const key of ['x', 'ArrowDown', 'x', 'ArrowDown', 'x']) await page.keyboard.press(key)
  await expect(page.getByRole('group', { name: 'Selection' })).toContainText('3 selected')
  await expect(cardNamed(page, 'Gamma')).toBeFocused()
  const dialog = page.getByRole('dialog')
  for (const key of ['d', 'l', 'a']) {
    await page.keyboard.press(key)
    await expect(dialog).toContainText('3 cards')
    await expect
      .poll(async () => {
        const card = await cardNamed(page, 'Gamma').boundingBox()
        const editor = await dialog.boundingBox()
        return Math.abs((editor?.y ?? 0) - (card?.y ?? 0))
      })
      .toBeLessThan(16)
    if (key === 'a') {
      await page.keyboard.type('Eira')
      await expect(dialog.getByRole('option', { name: /Eira Morgan/ })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(
        page.getByTestId('live-polite').filter({ hasText: 'Assigned Eira Morgan to 3 cards' }),
      ).toHaveCount(1)
      await expect(page.getByTestId('toast').first()).toContainText(
        'Assigned Eira Morgan to 3 cards',
      )
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(cardNamed(page, 'Gamma')).toBeFocused()
  }
})
