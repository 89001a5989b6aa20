import type { Page } from '@playwright/test'

import {
  cardIn,
  cardNamed,
  countResponses,
  dragOver,
  MOVE,
  namesIn,
  nextFrame,
  openBoard,
  pointIn,
  recordLists,
} from '../board-page.ts'
import { blockEventStream, holdRequests, rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

const PLAN = {
  Ideas: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'],
  Doing: ['Zeta', 'Eta'],
  Done: ['Theta'],
}
const BATCH = /\/cards\/batch$/
/** What moves cards here: one batch, or a request per card. */
const sent = () => (isPublicProfile() ? MOVE : BATCH)

const bar = (page: Page) => page.getByRole('group', { name: 'Selection' })
const select = async (page: Page, ...names: string[]) => {
  for (const name of names) await cardNamed(page, name).click({ modifiers: ['ControlOrMeta'] })
  await expect(bar(page)).toContainText(`${names.length} selected`)
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page)
})

test('K8 dragged selected cards land together and undo restores them', async ({
  page,
  buildBoard,
}) => {
  const board = await buildBoard(PLAN)
  await blockEventStream(page)
  await openBoard(page, board.id)
  await select(page, 'Epsilon', 'Beta', 'Zeta')
  const recordedLists = await recordLists(page, board.card('Beta'))
  const held = await holdRequests(page, 'POST', sent())
  const finished = countResponses(page, sent())

  await dragOver(page, cardNamed(page, 'Beta'), await pointIn(page, 'Done', 60))
  await expect(page.locator('[data-bench-overlay]')).toHaveAttribute('data-stack-count', '3')
  await page.mouse.up()
  await nextFrame(page)

  const landed = ['Beta', 'Epsilon', 'Zeta', 'Theta']
  expect(await namesIn(page, 'Done')).toEqual(landed)
  expect(await namesIn(page, 'Ideas')).toEqual(['Alpha', 'Gamma', 'Delta'])
  await expect(page.getByTestId('toast')).toContainText('Moved 3 cards to Done')
  held.release()
  await expect.poll(finished).toBe(isPublicProfile() ? 3 : 1)
  await expect.poll(async () => (await board.stored('Zeta')).list_id).toBe(board.list('Done'))
  expect(await namesIn(page, 'Done')).toEqual(landed)
  expect(await recordedLists()).toEqual(['Ideas', 'Done'])
  const pressed = (name: string) =>
    page.getByRole('button', { name: `Mark ${name} as done` }).getAttribute('aria-pressed')
  expect(await pressed('Beta')).toBe('true')

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const ideas = isPublicProfile() ? ['Alpha', 'Gamma', 'Delta', 'Beta', 'Epsilon'] : PLAN.Ideas
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(ideas)
  await expect
    .poll(() => board.stored('Beta'))
    .toMatchObject({ list_id: board.list('Ideas'), completed: false })
  expect(await pressed('Beta')).toBe('false')
})

test('K8 one rejected card of three returns with its error, the others stay', async ({
  page,
  api,
  buildBoard,
}) => {
  const board = await buildBoard(PLAN)
  await blockEventStream(page)
  await openBoard(page, board.id)
  await select(page, 'Alpha', 'Beta', 'Gamma')
  // Somebody else deletes one of them, which this page does not hear of.
  await api('DELETE /cards/:card_id', { card_id: board.card('Beta') })
  const recordedLists = await recordLists(page, board.card('Alpha'))

  await dragOver(page, cardNamed(page, 'Alpha'), await pointIn(page, 'Doing', 60))
  await page.mouse.up()

  await expect(page.getByTestId('toast').filter({ hasText: '1 of 3 cards' })).toBeVisible()
  await expect.poll(() => namesIn(page, 'Doing')).toEqual(['Alpha', 'Gamma', 'Zeta', 'Eta'])
  await expect.poll(async () => (await board.stored('Gamma')).list_id).toBe(board.list('Doing'))
  expect(await recordedLists()).toEqual(['Ideas', 'Doing'])
})

test('five cards are selected, moved and moved back with the keyboard', async ({
  page,
  buildBoard,
}) => {
  const board = await buildBoard(PLAN)
  const said = page.getByTestId('live-polite').first()
  await openBoard(page, board.id)
  for (let presses = 0; presses < 60; presses++) {
    if (await cardNamed(page, 'Alpha').evaluate((card) => card === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  for (const name of PLAN.Ideas) {
    await expect(cardNamed(page, name)).toBeFocused()
    await page.keyboard.press('x')
    if (name !== 'Epsilon') await page.keyboard.press('ArrowDown')
  }
  await expect(bar(page)).toContainText('5 selected')
  await expect(said).toHaveText('5 selected')

  await page.keyboard.press('m')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(said).toHaveText('5 cards moved to Doing, from position 3 of 7.')
  expect(await namesIn(page, 'Doing')).toEqual([...PLAN.Doing, ...PLAN.Ideas])
  await expect(cardIn(page, 'Doing', 'Epsilon')).toBeFocused()
  await expect.poll(async () => (await board.stored('Epsilon')).list_id).toBe(board.list('Doing'))

  await page.keyboard.press('Control+z')
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(PLAN.Ideas)
  await expect.poll(async () => (await board.stored('Epsilon')).list_id).toBe(board.list('Ideas'))
  await expect.poll(async () => (await board.stored('Alpha')).list_id).toBe(board.list('Ideas'))
})

test('K8 a failing service returns all dragged cards without a flicker before', async ({
  page,
  buildBoard,
}) => {
  const board = await buildBoard(PLAN)
  await blockEventStream(page)
  await openBoard(page, board.id)
  await select(page, 'Alpha', 'Beta', 'Gamma')
  const recordedLists = await recordLists(page, board.card('Gamma'))
  await rejectRequests(page, 'POST', sent(), 422, 'validation_error')
  const held = await holdRequests(page, 'POST', sent())

  await dragOver(page, cardNamed(page, 'Alpha'), await pointIn(page, 'Doing', 60))
  await page.mouse.up()
  await nextFrame(page)
  expect(await namesIn(page, 'Doing')).toEqual(['Alpha', 'Beta', 'Gamma', ...PLAN.Doing])
  held.release()

  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(PLAN.Ideas)
  expect(await recordedLists()).toEqual(['Ideas', 'Doing', 'Ideas'])
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    await expect(cardNamed(page, name)).toContainText('Not moved')
})

test('the menu of a selected card completes and archives all selected cards', async ({
  page,
  buildBoard,
}) => {
  const board = await buildBoard(PLAN)
  await openBoard(page, board.id)
  await select(page, 'Alpha', 'Gamma', 'Zeta')
  const choose = async (item: string) => {
    await cardNamed(page, 'Gamma').click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Mark 3 cards as done')
  await expect.poll(async () => (await board.stored('Zeta')).completed).toBe(true)
  await choose('Archive 3 cards')
  expect(await namesIn(page, 'Ideas')).toEqual(['Beta', 'Delta', 'Epsilon'])
  expect(await namesIn(page, 'Doing')).toEqual(['Eta'])
  await expect(cardNamed(page, 'Delta')).toBeFocused()
  await expect(bar(page)).toHaveCount(0)
  await expect.poll(async () => (await board.stored('Zeta')).status).toBe('archived')
})
