import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import type { DatabaseAccess, WorkspaceDb } from '#service/db/db.ts'
import { isTransient, isUnavailable } from '#service/db/transient-error.ts'
import type { Log } from '#service/log.ts'
import type { Lease } from './claims.store.ts'

/**
 * A kind of work that leaves the process. Each item is claimed in one short transaction, done with none open, and
 * recorded in a third, so that a slow receiver keeps no connection of the database.
 */
export interface ClaimKind<Item, Result> {
  /** In the log. */
  readonly name: string
  /** Longer than an item takes. A killed process keeps its items from others for this long. */
  readonly leaseMs: number
  /** How many items this process does at once. */
  readonly maxActive: number
  /** The workspaces that have work now: all of them, or only those of `candidates`. */
  readonly findWorkspaces: (candidates?: readonly string[]) => Promise<readonly string[]>
  /** At most `most` items. `hasMore` asks for another claim in the next round. */
  readonly claim: (db: WorkspaceDb, lease: Lease, most: number) => Promise<Claim<Item>>
  /** Never throws. When `signal` aborts, the service stops and the result says so. */
  readonly act: (item: Item, signal: AbortSignal) => Promise<Result>
  /** Ignores items that `owner` no longer holds. Returns what is to be recorded later, because something of it is locked. */
  readonly record: (
    db: WorkspaceDb,
    owner: string,
    results: readonly (readonly [Item, Result])[],
  ) => Promise<readonly (readonly [Item, Result])[]>
  /** Makes items available again, or marks them as uncertain, whose process is gone. */
  readonly releaseExpired: (isOnlyProcess: boolean) => Promise<void>
}

interface Claim<Item> {
  readonly items: readonly Item[]
  readonly hasMore: boolean
}

export interface ClaimRunner {
  start(): void
  /** Looks for work of this workspace in the next round, without waiting for the next poll. */
  wake(workspace_id: string): void
  /** Claims nothing more, waits a moment for what is under way, and leaves the rest to the lease. */
  stop(): Promise<void>
}

interface Batch<Item, Result> {
  readonly startTime: number
  readonly results: (readonly [Item, Result])[]
}

const pollMs = 500
/** From the end of a round to the next. Results that arrive in between share one transaction. */
const roundPauseMs = 100
const sweepMs = 5000
const stopMs = 3000
/** After a claim that failed. */
const failurePauseMs = 5000
/** A round does not wait longer for a workspace whose rows are locked. */
const maxWaitMs = 1000
/** The workspaces that remain are first in the next round, which records results before. */
const maxClaimingMs = 1000

