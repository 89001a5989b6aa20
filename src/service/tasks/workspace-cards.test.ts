import { expect, onTestFinished, test, vi } from 'vitest'

import { addDays } from '#contract/plain-date.rules.ts'
import type { Card, CardSummary, PlacedCard } from '#contract/tasks/cards.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { boardPerTest, createTestBoard } from './test-board.ts'
import { dueTimes } from './workspace-cards.store.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const board = boardPerTest(owner)

const read = async (query = '') => (await owner.request(`GET /cards${query}`)).body
const names = async (query = ''): Promise<string[]> =>
  (await read(query)).data.map(({ name }: Card) => name)
const summary = async (query = ''): Promise<CardSummary> =>
  (await owner.request(`GET /cards/summary${query}`)).body
const hour = 3_600_000
const inHours = (count: number) => new Date(Date.now() + count * hour).toISOString()

/** A second board, with the id of its first list. */
async function addBoard(name: string) {
  const created = await createTestBoard(owner, name)
  const list_id = created.lists[0]?.id
  return {
    id: created.id,
    list_id,
    add: (card: string, more: object = {}): Promise<Card> =>
      owner.create(`POST /boards/${created.id}/cards`, { list_id, name: card, ...more }),
  }
}

test('the cards of all open boards come by due date, with the names of their places', async () => {
  const other = await addBoard('Garden')
  await board.add('No date')
  const late = await other.add('Late', { due_at: inHours(-30) })
  await board.add('Soon', { due_at: inHours(30) })
  expect(await names()).toEqual(['Late', 'Soon', 'No date'])
  const [first] = (await read()).data as PlacedCard[]
  expect(first).toEqual({ ...late, board_name: 'Garden', list_name: 'To do' })
  expect(await names(`?board_id=${board.id}`)).toEqual(['Soon', 'No date'])
  await owner.request(`PATCH /cards/${late.id}`, { body: { name: 'Changed' } })
  expect(await names('?sort=updated')).toEqual(['Changed', 'Soon', 'No date'])
})

test('archived cards, cards of archived lists and boards, and deleted ones are not listed', async () => {
  const due_at = inHours(-2)
  const gone = await board.add('Deleted', { due_at })
  const archived = await board.add('Archived', { due_at })
  await board.add('In an archived list', { due_at, list_id: board.done })
  const old = await addBoard('Old')
  await old.add('Of an archived board', { due_at })
  await board.add('Open', { due_at })
  await owner.request(`DELETE /cards/${gone.id}`)
  await owner.request(`PATCH /cards/${archived.id}`, { body: { status: 'archived' } })
  await owner.request(`PATCH /boards/${board.id}/lists/${board.done}`, { body: { archived: true } })
  await owner.request(`PATCH /boards/${old.id}`, { body: { archived: true } })
  expect(await names()).toEqual(['Open'])
  expect(await summary()).toMatchObject({
    overdue: 1,
    boards: [{ board_id: board.id, overdue: 1 }],
  })
})

test('pages of every order hold each card once, in that order', async () => {
  // As an import can store them, four have the same due date and the same time of their last change.
  const same = { due_at: inHours(5), import: true, updated_at: inHours(-5) }
  const cards = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const [at, name] of cards.entries()) await board.add(name, at % 3 > 0 ? same : {})
  const orders = { due: [...'bcefadg'], updated: [...'gdafecb'] }
  for (const [sort, expected] of Object.entries(orders)) {
    const found: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page = await read(
        `?limit=2&include_total=true&sort=${sort}${next && `&starting_after=${next}`}`,
      )
      found.push(...page.data.map(({ name }: Card) => name))
      expect(page.paging.total).toBe(7)
      next = page.paging.next
    }
    expect({ sort, found }).toEqual({ sort, found: expected })
  }
  const { next } = (await read('?limit=2')).paging
  const other = await owner.request(`GET /cards?limit=2&sort=updated&starting_after=${next}`)
  expect(reason(other)[0]).toBe(422)
})

test('filters of the workspace’s cards are by date, person, label and completion', async () => {
  const member_id = (await owner.create('POST /members', { name: 'Ann' })).id
  const label_id = board.labels[0]?.id
  await board.add('Early', { due_at: inHours(-30), members: [member_id] })
  await board.add('Late', { due_at: inHours(30), label_ids: [label_id] })
  await board.add('Plain')
  const done = await board.add('Finished', { due_at: inHours(-10) })
  await owner.request(`PATCH /cards/${done.id}`, { body: { completed: true } })
  const now = inHours(0)
  expect(await names(`?due_before=${now}`)).toEqual(['Early', 'Finished'])
  expect(await names(`?due_before=${now}&completed=false`)).toEqual(['Early'])
  expect(await names(`?due_after=${now}`)).toEqual(['Late'])
  expect(await names('?due=overdue')).toEqual(['Early'])
  expect(await names('?due=overdue&completed=true')).toEqual([])
  expect(reason(await owner.request('GET /cards?due=later'))[0]).toBe(422)
  expect(await names(`?member_id=${member_id}`)).toEqual(['Early'])
  expect(await names(`?label_id=${label_id}`)).toEqual(['Late'])
  expect(await names(`?completed_after=${inHours(-1)}`)).toEqual(['Finished'])
  expect(await names(`?updated_since=${inHours(1)}`)).toEqual([])
  expect(await summary(`?member_id=${member_id}`)).toMatchObject({ overdue: 1, due_today: 0 })
  expect(reason(await owner.request('GET /cards?sort=name'))[0]).toBe(422)
})

