import type { ApiError } from '#client/api-error.ts'
import type { Board, Card } from '#client/resources.ts'
import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import {
  cancelEdit,
  type Edit,
  endSaved,
  namesToSend,
  showEdit,
  undoValues,
} from '#web/session/resources/pending-changes.ts'
import { diffItems } from '#web/session/resources/record-field.rules.ts'
import { isConflict, isSame, namesOf, rebaseChanges } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import {
  addToList,
  applyMovesToCache,
  getCurrentCard,
  hasLeftList,
  listOf,
  patchCardInCache,
  originOf,
  removeFromList,
  replaceCardInCache,
} from '#web/tasks/cards/card-cache.ts'
import {
  type CardPages,
  flattenCards,
  isFullyLoaded,
  insertionIndex,
  type ListPosition,
} from '#web/tasks/cards/card-queries.data.ts'
import { isStaleNeighbor } from './card-conflicts.ts'
import { type CardEdit, resolveCardEdit } from './card-edit.rules.ts'
import {
  type CardChanges,
  type CardField,
  cardResource,
  mergeSavedFields,
  withEmptyArrays,
} from './card-resource.ts'

/** The same change of fields for each card. */
export interface CardFields extends CardEdit {
  readonly completed?: boolean
}

type EditInput =
  | { readonly type: 'move'; readonly list_id: string; readonly position: ListPosition }
  | {
      readonly type: 'set'
      readonly changes: CardChanges
      /** What the person asked for; an undo restores what each card had. */
      readonly fields?: CardFields
    }
  | {
      readonly type: 'archive' | 'unarchive' | 'delete' | 'restore'
      /** Where it was, for a server without ranks. */
      readonly origin?: ListPosition
    }

export interface CardInput {
  readonly card: Card
  readonly input: EditInput
}

/** The edit of one card among those of many, after its optimistic update. */
export interface AppliedEdit {
  readonly card: Card
  readonly input: EditInput
  /** The card as the edit shows it, later as it was saved. */
  shown: Card
  /** Where the card was before any of the edits. */
  readonly origin: ListPosition
  /** Returns false if a later change of the card was in the way. */
  readonly rollback: () => boolean
  /** What a change of fields changes, pending until it has a response. */
  readonly change?: Edit<Card, CardField> | undefined
  /** What its undo restores, where that is not what was before: of a redo what the undo had set, sent or not. */
  restores?: CardChanges | undefined
  /** The edit whose card this one follows. */
  readonly previous: AppliedEdit | undefined
  error?: ApiError
  /** A later change of the card was visible when the response arrived or it was rolled back. */
  isOutdated?: true
  /** It was rolled back, or undone by another edit, which shows what was before. */
  reverted?: 'rollback' | 'undo'
}

/** Shows all edits at once. A move places the cards together, in their order. */
export function applyEdits(
  session: KeySession,
  board: Board,
  inputs: readonly CardInput[],
): AppliedEdit[] {
  const { queryClient } = session
  const origins = new Map(inputs.map(({ card }) => [card.id, originOf(queryClient, card)]))
  const edits: AppliedEdit[] = []
  for (const group of groupNeighbors(inputs)) {
    for (const [index, applied] of applyGroup(session, board, group).entries()) {
      const { card, input } = applied
      const shown = getCurrentCard(session, shownInList(card, input))
      const origin = origins.get(card.id) ?? { position: 'bottom' }
      const previous = index > 0 ? edits.at(-1) : undefined
      edits.push({ ...applied, shown, origin, previous })
    }
  }
  return edits
}

/** Cards that are moved after one another are written together; any other edit is a group of its own. */
function groupNeighbors(inputs: readonly CardInput[]): CardInput[][] {
  const groups: CardInput[][] = []
  for (const next of inputs) {
    const group = groups.at(-1)
    if (group && isPlacedAfter(next.input, group.at(-1))) group.push(next)
    else groups.push([next])
  }
  return groups
}

const isPlacedAfter = (input: EditInput, last: CardInput | undefined): boolean =>
  input.type === 'move' && last !== undefined && input.position.after_card_id === last.card.id

const shownInList = (card: Card, input: EditInput): Card =>
  input.type === 'move' ? { ...card, list_id: input.list_id } : card

type Applied = Pick<AppliedEdit, 'rollback' | 'change'>

