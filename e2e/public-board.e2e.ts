import { cardNamed, dragTo, namesIn, nextFrame, openBoard } from './board-page.ts'
import { answerAsDocument } from './document-answers.ts'
import { loseAnswer } from './faults.ts'
import { expect, test } from './fixtures.ts'

const MOVE = /\/cards\/[^/]+\/move$/

test.describe('a board on the public document', { tag: '@public' }, () => {
  test.beforeEach(async ({ page, signIn, board }) => {
    await signIn(page)
    await openBoard(page, board.id)
  })

  test('a new card comes to the bottom, and no control promises the top', async ({ page }) => {
    await expect(page.getByRole('button', { name: /^Add a card on top/ })).toHaveCount(0)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('Shift+N')
    await expect(page.getByRole('textbox', { name: /Name of the new card/ })).toBeFocused()
    await page.keyboard.type('At the end')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await namesIn(page, 'Ideas')).at(-1)).toBe('At the end')
  })

  test('a move whose answer was lost is not sent again by itself, and the list shows what the service has', async ({
    page,
  }) => {
    const lost = await loseAnswer(page, 'POST', MOVE)
    await dragTo(page, 'Choose a date', 'Doing')
    await expect(cardNamed(page, 'Choose a date')).toContainText('it is not known whether')
    await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
    expect(lost.seen()).toBe(1)
  })

  test('with no field beyond the document the board works, and a tick comes with the answer', async ({
    page,
    board,
    api,
  }) => {
    await answerAsDocument(page, { changesTake: 1000 })
    await page.goto('/boards')
    await expect(page.getByTestId('row').first()).toContainText('Launch')
    await openBoard(page, board.id)
    await expect(
      page.getByRole('img', { name: 'Cards that enter this list are marked done' }),
    ).toHaveCount(0)
    const tick = page.getByRole('button', { name: 'Done: Choose a date' })
    await dragTo(page, 'Choose a date', 'Done')
    await nextFrame(page)
    await expect(tick).toHaveAttribute('aria-pressed', 'false')
    await expect(tick).toHaveAttribute('aria-pressed', 'true')
    expect(await namesIn(page, 'Done')).toEqual(['Choose a date', 'Find a name'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('Choose a date')
    await page.getByRole('button', { name: 'Add a card to Doing' }).click()
    await expect(page.getByRole('textbox', { name: /Name of the new card/ })).toBeFocused()
    await page.keyboard.type('From here')
    await page.keyboard.press('Enter')
    await expect.poll(() => namesIn(page, 'Doing')).toContain('From here')
    expect(await page.locator('body').innerText()).not.toMatch(/undefined|NaN|null/)
    const { data } = await api('GET /boards/:board_id/cards', { board_id: board.id })
    expect(data.find(({ name }) => name === 'Choose a date')).toMatchObject({
      list_id: board.list('Ideas'),
    })
  })
})
