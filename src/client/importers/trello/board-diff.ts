import { allPages } from '#client/importers/core/concurrency.ts'
import { differing, sameSet } from '#client/importers/core/diff.ts'
import type { ImportCall } from '#client/importers/core/import-call.ts'
import type { Board, BoardList, Label } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
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
export const boardChanges = (wanted: PlannedBoard, here: Board) =>
  differing({ name: wanted.name, description: wanted.description }, here)

export const listChanges = ({ name, wip_limit }: PlannedList, here: BoardList) =>
  differing(wip_limit === undefined ? { name } : { name, wip_limit }, here)

export const labelChanges = ({ name, color }: PlannedLabel, here: Label) =>
  differing({ name, color }, here)

/** Labels and people that were added to the card here, and stand in no file, stay on it. */
export function cardChanges(wanted: PlannedCard, here: Card, ids: Ids) {
  const { name, description, due_at, start_at, completed, status } = wanted
  const imported = new Set(ids.values())
  const own = (present: readonly string[]) => present.filter((id) => !imported.has(id))
  const label_ids = [...idsOf(wanted.label_refs, ids), ...own(here.label_ids)]
  const present = here.members.map(({ id }) => id)
  const members = [...idsOf(wanted.member_refs, ids), ...own(present)]
  const plain = differing({ name, description, due_at, start_at, completed, status }, here)
  return {
    ...plain,
    ...(sameSet(label_ids, here.label_ids) ? {} : { label_ids }),
    ...(sameSet(members, present) ? {} : { members }),
  }
}

/** A label or person that the service refused has no id; the card goes without. */
export const idsOf = (refs: readonly string[], ids: Ids): string[] =>
  refs.flatMap((ref) => ids.get(ref) ?? [])

/** What an earlier import of the same board left here, by `external_ref`. */
export interface Existing {
  readonly board: Board | undefined
  readonly lists: ReadonlyMap<string, BoardList>
  readonly labels: ReadonlyMap<string, Label>
  readonly cards: ReadonlyMap<string, Card>
}

export async function readExisting(call: ImportCall, plan: BoardPlan): Promise<Existing> {
  const { external_ref } = plan.board
  const board = (await call('GET /boards', { external_ref })).data[0]
  if (!board) return { board, lists: new Map(), labels: new Map(), cards: new Map() }

  const board_id = board.id
  const lists = await Promise.all(
    [false, true].map((archived) =>
      allPages((page) => call('GET /boards/:board_id/lists', { board_id, archived, ...page })),
    ),
  )
  const cards = await allPages((page) =>
    call('GET /boards/:board_id/cards', { board_id, status: 'all', ...page }),
  )
  return {
    board,
    lists: byRef(lists.flat()),
    labels: byRef(board.labels),
    cards: byRef(cards),
  }
}

const byRef = <Item extends { external_ref: string | null }>(items: readonly Item[]) =>
  new Map(items.flatMap((item) => (item.external_ref === null ? [] : [[item.external_ref, item]])))
