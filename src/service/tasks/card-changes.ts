import type { Member } from '#contract/developers/workspace.ts'
import type { Label } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import type { Context } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { invalidField, referenceNotFound } from '#service/refusal.ts'
import { emitCardEvent } from './card-activity.ts'
import { saveCard } from './card-writes.store.ts'
import { findLabels } from './labels.store.ts'
import { findMembers } from './members.store.ts'
import { findPosts } from './post-cards.store.ts'

const detailFields = [
  'name',
  'description',
  'due_at',
  'start_at',
  'label_ids',
  'members',
  'post_id',
] as const

/** Saves a changed card and emits one event for each fact. An unchanged card keeps its version. */
export async function saveCardChange(context: Context, before: Card, after: Card): Promise<Card> {
  const changes = changesBetween(before, after, detailFields)
  const completedChanged = after.completed !== before.completed
  const statusChanged = after.status !== before.status
  if (!changes && !completedChanged && !statusChanged) return before
  const data = saveCard(context.db, after)
  if (changes) await emitCardEvent(context, 'card.updated', { data, changes })
  if (completedChanged)
    await emitCardEvent(context, data.completed ? 'card.completed' : 'card.reopened', { data })
  if (statusChanged)
    await emitCardEvent(context, data.status === 'open' ? 'card.unarchived' : 'card.archived', {
      data,
    })
  return data
}

/** Without duplicates, in the order of the request. Throws 404 for unknown labels, 422 for those of another board. */
export async function labelsFor(
  db: WorkspaceDb,
  board_id: string,
  label_ids: readonly string[],
  field = '/label_ids',
): Promise<string[]> {
  return pickLabels(await findLabels(db, [...new Set(label_ids)]), board_id, label_ids, field)
}

/** The same from labels that were found already. */
export function pickLabels(
  found: readonly Label[],
  board_id: string,
  label_ids: readonly string[],
  field = '/label_ids',
): string[] {
  const unique = [...new Set(label_ids)]
  for (const id of unique) {
    const label = found.find((candidate) => candidate.id === id)
    const pointer = `${field}/${label_ids.indexOf(id)}`
    if (!label) throw referenceNotFound(pointer, 'label', id)
    if (label.board_id !== board_id)
      throw invalidField(pointer, 'label_on_another_board', 'This label is on another board.')
  }
  return unique
}

export async function membersFor(
  db: WorkspaceDb,
  member_ids: readonly string[],
  field = '/members',
): Promise<Member[]> {
  return pickMembers(await findMembers(db, [...new Set(member_ids)]), member_ids, field)
}

/** The same from members that were found already. */
export const pickMembers = (
  found: readonly Member[],
  member_ids: readonly string[],
  field = '/members',
): Member[] =>
  [...new Set(member_ids)].map((id) => {
    const member = found.find((candidate) => candidate.id === id)
    if (!member) throw referenceNotFound(`${field}/${member_ids.indexOf(id)}`, 'member', id)
    return member
  })

/** Throws 404 for a post that does not exist or is deleted. */
export async function requirePost(
  db: WorkspaceDb,
  post_id: string | null | undefined,
  field = '/post_id',
): Promise<void> {
  if (post_id) requireFoundPost(await findPosts(db, [post_id]), post_id, field)
}

/** The same with posts that were found already. */
export function requireFoundPost(
  found: readonly string[],
  post_id: string | null | undefined,
  field = '/post_id',
): void {
  if (post_id && !found.includes(post_id)) throw referenceNotFound(field, 'post', post_id)
}
