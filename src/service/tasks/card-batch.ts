import type { Member } from '#contract/developers/workspace.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { CardBatchResult, CardSet } from '#contract/tasks/card-batch.ts'
import type { Card, CardMove } from '#contract/tasks/cards.ts'
import { refusedItem } from '#service/batch-result.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { transactionConflict } from '#service/db/transaction-conflict.ts'
import { Refusal, invalidField, notFound, orNotFound, referenceNotFound } from '#service/refusal.ts'
import { type MoveList, lockListsOfCards } from './board-lists.store.ts'
import { boardArchived } from './board-lists.ts'
import { boardState } from './boards.store.ts'
import { emitCardEvent } from './card-activity.ts'
import { labelsFor, membersFor, requirePost, saveCardChange } from './card-changes.ts'
import {
  labelsAfterMove,
  requireLabelsChoice,
  requireOnePosition,
  requireOpenCard,
  requireOpenTarget,
  saveMove,
} from './card-moves.ts'
import { ranksFor } from './card-position.ts'
import { markAllDeleted } from './card-writes.store.ts'
import { applyChange, requireConsistent } from './cards.rules.ts'
import { lockCards } from './cards.store.ts'
import { boardFull, countRoom, deletedCard, isAdded, isReopened, requireOpenList } from './cards.ts'

type Batch = Parsed<'POST /boards/:board_id/cards/batch'>
type ItemResult = Omit<CardBatchResult, 'index'>

/** A card of the batch before and after `set`. */
interface Item {
  readonly before: Card
  readonly after: Card
}

export const cardBatchVerbs = {
  async 'POST /boards/:board_id/cards/batch'(context, { board_id, ...batch }) {
    const { db } = context
    const board = orNotFound(await boardState(db, board_id), 'board', board_id)
    requireOperation(batch)
    const ids = [...new Set(batch.ids)]
    const isReopening = batch.set?.status === 'open'
    // Lists are locked before cards, so that two moves cannot deadlock.
    const lists =
      batch.move || isReopening ? await lockListsOfCards(db, ids, batch.move?.list_id) : []
    const cards = new Map((await lockCards(db, ids)).map((card) => [card.id, card]))
    const target = batch.move && findTarget(lists, board_id, batch.move)
    const change = await resolveSet(db, board_id, batch.set ?? {})
    const isImport = batch.import === true
    if (!isImport) {
      if (board.archived) throw boardArchived()
      if (target) requireOpenTarget(target)
    }

    const target_board_id = target?.board_id ?? board_id
    const needsRoom = isReopening || target_board_id !== board_id
    let room = needsRoom ? await countRoom(db, target_board_id) : 0
    const results = new Map<string, ItemResult>()
    const items: Item[] = []
    for (const id of ids)
      try {
        const before = cards.get(id)
        if (before?.board_id !== board_id) throw notFound('card', id)
        const after = change(before, context.now)
        if (target && !isImport) requireOpenCard(after)
        if (!target && !isImport && isReopened(before, after)) requireOpenList(lists, before)
        if (isAdded(before, after, target_board_id)) {
          if (room === 0) throw boardFull()
          room -= 1
        }
        items.push({ before, after })
      } catch (error) {
        results.set(id, { ...refusedItem(error), id })
      }

    const saved = batch.delete
      ? await deleteCards(context, items)
      : await saveCards(context, items, { ...batch, isImport, lists, target })
    for (const result of saved) results.set(result.id, result)
    return {
      results: batch.ids.map((id, index) => ({ index, ...(results.get(id) ?? { status: 404 }) })),
    }
  },
} satisfies Partial<Verbs>

/** `If-Match` is not checked: it names one version, but a batch has many cards. */
function requireOperation({ set, move, delete: isDeletion, ids }: Omit<Batch, 'board_id'>): void {
  if (isDeletion === true && (set ?? move))
    throw invalidField('/delete', 'contradicts', 'Use delete without set and move.')
  if (isDeletion !== true && !set && !move)
    throw invalidField('', 'no_operation', 'Use at least one of set, move and delete.')
  if (set?.label_ids && (set.add_label_ids ?? set.remove_label_ids))
    throw contradiction('label_ids', 'add_label_ids and remove_label_ids')
  if ((set?.members ?? set?.member_ids) && (set?.add_member_ids ?? set?.remove_member_ids))
    throw contradiction('members', 'add_member_ids and remove_member_ids')
  if (set) inField('/set', () => requireConsistent(set))
  if (!move) return
  inField('/move', () => requireOnePosition(move))
  for (const field of ['after_card_id', 'before_card_id'] as const)
    if (ids.includes(move[field] ?? ''))
      throw invalidField(
        `/move/${field}`,
        'itself',
        'Cards cannot be placed next to one of themselves.',
      )
}

const contradiction = (field: string, others: string) =>
  invalidField(`/set/${field}`, 'contradicts', `${field} contradicts ${others}.`)

