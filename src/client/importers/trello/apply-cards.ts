import { splitIntoBatches } from '#client/importers/core/batches.ts'
import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { groupBy, isEmpty } from '#client/importers/core/diff.ts'
import {
  type Outcome,
  rejectionError,
  rejectionReason,
} from '#client/importers/core/import-outcomes.ts'
import type { ImportRun } from '#client/importers/core/import-run.ts'
import type { Card } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { cardChanges, type Existing, idsOf } from './board-diff.ts'
import { type BoardKind, type BoardPlan, type PlannedCard, sourceLocation } from './board-plan.ts'
import { createDescription, updateDescription } from './card-description.ts'

export interface BoardRun extends ImportRun<BoardKind, BoardPlan> {
  readonly existing: Existing
  readonly board_id: string
}

/**
 * The cards of one list keep their order, since each goes to its bottom; several lists at a time. A board without any of
 * them gets all its cards in one sequence of batches.
 */
export async function applyCards(run: BoardRun): Promise<void> {
  const { cards } = run.plan
  const isNew = cards.every(({ external_ref }) => !run.existing.cards.has(external_ref))
  const groups =
    isNew && hasBatches(run) ? [cards] : [...groupBy(cards, ({ list_ref }) => list_ref).values()]
  await forEachConcurrently(run.concurrency, groups, (group) => applyInOrder(run, group))
}

async function applyInOrder(run: BoardRun, cards: readonly PlannedCard[]): Promise<void> {
  let pending: PlannedCard[] = []
  const flush = async () => {
    const next = pending
    pending = []
    await createCards(run, next)
  }
  for (const card of cards) {
    const current = run.existing.cards.get(card.external_ref)
    if (!current && hasBatches(run)) {
      pending.push(card)
      continue
    }
    // A card that comes to the list stands below those that precede it in the file.
    if (current?.list_id !== run.ids.get(card.list_ref)) await flush()
    await run.outcomes.runRecord('cards', sourceLocation('cards', card), () => {
      const list_id = requireListId(run, card)
      return current ? updateCard(run, card, current, list_id) : createCard(run, card, list_id)
    })
  }
  await flush()
}

function requireListId({ ids }: BoardRun, { list_ref }: PlannedCard): string {
  const list_id = ids.get(list_ref)
  if (list_id === undefined) throw rejectionError(LIST_REJECTED)
  return list_id
}

const LIST_REJECTED = 'Its list was rejected.'
/** As many as the service accepts. */
const MAX_CARDS = 100

async function createCards(run: BoardRun, cards: readonly PlannedCard[]): Promise<void> {
  const { board_id, ids, outcomes, write } = run
  const reject = (card: PlannedCard, reason: string) =>
    outcomes.recordError('cards', sourceLocation('cards', card), reason)
  const drafts = cards.flatMap((card) => {
    const list_id = ids.get(card.list_ref)
    if (list_id !== undefined) return [{ card, draft: newCard(run, card, list_id) }]
    reject(card, LIST_REJECTED)
    return []
  })
  for (const batch of splitIntoBatches(drafts, MAX_CARDS, ({ draft }) => draft)) {
    let results: ResponseBody<'POST /boards/:board_id/cards/import'>['results'] | undefined
    try {
      const input = { board_id, cards: batch.map(({ draft }) => draft) }
      results = (await write('POST /boards/:board_id/cards/import', input))?.results
    } catch (error) {
      const reason = rejectionReason(error)
      if (reason === undefined) throw error
      for (const { card } of batch) reject(card, reason)
      continue
    }
    const errors = new Map(results?.map(({ index, error }) => [index, error]))
    for (const [index, { card }] of batch.entries()) {
      const error = errors.get(index)
      if (error) reject(card, error.message)
      else outcomes.record('cards', 'created')
    }
  }
}

async function createCard(run: BoardRun, card: PlannedCard, list_id: string): Promise<Outcome> {
  const draft = newCard(run, card, list_id)
  await run.write('POST /boards/:board_id/cards', { board_id: run.board_id, ...draft })
  return 'created'
}

function newCard(run: BoardRun, card: PlannedCard, list_id: string) {
  const { external_ref, name, due_at, completed, completed_at, status, created_at, updated_at } =
    card
  const label_ids = idsOf(card.label_refs, run.ids)
  const draft = {
    list_id,
    external_ref,
    name,
    label_ids,
    due_at,
    completed,
    completed_at,
    status,
    created_at,
    updated_at,
  }
  const members = idsOf(card.member_refs, run.ids)
  const details = { description: createDescription(card), start_at: card.start_at, members }
  if (hasDetails(run)) return { ...draft, ...details }
  if (details.description ?? card.start_at ?? members[0])
    run.outcomes.warn('no_card_details', {}, name)
  return draft
}

const hasBatches = ({ capabilities }: BoardRun) => capabilities.has('cards.import')

const hasDetails = ({ capabilities }: BoardRun) => capabilities.has('cards.details')

/** The file says what is on a card and in which list it is; its place inside that list is left to this board. */
async function updateCard(
  run: BoardRun,
  card: PlannedCard,
  current: Card,
  list_id: string,
): Promise<Outcome> {
  const { ids, outcomes, existing, write } = run
  const card_id = current.id
  const { description, kept } = hasDetails(run)
    ? updateDescription(current.description ?? null, card)
    : { description: current.description ?? null, kept: false }
  if (kept) outcomes.warn('description_edited', {}, card.name)
  // A list here that completes its cards has completed those the file has not.
  const isDoneHere = existing.lists.get(card.list_ref)?.completes_cards && current.completed
  const planned = { ...card, description, completed: card.completed || isDoneHere === true }
  const changes = cardChanges(planned, current, ids)
  const moves = current.list_id !== list_id
  if (moves) await write('POST /cards/:card_id/move', { card_id, list_id })
  if (!isEmpty(changes)) await write('PATCH /cards/:card_id', { card_id, ...changes })
  return moves || !isEmpty(changes) ? 'updated' : 'unchanged'
}
