import type { Activity } from '#contract/activity.ts'
import type { Changes } from '#contract/events.ts'
import type { Page, PageQuery } from '#contract/primitives.ts'
import type { Context } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { fetchPage } from '#service/page-query.ts'
import {
  type ActivityOwner,
  type ActivitySource,
  type ChangedSource,
  activitiesAfter,
  activitySince,
  countActivities,
  insertActivities,
} from './activity.store.ts'

/** What happened to one resource. */
export interface NewActivity {
  readonly id: string
  /** The kind of the event, or another where several facts have one. */
  readonly kind: string
  readonly changes?: Changes | undefined
}

type ActivityContext = Pick<Context, 'caller'>

/**
 * The key of the request with its member. The time, also that of the ids, is not `now`: a request that waited for a lock
 * comes after those that it waited for.
 */
const sourceOf = ({ caller }: ActivityContext): ActivitySource => ({
  key_id: caller.key_id,
  member_id: caller.member_id,
  created_at: new Date(),
})

/** Of one statement that changes any number of resources, which the transaction has locked. */
export function sourceOfChanged(context: ActivityContext, kind: string): ChangedSource {
  const source = sourceOf(context)
  return { ...source, id: newId('act', source.created_at), kind }
}

/** Records what happened to resources that the transaction has locked or created, in one statement. */
export function recordActivity(
  context: ActivityContext & Pick<Context, 'db'>,
  owner: ActivityOwner,
  activities: readonly NewActivity[],
): void {
  if (activities.length === 0) return
  const source = sourceOf(context)
  insertActivities(context.db, owner, {
    ...source,
    ids: activities.map(() => newId('act', source.created_at)),
    owner_ids: activities.map(({ id }) => id),
    kinds: activities.map(({ kind }) => kind),
    changes: activities.map(({ changes }) => formatChanges(changes)),
  })
}

export const formatChanges = (changes: Changes = {}): string => JSON.stringify(changes, truncate)

const maxCharacters = 500

/** A description is named as changed, not kept in every version. */
function truncate(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= maxCharacters) return value
  const characters = [...value]
  return characters.length <= maxCharacters
    ? value
    : `${characters.slice(0, maxCharacters - 1).join('')}…`
}

/** That of contacts; the activity of cards and posts is kept as long as they are. */
export const contactActivityMs = 365 * 24 * 3_600_000

/** From when on the activity of contacts is complete. */
export async function contactActivitySince({
  db,
  now,
}: Pick<Context, 'db' | 'now'>): Promise<string> {
  const kept = new Date(now.getTime() - contactActivityMs).toISOString()
  const start = await activitySince(db)
  return start > kept ? start : kept
}

/** A page of what happened to a resource that exists, newest first. */
export const fetchActivity = (
  { db, cursor }: Pick<Context, 'db' | 'cursor'>,
  owner: ActivityOwner,
  id: string,
  page: PageQuery,
): Promise<Page<Activity>> =>
  fetchPage(cursor, page, {
    rows: (last, limit) => activitiesAfter(db, owner, id, last, limit),
    keyOf: (activity) => [activity.id],
    total: () => countActivities(db, owner, id),
  })
