import { InfiniteQueryObserver } from '@tanstack/react-query'
import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'

import {
  errorBody,
  type ReceivedRequest,
  respondJson,
  startStubServer,
} from '#client/test-stub-server.ts'
import { openTestService, type TestWorkspace } from '#service/http/test-service.ts'
import type { OpenService } from '#service/open-service.ts'
import { getJobs, isRunning } from '#web/session/jobs.ts'
import { getConflicts } from '#web/session/resources/conflicts.ts'
import { openSession } from '#web/session/session.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { getCachedPages } from '#web/tasks/cards/card-cache.ts'
import { flattenCards, listCardsQuery } from '#web/tasks/cards/card-queries.data.ts'
import { cardResource } from './card-resource.ts'

/** A service, and on its database one of the public API alone: no batches, positions or ETags. */
export async function openServicePair() {
  const service = await openTestService()
  const publicService = await openTestService({ PROFILE: 'public' }, { database: service.database })
  const close = async () => {
    await publicService.close()
    await service.close()
  }
  return { service, publicService, workspace: await service.workspace(), close }
}

export type Fault = 'none' | 'dropped' | 'broken' | 'limited' | 'rejected'

/** A network in front of the service that fails or holds the next writes. */
export async function startNetwork(app: OpenService['app']) {
  let next: Fault = 'none'
  let remaining = 0
  let hold: (() => Promise<void>) | undefined
  let open = 0
  const server = await startStubServer(async (request, response) => {
    open += 1
    response.on('close', () => (open -= 1))
    const isWrite = !request.line.startsWith('GET')
    if (isWrite) await hold?.()
    const fault = isWrite && remaining > 0 ? next : 'none'
    if (isWrite) remaining -= 1
    if (fault === 'rejected') return respondJson(response, 422, errorBody('validation_error'))
    if (fault === 'broken') return respondJson(response, 500, errorBody('internal_error'))
    if (fault === 'limited')
      return respondJson(response, 429, errorBody('rate_limited'), { 'retry-after': '0' })
    const answer = await forward(app, request)
    return fault === 'dropped' ? response.destroy() : respond(response, answer)
  })
  return {
    ...server,
    hasOpenRequests: () => open > 0,
    fail: (fault: Fault, count = 1) => void ((next = fault), (remaining = count)),
    /** Every write waits for this first. */
    holdWrites: (wait: (() => Promise<void>) | undefined) => void (hold = wait),
  }
}

function forward(app: OpenService['app'], { line, headers, body }: ReceivedRequest) {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' &&
    /^(authorization|content-type|if-match|idempotency-key)$/.test(name)
      ? [[name, value]]
      : [],
  )
  const [method = '', path = ''] = line.split(' ')
  return app.fetch(
    new Request(`http://service.test/v1${path}`, {
      method,
      headers: Object.fromEntries(sent),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

async function respond(response: ServerResponse, answer: Response) {
  const text = await answer.text()
  const etag = answer.headers.get('etag')
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    ...(etag === null ? {} : { etag }),
  })
  response.end(answer.status === 204 ? undefined : text)
}

async function openClient(network: Network, key: string, board_id: string) {
  const session = openSession({
    base_url: network.base_url,
    key,
    last4: 'test',
    keep: 'tab',
    fingerprint: '0123456789ab',
  })
  await session.capabilities.settled
  const board = await session.queryClient.fetchQuery(boardQuery(board_id))
  for (const { id } of board.lists) {
    const query = listCardsQuery(board_id, id)
    await session.queryClient.fetchInfiniteQuery(query)
    // As a list on the page: only what is observed is refetched.
    new InfiniteQueryObserver(session.queryClient, query).subscribe(() => undefined)
  }
  // A conflict waits for the person, who keeps what others have saved.
  const conflicts = getConflicts(session)
  conflicts.subscribe(() => conflicts.get()[0]?.choose('theirs'))
  const context = { session, board, onOutcome: () => undefined, onRejected: () => undefined }
  return { session, board, context, network }
}
export type Client = Awaited<ReturnType<typeof openClient>>
export type Network = Awaited<ReturnType<typeof startNetwork>>

export const cardsOf = ({ session, board }: Client) =>
  board.lists.map(({ id }) => flattenCards(getCachedPages(session.queryClient, board.id, id)))

/** No change is pending, also none that a response has started. */
export async function settle({ session, network }: Client) {
  const isBusy = () =>
    // What a conflict reads is no query and no mutation.
    network.hasOpenRequests() ||
    session.mutate.isMutating() ||
    session.queryClient.isFetching() > 0 ||
    getJobs(session).list().some(isRunning)
  for (let quiet = 0; quiet < 4;) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    quiet = isBusy() ? 0 : quiet + 1
  }
  // One that is left would be shown again with the response of any other.
  expect([...cardResource.pendingChanges(session)]).toEqual([])
}

/** The cards of each list: what a person sees of them. */
type Shown = readonly (readonly unknown[])[]

interface Facts {
  readonly id: string
  readonly name: string
  readonly completed: boolean
  readonly due_at?: string | null | undefined
  readonly label_ids?: readonly string[] | undefined
}
const factsOf = ({ id, name, completed, due_at, label_ids }: Facts) => [
  id,
  name,
  completed,
  due_at ? Date.parse(due_at) : null,
  label_ids?.join(),
]

export const summary = (client: Client): Shown => cardsOf(client).map((cards) => cards.map(factsOf))

export async function stored(workspace: TestWorkspace, { board }: Client): Promise<Shown> {
  const lists = board.lists.map(async ({ id }) => {
    const { body } = await workspace.request(`GET /boards/${board.id}/cards?list_id=${id}`)
    const cards: Facts[] = body.data
    return cards.map(factsOf)
  })
  return Promise.all(lists)
}

interface WithClientsOptions {
  /** Creates the board, also where the pages use a service that cannot. */
  readonly workspace: TestWorkspace
  /** What the pages use. */
  readonly app: OpenService['app']
  readonly clients: number
  readonly cardsPerList?: number
}

/** Runs `perform` with a board of three lists, the last of which completes cards, open in some pages. */
export async function withClients(
  { workspace, app, clients: count, cardsPerList = 4 }: WithClientsOptions,
  perform: (clients: readonly [Client, ...Client[]], network: Network) => Promise<void>,
) {
  const network = await startNetwork(app)
  const lists = [{ name: 'A' }, { name: 'B' }, { name: 'C', completes_cards: true }]
  const labels = ['Copy', 'Design'].map((name) => ({ name, color: 'blue' }))
  const body = { name: 'Model', lists, labels }
  const board = (await workspace.request('POST /boards', { body })).body
  for (const [index, { id }] of board.lists.entries())
    for (let card = 0; card < cardsPerList; card++)
      await workspace.request(`POST /boards/${board.id}/cards`, {
        body: { list_id: id, name: `${index}${card}` },
      })
  const open = () => openClient(network, workspace.key, board.id)
  const first = await open()
  const others = await Promise.all(Array.from({ length: count - 1 }, open))
  try {
    await perform([first, ...others], network)
  } finally {
    for (const { session } of [first, ...others]) session.close()
    await network.stop()
  }
}