/** Shows the edits of a group. Returns each with its rollback. */
function applyGroup(
  session: KeySession,
  board: Board,
  group: readonly CardInput[],
): (CardInput & Applied)[] {
  const [first] = group
  if (!first) return []
  const { card, input } = first
  if (input.type !== 'move') return [{ card, input, ...applyEdit(session, card, input) }]
  const target = listOf(board, input.list_id)
  const moveOf = (from: Card) => ({ from, to: applyCardMove(from, input, target) })
  const moves = group.map((one) => ({ ...one, ...moveOf(one.card) }))
  return applyMovesToCache(session.queryClient, moves, input.position)
}

function applyEdit(
  session: KeySession,
  card: Card,
  input: Exclude<EditInput, { type: 'move' }>,
): Applied {
  const { queryClient } = session
  switch (input.type) {
    case 'set': {
      const change: Edit<Card, CardField> = { seen: card, changes: input.changes }
      showEdit(session, cardResource, change)
      return { change, rollback: () => (cancelEdit(session, cardResource, change), true) }
    }
    case 'archive':
    case 'delete': {
      const unpatch = patchCardInCache(queryClient, card, { status: 'archived' })
      const unlist = removeFromList(queryClient, card)
      const rollback = () => (unpatch(), unlist(), true)
      return { rollback }
    }
    case 'unarchive':
    case 'restore': {
      const open: Card = { ...card, status: 'open' }
      const unpatch = patchCardInCache(queryClient, card, { status: 'open' })
      addToList(queryClient, open, input.origin)
      const rollback = () => (removeFromList(queryClient, open), unpatch(), true)
      return { rollback }
    }
  }
}

/** What a change sets of one card, also where that stays the same. */
export function buildCardChanges(card: Card, { completed, ...edit }: CardFields): CardChanges {
  const { add_label_ids, remove_label_ids, add_members, remove_members, ...instants } = edit
  const { label_ids, members } = { ...withEmptyArrays(card), ...resolveCardEdit(card, edit) }
  const completed_at = completed ? (card.completed_at ?? new Date().toISOString()) : null
  return {
    ...instants,
    ...((add_label_ids ?? remove_label_ids) && { label_ids }),
    ...((add_members ?? remove_members) && { members }),
    ...(completed !== undefined && { completed, completed_at }),
  }
}

type SetMany<V> = (value: V, card: Card) => CardFields

/** What sets a field of many cards to this value; null where only one card gets it. */
const setMany: { readonly [F in CardField]: SetMany<Card[F]> | null } = {
  due_at: (due_at) => ({ due_at }),
  start_at: (start_at = null) => ({ start_at }),
  completed: (completed) => ({ completed }),
  label_ids: (ids, { label_ids }) => {
    const { added, removed } = diffItems(label_ids ?? [], ids, (id) => id)
    return { add_label_ids: added, remove_label_ids: removed }
  },
  members: (next, { members }) => {
    const { added, removed } = diffItems(members ?? [], next, ({ id }) => id)
    return { add_members: added, remove_members: removed }
  },
  name: null,
  description: null,
  // The service sets it with `completed`.
  completed_at: null,
}

/** What to ask for, for many cards: what is added and removed, so that each keeps what others add meanwhile. */
export function buildCardFields(card: Card, input: EditInput): CardFields {
  if (input.type !== 'set') return {}
  if (input.fields) return input.fields
  const { changes } = input
  const fieldsOf = <F extends CardField>(name: F) =>
    // The change has a value of the field.
    changes[name] === undefined ? {} : setMany[name]?.(changes[name] as Card[F], card)
  return Object.assign({}, ...namesOf(setMany).map(fieldsOf))
}

/** The edit that restores a card, and the card as it is now. */
export function inverseOf(
  session: KeySession,
  edit: AppliedEdit,
): { card: Card; input: EditInput } {
  const { card, input, origin, shown } = edit
  const current = getCurrentCard(session, shown)
  switch (input.type) {
    case 'move': {
      const isSupported = session.capabilities.can('cards.relative_move') || !origin.after_card_id
      const position: ListPosition = isSupported ? origin : { position: 'bottom' }
      return { card: current, input: { type: 'move', list_id: card.list_id, position } }
    }
    case 'set': {
      // Only what the change itself has added and removed: the response may have had more that is new.
      const { changes: own = {} } = edit.change ?? {}
      const changes = rebaseChanges(cardResource, own, previousOf(edit), withEmptyArrays(current))
      return { card: current, input: { type: 'set', changes } }
    }
    case 'archive':
      return { card: current, input: { type: 'unarchive', origin } }
    case 'delete':
      return { card: current, input: { type: 'restore', origin } }
    case 'unarchive':
      return { card: current, input: { type: 'archive' } }
    case 'restore':
      return { card: current, input: { type: 'delete' } }
  }
}

