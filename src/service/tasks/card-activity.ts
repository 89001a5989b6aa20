import type { Changes, EventData, EventKind } from '#contract/events.ts'
import { fetchActivity, recordActivity } from '#service/activity.ts'
import type { Context, Verbs } from '#service/context.ts'
import { orNotFound } from '#service/refusal.ts'
import { findCard } from './cards.store.ts'

export const cardActivityVerbs = {
  async 'GET /cards/:card_id/activity'(context, { card_id, ...page }) {
    orNotFound(await findCard(context.db, card_id), 'card', card_id)
    return fetchActivity(context, 'card', card_id, page)
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
  context: Pick<Context, 'db' | 'now' | 'caller' | 'emit'>,
  kind: Kind,
  { data, changes, names }: CardEvent<Kind>,
): Promise<void> {
  await context.emit(kind, data, changes)
  // Reordering a list is no news about its cards, and would be most of what is stored.
  if (kind === 'card.moved' && changes?.['list_id'] === undefined) return
  const { position: _position, ...details } = { ...changes, ...names }
  recordActivity(context, 'card', [{ id: data.id, kind, changes: details }])
}
