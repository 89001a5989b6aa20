import { cardNamed, listNamed, openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('a card added by its button to a long list is in view', async ({ page, buildBoard }) => {
  const titles = Array.from({ length: 30 }, (_, at) => `Idea ${at}`)
  const board = await buildBoard({ Ideas: titles, Doing: [] })
  await openBoard(page, board.id)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('n')
  const ideas = listNamed(page, 'Ideas')
  const field = ideas.getByRole('textbox')
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(cardNamed(page, 'Idea 29')).toBeInViewport()
  await page.keyboard.type('Call Max')
  await ideas.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(cardNamed(page, 'Call Max')).toBeInViewport({ ratio: 1 })
  await expect(field).toBeInViewport({ ratio: 1 })
  await ideas.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(cardNamed(page, 'Call Max')).toBeFocused()
})

test('quick add stays at the end while the rest of its list loads', async ({
  page,
  buildBoard,
}) => {
  const names = Array.from({ length: 130 }, (_, index) => `Card ${index + 1}`)
  const board = await buildBoard({ Ideas: names, Doing: [] })
  await openBoard(page, board.id)
  await listNamed(page, 'Ideas').getByRole('button', { name: 'Add a card to Ideas' }).click()
  await expect(cardNamed(page, 'Card 130')).toBeInViewport()
  await page.keyboard.type('Call Max')
  await page.keyboard.press('Enter')
  await expect(cardNamed(page, 'Call Max')).toBeInViewport({ ratio: 1 })
  await expect(page.getByTestId('live-polite').first()).toHaveText(/position 131 of 131/)
})
