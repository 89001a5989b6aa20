import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { errorBody, respondJson, startStubServer } from '#client/test-stub-server.ts'
import {
  openTestService,
  type TestService,
  type TestWorkspace,
} from '#service/http/test-service.ts'
import { getJobs, isRunning } from '#web/session/jobs.ts'
import { type KeySession, openSession } from '#web/session/session.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { getCachedPages } from '#web/tasks/cards/card-cache.ts'
import { flattenCards, listCardsQuery } from '#web/tasks/cards/card-queries.data.ts'
import { moveCard, setCardCompleted } from '#web/tasks/cards/cards.data.ts'
import { editCard } from '#web/tasks/cards/edit-card.data.ts'
import { editCards, moveCards, type RejectedCards, changeStatus } from './edit-cards.data.ts'

const faults = ['none', 'none', 'none', 'dropped', 'broken', 'limited'] as const
type Fault = (typeof faults)[number] | 'rejected'

const step = record({
  client: nat(2),
  action: constantFrom('move', 'moveMany', 'complete', 'rename', 'editMany', 'archiveMany', 'undo'),
  card: nat(20),
  count: nat(3),
  list: nat(2),
  place: constantFrom('top', 'bottom', 'after', 'before'),
  fault: constantFrom(...faults),
  /** Waits for the responses first. */
  settles: constantFrom(true, false, false),
})
interface Step {
  readonly client: number
  readonly action: string
  readonly card: number
  readonly count: number
  readonly list: number
  readonly place: string
  readonly fault: Fault
  readonly settles: boolean
}

let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  service = await openTestService()
  workspace = await service.workspace()
})
afterAll(() => service.close())

/** A network in front of the service that fails the next writes. */
async function startNetwork() {
  let next: Fault = 'none'
  let remaining = 0
  const server = await startStubServer(async ({ line, headers, body }, response) => {
    const isWrite = !line.startsWith('GET')
    const fault = isWrite && remaining > 0 ? next : 'none'
    if (isWrite) remaining -= 1
    if (fault === 'rejected') return respondJson(response, 422, errorBody('validation_error'))
    if (fault === 'broken') return respondJson(response, 500, errorBody('internal_error'))
    if (fault === 'limited')
      return respondJson(response, 429, errorBody('rate_limited'), { 'retry-after': '0' })
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' &&
      /^(authorization|content-type|if-match|idempotency-key)$/.test(name)
        ? [[name, value]]
        : [],
    )
    const [method = '', path = ''] = line.split(' ')
    const answer = await service.app.fetch(
      new Request(`http://service.test/v1${path}`, {
        method,
        headers: Object.fromEntries(sent),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    if (fault === 'dropped') return response.destroy()
    const text = await answer.text()
    const etag = answer.headers.get('etag')
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(etag === null ? {} : { etag }),
    })
    response.end(answer.status === 204 ? undefined : text)
  })
  return {
    ...server,
    fail: (fault: Fault, count = 1) => void ((next = fault), (remaining = count)),
  }
}

async function openClient(base_url: string, board_id: string) {
  const session = openSession({
    base_url,
    key: workspace.key,
    last4: 'test',
    keep: 'tab',
    fingerprint: '0123456789ab',
  })
  await session.capabilities.settled
  const board = await session.queryClient.fetchQuery(boardQuery(board_id))
  for (const { id } of board.lists)
    await session.queryClient.fetchInfiniteQuery(listCardsQuery(board_id, id))
  const context = { session, board, onOutcome: () => undefined, onRejected: () => undefined }
  return { session, board, context }
}
type Client = Awaited<ReturnType<typeof openClient>>

const cardsOf = ({ session, board }: Client) =>
  board.lists.map(({ id }) => flattenCards(getCachedPages(session.queryClient, board.id, id)))

function performStep(client: Client, { action, card, count, list, place }: Step) {
  const { session, board, context } = client
  const cards = cardsOf(client).flat()
  const first = cards[card % Math.max(cards.length, 1)]
  if (action === 'undo') return void session.undo.undoLast()
  if (!first) return
  const some = cards.filter((_, index) => (index + card) % (count + 2) === 0).slice(0, count + 1)
  const list_id = board.lists[list]?.id ?? ''
  const others = flattenCards(getCachedPages(session.queryClient, board.id, list_id)).filter(
    ({ id }) => id !== first.id,
  )
  const neighbor = others[card % Math.max(others.length, 1)]?.id
  const isEnd = place === 'top' || place === 'bottom' || neighbor === undefined
  const position = isEnd
    ? { position: place === 'top' ? ('top' as const) : ('bottom' as const) }
    : place === 'after'
      ? { after_card_id: neighbor }
      : { before_card_id: neighbor }
  if (action === 'move') moveCard(context, first, { list_id, ...position })
  else if (action === 'complete') setCardCompleted(context, first, !first.completed)
  else if (action === 'rename') void editCard(context, first, { name: `${first.name}'` })
  else if (some.length === 0) return
  else if (action === 'moveMany') moveCards(context, some, { list_id, ...position })
  else if (action === 'editMany') editCards(context, some, { completed: place === 'top' })
  else changeStatus(context, some, 'archive')
}

/** No change is pending, also none that a response has started. */
async function settle({ session }: Client) {
  const isBusy = () =>
    session.mutate.isMutating() ||
    session.queryClient.isFetching() > 0 ||
    getJobs(session).list().some(isRunning)
  for (let quiet = 0; quiet < 4;) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    quiet = isBusy() ? 0 : quiet + 1
  }
}

