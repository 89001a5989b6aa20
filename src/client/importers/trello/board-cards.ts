import { inFlight } from '#client/importers/core/concurrency.ts'
import { isEmpty } from '#client/importers/core/diff.ts'
import { grouped } from '#client/importers/core/grouped.ts'
import type { Verdict } from '#client/importers/core/import-outcomes.ts'
import type { Card } from '#contract/tasks/cards.ts'
import type { Run } from './apply-board.ts'
import { cardChanges, idsOf } from './board-diff.ts'
import { type PlannedCard, placeOf } from './board-plan.ts'

/** Several lists at a time; the cards of one list one after the other, since each goes to its bottom. */
export async function applyCards(run: Run, board_id: string): Promise<void> {
  const lists = grouped(run.plan.cards, ({ list_ref }) => list_ref)
  await inFlight(run.in_flight, [...lists.values()], async (cards) => {
    for (const card of cards) {
      await run.ledger.settle('cards', placeOf('cards', card), () => applyCard(run, board_id, card))
    }
  })
}

async function applyCard(run: Run, board_id: string, card: PlannedCard): Promise<Verdict> {
  const list_id = run.ids.get(card.list_ref)
  if (list_id === undefined) throw listRefused()
  const here = run.existing.cards.get(card.external_ref)
  if (here) return changeCard(run, card, here, list_id)
  const { list_ref: _list, label_refs, member_refs, ...fields } = card
  const label_ids = idsOf(label_refs, run.ids)
  const members = idsOf(member_refs, run.ids)
  const draft = { ...fields, board_id, list_id, label_ids, members, ...run.mode }
  if (!run.dry) await run.call('POST /boards/:board_id/cards', draft)
  return 'created'
}

/** The file says what is on a card and in which list it is; its place inside that list is left to this board. */
async function changeCard(
  { call, ids, dry, mode }: Run,
  card: PlannedCard,
  here: Card,
  list_id: string,
): Promise<Verdict> {
  const changes = cardChanges(card, here, ids)
  const moves = here.list_id !== list_id
  if (!dry && moves) {
    await call('POST /cards/:card_id/move', { card_id: here.id, list_id, ...mode })
  }
  if (!dry && !isEmpty(changes)) {
    await call('PATCH /cards/:card_id', { card_id: here.id, ...changes, ...mode })
  }
  return moves || !isEmpty(changes) ? 'updated' : 'unchanged'
}

const listRefused = () => Object.assign(new Error('Its list was refused.'), { code: 'not_found' })
