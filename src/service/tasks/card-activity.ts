import type { Changes, EventData, EventKind } from '#contract/events.ts'
import type { Context, Verbs } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { fetchPage } from '#service/page-query.ts'
import { orNotFound } from '#service/refusal.ts'
import { activityAfter, countActivity, insertActivity } from './card-activity.store.ts'
import { findCard } from './cards.store.ts'

export const cardActivityVerbs = {
  async 'GET /cards/:card_id/activity'({ db, cursor }, { card_id, ...page }) {
    orNotFound(await findCard(db, card_id), 'card', card_id)
    return fetchPage(cursor, page, {
      rows: (last, limit) => activityAfter(db, card_id, last, limit),
      keyOf: ({ id }) => [id],
      total: () => countActivity(db, card_id),
    })
  },
} satisfies Partial<Verbs>

type CardEventKind = Extract<EventKind, `card.${string}`>

interface CardEvent<Kind extends CardEventKind> {
  readonly data: EventData[Kind]
  readonly changes?: Changes | undefined
  /** Names of lists and boards at this time, for the activity only. */
  readonly names?: Changes | undefined
}

/** Emits an event of a card and adds it to the activity of the card. */
export async function emitCardEvent<Kind extends CardEventKind>(
  { db, now, caller, emit }: Pick<Context, 'db' | 'now' | 'caller' | 'emit'>,
  kind: Kind,
  { data, changes, names }: CardEvent<Kind>,
): Promise<void> {
  await emit(kind, data, changes)
  // Reordering a list is no news about its cards, and would be most of what is stored.
  if (kind === 'card.moved' && changes?.['list_id'] === undefined) return
  const { position: _position, ...details } = { ...changes, ...names }
  insertActivity(db, {
    id: newId('act', now),
    card_id: data.id,
    kind,
    changes: JSON.stringify(details, truncate),
    key_id: caller.key_id,
    created_at: now,
  })
}

const maxCharacters = 500

/** A description is named as changed, not kept in every version. */
function truncate(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= maxCharacters) return value
  const characters = [...value]
  return characters.length <= maxCharacters
    ? value
    : `${characters.slice(0, maxCharacters - 1).join('')}…`
}
