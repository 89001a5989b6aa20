import { type ByRef, byRef, changedFields, sameSet } from '#client/importers/core/diff.ts'
import { type ImportCall, fetchAll } from '#client/importers/core/import-call.ts'
import type { Board, BoardList, Label, Card } from '#client/resources.ts'
import type {
  PlannedBoard,
  PlannedCard,
  PlannedLabel,
  PlannedList,
  BoardPlan,
} from './board-plan.ts'

/** Ids here, by `external_ref`. */
type Ids = ReadonlyMap<string, string>

/** What a later import of the same board changes: only what the file says and what differs. */
export const boardChanges = (planned: PlannedBoard, current: Board) =>
  changedFields({ name: planned.name, description: planned.description }, current)

export const listChanges = (
  { name, wip_limit, completes_cards }: PlannedList,
  current: BoardList,
) =>
  changedFields(
    {
      name,
      ...(wip_limit === undefined ? {} : { wip_limit }),
      ...(completes_cards === undefined ? {} : { completes_cards }),
    },
    current,
  )

export const labelChanges = ({ name, color }: PlannedLabel, current: Label) =>
  changedFields({ name, color }, current)

/** Labels and people that were added to the card here, and stand in no file, stay on it. */
export function cardChanges(planned: PlannedCard, current: Card, ids: Ids) {
  const { name, description, due_at, start_at, completed, status } = planned
  const imported = new Set(ids.values())
  const notImported = (currentIds: readonly string[]) =>
    currentIds.filter((id) => !imported.has(id))
  const label_ids = [...idsOf(planned.label_refs, ids), ...notImported(current.label_ids)]
  const present = current.members.map(({ id }) => id)
  const members = [...idsOf(planned.member_refs, ids), ...notImported(present)]
  const plain = changedFields({ name, description, due_at, start_at, completed, status }, current)
  // A card that is complete already keeps its time.
  const completed_at = plain.completed === true ? planned.completed_at : undefined
  return {
    ...plain,
    ...(completed_at === undefined ? {} : { completed_at }),
    ...(sameSet(label_ids, current.label_ids) ? {} : { label_ids }),
    ...(sameSet(members, present) ? {} : { members }),
  }
}

/** A label or person that the service refused has no id; the card goes without. */
export const idsOf = (refs: readonly string[], ids: Ids): string[] =>
  refs.flatMap((ref) => ids.get(ref) ?? [])

/** What an earlier import of the same board left here, by `external_ref`. */
export interface Existing {
  readonly board: Board | undefined
  readonly lists: ByRef<BoardList>
  readonly labels: ByRef<Label>
  readonly cards: ByRef<Card>
}

export async function fetchExisting(call: ImportCall, plan: BoardPlan): Promise<Existing> {
  const { external_ref } = plan.board
  const board = (await call('GET /boards', { external_ref })).data[0]
  if (!board) return { board, lists: new Map(), labels: new Map(), cards: new Map() }

  const board_id = board.id
  const lists = await Promise.all(
    [false, true].map((archived) =>
      fetchAll(call, 'GET /boards/:board_id/lists', { board_id, archived }),
    ),
  )
  const cards = await fetchAll(call, 'GET /boards/:board_id/cards', { board_id, status: 'all' })
  return {
    board,
    lists: byRef(lists.flat()),
    labels: byRef(board.labels),
    cards: byRef(cards),
  }
}
