import {
  MOVE,
  catchUp,
  countResponses,
  dragOver,
  cardNamed,
  dragTo,
  listNamed,
  recordMoves,
  namesIn,
  nextFrame,
  openBoard,
  pointIn,
  recordLists,
} from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { IDEAS, SMALL_BOARD, expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page)
})

test(
  'K1 a drop shows in the next frame and sends one move',
  { tag: '@both' },
  async ({ page, board }) => {
    await openBoard(page, board.id)
    const moves = recordMoves(page)
    await holdRequests(page, 'POST', MOVE)

    await dragOver(page, cardNamed(page, 'Choose a date'), await pointIn(page, 'Doing', 60))
    await expect(page.locator('[data-bench-overlay]')).toHaveCount(1) // the code of drags is here
    await page.mouse.up()
    await nextFrame(page)

    expect(await namesIn(page, 'Doing')).toEqual([
      'Choose a date',
      'Draw the poster',
      'Book the room',
    ])
    await expect(page.locator('[data-bench-overlay]')).toHaveCount(0)
    await expect
      .poll(() => moves)
      .toEqual([
        {
          card_id: board.card('Choose a date'),
          body: { list_id: board.list('Doing'), position: 'top' },
        },
      ])
  },
)

test('a drop by mouse stays where it was made', async ({ page, api, buildBoard }) => {
  await test.step('K2 a successful move never shows the card in its old list again', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const recordedLists = await recordLists(page, board.card('Choose a date'))
    const responseCount = countResponses(page, MOVE)
    const move = await holdRequests(page, 'POST', MOVE)

    await dragTo(page, 'Choose a date', 'Doing')
    await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
    move.release()
    await expect.poll(responseCount).toBe(1)
    await catchUp(page, board, api)

    expect(await recordedLists()).toEqual(['Ideas', 'Doing'])
  })
  await test.step('a card dropped between two others stays there after a reload', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const answered = page.waitForResponse(MOVE)
    await dragTo(page, 'Ask the printers', 'Doing', 110)
    await answered
    await page.reload()

    const order = ['Draw the poster', 'Ask the printers', 'Book the room']
    await expect.poll(() => namesIn(page, 'Doing')).toEqual(order)
    const { data } = await api('GET /boards/:board_id/cards', {
      board_id: board.id,
      list_id: board.list('Doing'),
    })
    expect(data.map(({ name }) => name)).toEqual(order)
  })
  await test.step('a drag canceled with Escape changes nothing', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const moves = recordMoves(page)
    await dragOver(page, cardNamed(page, 'Choose a date'), await pointIn(page, 'Doing', 60))
    await page.keyboard.press('Escape')
    await page.mouse.up()

    await expect(page.locator('[data-bench-overlay]')).toHaveCount(0)
    expect(await namesIn(page, 'Ideas')).toEqual(IDEAS)
    expect(moves).toEqual([])
  })
  await test.step('K7 a drop on Done completes the card before the response', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const move = await holdRequests(page, 'POST', MOVE)
    await dragTo(page, 'Write the announcement', 'Done')
    await nextFrame(page)

    const done = listNamed(page, 'Done')
    await expect(done.getByRole('listitem').first()).toContainText('Write the announcement')
    await expect(
      done.getByRole('button', { name: 'Mark Write the announcement as done' }),
    ).toHaveAttribute('aria-pressed', 'true')
    move.release()
    await expect
      .poll(async () => (await board.stored('Write the announcement')).completed)
      .toBe(true)
  })
  await test.step('leaving a completing list keeps completion and offers to reopen', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    const tick = page.getByRole('button', { name: 'Mark Find a name as done' })
    const move = await holdRequests(page, 'POST', MOVE)
    await dragTo(page, 'Find a name', 'Doing')
    await expect.poll(() => namesIn(page, 'Doing')).toContain('Find a name')
    await expect(tick).toHaveAttribute('aria-pressed', 'true')
    move.release()

    await page.getByRole('button', { name: 'Reopen' }).click()

    await expect(tick).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(async () => (await board.stored('Find a name')).completed).toBe(false)
  })
})

test(
  'K6 undo restores the list, position and completion of a card',
  { tag: '@both' },
  async ({ page, board }) => {
    await openBoard(page, board.id)
    await dragTo(page, 'Choose a date', 'Done')
    await expect(page.getByTestId('toast')).toContainText(
      'Moved Choose a date to Done and marked it as done',
    )

    await page.getByRole('button', { name: 'Undo' }).click()

    // Its position is between two others; the public API has only the ends, and the toast says so.
    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(
        isPublicProfile() ? ['Write the announcement', 'Ask the printers', 'Choose a date'] : IDEAS,
      )
    const toast = page.getByTestId('toast')
    await expect(toast).toContainText('Undone: Moved Choose a date to Done')
    if (isPublicProfile())
      await expect(toast).toContainText('Moved Choose a date to the bottom of Ideas')
    await expect(toast.filter({ hasText: 'Reopen' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Mark Choose a date as done' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await expect
      .poll(() => board.stored('Choose a date'))
      .toMatchObject({ list_id: board.list('Ideas'), completed: false })
  },
)

test('K11 the search text survives a reload and Back', async ({ page, board }) => {
  await openBoard(page, board.id)
  await page.getByRole('searchbox', { name: 'Find in board' }).fill('date')
  await expect.poll(() => page.getByTestId('card').count()).toBe(1)
  await expect(listNamed(page, 'Ideas')).toContainText('1 of 3')

  await page.reload()
  await expect(page.getByTestId('card')).toHaveCount(1)
  await page.getByRole('link', { name: 'Boards' }).first().click()
  await expect(page.locator('main')).toHaveAttribute('data-page', 'boards')
  await page.goBack()
  await expect(page.getByTestId('card')).toHaveCount(1)
  await expect(page.getByRole('searchbox', { name: 'Find in board' })).toHaveValue('date')
})

test(
  'T49 drop targets are only the list ends without relative moves',
  { tag: '@both' },
  async ({ page, board }) => {
    // The public API has only the ends.
    if (!isPublicProfile())
      await page.route('**/v1/me', async (route) => {
        const response = await route.fetch()
        const me = await response.json()
        const capabilities = me.capabilities.filter(
          (name: string) => name !== 'cards.relative_move',
        )
        await route.fulfill({ response, json: { ...me, capabilities } })
      })
    await openBoard(page, board.id)
    const moves = recordMoves(page)

    await dragOver(page, cardNamed(page, 'Ask the printers'), await pointIn(page, 'Doing', 110))
    await expect(listNamed(page, 'Doing')).toContainText('Bottom of Doing')
    const top = await pointIn(page, 'Doing', 55)
    await page.mouse.move(top.x, top.y)
    await expect(listNamed(page, 'Doing')).toContainText('Top of Doing')
    await page.mouse.up()

    await expect.poll(() => moves.length).toBe(1)
    expect(moves[0]?.body).toEqual({ list_id: board.list('Doing'), position: 'top' })
  },
)
