import type { Post } from '#client/resources.ts'
import type { Input, ReadName } from '#contract/endpoints.ts'
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

const cardReads: readonly ReadName[] = [
  'GET /feedback/posts/:post_id/cards',
  'GET /boards',
  'GET /boards/:board_id',
  'GET /boards/:board_id/cards',
]

type CardDraft = Required<
  Pick<Input<'POST /boards/:board_id/cards'>, 'board_id' | 'list_id' | 'name' | 'description'>
>

/** Creates a card of the post. The same key for the same draft never creates a second one. */
export async function createPostCard(
  session: KeySession,
  { id: post_id }: Post,
  draft: CardDraft,
  idempotency_key: string,
) {
  const result = await session.mutate(
    'POST /boards/:board_id/cards',
    { ...draft, post_id },
    { idempotency_key, silent: true, invalidates: cardReads },
  )
  if (result.state !== 'success') return result
  const { id, name } = result.output
  session.undo.record({ label: text.created(name), undo: () => removeCard(session, id) }).done()
  return result
}

/** Deletes the card, or archives it where the server cannot delete cards. */
function removeCard(session: KeySession, card_id: string) {
  const options = { invalidates: cardReads, retry: () => void removeCard(session, card_id) }
  return session.capabilities.can('cards.delete')
    ? session.mutate('DELETE /cards/:card_id', { card_id }, options)
    : session.mutate('PATCH /cards/:card_id', { card_id, status: 'archived' }, options)
}
