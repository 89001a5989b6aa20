import type { WorkspaceDb } from '#service/db/db.ts'
import { countAll } from '#service/db/pagination.ts'

export interface NumberedEvent {
  readonly id: string
  readonly kind: string
  /** As text: `bigint`. */
  readonly number: string
  /** The whole event as JSON, on one line. */
  readonly body: string
}

// Notes of the team are told to those who name them: see `isInternal` in the contract.
const chosen = ({ tx, workspace_id }: WorkspaceDb, kinds: readonly string[]) =>
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

/** In the order of their numbers, which were given after the commit: nothing is passed over. */
export async function eventsAfter(
  db: WorkspaceDb,
  kinds: readonly string[],
  number: string,
  limit: number,
): Promise<NumberedEvent[]> {
  const rows = await chosen(db, kinds)
    .select(['id', 'kind', 'seq', 'body'])
    .where('seq', '>', number)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq, ...event }) => ({ ...event, number: seq ?? '' }))
}

export const countEvents = async (db: WorkspaceDb, kinds: readonly string[]): Promise<number> =>
  (await chosen(db, kinds).select(countAll().as('count')).executeTakeFirstOrThrow()).count

/** Where the feed goes on after this event; undefined when it is not there, or not any more. */
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

/** The latest one, whatever its kind. */
export const latestEvent = ({ tx, workspace_id }: WorkspaceDb) =>
  tx
    .selectFrom('events')
    .select(['id', 'seq'])
    .where('workspace_id', '=', workspace_id)
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
