import { cardNamed, openBoard } from '../board-page.ts'
import { expect, inHours, test } from '../fixtures.ts'

test('a card that becomes due today in the evening is not overdue', async ({
  page,
  signIn,
  board,
  api,
}) => {
  await signIn(page)
  // A zone in which it is between 19:00 and 20:00.
  const behind = new Date().getUTCHours() - 19
  const hours = behind < -14 ? behind + 24 : behind
  await page.addInitScript(
    (zone) => localStorage.setItem('workspace-admin:time_zone', zone),
    `Etc/GMT${hours < 0 ? '-' : '+'}${Math.abs(hours)}`,
  )
  // The time on the clock that this date has, has passed today.
  const [undated, overdue] = ['Choose a date', 'Ask the printers']
  await api('PATCH /cards/:card_id', { card_id: board.card(overdue), due_at: inHours(-25) })
  await openBoard(page, board.id)
  for (const name of [undated, overdue]) {
    await cardNamed(page, name).focus()
    await page.keyboard.press('d')
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(cardNamed(page, name).getByText(/^Today/)).toBeVisible()
    const dueAt = async () => Date.parse((await board.stored(name)).due_at ?? '')
    await expect.poll(dueAt).toBeGreaterThan(Date.now())
  }

  await page.goto(`/boards/${board.id}?view=calendar`)
  const cell = page.locator('[role=gridcell][aria-current=date]')
  await expect(cell).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
  await cell.focus()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Send the cards')
  await page.keyboard.press('Enter')
  await expect(cell.getByText('Send the cards')).toBeVisible()
  await expect(cell.locator('[data-due=overdue]')).toHaveCount(0)
})
