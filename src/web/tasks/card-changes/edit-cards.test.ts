import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestWorkspace } from '#service/http/test-service.ts'
import { getJobs, isRunning } from '#web/session/jobs.ts'
import { editCard } from './edit-card.data.ts'
import {
  changeStatus,
  editCards,
  type ManyCardsContext,
  moveCards,
  type RejectedCards,
} from './edit-cards.data.ts'
import {
  cardsOf,
  type Client,
  type Network,
  openServicePair,
  settle,
  stored,
  summary,
  withClients,
} from './test-card-clients.ts'

// Changes of many cards on a server of the public API alone: one request for each card.

let services: Awaited<ReturnType<typeof openServicePair>>
let workspace: TestWorkspace
beforeAll(async () => {
  services = await openServicePair()
  ;({ workspace } = services)
})
afterAll(() => services.close())

const withBoard = (perform: (client: Client, network: Network) => Promise<void>) =>
  withClients(
    { workspace, app: services.publicService.app, clients: 1, cardsPerList: 4 },
    ([client], network) => perform(client, network),
  )

/** The context of a page that keeps what was rejected. */
function recordRejected({ context }: Client) {
  const rejected: RejectedCards[] = []
  const many: ManyCardsContext = { ...context, onRejected: (one) => void rejected.push(one) }
  return { rejected, many }
}

/** Holds requests until so many wait, then lets them all pass; returns the most that waited. */
function holdRounds({ holdWrites }: Network, size: number) {
  let most = 0
  const waiting: (() => void)[] = []
  holdWrites(
    () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (waiting.length < size) return
        // One more would arrive before this.
        setTimeout(() => {
          most = Math.max(most, waiting.length)
          for (const pass of waiting.splice(0)) pass()
        }, 20)
      }),
  )
  return () => most
}

const remove = (card_id: string) => workspace.request(`DELETE /cards/${card_id}`)

