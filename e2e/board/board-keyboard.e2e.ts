import {
  cardNamed,
  pickUpByKey,
  listNamed,
  recordMoves,
  namesIn,
  openBoard,
} from '../board-page.ts'
import { IDEAS, SMALL_BOARD, expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('keys move, complete and add cards', async ({ page, api, buildBoard }) => {
  await test.step('K3 Space, arrows, Space move a card past neighbors and lists, Escape returns it', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const moves = recordMoves(page)
    const announcement = page.getByTestId('live-assertive').first()
    await cardNamed(page, 'Choose a date').focus()
    await pickUpByKey(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(announcement).toHaveText(
      'Move canceled. Choose a date is back in Ideas, position 2.',
    )
    expect(await namesIn(page, 'Ideas')).toEqual(IDEAS)
    expect(moves).toEqual([])
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()

    await cardNamed(page, 'Write the announcement').focus()
    await pickUpByKey(page)
    await expect(announcement).toHaveText(
      'Picked up Write the announcement. Ideas, position 1 of 3. Arrow keys move, Space drops, Escape cancels.',
    )
    await page.keyboard.press('ArrowRight')
    await expect(announcement).toHaveText('Doing, position 1 of 3.')
    await page.keyboard.press('Space')
    await expect(announcement).toHaveText('Write the announcement moved to Doing, position 1 of 3.')
    expect(await namesIn(page, 'Doing')).toEqual([
      'Write the announcement',
      'Draw the poster',
      'Book the room',
    ])
    await expect(cardNamed(page, 'Write the announcement')).toBeFocused()
    await expect
      .poll(async () => (await board.stored('Write the announcement')).list_id)
      .toBe(board.list('Doing'))

    await pickUpByKey(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => namesIn(page, 'Doing'))
      .toEqual(['Draw the poster', 'Write the announcement', 'Book the room'])
  })
  await test.step('K4 M, 3, Enter moves a card without a drag, Shift Enter to the top', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const moves = recordMoves(page)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('m')
    await expect(page.getByRole('combobox', { name: 'Search lists' })).toBeFocused()
    await page.keyboard.press('3')
    await page.keyboard.press('Enter')

    await expect.poll(() => namesIn(page, 'Done')).toEqual(['Find a name', 'Choose a date'])
    await expect
      .poll(() => moves)
      .toEqual([
        {
          card_id: board.card('Choose a date'),
          body: { list_id: board.list('Done'), position: 'bottom' },
        },
      ])
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()

    await page.keyboard.press('m')
    await expect(page.getByRole('combobox', { name: 'Search lists' })).toBeFocused()
    await page.keyboard.type('doi')
    await page.keyboard.press('Shift+Enter')
    await expect
      .poll(() => namesIn(page, 'Doing'))
      .toEqual(['Choose a date', 'Draw the poster', 'Book the room'])
  })
  await test.step('K15 a card moved by shortcut keeps the focus and its row, or passes one neighbor', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('Shift+ArrowRight')
    const between = ['Draw the poster', 'Choose a date', 'Book the room']
    await expect.poll(() => namesIn(page, 'Doing')).toEqual(between)
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()

    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(async () => (await namesIn(page, 'Doing'))[0]).toBe('Choose a date')
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => namesIn(page, 'Doing')).toEqual(between)
    await page.keyboard.press('Alt+ArrowDown')
    await expect
      .poll(() => namesIn(page, 'Doing'))
      .toEqual(['Draw the poster', 'Book the room', 'Choose a date'])
  })
  await test.step('arrow keys move the roving tabindex, E completes a card and Z undoes it', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await cardNamed(page, 'Write the announcement').focus()
    await page.keyboard.press('ArrowDown')
    await expect(cardNamed(page, 'Choose a date')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(cardNamed(page, 'Book the room')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(cardNamed(page, 'Find a name')).toBeFocused()
    await expect(page.locator('[data-testid=card][tabindex="0"]')).toHaveCount(1)

    const tick = page.getByRole('button', { name: 'Mark Choose a date as done' })
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('e')
    await expect(tick).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('z')
    await expect(tick).toHaveAttribute('aria-pressed', 'false')
    await expect
      .poll(() => board.stored('Choose a date'))
      .toMatchObject({ completed: false, list_id: board.list('Ideas') })
  })
  await test.step('N opens quick add, Enter adds cards, Escape closes it, pasted lines are cards in order', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('n')
    await expect(
      page.getByRole('textbox', { name: 'Title of the new card in Ideas' }),
    ).toBeFocused()
    await page.keyboard.type('First new')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second new')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')

    await expect
      .poll(async () => (await namesIn(page, 'Ideas')).slice(-2))
      .toEqual(['First new', 'Second new'])
    await expect(listNamed(page, 'Ideas').getByRole('textbox')).toHaveCount(0)
    const { data } = await api('GET /boards/:board_id/cards', {
      board_id: board.id,
      list_id: board.list('Ideas'),
    })
    expect(data.map(({ name }) => name).slice(-2)).toEqual(['First new', 'Second new'])

    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('Shift+N')
    const box = page.getByRole('textbox', { name: 'Title of the new card in Ideas' })
    await box.fill('One\n\nTwo\nThree')
    await page.getByRole('button', { name: 'Create 3 cards' }).click()
    await expect
      .poll(async () => (await namesIn(page, 'Ideas')).slice(0, 3))
      .toEqual(['One', 'Two', 'Three'])
  })
  await test.step('reorders of one card are one change, undone to before the first', async () => {
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await page.keyboard.press('ArrowDown')
    await expect(cardNamed(page, 'Write the announcement')).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByTestId('live-polite').first()).toHaveText(
      'Write the announcement reordered in Ideas, position 2 of 3.',
    )
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await namesIn(page, 'Ideas'))[2]).toBe('Write the announcement')
    await expect(page.getByTestId('toast')).toHaveText(/Reordered Write the announcement in Ideas/)
    await page.keyboard.press('z')
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
    await expect(cardNamed(page, 'Write the announcement')).toBeFocused()
  })
})
