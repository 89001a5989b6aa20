import { listNamed, namesIn, openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('the draft of a new card survives closing and a reload', async ({ page, board }) => {
  const ideas = listNamed(page, 'Ideas')
  const field = ideas.getByRole('textbox', { name: 'Title of the new card' })
  const open = (list: string) =>
    listNamed(page, list)
      .getByRole('button', { name: `Add card to ${list}` })
      .click()
  await openBoard(page, board.id)
  await open('Ideas')
  await field.fill('Call Max')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)

  await open('Doing')
  await expect(listNamed(page, 'Doing').getByRole('textbox')).toHaveValue('')
  await page.keyboard.press('Escape')
  await open('Ideas')
  await expect(field).toHaveValue('Call Max')
  await expect(field).toBeFocused()

  await openBoard(page, board.id)
  await open('Ideas')
  await expect(field).toHaveValue('Call Max')
  await page.keyboard.type(' again')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn(page, 'Ideas')).toContain('Call Max again')
  await expect(field).toHaveValue('')

  await page.keyboard.press('Escape')
  await open('Ideas')
  await expect(field).toHaveValue('')
})
