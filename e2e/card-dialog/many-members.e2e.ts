import { openBoard } from '../board-page.ts'
import { rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

const SIZE = 1000

/** Twenty requests at once. */
async function inTurns<Item, Result>(items: Item[], run: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += 20)
    results.push(...(await Promise.all(items.slice(at, at + 20).map(run))))
  return results
}

test('a thousand members load page by page, only for a search', async ({
  page,
  signIn,
  buildBoard,
  api,
}) => {
  const board = await buildBoard({ Ideas: ['Draw the poster'] })
  const list_id = board.list('Ideas')
  const add = (name: string) =>
    api('POST /boards/:board_id/cards', { board_id: board.id, list_id, name })
  // The members are on cards that the board does not load at first.
  const names = Array.from({ length: 100 + SIZE / 50 }, (_, at) => `Task ${at}`)
  const cards = await inTurns(names, add)
  const people = Array.from({ length: SIZE }, (_, at) => `Person ${String(at).padStart(3, '0')}`)
  const members = await inTurns(people, (name) => api('POST /members', { name }))
  for (let at = 0; at < SIZE / 50; at++)
    await api('PATCH /cards/:card_id', {
      card_id: cards.at(-1 - at)?.id ?? '',
      members: members.slice(at * 50, at * 50 + 50).map(({ id }) => id),
    })

  await signIn(page)
  const requests = { board: 0, workspace: 0 }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/v1\/boards\/[^/]+\/members$/.test(pathname)) requests.board++
    if (pathname === '/v1/members') requests.workspace++
  })
  await openBoard(page, board.id)
  await page.getByRole('button', { name: /^Member/ }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(12)
  await expect(page.getByText('First 12. Type to find more.')).toBeVisible()
  expect(requests).toEqual({ board: 1, workspace: 0 })
  await expect(page.getByRole('searchbox', { name: /Member/ })).toBeFocused()
  await page.keyboard.type('person 999')
  await page.getByRole('checkbox', { name: 'Person 999' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Member/ })).toContainText('Person 999')
  // A reload knows the name, which is on the last page.
  await page.reload()
  await expect(page.getByRole('button', { name: /^Member/ })).toContainText('Person 999')

  requests.workspace = 0
  await openBoard(page, board.id)
  await page.getByTestId('card').first().focus()
  await page.keyboard.press('a')
  await expect(page.getByRole('option')).toHaveCount(20)
  await expect(page.getByText('First 20. Type to find more.')).toBeVisible()
  expect(requests.workspace).toBe(1)
  await page.keyboard.type('person 500')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Person 500' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect.poll(() => requests.workspace).toBe(SIZE / 100)
  await expect
    .poll(async () => (await board.stored('Draw the poster')).members?.map(({ name }) => name))
    .toEqual(['Person 500'])
})

test('a page of members that fails is named and loaded again', async ({
  page,
  signIn,
  board,
  api,
}) => {
  const people = Array.from({ length: 120 }, (_, at) => `Person ${String(at).padStart(3, '0')}`)
  await inTurns(people, (name) => api('POST /members', { name }))
  await signIn(page)
  const fault = await rejectRequests(page, 'GET', /\/v1\/members\?.*starting_after/, 503, 'down')
  await openBoard(page, board.id)
  await page.getByTestId('card').first().focus()
  await page.keyboard.press('a')
  await expect(page.getByRole('option')).toHaveCount(20)
  await page.keyboard.type('person')
  const retry = page.getByRole('dialog').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await fault.end()
  await retry.press('Enter')
  await expect(page.getByText('First 20 of 120.')).toBeVisible()
  await expect(retry).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused()
})
