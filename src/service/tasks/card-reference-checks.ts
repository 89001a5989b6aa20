import type { Member } from '#contract/developers/workspace.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { invalidField, referenceNotFound } from '#service/refusal.ts'
import { type ListState, listState } from './board-lists.store.ts'
import { findLabels } from './labels.store.ts'
import { findMembers } from './members.store.ts'

/** What a body refers to: 404 when it exists nowhere, 422 when it belongs to another board. */
export async function listFor(
  db: WorkspaceDb,
  board_id: string,
  list_id: string,
): Promise<ListState> {
  const list = await listState(db, list_id)
  if (!list) throw referenceNotFound('/list_id', 'list', list_id)
  if (list.board_id !== board_id)
    throw invalidField('/list_id', 'list_on_another_board', 'This list is on another board.')
  return list
}

/** Without repeats, in the order given. */
export async function labelsFor(db: WorkspaceDb, board_id: string, label_ids: readonly string[]) {
  const wanted = [...new Set(label_ids)]
  const found = await findLabels(db, wanted)
  for (const id of wanted) {
    const label = found.find((candidate) => candidate.id === id)
    const field = `/label_ids/${label_ids.indexOf(id)}`
    if (!label) throw referenceNotFound(field, 'label', id)
    if (label.board_id !== board_id)
      throw invalidField(field, 'label_on_another_board', 'This label is on another board.')
  }
  return wanted
}

export async function membersFor(
  db: WorkspaceDb,
  member_ids: readonly string[],
): Promise<Member[]> {
  const wanted = [...new Set(member_ids)]
  const found = await findMembers(db, wanted)
  return wanted.map((id) => {
    const member = found.find((candidate) => candidate.id === id)
    if (!member) throw referenceNotFound(`/members/${member_ids.indexOf(id)}`, 'member', id)
    return member
  })
}
