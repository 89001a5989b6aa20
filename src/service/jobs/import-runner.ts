import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

import type { DatabaseAccess } from '#service/db/db.ts'
import { isUnavailable } from '#service/db/transient-error.ts'
import {
  findImportFile,
  finishImport,
  lockImportPart,
  nextImport,
  releaseImports,
} from '#service/email/contact-files/contact-imports.store.ts'
import {
  type OpenImport,
  type PartResult,
  advance,
  importPart,
  openImport,
} from '#service/email/contact-files/import-part.ts'
import type { Log } from '#service/log.ts'
import { createEmit } from '#service/outbox/outbox.ts'
import type { HashesOf } from '#service/suppression-key.ts'

interface ImportRunner {
  start(): void
  /** Resolves when the part in progress is written. Another process may continue at once. */
  stop(): Promise<void>
}

export interface ImportRunnerOptions {
  readonly log: Log
  readonly addressHashes: HashesOf
  /** Called after each part with the number of its rows at most. */
  readonly onWrites: (count: number) => void
}

const intervalMs = 500
/** A killed process keeps an import from others for this long. */
const leaseMs = 10_000
const rowsPerPart = { postgres: 500, embedded: 50 } as const
/** Requests wait for a part on the embedded engine, so that a part has as many rows as fit into this time. */
const partMs = 50
const minRows = 10
const maxRows = 200
const maxFailures = 5
/** Before the second attempt; doubled before each later one. */
const retryMs = 200
const maxRetryMs = 2000

/** At most twice as many as before, because one part may be fast by chance. */
export const nextPartSize = (rows: number, ms: number): number =>
  Math.round(Math.min(maxRows, Math.max(minRows, Math.min(2 * rows, (rows * partMs) / ms))))

/** Every process may run one: a part is written by the process that has the lease, in one transaction. */
export function createImportRunner(
  database: DatabaseAccess,
  { log, addressHashes, onWrites }: ImportRunnerOptions,
): ImportRunner {
  const lease = randomUUID()
  let rows: number = rowsPerPart[database.kind]
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const row = await nextImport(database.pool, lease)
      if (!row) return
      const file = await findImportFile(database.readOnly(row.workspace_id), row.id)
      if (file) await runImport(row.workspace_id, await openImport(file))
    }
  }

  async function runImport(workspace_id: string, open: OpenImport): Promise<void> {
    let failures = 0
    let attempts = 0
    while (!stopping.signal.aborted) {
      try {
        const result = await writePart(workspace_id, open)
        failures = attempts = 0
        if (!result?.hasMore) return
      } catch (error) {
        attempts += 1
        // It goes on when the database is back, however long that takes.
        const isAway = isUnavailable(error)
        if (!isAway) failures += 1
        if (!isAway || attempts === 1)
          log('error', 'import_failed', { id: open.id, failures, error: String(error) })
        if (failures === maxFailures) return failImport(workspace_id, open)
        const ms = Math.min(retryMs * 2 ** (attempts - 1), maxRetryMs)
        await delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
      await nextTurn()
    }
  }

  async function writePart(
    workspace_id: string,
    open: OpenImport,
  ): Promise<PartResult | undefined> {
    const now = new Date()
    const { key_id } = open
    const caller = { key_id, member_id: null, workspace_id, scope: 'write', admin: true } as const
    const isSilent = !open.settings.emit_events
    let began = 0
    const result = await database.transaction(workspace_id, (db) => {
      began = performance.now()
      const hashAddress = addressHashes(workspace_id)
      const context = { db, now, emit: createEmit(db, caller, now, isSilent), hashAddress }
      return importPart(context, open, { lease, lease_ms: leaseMs, rows })
    })
    const ms = performance.now() - began
    if (result) advance(open, result)
    if (!open.dry_run) onWrites(rows)
    if (database.kind === 'embedded') rows = nextPartSize(rows, ms)
    return result
  }

  /** Unless another process continues it, or it has ended. */
  const failImport = (workspace_id: string, { id }: OpenImport) =>
    database.transaction(workspace_id, async (db) => {
      if (!(await lockImportPart(db, id, lease))) return
      const error = 'An internal error stopped it.'
      await finishImport(db, { id, status: 'failed', error }, new Date())
    })

  function tick() {
    // Rounds never overlap.
    running ??= run()
      .catch((error: unknown) => log('error', 'imports_failed', { error: String(error) }))
      .finally(() => {
        running = undefined
      })
  }

  return {
    start() {
      tick()
      timer = setInterval(tick, intervalMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
      // A database that is away must not keep the process: the lease ends by itself.
      await releaseImports(database.pool, lease).catch((error: unknown) =>
        log('warn', 'imports_not_released', { error: String(error) }),
      )
    },
  }
}
