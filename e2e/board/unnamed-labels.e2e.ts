import { openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test('a label without a name shows its color wherever labels are chosen', async ({
  page,
  signIn,
  api,
}) => {
  const labels = [{ name: '', color: 'green' }]
  const lists = [{ name: 'Ideas' }]
  const board = await api('POST /boards', { name: 'Launch', lists, labels })
  await api('POST /boards/:board_id/cards', {
    board_id: board.id,
    list_id: board.lists[0]?.id ?? '',
    name: 'Draw the poster',
  })
  await signIn(page)
  await openBoard(page, board.id)
  const name = page.getByRole('dialog').getByText('Unnamed label, green')
  await page.getByRole('button', { name: /^Label/ }).click()
  await expect(name).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByTestId('card').focus()
  await page.keyboard.press('l')
  await expect(name).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Board actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Labels…' }).press('Enter')
  await expect(name).toBeVisible()
})
