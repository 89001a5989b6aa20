import {
  MOVE,
  addCard,
  catchUp,
  countResponses,
  cardIn,
  cardNamed,
  dragTo,
  listNamed,
  recordMoves,
  namesIn,
  openBoard,
  recordLists,
} from '../board-page.ts'
import { failRequests, blockEventStream, holdRequests, rejectRequests } from '../faults.ts'
import { IDEAS, SMALL_BOARD, expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('a rejected change rolls back alone', async ({ page, api, buildBoard }) => {
  test.slow() // a page load for each step
  await test.step('T59 K2 a rejected move rolls back only that card and announces it', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await blockEventStream(page)
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const answered = page.waitForResponse(MOVE)
    await dragTo(page, 'Ask the printers', 'Doing')
    await answered
    const fault = await rejectRequests(page, 'POST', MOVE, 422, 'validation_error')

    await dragTo(page, 'Choose a date', 'Doing')

    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(['Write the announcement', 'Choose a date'])
    expect(await namesIn(page, 'Doing')).toEqual([
      'Ask the printers',
      'Draw the poster',
      'Book the room',
    ])
    await expect(cardNamed(page, 'Choose a date')).toContainText('Not moved')
    await expect(page.getByTestId('live-assertive').first()).toContainText(
      'Couldn’t move Choose a date. It’s back in Ideas.',
    )

    await fault.end()
    await cardNamed(page, 'Choose a date').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
    await expect(cardNamed(page, 'Choose a date')).not.toContainText('Not moved')
    await expect
      .poll(async () => (await board.stored('Choose a date')).list_id)
      .toBe(board.list('Doing'))
  })
  await test.step('a rejected move into a completing list rolls back completion', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await blockEventStream(page)
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await rejectRequests(page, 'POST', MOVE, 500, 'internal_error')
    const move = await holdRequests(page, 'POST', MOVE)
    const tick = page.getByRole('button', { name: 'Mark Choose a date as done' })
    await dragTo(page, 'Choose a date', 'Done')
    await expect(tick).toHaveAttribute('aria-pressed', 'true')
    move.release()
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
    await expect(tick).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('T60 quick moves of one card queue only the last', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await blockEventStream(page)
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const moves = recordMoves(page)
    const responseCount = countResponses(page, MOVE)
    const recordedLists = await recordLists(page, board.card('Choose a date'))
    const first = await holdRequests(page, 'POST', MOVE)
    await cardNamed(page, 'Choose a date').focus()
    for (const [key, list] of [
      ['Shift+ArrowRight', 'Doing'],
      ['Shift+ArrowRight', 'Done'],
      ['Shift+ArrowLeft', 'Doing'],
      ['Shift+ArrowRight', 'Done'],
    ] as const) {
      await page.keyboard.press(key)
      // The next key is for the card only once it has the focus where it went.
      await expect(cardIn(page, list, 'Choose a date')).toBeFocused()
      await expect.poll(() => moves.length).toBe(1)
    }
    first.release()

    await expect.poll(responseCount).toBe(2)
    expect((await board.stored('Choose a date')).list_id).toBe(board.list('Done'))
    await catchUp(page, board, api)
    expect(moves.map(({ body }) => body['list_id'])).toEqual([
      board.list('Doing'),
      board.list('Done'),
    ])
    const seen = await recordedLists()
    expect(seen[0]).toBe('Ideas')
    expect(seen.at(-1)).toBe('Done')
    expect(seen.slice(1)).not.toContain('Ideas')
  })
  await test.step('T60 two quick moves with a slow service show exactly three states', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await blockEventStream(page)
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { states: seen })
      const look = () => {
        const state = [...document.querySelectorAll('section h2')]
          .map((head) => {
            const cards = [
              ...(head.closest('section')?.querySelectorAll('[data-testid=card]') ?? []),
            ]
            return `${head.textContent}: ${cards.map((card) => card.getAttribute('aria-label')?.[0]).join('')}`
          })
          .join(' ')
        if (seen.at(-1) !== state) seen.push(state)
        requestAnimationFrame(look)
      }
      look()
    })
    const responseCount = countResponses(page, MOVE)
    const service = await holdRequests(page, 'POST', MOVE)
    for (const name of ['Write the announcement', 'Choose a date']) {
      await cardNamed(page, name).focus()
      await page.keyboard.press('Shift+ArrowRight')
      await expect(cardIn(page, 'Doing', name)).toBeFocused()
    }
    service.release()
    await expect.poll(responseCount).toBe(2)
    await catchUp(page, board, api)

    expect(await page.evaluate(() => Reflect.get(window, 'states'))).toEqual([
      'Ideas: WCA Doing: DB Done: F',
      'Ideas: CA Doing: WDB Done: F',
      'Ideas: A Doing: CWDB Done: F',
      'Ideas: A Doing: CWDB Done: FX', // what catchUp adds
    ])
  })
  await test.step('a rejected new card keeps its text in a field', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await blockEventStream(page)
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const fault = await rejectRequests(
      page,
      'POST',
      /\/boards\/[^/]+\/cards$/,
      422,
      'validation_error',
    )
    await addCard(page, 'Ideas', 'Do not lose me')
    await page.keyboard.press('Escape')

    const ideas = listNamed(page, 'Ideas')
    await expect(ideas).toContainText(/Not saved: .* Your text is kept\./)
    await expect(ideas.getByRole('textbox')).toHaveValue('Do not lose me')
    await fault.end()
    await ideas.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual([...IDEAS, 'Do not lose me'])
  })
  await test.step('a move is retried once after a lost connection', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await blockEventStream(page)
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const fault = await failRequests(page, 'POST', MOVE)
    await dragTo(page, 'Choose a date', 'Doing')
    await expect.poll(fault.count).toBeGreaterThan(0)
    await fault.end()
    await expect
      .poll(async () => (await board.stored('Choose a date')).list_id)
      .toBe(board.list('Doing'))
    expect(await namesIn(page, 'Doing')).toContain('Choose a date')
  })
})