test('fields of many cards go out four at a time, with a result for each card', () =>
  withBoard(async (client, network) => {
    const { session } = client
    const { rejected, many } = recordRejected(client)
    const before = summary(client)
    const cards = cardsOf(client).flat()
    const mostInFlight = holdRounds(network, 4)

    editCards(many, cards, { completed: true })
    expect(
      summary(client)
        .flat()
        .map((card) => [card].flat()[2]),
    ).toEqual(cards.map(() => true))
    await settle(client)
    expect(mostInFlight()).toBe(4)
    expect(network.requestLines().filter((line) => line.startsWith('PATCH'))).toHaveLength(12)
    expect(summary(client)).toEqual(await stored(workspace, client))
    expect(session.undo.list()).toHaveLength(1)

    void session.undo.undoLast()
    expect(summary(client)).toEqual(before)
    await settle(client)
    expect(await stored(workspace, client)).toEqual(before)
    expect(rejected).toEqual([])

    network.holdWrites(undefined)
    network.fail('rejected', 2)
    editCards(many, cards, { completed: true })
    await settle(client)
    const total = cards.length
    expect(rejected).toMatchObject([
      { total, failures: [{ error: { code: 'validation_error' } }, { error: {} }] },
    ])
    const completed = summary(client)
      .flat()
      .filter((card) => [card].flat()[2])
    expect(completed).toHaveLength(total - 2)
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test('one deleted card of twelve is reported alone, and undo leaves it out', () =>
  withBoard(async (client) => {
    const { session } = client
    const { rejected, many } = recordRejected(client)
    const cards = cardsOf(client).flat()
    const gone = cards[5]?.id ?? ''
    await remove(gone)

    editCards(many, cards, { due_at: '2026-12-01T16:00:00.000Z' })
    await settle(client)
    expect(rejected).toMatchObject([
      {
        total: 12,
        isMove: false,
        failures: [{ card: { id: gone }, error: { code: 'not_found' } }],
      },
    ])
    expect(await stored(workspace, client)).toEqual(summary(client))
    expect(summary(client).flat()).toHaveLength(11)

    void session.undo.undoLast()
    await settle(client)
    const dates = summary(client)
      .flat()
      .map((card) => [card].flat()[3])
    expect(dates).toEqual(dates.map(() => null))
    expect(await stored(workspace, client)).toEqual(summary(client))
    expect(rejected).toHaveLength(1)
  }))

test('labels are added to what each card has, and undo removes only those', () =>
  withBoard(async (client) => {
    const { session, board, context } = client
    const [copy, design] = board.labels.map(({ id }) => id)
    const cards = cardsOf(client).flatMap(([first]) => first ?? [])
    editCards(context, cards.slice(0, 1), { add_label_ids: [copy ?? ''] })
    await settle(client)
    const before = summary(client)

    editCards(context, cards, { add_label_ids: [copy ?? '', design ?? ''] })
    await settle(client)
    const labels = (shown: typeof before) =>
      shown.map(([first]) => String([first].flat()[4]).split(',').toSorted())
    expect(labels(await stored(workspace, client))).toEqual(
      cards.map(() => [copy, design].map(String).toSorted()),
    )
    void session.undo.undoLast()
    await settle(client)
    expect(summary(client)).toEqual(before)
    expect(await stored(workspace, client)).toEqual(before)
  }))

test('cards moved to the top stand in their order, without one that is gone', () =>
  withBoard(async (client, { requestLines }) => {
    const { rejected, many } = recordRejected(client)
    const [from = [], to = []] = cardsOf(client)
    await remove(from[1]?.id ?? '')

    moveCards(many, from, { list_id: to[0]?.list_id ?? '', position: 'top' })
    const names = (shown: ReturnType<typeof summary>) =>
      shown.map((cards) => cards.map((card) => [card].flat()[1]))
    expect(names(summary(client))[1]?.slice(0, 4)).toEqual(from.map(({ name }) => name))
    await settle(client)
    const staying = from.filter((_, index) => index !== 1).map(({ name }) => name)
    expect(names(await stored(workspace, client))[1]).toEqual([
      ...staying,
      ...to.map(({ name }) => name),
    ])
    expect(summary(client)).toEqual(await stored(workspace, client))
    expect(rejected).toMatchObject([{ isMove: true, total: 4, failures: [{ error: {} }] }])
    expect(requestLines().filter((line) => line.endsWith('/move'))).toHaveLength(4)

    // The public API moves to the ends only.
    void client.session.undo.undoLast()
    await settle(client)
    expect(names(await stored(workspace, client))[0]).toEqual(staying)
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test.each([
  ['Stop', 'archive'],
  ['Undo', 'archive'],
  ['Stop', 'date'],
  ['Undo', 'date'],
])('%s during a change returns what was not saved: %s', (way, kind) =>
  withBoard(async (client, network) => {
    const { session, context } = client
    const jobs = getJobs(session)
    const before = summary(client)
    const cards = cardsOf(client).flat()
    let pass = () => {}
    const passed = new Promise<void>((resolve) => (pass = resolve))
    network.holdWrites(() => passed)
    const requests = () => network.requestLines().filter((line) => line.startsWith('PATCH'))

    const due_at = '2026-12-01T16:00:00.000Z'
    if (kind === 'date') editCards(context, cards, { due_at })
    else changeStatus(context, cards, 'archive')
    const unchanged = () =>
      summary(client)
        .flat()
        .filter((card) => [card].flat()[3] === null)
    expect(unchanged()).toEqual([])
    await expect.poll(() => requests().length).toBe(4)
    if (way === 'Stop') {
      for (const { id } of jobs.list()) jobs.stop(id)
      pass()
      await settle(client)
      expect(unchanged()).toHaveLength(8)
      expect(summary(client)).toEqual(await stored(workspace, client))
    }
    void session.undo.undoLast()
    pass()
    await settle(client)
    // The four that were saved are changed back.
    expect(requests()).toHaveLength(8)
    expect(jobs.list().filter(isRunning)).toEqual([])
    const byId = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1)
    expect(summary(client).map((list) => list.toSorted(byId))).toEqual(before)
    expect(await stored(workspace, client)).toEqual(summary(client))
  }),
)

test('a date that is undone before its turn is not sent with the change of many before it', () =>
  withBoard(async (client, network) => {
    const { session, context } = client
    const cards = cardsOf(client).flat()
    const due_at = '2026-12-01T16:00:00.000Z'
    const last = cards.at(-1)
    if (!last) throw new Error('The board has no cards')
    let pass = () => {}
    const passed = new Promise<void>((resolve) => (pass = resolve))
    network.holdWrites(() => passed)
    editCards(context, cards, { due_at })
    await expect
      .poll(() => network.requestLines().some((line) => line.startsWith('PATCH')))
      .toBe(true)
    void editCard(context, { ...last, due_at }, { due_at: '2027-01-01T16:00:00.000Z' })
    const isSent = () => network.requestLines().some((line) => line.includes(last.id))
    let isUndone = false
    network.holdWrites(async () => {
      if (isUndone || !isSent()) return
      isUndone = true
      session.undo.undoLast()
    })
    pass()
    await settle(client)
    expect(
      summary(client)
        .flat()
        .map((card) => [card].flat()[3]),
    ).toEqual(cards.map(() => Date.parse(due_at)))
    expect(isUndone).toBe(true)
    expect(await stored(workspace, client)).toEqual(summary(client))
  }))

test('labels of many cards keep those that others have added, without batches too', () =>
  withBoard(async (client) => {
    const { board, context } = client
    const [copy = '', design = ''] = board.labels.map(({ id }) => id)
    const cards = cardsOf(client).flat()
    await workspace.request(`PATCH /cards/${cards[0]?.id}`, { body: { label_ids: [design] } })
    editCards(context, cards, { add_label_ids: [copy] })
    await settle(client)
    const { body } = await workspace.request(`GET /cards/${cards[0]?.id}`)
    expect(body.label_ids.toSorted()).toEqual([copy, design].toSorted())
    expect(summary(client)).toEqual(await stored(workspace, client))
  }))

test.each([
  ['in part', 4],
  ['not at all', 0],
])('a redo is of all cards although their undo was sent %s', (_, count) =>
  withBoard(async (client, network) => {
    const { session, context } = client
    const cards = cardsOf(client).flat()
    const due_at = '2026-12-01T16:00:00.000Z'
    const dates = async () =>
      (await stored(workspace, client)).flat().map((card) => [card].flat()[3])
    editCards(context, cards, { due_at })
    await settle(client)

    const requests = () => network.requestLines().filter((line) => line.startsWith('PATCH')).length
    const before = requests()
    let pass = () => {}
    const passed = new Promise<void>((resolve) => (pass = resolve))
    network.holdWrites(() => passed)
    session.undo.undoLast()
    if (count > 0) await expect.poll(requests).toBe(before + count)
    const redo = session.undo.list().find(({ undoes }) => undoes !== undefined)
    session.undo.undo(redo?.id ?? 0)
    pass()
    await settle(client)
    expect(await dates()).toEqual(cards.map(() => Date.parse(due_at)))
    expect(summary(client)).toEqual(await stored(workspace, client))

    session.undo.undoLast()
    await settle(client)
    expect(await dates()).toEqual(cards.map(() => null))
    expect(summary(client)).toEqual(await stored(workspace, client))
  }),
)
