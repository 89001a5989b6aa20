import { MOVE, addCard, cardNamed, listNamed, namesIn, openBoard } from '../board-page.ts'
import { blockEventStream, dropResponses, rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

const CARDS = /\/boards\/[^/]+\/cards$/
const UNKNOWN = 'Couldn’t confirm this was saved'

test.beforeEach(async ({ page, signIn, board }) => {
  await signIn(page)
  await blockEventStream(page)
  await openBoard(page, board.id)
})

test('T16 a card whose answer is lost claims nothing, and trying again makes no second one', async ({
  page,
  api,
  board,
}) => {
  test.slow()
  await page.clock.install()
  const fault = await dropResponses(page, 'POST', CARDS)
  await addCard(page, 'Ideas', 'Only once')
  await page.keyboard.press('Escape')

  const ideas = listNamed(page, 'Ideas')
  // Four retries come first, each after another request got a response: only this one is at fault.
  await expect(async () => {
    await page.clock.fastForward(3000)
    const isUnknown = (await ideas.innerText()).includes(UNKNOWN)
    if (!isUnknown) await page.getByRole('button', { name: 'Retry now' }).click({ timeout: 1000 })
    await expect(ideas).toContainText(UNKNOWN, { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await expect(ideas).not.toContainText('Not saved')
  await expect(ideas).toContainText('You can safely try again')
  // It did arrive, and the list was asked again to show it.
  await expect(cardNamed(page, 'Only once').and(page.getByTestId('card'))).toBeVisible()
  await fault.end()
  await ideas.getByRole('button', { name: 'Try again' }).click()
  await expect(ideas).not.toContainText(UNKNOWN)
  const { data } = await api('GET /boards/:board_id/cards', { board_id: board.id })
  expect(data.filter(({ name }) => name === 'Only once')).toHaveLength(1)
})

test(
  'where a second card could be made, a lost answer asks to look first',
  { tag: '@public' },
  async ({ page }) => {
    await dropResponses(page, 'POST', CARDS)
    await addCard(page, 'Ideas', 'Perhaps there')
    await expect(listNamed(page, 'Ideas')).toContainText('Check before trying again')
    await expect(cardNamed(page, 'Perhaps there').and(page.getByTestId('card'))).toBeVisible()
  },
)

test(
  'T59 a move with an unknown outcome rolls back, then refetches',
  { tag: '@both' },
  async ({ page }) => {
    const fault = await rejectRequests(page, 'POST', MOVE, 500, 'internal_error')
    const asked = page.waitForRequest(/\/v1\/boards\/[^/]+\/cards\?.*list_id=/)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(cardNamed(page, 'Choose a date')).toContainText('This may not have been saved.')
    await expect(page.getByTestId('live-assertive').first()).toContainText(
      'Choose a date is back in Ideas.',
    )
    await asked
    await fault.end()
    await cardNamed(page, 'Choose a date').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
  },
)
