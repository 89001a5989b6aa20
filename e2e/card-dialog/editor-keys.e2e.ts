import { cardNamed, openBoard } from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('the key buffer keeps a label name across two chunks', async ({ page, board }) => {
  const menus = await holdRequests(page, 'GET', /\/assets\/card-menus/)
  const editor = await holdRequests(page, 'GET', /\/assets\/card-field-popover/)
  await openBoard(page, board.id)
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('l')
  await page.keyboard.type('ur')
  const request = page.waitForRequest(/assets\/card-field-popover.*\.js/)
  menus.release()
  await request
  await page.keyboard.type('gent')
  editor.release()
  await expect(page.getByRole('combobox', { name: 'Search labels' })).toHaveValue('urgent')
})

test('the key buffer keeps part of a date while its editor loads', async ({ page, board }) => {
  const chunk = await holdRequests(page, 'GET', /\/assets\/card-field-popover/)
  await openBoard(page, board.id)
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('d')
  await page.keyboard.type('tom')
  chunk.release()
  const date = page.getByRole('dialog').getByRole('textbox', { name: 'Date' })
  await expect(date).toBeFocused()
  await page.keyboard.type('orrow')
  await expect(date).toHaveValue('tomorrow')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await board.stored('Choose a date')).due_at).toBeTruthy()
})