/** A position next to one of the moved cards means next to the nearest card that stays. */
export function positionAmongOthers(
  listCards: readonly Card[],
  moved: ReadonlySet<string>,
  { position, after_card_id, before_card_id }: CardMove,
): ListPosition {
  const neighbor = after_card_id ?? before_card_id
  if (position || neighbor === undefined) return { position: position ?? 'bottom' }
  if (!moved.has(neighbor)) return after_card_id ? { after_card_id } : { before_card_id: neighbor }
  const index = insertionIndex(listCards, { after_card_id, before_card_id })
  const above = listCards.slice(0, index).findLast(({ id }) => !moved.has(id))
  return above ? { after_card_id: above.id } : { position: 'top' }
}

/** The position to send: after the nearest card before it that was moved, or at the end where the first one goes. */
export function positionToSend({ input, previous }: AppliedEdit, relative: boolean): ListPosition {
  if (input.type !== 'move') return { position: 'bottom' }
  if (previous && (previous.error || !relative)) return positionToSend(previous, relative)
  return input.position
}

/** The cards stand together at the position already. The loaded end of a list may not be its bottom. */
export function isInPlace(
  pages: CardPages | undefined,
  cards: readonly Card[],
  start: ListPosition,
): boolean {
  if (start.position === 'bottom' && !isFullyLoaded(pages)) return false
  const listCards = flattenCards(pages)
  const moved = new Set(cards.map(({ id }) => id))
  const others = listCards.filter(({ id }) => !moved.has(id))
  const next = others.toSpliced(insertionIndex(others, start), 0, ...cards)
  return (
    next.length === listCards.length && next.every(({ id }, index) => id === listCards[index]?.id)
  )
}

/** The request names a card that has left the list. */
export const hasStaleNeighbor = ({ input, error }: AppliedEdit): boolean =>
  input.type === 'move' &&
  error !== undefined &&
  isStaleNeighbor(error, { list_id: input.list_id, ...input.position })

/** Merges a response, except for fields that the person has changed since. */
export function mergeSaved(session: KeySession, edit: AppliedEdit, saved: Partial<Card>) {
  const { queryClient } = session
  const { change } = edit
  const current = getCurrentCard(session, edit.shown)
  if (change?.pending) {
    namesToSend(change)
    // It had no version: edits that wait are still of the version that was seen.
    endSaved(session, cardResource, change.pending, saved, true)
    change.saved = { item: { ...current, ...saved }, previous: undoValues(change.pending) }
    change.pending = undefined
  }
  const merged = mergeSavedFields(session, current, edit.shown, saved)
  const hasLeft = hasLeftList(queryClient, current)
  // A card that is in no list has no place to move to.
  const isMoved =
    merged.status === 'open' &&
    !hasLeft &&
    (merged.list_id !== current.list_id || merged.position !== current.position)
  if (isMoved) replaceCardInCache(queryClient, current, merged)
  else patchCardInCache(queryClient, current, merged)
  if (hasLeft && edit.input.type === 'move') edit.isOutdated = true
  if (isAsShown(current, edit)) edit.shown = { ...current, ...saved }
  else edit.isOutdated = true
}

const previousOf = ({ change, restores }: AppliedEdit): CardChanges =>
  restores ?? change?.saved?.previous ?? (change?.pending ? undoValues(change.pending) : {})

/** No later change is visible in what the edit changed. */
function isAsShown(current: Card, edit: AppliedEdit): boolean {
  const { input, shown } = edit
  if (input.type === 'move')
    return current.list_id === shown.list_id && current.position === shown.position
  return namesOf(previousOf(edit)).every((name) => isSame(cardResource, name, current, shown))
}

/** What someone else, or a later change of this tab, has set since of what the edit has changed: its list, or a field. */
export function findLaterChange(
  current: Card,
  edit: AppliedEdit,
): 'list_id' | CardField | undefined {
  const { input, shown } = edit
  if (input.type === 'move') return current.list_id === shown.list_id ? undefined : 'list_id'
  const previous = previousOf(edit)
  return (namesOf(previous) as CardField[]).find((name) =>
    isConflict(cardResource, name, shown, previous, withEmptyArrays(current)),
  )
}
