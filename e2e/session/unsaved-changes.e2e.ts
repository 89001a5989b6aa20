import { MOVE, cardIn, cardNamed, dragTo, namesIn, openBoard } from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test('a move without a response says "Saving…" after a second', async ({ page, signIn, board }) => {
  await signIn(page)
  await openBoard(page, board.id)
  const move = await holdRequests(page, 'POST', MOVE)
  await dragTo(page, 'Choose a date', 'Doing')
  const card = cardIn(page, 'Doing', 'Choose a date')
  // Without the transform of a dropped card that is still on its way.
  const height = () => card.evaluate((element: HTMLElement) => element.offsetHeight)
  const heightBefore = await height()
  const toast = page.getByTestId('toast')
  await expect(toast).toContainText('Moved Choose a date to Doing')
  await expect(card).toContainText('Saving…')
  await expect(card).toHaveAccessibleDescription(/^Saving…/)
  await expect(toast).toContainText('Moved Choose a date to Doing · Saving…')
  expect(await height()).toBe(heightBefore)

  move.release()
  await expect(card).not.toContainText('Saving…')
  await expect(toast).not.toContainText('Saving…')
  await expect(toast).toContainText('Moved Choose a date to Doing')
})

test('reloading and signing out warn while a move is pending', async ({ page, signIn, board }) => {
  await signIn(page)
  await openBoard(page, board.id)
  const move = await holdRequests(page, 'POST', MOVE)
  await dragTo(page, 'Choose a date', 'Doing')
  await expect(cardIn(page, 'Doing', 'Choose a date')).toContainText('Saving…')

  const warning = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload()).catch(() => undefined)
  const dialog = await warning
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reload

  await page.getByRole('button', { name: 'Workspaces and keys' }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  const question = page.getByRole('dialog', { name: '1 change isn’t saved yet' })
  await expect(question).toContainText('If you leave now, unsaved changes are lost.')
  await question.getByRole('button', { name: 'Stay' }).click()
  move.release()
  await expect
    .poll(async () => (await board.stored('Choose a date')).list_id)
    .toBe(board.list('Doing'))
  expect(await namesIn(page, 'Doing')).toContain('Choose a date')
  await expect(cardNamed(page, 'Choose a date')).not.toContainText('Saving…')
})