test('summary and lists of 60 boards equal what their cards are, in any zone', async () => {
  // The service counts at the same moment as the test, also at midnight.
  const now = new Date()
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const boards = [
    board,
    ...(await Promise.all(Array.from({ length: 59 }, (_, at) => addBoard(`B${at}`)))),
  ]
  const offsets = [-200, -26, -3, -1, 1, 4, 9, 14, 20, 26, 31, 44, 60]
  for (const [at, one] of boards.entries())
    for (const hours of [offsets[at % offsets.length], offsets[(at * 5 + 3) % offsets.length]])
      await one.add(`Card ${at}`, { due_at: inHours(hours ?? 0) })
  const page = await read('?limit=100')
  const rest = await read(`?limit=100&starting_after=${page.paging.next}`)
  const cards: PlacedCard[] = [...page.data, ...rest.data]
  expect(cards).toHaveLength(120)
  for (const time_zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    const dayOf = (date: Date) => date.toLocaleDateString('sv', { timeZone: time_zone })
    const isOverdue = (due: Date) => due < now
    const count = (isCounted: (due: Date) => boolean, from: readonly PlacedCard[] = cards) =>
      from.filter(({ due_at }) => isCounted(new Date(due_at ?? ''))).length
    const isDue = (days: number) => (due: Date) =>
      !isOverdue(due) && dayOf(due) === addDays(dayOf(now), days)
    const found = await summary(`?time_zone=${time_zone}`)
    expect({ time_zone, ...found }).toMatchObject({
      time_zone,
      overdue: count(isOverdue),
      due_today: count(isDue(0)),
      due_tomorrow: count(isDue(1)),
      oldest_overdue_at: cards[0]?.due_at,
    })
    const list = async (due: string) =>
      (await names(`?due=${due}&time_zone=${time_zone}&limit=100`)).toSorted()
    const namesOf = (isListed: (due: Date) => boolean) =>
      cards.flatMap(({ name, due_at }) => (isListed(new Date(due_at ?? '')) ? [name] : []))
    expect(await list('overdue')).toEqual(namesOf(isOverdue).toSorted())
    expect(await list('today')).toEqual(namesOf(isDue(0)).toSorted())
    const lateOrTomorrow = (due: Date) => isOverdue(due) || isDue(1)(due)
    expect(await list('tomorrow,overdue')).toEqual(namesOf(lateOrTomorrow).toSorted())
    for (const one of found.boards) {
      const own = cards.filter(({ board_id }) => board_id === one.board_id)
      expect(one).toMatchObject({ overdue: count(isOverdue, own), due_today: count(isDue(0), own) })
    }
    const listed = new Set(found.boards.map(({ board_id }) => board_id))
    const due = cards.filter(({ due_at }) => {
      const at = new Date(due_at ?? '')
      return isOverdue(at) || isDue(0)(at)
    })
    expect(listed).toEqual(new Set(due.map(({ board_id }) => board_id)))
  }
})

test('days end where the clocks of their zone change', () => {
  // Clocks go back at midnight in the Azores, and forward in Chile: the one day has 25 hours, the other 23.
  for (const [time_zone, now, ends] of [
    ['Atlantic/Azores', '2026-10-24T12:00:00Z', ['2026-10-25T00:00:00Z', '2026-10-26T01:00:00Z']],
    ['America/Santiago', '2026-09-05T12:00:00Z', ['2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z']],
  ] as const) {
    const { today, tomorrow } = dueTimes(new Date(now), time_zone)
    expect({ time_zone, ends: [today.to, tomorrow.to] }).toEqual({
      time_zone,
      ends: ends.map((end) => new Date(end)),
    })
  }
})

test('a workspace without cards has a summary of zeros, and no other workspace is counted', async () => {
  await board.add('Late', { due_at: inHours(-2) })
  const other = await service.workspace()
  expect((await other.request('GET /cards/summary')).body).toEqual({
    overdue: 0,
    due_today: 0,
    due_tomorrow: 0,
    oldest_overdue_at: null,
    boards: [],
  })
  expect((await other.request('GET /cards')).body.data).toEqual([])
  expect(reason(await owner.request('GET /cards/summary?time_zone=Nowhere'))[0]).toBe(422)
})
