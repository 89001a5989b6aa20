import { sql } from 'kysely'

import type { SegmentFilter } from '#contract/email/segments.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { statusCounts } from '#service/email/lists/list-counts.store.ts'
import { type ReadNow, segmentCondition, tagNamesSql } from './segment-condition.store.ts'

interface CountedSegment {
  readonly id: string
  readonly version: number
  readonly filter: SegmentFilter
}

interface KeptCount {
  readonly version: number
  readonly count: number
  /** As `performance.now()`: with the time of day, counts would stay for as long as that is set back. */
  readonly at: number
  /** Milliseconds for which no request refreshes it. */
  readonly fresh_for: number
}

/** Lists up to this size are counted with each request. */
const MAX_EXACT = 10_000
/** Segments of one statement: it must end before its timeout in a list of a million. */
const SCAN_SEGMENTS = 25
/** Milliseconds after which counts are refreshed at the earliest, and after which they are too old to be returned. */
const FRESH_MS = 60_000
/** Refreshes take about this share of the time, so that the requests beside them are not slow most of the time. */
const SHARE = 0.05
const MAX_AGE_MS = 300_000
/** Leaves a request the time to start a refresh that others need not wait for. */
const MAX_FRESH_MS = 240_000
const MAX_LISTS = 200

// Of this process, by workspace and list, then by segment. Another process counts for itself.
const keptCounts = new Map<string, Map<string, KeptCount>>()
const running = new Map<string, Promise<void>>()

/**
 * How many contacts each segment of a list has. Hundreds of thousands of contacts take seconds, so the counts of large
 * lists are kept: after a minute they are refreshed behind the response, after five minutes before it.
 * `readNow` is called where the counts may be older than the request, or depend on its time.
 */
export async function segmentCounts(
  db: WorkspaceDb,
  list_id: string,
  segments: readonly CountedSegment[],
  readNow: ReadNow,
  maxExact = MAX_EXACT,
): Promise<ReadonlyMap<string, number>> {
  if (segments.length === 0) return new Map()
  const statuses = await statusCounts(db, [list_id])
  const size = statuses.reduce((sum, { count }) => sum + count, 0)
  if (size <= maxExact) return countBySegment(db, list_id, segments, readNow)

  const key = `${db.workspace_id} ${list_id}`
  const time = readNow()
  const now = performance.now()
  const isOlder = (limitOf: (kept: KeptCount) => number) => (segment: CountedSegment) => {
    const kept = keptCounts.get(key)?.get(segment.id)
    return kept?.version !== segment.version || now - kept.at > limitOf(kept)
  }
  const isTooOld = isOlder(() => MAX_AGE_MS)
  // Requests at the same time wait for one count.
  if (segments.some(isTooOld)) await running.get(key)?.catch(() => undefined)
  const missing = segments.filter(isTooOld)
  if (missing.length > 0) await keepCounts(db, list_id, missing, now, time)
  const old = segments.filter(isOlder(({ fresh_for }) => fresh_for))
  // What fails here is tried again by the next request.
  if (old.length > 0 && !running.has(key))
    void keepCounts(db, list_id, old, now, time).catch(() => undefined)
  return new Map(segments.map(({ id }) => [id, keptCounts.get(key)?.get(id)?.count ?? 0]))
}

function keepCounts(
  db: WorkspaceDb,
  list_id: string,
  segments: readonly CountedSegment[],
  at: number,
  time: Date,
): Promise<void> {
  const key = `${db.workspace_id} ${list_id}`
  const count = async () => {
    const began = performance.now()
    const counts = await countBySegment(db, list_id, segments, () => time)
    const fresh_for = clamp((performance.now() - began) / SHARE, FRESH_MS, MAX_FRESH_MS)
    const kept = keptCounts.get(key) ?? new Map<string, KeptCount>()
    for (const [id, old] of kept) if (at - old.at > MAX_AGE_MS) kept.delete(id)
    for (const { id, version } of segments)
      kept.set(id, { version, count: counts.get(id) ?? 0, at, fresh_for })
    keptCounts.delete(key)
    keptCounts.set(key, kept)
    const [oldest] = keptCounts.keys()
    if (oldest !== undefined && keptCounts.size > MAX_LISTS) keptCounts.delete(oldest)
  }
  const run = count().finally(() => running.get(key) === run && running.delete(key))
  running.set(key, run)
  return run
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** Reads the contacts once for many segments: they are in no order that an index has. */
async function countBySegment(
  db: WorkspaceDb,
  list_id: string,
  segments: readonly CountedSegment[],
  readNow: ReadNow,
): Promise<ReadonlyMap<string, number>> {
  const { tx, workspace_id } = db
  const tags = await tx
    .selectFrom('list_tags')
    .select(['key', 'name'])
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .execute()
  const tagSql = tagNamesSql(tags)
  const counts = new Map<string, number>()
  for (let first = 0; first < segments.length; first += SCAN_SEGMENTS) {
    const part = segments.slice(first, first + SCAN_SEGMENTS)
    const columns = part.map(
      ({ filter }) =>
        sql`count(*) filter (where ${segmentCondition(filter, readNow, tagSql)})::int`,
    )
    const { rows } = await sql<{ counts: number[] }>`
      select array[${sql.join(columns)}] as counts from contacts
      where workspace_id = ${workspace_id} and list_id = ${list_id}`.execute(tx)
    part.forEach(({ id }, index) => counts.set(id, rows[0]?.counts[index] ?? 0))
  }
  return counts
}
