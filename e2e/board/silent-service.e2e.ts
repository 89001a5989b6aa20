import {
  cardNamed,
  dragOver,
  dragTo,
  MOVE,
  namesIn,
  openBoard,
  pointIn,
  recordLists,
} from '../board-page.ts'
import { blockEventStream, holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test('T59 K8 cards dropped on a silent service are in place from the first frame', async ({
  page,
  signIn,
  buildBoard,
}) => {
  const board = await buildBoard({
    Ideas: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'],
    Doing: ['Zeta', 'Eta'],
    Done: ['Theta'],
  })
  await signIn(page)
  await blockEventStream(page)
  await openBoard(page, board.id)
  const stack = ['Alpha', 'Gamma', 'Epsilon']
  for (const name of stack) await cardNamed(page, name).click({ modifiers: ['ControlOrMeta'] })
  const record = (name: string) => recordLists(page, board.card(name))
  const recordedLists = await Promise.all([...stack, 'Zeta'].map(record))
  const held = await holdRequests(page, 'POST', isPublicProfile() ? MOVE : /\/cards\/batch$/)

  await dragOver(page, cardNamed(page, 'Gamma'), await pointIn(page, 'Doing', 60))
  await page.mouse.up()
  for (const name of stack) await expect(cardNamed(page, name)).toContainText('Saving')
  expect(held.count()).toBe(1)
  // A single card waits behind them.
  await dragTo(page, 'Zeta', 'Done')
  await expect(cardNamed(page, 'Zeta')).toContainText('Saving')

  expect(await namesIn(page, 'Ideas')).toEqual(['Beta', 'Delta'])
  expect(await namesIn(page, 'Doing')).toEqual([...stack, 'Eta'])
  expect(await namesIn(page, 'Done')).toEqual(['Zeta', 'Theta'])
  const recorded = await Promise.all(recordedLists.map((lists) => lists()))
  expect(recorded).toEqual([...stack.map(() => ['Ideas', 'Doing']), ['Doing', 'Done']])
})
