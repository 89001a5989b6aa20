import type { BatchResult } from '#contract/batch-result.ts'
import type { CardDraft } from '#contract/tasks/card-batch.ts'
import { RANK_GAP } from '#contract/tasks/card-rank.rules.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { invalidItem, refusedItem } from '#service/batch-result.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { refTaken } from '#service/external-ref.ts'
import { orNotFound } from '#service/refusal.ts'
import { lockLists } from './board-lists.store.ts'
import { boardArchived, listArchived } from './board-lists.ts'
import { boardState } from './boards.store.ts'
import { emitCardEvent } from './card-activity.ts'
import { pickLabels, pickMembers, requireFoundPost } from './card-changes.ts'
import { rankFor } from './card-position.ts'
import { findCardsByRef, insertCards } from './card-writes.store.ts'
import { buildCard } from './cards.rules.ts'
import { boardFull, countRoom, listFor } from './cards.ts'
import { findLabels } from './labels.store.ts'
import { findMembers } from './members.store.ts'
import { findPosts } from './post-cards.store.ts'

export const cardImportVerbs = {
  async 'POST /boards/:board_id/cards/import'(context, { board_id, cards, ...mode }) {
    const { db } = context
    const board = orNotFound(await boardState(db, board_id), 'board', board_id)
    const isImport = mode.import === true
    if (board.archived && !isImport) throw boardArchived()
    const drafts = cards.flatMap(({ item }) => item ?? [])
    const create = await prepareCreation(context, board_id, drafts, isImport)
    const created: Card[] = []
    const results = cards.map(({ item, issues }, index): BatchResult => {
      if (!item) return { index, ...invalidItem(issues) }
      try {
        const card = create(isImport ? item : { ...item, ...notImported })
        created.push(card)
        return { index, status: 201, id: card.id }
      } catch (error) {
        return { index, ...refusedItem(error) }
      }
    })
    await insertCards(db, created)
    for (const card of created) await emitCardEvent(context, 'card.created', { data: card })
    return { results }
  },
} satisfies Partial<Verbs>

/** Fields for import mode only are ignored without it, as in a request for one card. */
const notImported = { external_ref: undefined, created_at: undefined, updated_at: undefined }

/** Finds at once what all drafts refer to. The function makes one card after the other, without a query. */
async function prepareCreation(
  { db, now }: Context,
  board_id: string,
  drafts: readonly CardDraft[],
  isImport: boolean,
): Promise<(draft: CardDraft) => Card> {
  const distinct = <T>(values: readonly T[]) => [...new Set(values)]
  const list_ids = distinct(drafts.map(({ list_id }) => list_id))
  if (list_ids.length > 0) await lockLists(db, list_ids)
  const lists = new Map<string, Target>()
  for (const list_id of list_ids) lists.set(list_id, await findTarget(db, board_id, list_id))
  const labels = await findLabels(db, distinct(drafts.flatMap((draft) => draft.label_ids ?? [])))
  const members = await findMembers(db, distinct(drafts.flatMap((draft) => draft.members ?? [])))
  const posts = await findPosts(db, distinct(drafts.flatMap(({ post_id }) => post_id ?? [])))
  const refs = isImport ? distinct(drafts.flatMap(({ external_ref }) => external_ref ?? [])) : []
  const idsByRef = await findCardsByRef(db, refs)
  let room = await countRoom(db, board_id)

  return (draft) => {
    const target = lists.get(draft.list_id)
    if (!target || 'error' in target) throw target?.error
    const { list } = target
    if (list.archived && !isImport) throw listArchived()
    const ref = draft.external_ref ?? null
    const other = ref === null ? undefined : idsByRef.get(ref)
    if (other !== undefined) throw refTaken(other)
    requireFoundPost(posts, draft.post_id)
    const card = buildCard(draft, {
      id: newId('crd', now),
      board_id,
      list,
      label_ids: pickLabels(labels, board_id, draft.label_ids ?? []),
      members: pickMembers(members, draft.members ?? []),
      position: target.position,
      isImport,
      now,
    })
    if (room === 0) throw boardFull()
    room -= 1
    target.position += RANK_GAP
    if (ref !== null) idsByRef.set(ref, card.id)
    return card
  }
}

/** A list with the position of its next card, or why no card can be in it. */
type Target =
  | { readonly list: Awaited<ReturnType<typeof listFor>>; position: number }
  | { readonly error: unknown }

async function findTarget(db: WorkspaceDb, board_id: string, list_id: string): Promise<Target> {
  try {
    const list = await listFor(db, board_id, list_id)
    return { list, position: (await rankFor(db, list_id, [], { list_id })).position }
  } catch (error) {
    return { error }
  }
}
