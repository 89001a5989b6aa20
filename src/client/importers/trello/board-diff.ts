import { differing, sameSet } from '#client/importers/core/diff.ts'
import type { Board, BoardList, Label } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import type { PlannedBoard, PlannedCard, PlannedLabel, PlannedList } from './board-plan.ts'

/** Ids here, by `external_ref`. */
export type Ids = ReadonlyMap<string, string>

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
