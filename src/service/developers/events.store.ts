import type { WorkspaceDb } from '#service/db/db.ts'
import { countRows } from '#service/db/pagination.ts'

export interface NumberedEvent {
  readonly id: string
  readonly kind: string
  /** A `bigint`, as text. */
  readonly number: string
  /** The event as one line of JSON. */
  readonly body: string
}

// Events of internal comments are included only by name: see `isInternal` in the contract.
const eventsOfKinds = ({ tx, workspace_id }: WorkspaceDb, kinds: readonly string[]) =>
  tx
    .selectFrom('events')
    .where('workspace_id', '=', workspace_id)
    .where('seq', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('kind', 'in', [...kinds]),
        ...(kinds.includes('*') ? [eb('kind', 'not like', 'comment.internal\\_%')] : []),
      ]),
    )

/** In the order of their numbers, which are assigned after the commit, so that no event is skipped. */
export async function eventsAfter(
  db: WorkspaceDb,
  kinds: readonly string[],
  number: string,
  limit: number,
): Promise<NumberedEvent[]> {
  const rows = await eventsOfKinds(db, kinds)
    .select(['id', 'kind', 'seq', 'body'])
    .where('seq', '>', number)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq, ...event }) => ({ ...event, number: seq ?? '' }))
}

export const countEvents = (db: WorkspaceDb, kinds: readonly string[]) =>
  countRows(eventsOfKinds(db, kinds))

/** The position of this event in the feed; undefined when it does not exist or was deleted. */
export async function numberOf(
  { tx, workspace_id }: WorkspaceDb,
  event_id: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('events')
    .select('seq')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', event_id)
    .executeTakeFirst()
  return row?.seq ?? undefined
}

/** The latest event of any kind. */
export const latestEvent = ({ tx, workspace_id }: WorkspaceDb) =>
  tx
    .selectFrom('events')
    .select(['id', 'seq'])
    .where('workspace_id', '=', workspace_id)
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
