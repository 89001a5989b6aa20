import { listNamed, namesIn, openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('the name of a new card that was not sent is there again when its box is, also after a reload', async ({
  page,
  board,
}) => {
  const ideas = listNamed(page, 'Ideas')
  const box = ideas.getByRole('textbox', { name: 'Name of the new card' })
  const open = (list: string) =>
    listNamed(page, list)
      .getByRole('button', { name: `Add a card to ${list}` })
      .click()
  await openBoard(page, board.id)
  await open('Ideas')
  await box.fill('Call Max')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)

  await open('Doing')
  await expect(listNamed(page, 'Doing').getByRole('textbox')).toHaveValue('')
  await page.keyboard.press('Escape')
  await open('Ideas')
  await expect(box).toHaveValue('Call Max')
  await expect(box).toBeFocused()

  await openBoard(page, board.id)
  await open('Ideas')
  await expect(box).toHaveValue('Call Max')
  await page.keyboard.type(' again')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(page, 'Ideas')).toContain('Call Max again')
  await expect(box).toHaveValue('')

  await page.keyboard.press('Escape')
  await open('Ideas')
  await expect(box).toHaveValue('')
})
