import { MOVE, addCard, cardNamed, dragTo, namesIn, openBoard } from '../board-page.ts'
import { holdRequests, dropResponses } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { limitToPublicApi } from '../public-api-responses.ts'

test.describe('a board on the public API', { tag: '@public' }, () => {
  test.beforeEach(async ({ page, signIn, board }) => {
    await signIn(page)
    await openBoard(page, board.id)
  })

  test('a new card goes to the bottom, a move with a lost response is sent again', async ({
    page,
    board,
  }) => {
    await expect(page.getByRole('button', { name: /^Add a card to the top/ })).toHaveCount(0)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('Shift+N')
    await expect(page.getByRole('textbox', { name: /Title of the new card/ })).toBeFocused()
    await page.keyboard.type('At the end')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await namesIn(page, 'Ideas')).at(-1)).toBe('At the end')
    await page.keyboard.press('Escape')

    const lost = await dropResponses(page, 'POST', MOVE)
    await dragTo(page, 'Choose a date', 'Doing')
    const card = cardNamed(page, 'Choose a date')
    await expect(card).toContainText('Saving…')
    expect(await namesIn(page, 'Doing')).toContain('Choose a date')
    await lost.end()
    await expect(card).not.toContainText('Saving…')
    expect(await namesIn(page, 'Doing')).toContain('Choose a date')
    const { list_id } = await board.stored('Choose a date')
    expect(list_id).toBe(board.list('Doing'))
  })

  test('a board works without undocumented fields, completing cards on response', async ({
    page,
    board,
  }) => {
    await limitToPublicApi(page)
    await page.goto('/boards')
    await expect(page.getByTestId('row').first()).toContainText('Launch')
    await openBoard(page, board.id)
    await expect(
      page.getByRole('img', { name: 'Cards moved here are marked as done' }),
    ).toHaveCount(0)
    const tick = page.getByRole('button', { name: 'Mark Choose a date as done' })
    const move = await holdRequests(page, 'POST', MOVE)
    await dragTo(page, 'Choose a date', 'Done')
    await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
    await expect(tick).toHaveAttribute('aria-pressed', 'false')
    move.release()
    await expect(tick).toHaveAttribute('aria-pressed', 'true')
    expect(await namesIn(page, 'Done')).toEqual(['Choose a date', 'Find a name'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('Choose a date')
    await addCard(page, 'Doing', 'From here')
    await expect.poll(() => namesIn(page, 'Doing')).toContain('From here')
    expect(await page.locator('body').innerText()).not.toMatch(/undefined|NaN|null/)
    await expect
      .poll(async () => (await board.stored('Choose a date')).list_id)
      .toBe(board.list('Ideas'))
  })
})
