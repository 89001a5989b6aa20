import {
  cardNamed,
  dragTo,
  listNamed,
  movesOf,
  namesIn,
  openBoard,
  watchLists,
} from './board-page.ts'
import { cut, deafen, delay, refuse } from './faults.ts'
import { expect, test } from './fixtures.ts'

const MOVE = /\/cards\/[^/]+\/move$/
const IDEAS = ['Write the announcement', 'Choose a date', 'Ask the printers']

test.beforeEach(async ({ page, signIn, board }) => {
  await signIn(page)
  await deafen(page)
  await openBoard(page, board.id)
})

test('T59 K2 a refused move puts exactly that card back and says so', async ({
  page,
  board,
  api,
}) => {
  const answered = page.waitForResponse(MOVE)
  await dragTo(page, 'Ask the printers', 'Doing')
  await answered
  const fault = await refuse(page, 'POST', MOVE, 422, 'validation_error')

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
    'Not moved. Choose a date is back in Ideas.',
  )

  await fault.end()
  await cardNamed(page, 'Choose a date').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
  await expect(cardNamed(page, 'Choose a date')).not.toContainText('Not moved')
  await expect
    .poll(
      async () =>
        (await api('GET /cards/:card_id', { card_id: board.card('Choose a date') })).list_id,
    )
    .toBe(board.list('Doing'))
})

test('a refused move into a completing list takes its tick back', async ({ page }) => {
  await refuse(page, 'POST', MOVE, 500, 'internal_error')
  await dragTo(page, 'Choose a date', 'Done')
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
  await expect(page.getByRole('button', { name: 'Done: Choose a date' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
})

test('T60 of quick moves of one card only the last waits, and none is seen twice', async ({
  page,
  board,
  api,
}) => {
  const moves = movesOf(page)
  const listsSeen = await watchLists(page, board.card('Choose a date'))
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(MOVE, async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await cardNamed(page, 'Choose a date').focus()

  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => moves.length).toBe(1)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
  letGo()

  const where = async () =>
    (await api('GET /cards/:card_id', { card_id: board.card('Choose a date') })).list_id
  await expect.poll(where).toBe(board.list('Done'))
  await expect.poll(() => moves.length).toBe(2)
  await page.waitForTimeout(500)
  expect(moves.map(({ body }) => body['list_id'])).toEqual([
    board.list('Doing'),
    board.list('Done'),
  ])
  const seen = await listsSeen()
  expect(seen[0]).toBe('Ideas')
  expect(seen.at(-1)).toBe('Done')
  expect(seen.slice(1)).not.toContain('Ideas')
})

test('T60 two quick moves with a slow service show exactly three states', async ({
  page,
  board,
}) => {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { states: seen })
    const look = () => {
      const state = [...document.querySelectorAll('section h2')]
        .map((head) => {
          const cards = [...(head.closest('section')?.querySelectorAll('[data-testid=card]') ?? [])]
          return `${head.textContent}: ${cards.map((card) => card.getAttribute('aria-label')?.[0]).join('')}`
        })
        .join(' ')
      if (seen.at(-1) !== state) seen.push(state)
      requestAnimationFrame(look)
    }
    look()
  })
  await delay(page, 'POST', MOVE, 700)
  await cardNamed(page, 'Write the announcement').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.waitForTimeout(2500)

  expect(await page.evaluate(() => Reflect.get(window, 'states'))).toEqual([
    'Ideas: WCA Doing: DB Done: F',
    'Ideas: CA Doing: WDB Done: F',
    'Ideas: A Doing: CWDB Done: F',
  ])
  expect(board.cards).toHaveLength(6)
})

test('a card that could not be made stays as a box with its text', async ({ page }) => {
  const fault = await refuse(page, 'POST', /\/boards\/[^/]+\/cards$/, 422, 'validation_error')
  await page.getByRole('button', { name: 'Add a card to Ideas' }).click()
  await expect(listNamed(page, 'Ideas').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Do not lose me')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')

  const ideas = listNamed(page, 'Ideas')
  await expect(ideas).toContainText(/Not saved: .* Your text is kept\./)
  await expect(ideas.getByRole('textbox')).toHaveValue('Do not lose me')
  await fault.end()
  await ideas.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual([...IDEAS, 'Do not lose me'])
})

test(
  'a lost connection during a move is made up for, once',
  { tag: '@additions' }, // idempotency; without it nothing is sent again by itself
  async ({ page, board, api }) => {
    const fault = await cut(page, 'POST', MOVE)
    await dragTo(page, 'Choose a date', 'Doing')
    await expect.poll(fault.seen).toBeGreaterThan(0)
    await fault.end()
    await expect
      .poll(
        async () =>
          (await api('GET /cards/:card_id', { card_id: board.card('Choose a date') })).list_id,
      )
      .toBe(board.list('Doing'))
    expect(await namesIn(page, 'Doing')).toContain('Choose a date')
  },
)