function findTarget(lists: readonly MoveList[], board_id: string, move: CardMove): MoveList {
  const target = lists.find(({ id }) => id === move.list_id)
  if (!target) throw referenceNotFound('/move/list_id', 'list', move.list_id)
  inField('/move', () => requireLabelsChoice(board_id, target, move))
  return target
}

/** Looks up what `set` refers to once; the function changes one card. */
async function resolveSet(db: WorkspaceDb, board_id: string, set: CardSet) {
  const labels = (ids: readonly string[] | undefined, field: string) =>
    ids && labelsFor(db, board_id, ids, `/set/${field}`)
  const members = (ids: readonly string[] | undefined, field: string) =>
    ids && membersFor(db, ids, `/set/${field}`)
  const all = {
    labels: await labels(set.label_ids, 'label_ids'),
    members: await members(set.members ?? set.member_ids, 'members'),
  }
  const added = {
    labels: (await labels(set.add_label_ids, 'add_label_ids')) ?? [],
    members: (await members(set.add_member_ids, 'add_member_ids')) ?? [],
  }
  await requirePost(db, set.post_id, '/set/post_id')
  return (card: Card, now: Date): Card =>
    inField('/set', () =>
      applyChange(card, set, now, {
        label_ids: all.labels ?? mergeLabels(card.label_ids, added.labels, set.remove_label_ids),
        members: all.members ?? mergeMembers(card.members, added.members, set.remove_member_ids),
      }),
    )
}

const maxPerCard = 50

function mergeLabels(current: readonly string[], added: readonly string[], removed: string[] = []) {
  const kept = current.filter((id) => !removed.includes(id))
  const merged = [...new Set([...kept, ...added])]
  if (merged.length > maxPerCard) throw tooMany('/add_label_ids', 'labels')
  return merged
}

function mergeMembers(
  current: readonly Member[],
  added: readonly Member[],
  removed: string[] = [],
) {
  const kept = current.filter(({ id }) => !removed.includes(id))
  const merged = [...kept, ...added.filter(({ id }) => !kept.some((member) => member.id === id))]
  if (merged.length > maxPerCard) throw tooMany('/add_member_ids', 'members')
  return merged
}

const tooMany = (field: string, what: string) =>
  invalidField(field, 'too_many', `A card may have at most ${maxPerCard} ${what}.`)

async function deleteCards(context: Context, items: readonly Item[]) {
  const { db, now } = context
  if (items.length === 0) return []
  await markAllDeleted(
    db,
    items.map(({ before }) => before.id),
    now,
  )
  for (const { before } of items)
    await emitCardEvent(context, 'card.deleted', { data: deletedCard(before, now) })
  return items.map(({ before }) => ({ id: before.id, status: 204 }))
}

interface Placement {
  readonly move?: CardMove | undefined
  readonly target: MoveList | undefined
  readonly lists: readonly MoveList[]
  readonly isImport: boolean
}

async function saveCards(context: Context, items: readonly Item[], placement: Placement) {
  const place = await createPlacement(context, items, placement)
  const results: { id: string; status: number; card: Card }[] = []
  for (const [index, { before, after }] of items.entries()) {
    const card = await place(await saveCardChange(context, before, after), index)
    results.push({ id: card.id, status: 200, card })
  }
  return results
}

/** Moves a card that is not yet at its place among the cards of the batch. */
async function createPlacement(
  context: Context,
  items: readonly Item[],
  { move, target, lists, isImport }: Placement,
): Promise<(card: Card, index: number) => Promise<Card>> {
  if (!move || !target || items.length === 0) return async (card) => card
  const { db } = context
  const cards = items.map(({ after }) => after)
  const currentRanks = cards.map(({ id, list_id, position }) => ({
    id,
    position: list_id === target.id ? position : undefined,
  }))
  const { ranks, renumbered } = await ranksFor(db, target.id, currentRanks, move).catch(
    (error: unknown) => {
      throw prefixField('/move', error)
    },
  )
  const labels = await labelsAfterMove(db, cards, target, move)
  return async (card, index) => {
    const position = ranks[index] ?? card.position
    if (!renumbered && card.list_id === target.id && card.position === position) return card
    const source = lists.find(({ id }) => id === card.list_id)
    // Moved to a list that is not locked while this request waited for the lists.
    if (!source) throw transactionConflict()
    return saveMove(context, card, { source, target, position, labels, isImport })
  }
}

/** A refusal of a rule for single cards, with the field as it is named in a batch. */
function prefixField(prefix: string, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const { code, message, extra } = error
  const details = extra.details?.map((detail) => ({ ...detail, field: prefix + detail.field }))
  return new Refusal(code, message, { ...extra, ...(details ? { details } : {}) })
}

function inField<T>(prefix: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw prefixField(prefix, error)
  }
}
