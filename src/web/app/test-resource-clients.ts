import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect } from 'vitest'

import type { OpenService } from '#service/open-service.ts'
import { getJobs, isRunning } from '#web/session/jobs.ts'
import { getConflicts } from '#web/session/resources/conflicts.ts'
import { findItem, type Item } from '#web/session/resources/places.ts'
import { type Changes, isSame, type Resource } from '#web/session/resources/resource.ts'
import { openSession } from '#web/session/session.ts'
import type { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { startNetwork } from '#web/tasks/card-changes/test-card-clients.ts'

/** A query as a page observes it: of one response, or of pages. */
export interface PageQuery {
  readonly queryKey: readonly unknown[]
}

/** Who has set each value, and which values each client has seen. */
export function createHistory<F extends PropertyKey>(names: readonly F[]) {
  const authors = new Map<F, number>()
  const seen = new Map<number, Set<string>>()
  const undoing = new Set<number>()
  const keyOf = (name: F, value: unknown) => `${String(name)} ${JSON.stringify(value ?? null)}`
  const lost: string[] = []
  return {
    /** Edits that someone has replaced without having seen them. */
    lost,
    see: (client: number, item: Partial<Record<F, unknown>>) => {
      const values = seen.get(client) ?? new Set()
      seen.set(client, values)
      for (const name of names) values.add(keyOf(name, item[name]))
    },
    /** What an undo replaces must be the client's own, or be asked about: to have seen it is not enough. */
    startUndo: (client: number) => {
      undoing.add(client)
      seen.delete(client)
    },
    endUndo: (client: number) => undoing.delete(client),
    record: (
      client: number,
      before: Partial<Record<F, unknown>>,
      after: Partial<Record<F, unknown>>,
    ) => {
      for (const name of names) {
        const [old, next] = [keyOf(name, before[name]), keyOf(name, after[name])]
        if (old === next) continue
        const author = authors.get(name) ?? client
        authors.set(name, client)
        if (author !== client && !seen.get(client)?.has(old))
          lost.push(`client ${client} replaced ${old} of ${author} by ${next}`)
      }
    },
  }
}

interface ClientOptions<T> {
  readonly app: OpenService['app']
  readonly key: string
  readonly queries: readonly PageQuery[]
  readonly onWrite: (before: T, after: T) => void
  readonly inTurn: <R>(perform: () => Promise<R>) => Promise<R>
}

export async function openResourceClient<T extends Item, F extends keyof T>(
  resource: Resource<T, F>,
  item: T,
  { app, key, queries, onWrite, inTurn }: ClientOptions<T>,
) {
  const reader = openSession(connectionTo((await startNetwork(app)).base_url, key))
  await reader.capabilities.settled
  const stored = async (): Promise<T> => (await resource.read(reader, item)) ?? item
  const write = async (request: Request) => {
    const before = await stored()
    const response = await app.fetch(request)
    if (response.ok) onWrite(before, await stored())
    return response
  }
  let inFlight = 0
  const fetchInOrder = async (request: Request) => {
    inFlight += 1
    try {
      if (request.method === 'GET') return await app.fetch(request)
      return await inTurn(() => write(request))
    } finally {
      inFlight -= 1
    }
  }
  // Of the service only this is used.
  const network = await startNetwork({ fetch: fetchInOrder } as unknown as OpenService['app'])
  const session = openSession(connectionTo(network.base_url, key))
  await session.capabilities.settled
  const { queryClient } = session
  await Promise.all(queries.map((query) => observe(queryClient, query)))
  const conflicts = getConflicts(session)
  const isBusy = () =>
    session.mutate.isMutating() ||
    getJobs(session).list().some(isRunning) ||
    queryClient.isFetching() > 0 ||
    // A conflict is read by no query.
    inFlight > 0 ||
    conflicts.get().length > 0 ||
    session.undo.confirmation.get() !== null

  /** Answers what is asked, and waits until nothing is pending. */
  const settle = async (insists: boolean, onQuestion: (theirs: T) => void) => {
    for (let quiet = 0; quiet < 4;) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      quiet = isBusy() ? 0 : quiet + 1
      const [conflict] = conflicts.get()
      const confirmation = session.undo.confirmation.get()
      if (conflict ?? confirmation) onQuestion(shown())
      conflict?.choose(insists ? 'mine' : 'theirs')
      if (!confirmation) continue
      if (insists) session.undo.undo(confirmation.change.id, true)
      else session.undo.confirmation.set(null)
    }
  }
  const shown = () => findItem(session, resource, item.id) ?? item
  const pending = new Map<F, Changes<T, F>>()
  const flickers: unknown[] = []
  const checkPending = () => {
    for (const [name, changes] of pending)
      if (!isSame(resource, name, shown(), changes)) flickers.push([name, shown(), changes])
  }
  // Once the outcome of a change that is taken back is known.
  queryClient.getQueryCache().subscribe(() => void setTimeout(checkPending))
  return {
    session,
    shown,
    /** A change stays on the screen until its response, whatever happens to others. */
    expectShown: (name: F, changes: Changes<T, F>, outcome: Promise<unknown>) => {
      pending.set(name, changes)
      void outcome.then(() => pending.get(name) === changes && pending.delete(name))
    },
    settle,
    fail: network.fail,
    /** What the event stream or the poller does. */
    refresh: async () => {
      await settle(false, () => undefined)
      await queryClient.invalidateQueries()
    },
    expectStored: async () => {
      expect(flickers).toEqual([])
      // One that is left would be shown again with the response of any other.
      expect([...resource.pendingChanges(session)]).toEqual([])
      for (const { queryKey } of queries) {
        const cached = comparable(queryClient.getQueryData(queryKey))
        await queryClient.refetchQueries({ queryKey, exact: true })
        expect(cached).toEqual(comparable(queryClient.getQueryData(queryKey)))
      }
    },
    close: async () => {
      session.close()
      reader.close()
      await network.stop()
    },
  }
}

/** Loads a query and shows it, so that it is refetched when it becomes stale. */
async function observe(queryClient: QueryClient, query: PageQuery) {
  if (query.queryKey[2] === 'pages') {
    const pages = query as ReturnType<typeof boardsQuery> // as its key says
    await queryClient.fetchInfiniteQuery(pages)
    new InfiniteQueryObserver(queryClient, pages).subscribe(() => undefined)
    return
  }
  const { queryKey } = query
  await queryClient.fetchQuery({ queryKey })
  new QueryObserver(queryClient, { queryKey }).subscribe(() => undefined)
}

const connectionTo = (base_url: string, key: string) => ({
  base_url,
  key,
  last4: 'test',
  keep: 'tab' as const,
  fingerprint: '0123456789ab',
})

/** Without what changes with any other resource or with the minute of the last use, and is no field of an edit. */
const comparable = (response: unknown): unknown =>
  JSON.parse(
    JSON.stringify(response, (name, value) =>
      /^(version|updated_at|completed_at|last_used_at)$/.test(name) ? undefined : value,
    ) ?? 'null',
  )
