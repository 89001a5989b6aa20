import { findSeriousViolations, findThemeViolations } from '../axe.ts'
import {
  cardIn,
  cardNamed,
  dragTo,
  listNamed,
  namesIn,
  openBoard,
  recordMoves,
} from '../board-page.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('a collapsed list is a spine that takes drops at its bottom and stays collapsed', async ({
  page,
  board,
}) => {
  await openBoard(page, board.id)
  const polite = page.getByTestId('live-polite').first()
  await page
    .getByRole('button', { name: /Doing/ })
    .and(page.locator('[data-list-menu]'))
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Collapse' }).press('Enter')
  const spine = listNamed(page, 'Doing').getByRole('button', { name: /^Expand Doing, 2/ })
  await expect(spine).toBeFocused()
  await expect(polite).toContainText('Doing collapsed')
  await expect(cardNamed(page, 'Book the room')).toHaveCount(0)
  expect(await findThemeViolations(page, findSeriousViolations)).toEqual([])

  const moves = recordMoves(page)
  await dragTo(page, 'Choose a date', 'Doing')
  await expect(
    listNamed(page, 'Doing').getByRole('button', { name: /^Expand Doing, 3/ }),
  ).toBeFocused()
  await expect(page.getByTestId('live-assertive').first()).toContainText(
    'Choose a date moved to Doing, position 3 of 3.',
  )
  expect(moves).toEqual([
    {
      card_id: board.card('Choose a date'),
      body: { list_id: board.list('Doing'), position: 'bottom' },
    },
  ])
  await expect
    .poll(async () => (await board.stored('Choose a date')).list_id)
    .toBe(board.list('Doing'))
  await page.reload()
  await expect(
    listNamed(page, 'Doing').getByRole('button', { name: /^Expand Doing, 3/ }),
  ).toBeVisible()
  await expect(page.getByTestId('card').first()).toBeVisible()
  // The keyboard skips the list, and sends cards to it.
  await page.keyboard.press('ArrowDown')
  await expect(cardNamed(page, 'Write the announcement')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cardNamed(page, 'Find a name')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(
    spine.or(listNamed(page, 'Doing').getByRole('button', { name: /, 4/ })),
  ).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(polite).toContainText('Doing expanded')
  await expect(page.locator('[data-list-menu]:focus')).toHaveCount(1)
  await expect
    .poll(() => namesIn(page, 'Doing'))
    .toEqual(['Draw the poster', 'Book the room', 'Choose a date', 'Write the announcement'])
})

test('a sorted list keeps its order, says so to a drag, and moves cards by M', async ({
  page,
  api,
  board,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const due = (name: string, hours: number) =>
    api('PATCH /cards/:card_id', { card_id: board.card(name), due_at: inHours(hours) })
  await due('Ask the printers', 24)
  await due('Choose a date', 48)
  await openBoard(page, board.id)
  const menu = page.getByRole('button', { name: /Ideas/ }).and(page.locator('[data-list-menu]'))
  await menu.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Due date' }).press('Enter')
  await expect
    .poll(() => namesIn(page, 'Ideas'))
    .toEqual(['Ask the printers', 'Choose a date', 'Write the announcement'])
  await expect(page.getByTestId('live-polite').first()).toContainText('Ideas is sorted by due date')

  const moves = recordMoves(page)
  await dragTo(page, 'Ask the printers', 'Doing')
  await expect(page.getByTestId('toast')).toContainText('This list is sorted')
  await cardIn(page, 'Ideas', 'Choose a date').press('Alt+ArrowUp')
  expect(moves).toEqual([])
  // From another list a card goes to the bottom, wherever it is shown.
  await dragTo(page, 'Draw the poster', 'Ideas', 60)
  await expect(cardIn(page, 'Ideas', 'Draw the poster')).toBeVisible()
  await expect
    .poll(() => moves.map(({ body }) => body))
    .toEqual([{ list_id: board.list('Ideas'), position: 'bottom' }])
  await cardIn(page, 'Ideas', 'Ask the printers').press('m')
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(cardIn(page, 'Doing', 'Ask the printers')).toBeFocused()

  // The card is shown there before it is saved, and a reload ends what is not.
  await expect
    .poll(async () => (await board.stored('Ask the printers')).list_id)
    .toBe(board.list('Doing'))
  await page.reload()
  await expect.poll(async () => (await namesIn(page, 'Ideas'))[0]).toBe('Choose a date')
  await page.getByRole('button', { name: 'Turn off sorting of Ideas' }).click()
  await expect(menu).toBeFocused()
  await expect.poll(async () => (await namesIn(page, 'Ideas'))[0]).toBe('Write the announcement')

  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Copy link to list' }).press('Enter')
  await expect(page.getByTestId('toast').last()).toContainText('Copied the link to Ideas')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).searchParams.get('list')).toBe(board.list('Ideas'))
  await page.goto(link.replace(board.list('Ideas'), board.list('Done')))
  await expect(cardNamed(page, 'Find a name')).toBeFocused()
  await page.goto(link.replace(board.list('Ideas'), 'lst_unknown'))
  await expect(page.getByTestId('toast')).toContainText('This list is archived or was deleted.')
})
