import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { DatabaseAccess, WorkspaceDb } from '#service/db/db.ts'
import { isUnavailable } from '#service/db/transient-error.ts'
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
  /** The workspaces that have work now. Each is served in turn, so that none delays another. */
  readonly findWorkspaces: () => Promise<readonly string[]>
  readonly claim: (db: WorkspaceDb, lease: Lease) => Promise<readonly Item[]>
  /** Never throws. When `signal` aborts, the service stops and the result says so. */
  readonly act: (item: Item, signal: AbortSignal) => Promise<Result>
  /** Ignores items that `owner` no longer holds. */
  readonly record: (
    db: WorkspaceDb,
    owner: string,
    results: readonly (readonly [Item, Result])[],
  ) => Promise<void>
  /** Gives back, or marks as uncertain, what processes held that are gone. */
  readonly takeBack: (isOnlyProcess: boolean) => Promise<void>
}

export interface ClaimRunner {
  start(): void
  /** Looks for work without waiting for the next round. */
  wake(): void
  /** Claims nothing more, waits a moment for what is under way, and gives the rest back. */
  stop(): Promise<void>
}

const pollMs = 500
const sweepMs = 5000
const stopMs = 3000
/** After a claim that failed. */
const pauseMs = 5000

/** Every process may run one: a claimed item belongs to one process until its lease ends. */
export function createClaimRunner<Item, Result>(
  database: DatabaseAccess,
  kind: ClaimKind<Item, Result>,
  log: Log,
): ClaimRunner {
  const owner = randomUUID()
  const stopping = new AbortController()
  const aborting = new AbortController()
  const active = new Set<Promise<void>>()
  const results = new Map<string, (readonly [Item, Result])[]>()
  const recording = new Map<string, Promise<void>>()
  const pausedUntil = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let ending: Promise<void> | undefined
  let isWoken = false
  let isFailing = false
  let sweptAt = 0

  async function runRound(): Promise<void> {
    do {
      isWoken = false
      if (performance.now() - sweptAt > sweepMs) {
        sweptAt = performance.now()
        await kind.takeBack(false)
      }
      for (const workspace_id of await kind.findWorkspaces()) {
        if (stopping.signal.aborted) return
        await claim(workspace_id)
      }
    } while (isWoken && !stopping.signal.aborted)
  }

  /** A workspace whose claim fails must not keep the others. */
  async function claim(workspace_id: string): Promise<void> {
    if (performance.now() < (pausedUntil.get(workspace_id) ?? 0)) return
    try {
      const lease = { owner, ms: kind.leaseMs }
      const items = await database.transaction(workspace_id, (db) => kind.claim(db, lease))
      for (const item of items) perform(workspace_id, item)
      pausedUntil.delete(workspace_id)
    } catch (error) {
      pausedUntil.set(workspace_id, performance.now() + pauseMs)
      reportFailure(error)
    }
  }

  function perform(workspace_id: string, item: Item): void {
    const work = kind.act(item, aborting.signal).then(async (result) => {
      results.set(workspace_id, [...(results.get(workspace_id) ?? []), [item, result]])
      await recordAll(workspace_id)
    })
    active.add(work)
    void work.finally(() => active.delete(work))
  }

  /** Results that arrive during a transaction share the next one. */
  async function recordAll(workspace_id: string): Promise<void> {
    const previous = recording.get(workspace_id)
    if (previous) return previous.then(() => recordAll(workspace_id))
    const batch = results.get(workspace_id)
    if (!batch) return
    results.delete(workspace_id)
    const current = recordBatch(workspace_id, batch).finally(() => recording.delete(workspace_id))
    recording.set(workspace_id, current)
    await current
    wake()
  }

  /** Tries again while the database is away, until the lease has ended and the work is repeated anyway. */
  async function recordBatch(workspace_id: string, batch: (readonly [Item, Result])[]) {
    const until = performance.now() + kind.leaseMs
    for (;;)
      try {
        return await database.transaction(workspace_id, (db) => kind.record(db, owner, batch))
      } catch (error) {
        reportFailure(error)
        // Anything else would fail again; the lease ends and the work is repeated.
        if (!isUnavailable(error) || performance.now() > until || stopping.signal.aborted) return
        await delay(pollMs)
      }
  }

  /** Reports a repeated failure only once. */
  function reportFailure(error: unknown): void {
    if (!isFailing) log('error', 'claimed_work_failed', { kind: kind.name, error: String(error) })
    isFailing = true
  }

  function wake(): void {
    isWoken = true
    if (timer === undefined || stopping.signal.aborted) return
    // Rounds never overlap.
    round ??= runRound()
      .then(() => void (isFailing = false), reportFailure)
      .finally(() => {
        round = undefined
      })
  }

  /** Leaves what does not end in time to the lease. */
  async function end(): Promise<void> {
    const limit = (ms: number) => delay(ms, undefined, { ref: false })
    const settle = async () => {
      await round
      await Promise.all(active)
    }
    await Promise.race([settle(), limit(stopMs)])
    aborting.abort()
    await Promise.race([settle(), limit(stopMs / 3)])
  }

  return {
    start() {
      if (timer !== undefined) return
      timer = setInterval(wake, pollMs)
      timer.unref()
      sweptAt = performance.now()
      round = kind
        .takeBack(database.kind === 'embedded')
        .catch(reportFailure)
        .finally(() => {
          round = undefined
          wake()
        })
    },
    wake,
    stop() {
      clearInterval(timer)
      stopping.abort()
      ending ??= end()
      return ending
    },
  }
}