type Shown = readonly (readonly unknown[])[]
const summary = (client: Client): Shown =>
  cardsOf(client).map((cards) => cards.map(({ id, name, completed }) => [id, name, completed]))

async function stored(client: Client): Promise<Shown> {
  const lists = client.board.lists.map(async ({ id }) => {
    const { body } = await workspace.request(`GET /boards/${client.board.id}/cards?list_id=${id}`)
    const cards: { id: string; name: string; completed: boolean }[] = body.data
    return cards.map((card) => [card.id, card.name, card.completed])
  })
  return Promise.all(lists)
}

async function withClients(
  count: number,
  perform: (
    clients: readonly Client[],
    fail: (fault: Fault, count?: number) => void,
  ) => Promise<void>,
) {
  const network = await startNetwork()
  const lists = [{ name: 'A' }, { name: 'B' }, { name: 'C', completes_cards: true }]
  const board = (await workspace.request('POST /boards', { body: { name: 'Model', lists } })).body
  for (const [index, { id }] of board.lists.entries())
    for (let card = 0; card < 4; card++)
      await workspace.request(`POST /boards/${board.id}/cards`, {
        body: { list_id: id, name: `${index}${card}` },
      })
  const clients = await Promise.all(
    Array.from({ length: count }, () => openClient(network.base_url, board.id)),
  )
  const sessions: KeySession[] = clients.map(({ session }) => session)
  try {
    await perform(clients, network.fail)
  } finally {
    for (const session of sessions) session.close()
    await network.stop()
  }
}

// A failure prints its seed. Another seed finds other sequences: FC_SEED=1 npx vitest …
const options = { numRuns: 5, endOnFailure: true, seed: Number(process.env['FC_SEED'] ?? 39) }

const quick = { client: 0, card: 7, count: 3, fault: 'none', settles: false } as const
/** The response of the first move arrived after the second had moved the card on. */
const overtaken: Step[] = [
  { ...quick, action: 'move', list: 2, place: 'top' },
  { ...quick, action: 'moveMany', card: 18, list: 0, place: 'after' },
]

test('A18 an earlier response does not take a card back from a later move', () =>
  withClients(1, async ([client]) => {
    if (!client) return
    for (const one of overtaken) performStep(client, one)
    await settle(client)
    expect(summary(client)).toEqual(await stored(client))
  }))

test('repeating a rejected undo of many cards restores each card to its own state', () =>
  withClients(1, async ([client], fail) => {
    if (!client) return
    const { session, context } = client
    const retries: (() => void)[] = []
    const onRejected = ({ failures, retry }: RejectedCards) =>
      retries.push(() => retry(failures.map(({ card }) => card)))
    const many = { ...context, onRejected }
    const before = summary(client)
    const cards = cardsOf(client).flatMap(([first]) => first ?? [])
    const changes = [
      () => moveCards(many, cards, { list_id: cards[1]?.list_id ?? '', position: 'bottom' }),
      () => changeStatus(many, cards, 'archive'),
    ]
    for (const change of changes) {
      change()
      await settle(client)
      fail('rejected', 10)
      void session.undo.undoLast()
      await settle(client)
      fail('none')
      for (const retry of retries.splice(0)) retry()
      await settle(client)
      expect(summary(client)).toEqual(before)
      expect(await stored(client)).toEqual(before)
    }
  }))

const renamed: Step[] = [
  { ...quick, action: 'move', card: 0, list: 1, place: 'bottom' },
  { ...quick, action: 'rename', card: 7, list: 0, place: 'top' },
]

test('A18 the response to a move keeps the name that was changed meanwhile', () =>
  withClients(1, async ([client]) => {
    if (!client) return
    for (const one of renamed) performStep(client, one)
    const shown = summary(client)
    expect(shown[1]?.map((card) => [card].flat()[1])).toContain("00'")
    await settle(client)
    expect(summary(client)).toEqual(shown)
    expect(await stored(client)).toEqual(shown)
  }))

// A lost response is excluded: after it the lists are refetched.
const rejectedSteps = array(step, { minLength: 4, maxLength: 12 }).map((steps) =>
  steps.map((one): Step => ({ ...one, fault: one.fault === 'dropped' ? 'broken' : one.fault })),
)

test('A18 the rollbacks of one client end with what the service has', { timeout: 60_000 }, () =>
  assert(
    asyncProperty(rejectedSteps, (steps) =>
      withClients(1, async ([client], fail) => {
        if (!client) return
        for (const one of steps) {
          fail(one.fault)
          performStep(client, one)
          if (one.settles) await settle(client)
        }
        await settle(client)
        expect(summary(client)).toEqual(await stored(client))
      }),
    ),
    { ...options, numRuns: 8 },
  ),
)

test(
  'F5 A18 A20 three clients end with what the service has after random failures',
  { timeout: 60_000 },
  () =>
    assert(
      asyncProperty(array(step, { minLength: 6, maxLength: 12 }), (steps) =>
        withClients(3, async (clients, fail) => {
          for (const one of steps) {
            const client = clients[one.client]
            if (!client) continue
            fail(one.fault)
            performStep(client, one)
            if (one.settles) await settle(client)
          }
          for (const client of clients) await settle(client)
          for (const client of clients) {
            // What the event stream or the poller would do.
            await client.session.queryClient.invalidateQueries()
            await Promise.all(
              client.board.lists.map(({ id }) =>
                client.session.queryClient.fetchInfiniteQuery({
                  ...listCardsQuery(client.board.id, id),
                  staleTime: 0,
                }),
              ),
            )
            await settle(client)
            expect(summary(client)).toEqual(await stored(client))
          }
        }),
      ),
      options,
    ),
)
