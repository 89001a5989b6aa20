import type { Parsed } from '#contract/endpoints.ts'
import type { CardDraft } from '#contract/tasks/card-batch.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { invalidField } from '#service/refusal.ts'

type Change = Omit<Parsed<'PATCH /cards/:card_id'>, 'card_id'>
type Dates = Pick<Card, 'start_at' | 'due_at'>
interface References {
  readonly label_ids: Card['label_ids'] | undefined
  readonly members: Card['members'] | undefined
}

/** The dates after a change, which may be flat or nested. Throws when the start is after the due date. */
export function datesOf(
  change: Pick<Change, 'start_at' | 'due_at' | 'dates'>,
  before: Dates,
): Dates {
  const dates = {
    start_at: resolveField(change.start_at, change.dates?.start_at, before.start_at),
    due_at: resolveField(change.due_at, change.dates?.due_at, before.due_at),
  }
  if (dates.start_at !== null && dates.due_at !== null && dates.start_at > dates.due_at)
    throw invalidField('/start_at', 'after_due', 'A card cannot start after its due date.')
  return dates
}

function resolveField<Value>(
  flat: Value | undefined,
  nested: Value | undefined,
  before: Value,
): Value {
  if (flat !== undefined) return flat
  return nested === undefined ? before : nested
}

/** Throws when two fields that mean the same have different values. */
export function requireConsistent({ members, member_ids, dates, ...change }: Change): void {
  if (members && member_ids && String(members) !== String(member_ids))
    throw invalidField(
      '/member_ids',
      'contradicts',
      'members and member_ids contradict each other.',
    )
  for (const field of ['start_at', 'due_at'] as const) {
    const [flat, nested] = [change[field], dates?.[field]]
    if (flat !== undefined && nested !== undefined && flat !== nested)
      throw invalidField(
        `/dates/${field}`,
        'contradicts',
        `${field} and dates.${field} contradict each other.`,
      )
  }
}

interface NewCardContext extends Pick<
  Card,
  'id' | 'board_id' | 'label_ids' | 'members' | 'position'
> {
  readonly list: { readonly id: string; readonly completes_cards: boolean }
  readonly isImport: boolean
  readonly now: Date
}

/** The card that a draft makes. */
export function buildCard(
  draft: CardDraft,
  { list, isImport, now, ...known }: NewCardContext,
): Card {
  const dates = datesOf(draft, { start_at: null, due_at: null })
  // An import sets the state explicitly; otherwise a completing list completes new cards.
  const completed = isImport ? (draft.completed ?? false) : list.completes_cards
  const created_at = draft.created_at ?? now.toISOString()
  return {
    ...known,
    list_id: list.id,
    name: draft.name,
    description: draft.description ?? null,
    ...dates,
    dates,
    completed,
    completed_at: completed ? (isImport && draft.completed_at) || now.toISOString() : null,
    status: isImport ? (draft.status ?? 'open') : 'open',
    post_id: draft.post_id ?? null,
    external_ref: draft.external_ref ?? null,
    version: '1',
    created_at,
    updated_at: draft.updated_at ?? created_at,
  }
}

/** The card after a PATCH. Completing a card never moves it. */
export function applyChange(
  before: Card,
  change: Change,
  now: Date,
  { label_ids, members }: References,
): Card {
  requireConsistent(change)
  const dates = datesOf(change, before)
  const completed = change.completed ?? before.completed
  const newlyCompleted = completed && !before.completed
  // An import knows when; a card that is complete already keeps its time.
  const completionTime = (change.import === true && change.completed_at) || now.toISOString()
  return {
    ...before,
    name: change.name ?? before.name,
    description: change.description === undefined ? before.description : change.description,
    ...dates,
    dates,
    label_ids: label_ids ?? before.label_ids,
    members: members ?? before.members,
    status: change.status ?? before.status,
    completed,
    completed_at: completed ? (newlyCompleted ? completionTime : before.completed_at) : null,
    post_id: change.post_id === undefined ? before.post_id : change.post_id,
    updated_at: change.updated_at ?? now.toISOString(),
  }
}