/** Every process may run one: a claimed item belongs to one process until its lease ends. */
export function createClaimRunner<Item, Result>(
  database: DatabaseAccess,
  kind: ClaimKind<Item, Result>,
  log: Log,
): ClaimRunner {
  const owner = randomUUID()
  const stopping = new AbortController()
  const aborting = new AbortController()
  // Each active item listens; the warning about ten is for leaks.
  setMaxListeners(kind.maxActive, aborting.signal)
  const active = new Set<Promise<void>>()
  const batches = new Map<string, Batch<Item, Result>>()
  const pausedUntil = new Map<string, number>()
  /** May have work. */
  const candidates = new Set<string>()
  /** Have work, the longest waiting first. */
  const queue = new Set<string>()
  const busyWorkspaces = new Set<string>()
  let pollTimer: NodeJS.Timeout | undefined
  let roundTimer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let ending: Promise<void> | undefined
  let failureCount = 0
  let sweptAt = 0
  let polledAt = -Infinity
  let roundEndedAt = -Infinity

  async function runRound(): Promise<void> {
    const isStopping = () => stopping.signal.aborted
    // Before the sweep, which releases what this process did while the database was away.
    for (const workspace_id of [...batches.keys()]) await serve(workspace_id, recordResults)
    if (!isStopping()) await findWork()
    const endTime = performance.now() + maxClaimingMs
    for (const workspace_id of [...queue])
      if (!isStopping() && performance.now() < endTime) await serve(workspace_id, claim)
  }

  async function findWork(): Promise<void> {
    const now = performance.now()
    if (now - sweptAt > sweepMs) {
      sweptAt = now
      await kind.releaseExpired(false)
    }
    // The timer may be early by a fraction of a millisecond.
    const isPoll = now - polledAt > pollMs - 10
    if (isPoll) polledAt = now
    const names = [...candidates]
    candidates.clear()
    if (!isPoll && names.length === 0) return
    for (const workspace_id of await kind.findWorkspaces(isPoll ? undefined : names))
      queue.add(workspace_id)
  }

  /** Where the rows of a workspace are locked, the others are served meanwhile. */
  async function serve(workspace_id: string, work: (workspace_id: string) => Promise<void>) {
    if (busyWorkspaces.has(workspace_id)) return
    busyWorkspaces.add(workspace_id)
    const served = work(workspace_id).finally(() => {
      busyWorkspaces.delete(workspace_id)
      schedule()
    })
    await Promise.race([served, pause(maxWaitMs)])
  }

  /** A workspace whose claim fails must not keep the others. */
  async function claim(workspace_id: string): Promise<void> {
    // Half of the room at most, so that some is left for every other workspace.
    const most = Math.ceil((kind.maxActive - active.size) / 2)
    if (most <= 0) return
    queue.delete(workspace_id)
    if (performance.now() < (pausedUntil.get(workspace_id) ?? 0)) return
    try {
      const lease = { owner, ms: kind.leaseMs }
      const { items, hasMore } = await database.transaction(workspace_id, (db) =>
        kind.claim(db, lease, most),
      )
      for (const item of items) perform(workspace_id, item)
      if (hasMore) queue.add(workspace_id)
      pausedUntil.delete(workspace_id)
    } catch (error) {
      pausedUntil.set(workspace_id, performance.now() + failurePauseMs)
      reportFailure(error)
    }
  }

  function perform(workspace_id: string, item: Item): void {
    const work = kind.act(item, aborting.signal).then((result) => {
      active.delete(work)
      const batch = batches.get(workspace_id) ?? { startTime: performance.now(), results: [] }
      batch.results.push([item, result])
      batches.set(workspace_id, batch)
      schedule()
    })
    active.add(work)
  }

  /** Tries again in later rounds while the database is away, and for the time of a lease after a conflict or a timeout. */
  async function recordResults(workspace_id: string): Promise<void> {
    const batch = batches.get(workspace_id)
    if (!batch) return
    batches.delete(workspace_id)
    const { startTime, results } = batch
    const isRecent = () => performance.now() - startTime < kind.leaseMs
    const recordLater = (left: readonly (readonly [Item, Result])[]) => {
      const added = batches.get(workspace_id)?.results ?? []
      batches.set(workspace_id, { startTime, results: [...left, ...added] })
    }
    try {
      const left = await database.transaction(workspace_id, (db) => kind.record(db, owner, results))
      if (left.length > 0 && isRecent()) recordLater(left)
      queue.add(workspace_id)
    } catch (error) {
      reportFailure(error)
      // Anything else would fail again; the lease ends and the work is repeated.
      if (isUnavailable(error) || (isTransient(error) && isRecent())) recordLater(results)
    }
  }

  /** Reports a repeated failure only once. */
  function reportFailure(error: unknown): void {
    failureCount += 1
    if (failureCount === 1)
      log('error', 'claimed_work_failed', { kind: kind.name, error: String(error) })
  }

  /** Plans the next round. Rounds never overlap. */
  function schedule(): void {
    if (pollTimer === undefined || roundTimer !== undefined || round !== undefined) return
    const wait = Math.max(0, roundEndedAt + roundPauseMs - performance.now())
    roundTimer = setTimeout(() => {
      roundTimer = undefined
      startRound(runRound())
    }, wait)
    roundTimer.unref()
  }

  function startRound(work: Promise<void>): void {
    const failures = failureCount
    round = work
      .then(() => {
        if (failureCount === failures) failureCount = 0
      }, reportFailure)
      .finally(() => {
        round = undefined
        roundEndedAt = performance.now()
        if (candidates.size > 0 || queue.size > 0 || batches.size > 0) schedule()
      })
  }

  const pause = (ms: number) => delay(ms, undefined, { ref: false })

  async function end(): Promise<void> {
    const settle = async () => {
      await round
      await Promise.all(active)
      await round
      await Promise.all([...batches.keys()].map(recordResults))
    }
    await Promise.race([settle(), pause(stopMs)])
    aborting.abort()
    await Promise.race([settle(), pause(stopMs / 3)])
    clearTimeout(roundTimer)
    // Whatever ends later is left to the lease.
    pollTimer = undefined
  }

  return {
    start() {
      if (pollTimer !== undefined) return
      pollTimer = setInterval(schedule, pollMs)
      pollTimer.unref()
      sweptAt = performance.now()
      startRound(kind.releaseExpired(database.kind === 'embedded').then(runRound))
    },
    wake(workspace_id) {
      candidates.add(workspace_id)
      schedule()
    },
    stop() {
      clearInterval(pollTimer)
      stopping.abort()
      ending ??= end()
      return ending
    },
  }
}
