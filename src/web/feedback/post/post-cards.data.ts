import type { Card } from '#client/resources.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import { postCardsText as text } from '#web/messages/en/post-cards.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'

/** The cards of a post, oldest first. Needs `cards.details`. */
export const postCardPages = (post_id: string) =>
  endpointPages('GET /feedback/posts/:post_id/cards', { post_id })

/** The entries that name a post, drafts too. Needs `filters`. */
export const postEntryPages = (post_id: string) =>
  endpointPages('GET /feedback/changelog/entries', { post_id, include_drafts: true })

export const openBoardPages = () => endpointPages('GET /boards', {})

/** Adds a created card to the undo history. */
export const recordCreation = (
  session: KeySession,
  { id, name }: Pick<Card, 'id' | 'name'>,
  request: ShownRequest,
) =>
  session.undo
    .record({
      label: text.created(name),
      undo: () => removeCard(session, id),
      requests: [request],
    })
    .done()

/** Deletes the card, or archives it where the server cannot delete cards. */
function removeCard(session: KeySession, card_id: string) {
  const options = { retry: () => void removeCard(session, card_id) }
  return session.capabilities.can('cards.delete')
    ? session.mutate('DELETE /cards/:card_id', { card_id }, options)
    : session.mutate('PATCH /cards/:card_id', { card_id, status: 'archived' }, options)
}
