import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { MOVE, cardIn, cardNamed, countResponses, namesIn, openBoard } from '../board-page.ts'
import { blockEventStream, holdRequests } from '../faults.ts'
import { IDEAS, SMALL_BOARD, expect, test, type BuiltBoard } from '../fixtures.ts'
import { openWithDeferredCode } from '../routes.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('changes of a board are listed, undone and redone', async ({ page, api, buildBoard }) => {
  test.slow() // a page load for each step
  await test.step('recent changes keep every Undo after the toast is dismissed', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByTestId('toast').getByRole('button', { name: 'Dismiss' }).click()
    await cardNamed(page, 'Ask the printers').focus()
    await page.keyboard.press('Shift+ArrowRight')

    await page.getByRole('button', { name: 'Recent changes' }).click()
    const changes = page.getByRole('dialog', { name: 'Recent changes' })
    await expect(changes.getByTestId('row')).toContainText([
      'Moved Ask the printers to Doing',
      'Moved Choose a date to Doing',
    ])
    await changes.getByRole('button', { name: 'Undo: Moved Choose a date to Doing' }).click()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => namesIn(page, 'Ideas'))
      .toEqual(['Write the announcement', 'Choose a date'])
  })
  await test.step('Ctrl Z twice undoes the last two changes', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    await sendTwo(page)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
  })
  await test.step('Ctrl Z twice before the deferred shell has loaded undoes both changes', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    const code = await holdRequests(page, 'GET', /\/assets\/deferred-shell/)
    await openBoard(page, board.id)
    await sendTwo(page)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    code.release()
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
  })
  await test.step('an undone move is listed as undone and can be redone', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openWithDeferredCode(page, `/boards/${board.id}`)
    // A move that still waits for the one before is not sent when it is undone, and there is nothing to redo.
    const responses = countResponses(page, MOVE)
    await sendTwo(page)
    await expect.poll(responses).toBe(2)
    const announcement = page.getByTestId('live-polite').first()
    await page.keyboard.press('z')
    await expect(announcement).toHaveText('Undone: Moved Choose a date to Doing')
    const toast = page.getByTestId('toast')
    await expect(toast).toContainText('Undone: Moved Choose a date to Doing')
    await expect(toast.getByRole('button', { name: 'Redo' })).toBeVisible()
    await page.keyboard.press('z')
    await expect(announcement).toHaveText('Undone: Moved Ask the printers to Doing')
    await page.keyboard.press('z')
    await expect(announcement).toHaveText('Nothing to undo')
    await expect.poll(responses).toBe(4)

    await page.getByRole('button', { name: 'Recent changes' }).click()
    const changes = page.getByRole('dialog', { name: 'Recent changes' })
    await expect(changes.getByTestId('row')).toContainText([
      'Undone: Moved Ask the printers to Doing',
      'Undone: Moved Choose a date to Doing',
    ])
    await expect(changes.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
    await changes.getByRole('button', { name: 'Redo: Moved Choose a date to Doing' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
    await page.keyboard.press('z')
    // The public API has only the ends of a list.
    const restored = isPublicProfile() ? expect.arrayContaining(IDEAS) : IDEAS
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(restored)
  })
  await test.step('undoing a move asks for confirmation when another client moved the card', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await moveTwice(page, api, board)
    await page.keyboard.press('r')
    await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
    const question = await expectQuestion(page)

    await page.keyboard.press('Control+z')
    await question.getByRole('button', { name: 'Undo anyway' }).click()
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('Choose a date')
  })
})

/** Two cards go to the next list: each the last of its own, so that its place has a name on every service. */
async function sendTwo(page: Page) {
  for (const name of ['Ask the printers', 'Choose a date']) {
    await cardNamed(page, name).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(cardIn(page, 'Doing', name)).toBeFocused()
  }
}

/** Choose a date is sent on to Doing, and by somebody else to Done. */
async function moveTwice(page: Page, api: Call, board: BuiltBoard) {
  await openWithDeferredCode(page, `/boards/${board.id}`)
  const card = cardNamed(page, 'Choose a date')
  await card.focus()
  const held = await holdRequests(page, 'POST', MOVE)
  await page.keyboard.press('Shift+ArrowRight')
  // An undo before the page has the response would not ask.
  await expect(card).toHaveAccessibleDescription(/Saving/)
  held.release()
  await expect(card).not.toHaveAccessibleDescription(/Saving/)
  const list_id = board.list('Done')
  await api('POST /cards/:card_id/move', { card_id: board.card('Choose a date'), list_id })
}

/** Undo asks; whoever says no leaves the card where it is. Returns the question. */
async function expectQuestion(page: Page) {
  await page.keyboard.press('Control+z')
  const question = page.getByRole('dialog', { name: 'Changed since' })
  await expect(question).toContainText(
    'Choose a date has since moved to Done. Move it back to Ideas?',
  )
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(question).toHaveCount(0)
  await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
  return question
}

// The lists of a board are refetched one by one: in between a card is in two of them, or in none.
test('undo asks for confirmation while either list is still being refetched', async ({
  page,
  buildBoard,
  api,
}) => {
  await blockEventStream(page)
  for (const [late, ready] of [
    ['Doing', 'Done'],
    ['Done', 'Doing'],
  ] as const) {
    const board = await buildBoard({ Ideas: IDEAS, Doing: ['Draw the poster'], Done: [] })
    await moveTwice(page, api, board)
    const held = await holdRequests(
      page,
      'GET',
      new RegExp(`/cards\\?.*list_id=${board.list(late)}`),
    )
    await page.keyboard.press('r')
    await expect
      .poll(async () => (await namesIn(page, ready)).includes('Choose a date'))
      .toBe(ready === 'Done')
    await page.keyboard.press('Control+z')
    const question = page.getByRole('dialog', { name: 'Changed since' })
    await expect(question).toContainText('has since moved to Done')
    held.release()
    await question.getByRole('button', { name: 'Keep' }).click()
    await expect(question).toHaveCount(0)
    await expect.poll(() => namesIn(page, 'Doing')).not.toContain('Choose a date')
    expect((await namesIn(page, 'Done')).filter((name) => name === 'Choose a date')).toHaveLength(1)
  }
})

test(
  'undoing a move without ETags refetches the card first',
  { tag: '@public' },
  async ({ page, board, api }) => {
    await moveTwice(page, api, board)
    await expectQuestion(page)
  },
)
