import type { ApiError } from '#client/api-error.ts'
import type { Board, Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { cardEditText } from '#web/messages/en/card-edit.ts'
import { cardSelectionText as text } from '#web/messages/en/card-selection.ts'
import type { BulkChange, BulkRun } from '#web/session/bulk.ts'
import { fieldNamed } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardScope } from '#web/tasks/boards/boards.data.ts'
import { getCachedPages, getCurrentCard, hasLeftList, listOf } from '#web/tasks/cards/card-cache.ts'
import {
  activeLists,
  flattenCards,
  isFullyLoaded,
  type ListPosition,
} from '#web/tasks/cards/card-queries.data.ts'
import { refetchWhenIdle } from '#web/tasks/cards/refetch-lists.ts'
import {
  applyEdits,
  type AppliedEdit,
  type CardInput,
  type CardFields,
  buildCardChanges,
  buildCardFields,
  hasStaleNeighbor,
  findLaterChange,
  inverseOf,
  isInPlace,
  positionAmongOthers,
} from './applied-edits.ts'
import { nearestPosition } from './card-conflicts.ts'
import type { CardMutationContext } from './card-mutation.ts'
import { type CardField, cardResource } from './card-resource.ts'
import { setCardError, trackSaving } from './card-save-state.ts'
import { fieldsLabel } from './fields-label.rules.ts'
import { divideIntoBatches, MAX_BATCH, orderedItems, sendCardEdits } from './send-card-edits.ts'

/** Some cards of a change were rejected; they are as before. */
export interface RejectedCards {
  readonly failures: readonly { readonly card: Card; readonly error: ApiError }[]
  readonly total: number
  readonly isMove: boolean
  /** Repeats the change for these cards. */
  readonly retry: (cards: readonly Card[]) => void
}

export interface ManyCardsContext {
  readonly session: KeySession
  readonly board: Board
  readonly onRejected: (rejected: RejectedCards) => void
  /** The neighbor was already resolved again once. */
  readonly retried?: boolean
}

/** Places cards together in their order. Returns the cards as shown; none where they stand there already. */
export function moveCards(
  context: ManyCardsContext,
  cards: readonly Card[],
  move: CardMove,
  options?: EditOptions,
) {
  const { session, board } = context
  const { list_id } = move
  const ids = new Set(cards.map(({ id }) => id))
  const pages = getCachedPages(session.queryClient, board.id, list_id)
  const start = positionAmongOthers(flattenCards(pages), ids, move)
  if (isInPlace(pages, cards, start)) return []
  const inputs = cards.map((card, index) => {
    const above = cards[index - 1]
    const position: ListPosition = above ? { after_card_id: above.id } : start
    return { card, input: { type: 'move', list_id, position } as const }
  })
  const { name } = listOf(board, list_id)
  const formatLabel: FormatLabel = (count, shown) =>
    shown.some(({ completed }, index) => completed && !cards[index]?.completed)
      ? text.movedAndCompleted(count, name)
      : text.movedTo(count, name)
  const edits = startEdits(context, inputs, formatLabel, options)
  return edits.map(({ shown }) => shown)
}

/** Changes the same fields of many cards. */
export function editCards(context: ManyCardsContext, cards: readonly Card[], fields: CardFields) {
  startEdits(context, setInputs(context, cards, fields), fieldsLabel(context.board, fields))
}

const setInputs = ({ session }: ManyCardsContext, cards: readonly Card[], fields: CardFields) =>
  cards.map((seen) => {
    const card = getCurrentCard(session, seen)
    return {
      card,
      input: { type: 'set', changes: buildCardChanges(card, fields), fields } as const,
    }
  })

const statusLabels = {
  archive: 'archived',
  unarchive: 'unarchived',
  delete: 'deleted',
  restore: 'restored',
} as const
type StatusChange = keyof typeof statusLabels

/** Cards leave their lists or return to them at once. Only a server with `cards.delete` deletes and restores. */
export function changeStatus(
  context: ManyCardsContext,
  cards: readonly Card[],
  type: StatusChange,
) {
  const inputs = cards.map((card) => ({ card, input: { type } }))
  const label = statusLabels[type]
  startEdits(context, inputs, (count, [first]) =>
    first && count === 1 ? cardEditText[label](first.name) : text[label](count),
  )
}

/** `changeStatus` for one card, with its errors on the card. */
export function setCardStatus(
  { session, board, onOutcome }: CardMutationContext,
  card: Card,
  type: StatusChange,
) {
  const onRejected = ({ failures, retry }: RejectedCards) => {
    for (const { card, error } of failures)
      onOutcome({ type: 'update_rejected', card, error, retry: () => retry([card]) })
  }
  changeStatus({ session, board, onRejected }, [card], type)
}

type FormatLabel = (count: number, shown: readonly Card[]) => string
type Change = BulkChange<AppliedEdit, 'PATCH /cards/:card_id'>
type Items = Change['items']

interface EditOptions {
  readonly isUndoable?: boolean
  /** The caller announces the change. */
  readonly isAnnounced?: boolean
}

/** Shows the edits at once and sends them: batches where the server has them, else a request for each card. */
function startEdits(
  context: ManyCardsContext,
  inputs: readonly CardInput[],
  formatLabel: FormatLabel,
  { isUndoable = true, isAnnounced }: EditOptions = {},
): readonly AppliedEdit[] {
  const { session, board } = context
  const current = inputs.map(({ card, input }) => ({ card: getCurrentCard(session, card), input }))
  for (const { card } of current) setCardError(session, card.id, null)
  const edits = applyEdits(session, board, current)
  const label = formatLabel(
    edits.length,
    edits.map(({ shown }) => shown),
  )
  sendEdits(context, edits, orderedItems(session, edits), {
    label,
    undo: isUndoable ? { ...undoOf(context, edits, label), isAnnounced } : undefined,
  })
  return edits
}

/** `items` are known later when the edits undo others: only those that were saved. */
function sendEdits(
  context: ManyCardsContext,
  edits: readonly AppliedEdit[],
  items: Items,
  { label, undo }: Pick<Change, 'label' | 'undo'>,
): BulkRun {
  const { session, board } = context
  const fail = (edit: AppliedEdit, error: ApiError) => {
    edit.error = error
    revert(edit)
  }
  const common = {
    label,
    items,
    scope: boardScope(board.id),
    isShort:
      edits.length === 1 || (session.capabilities.can('cards.batch') && edits.length <= MAX_BATCH),
    onRejected: fail,
    onError: (error: ApiError, failed: readonly AppliedEdit[]) =>
      failed.toReversed().forEach((edit) => fail(edit, error)),
    // Before edits that wait are sent, so that they are without it.
    onEnd: () => revertUnsavedFields(edits, run),
    result: ({ done }: { done: number }) => ({ label: text.saved(done, edits.length) }),
    undo,
  }
  const run = sendCardEdits(session, board, edits, common)
  if (edits.length <= MAX_BATCH)
    for (const { card } of edits) void trackSaving(session, card.id, run.finished)
  void run.finished.then(() => finish(context, edits, items, run))
  return run
}

const savedIn = (run: BulkRun<AppliedEdit>) =>
  new Set(run.items().flatMap(({ item, state }) => (state === 'done' ? item : [])))

/** A change of fields is pending also where it was not to be sent: the one that it undoes was not saved. */
function revertUnsavedFields(edits: readonly AppliedEdit[], run: BulkRun<AppliedEdit>) {
  const saved = savedIn(run)
  for (const edit of edits.toReversed()) if (edit.change && !saved.has(edit)) revert(edit)
}

/** Rolls back what was not sent and reports what was rejected. */
async function finish(
  context: ManyCardsContext,
  edits: readonly AppliedEdit[],
  items: Items,
  run: BulkRun<AppliedEdit>,
) {
  const { session, board } = context
  if (session.signal.aborted) return
  const saved = savedIn(run)
  const all = new Set(typeof items === 'function' ? await items(session.signal) : items)
  for (const edit of edits.toReversed()) if (!saved.has(edit) && all.has(edit)) revert(edit)
  const failed = edits.filter(({ error, reverted }) => error && reverted !== 'undo')
  const lists = new Set(
    edits.flatMap(({ error, isOutdated, card, shown }) =>
      isOutdated || (error && isOutOfDate(error)) ? [card.list_id, shown.list_id] : [],
    ),
  )
  for (const { shown } of edits)
    if (!getCachedPages(session.queryClient, board.id, shown.list_id)) lists.add(shown.list_id)
  refetchWhenIdle(session, board.id, lists)
  if (failed.length === 0) return
  const report = () =>
    context.onRejected({
      failures: failed.flatMap(({ card, error }) => (error ? { card, error } : [])),
      total: edits.length,
      isMove: failed[0]?.input.type === 'move',
      retry: (cards) => {
        const ids = new Set(cards.map(({ id }) => id))
        retryEdits(
          context,
          failed.filter(({ card }) => ids.has(card.id)),
        )
      },
    })
  if (context.retried || !failed.every(hasStaleNeighbor)) report()
  else await retryNearby(context, failed).catch(report)
}

/** The neighbor has moved: the list is refetched and the move retried once, at the nearest position. */
async function retryNearby(context: ManyCardsContext, failed: readonly AppliedEdit[]) {
  const { session, board } = context
  // An undo moves each card to a place of its own.
  for (const edits of divideIntoBatches(failed)) {
    const [first] = edits
    if (first?.input.type !== 'move') continue
    const { list_id, position } = first.input
    const expected = flattenCards(getCachedPages(session.queryClient, board.id, list_id))
    const next = await nearestPosition(session, first.card, { list_id, ...position }, expected)
    const cards = edits.map(({ card }) => getCurrentCard(session, card))
    moveCards({ ...context, retried: true }, cards, next)
  }
}

/** Repeats each change as it was: those of an undo differ from card to card. */
function retryEdits(context: ManyCardsContext, failed: readonly AppliedEdit[]) {
  for (const edits of divideIntoBatches(failed)) {
    const [first] = edits
    if (!first) continue
    const current = edits.map(({ card }) => getCurrentCard(context.session, card))
    const { card, input } = first
    if (input.type === 'move')
      moveCards(context, current, { list_id: input.list_id, ...input.position })
    else if (input.type === 'set') editCards(context, current, buildCardFields(card, input))
    else changeStatus(context, current, input.type)
  }
}

/** What the page shows of the card may be wrong: the service refuses what it does not allow for a card as it is now. */
const isOutOfDate = ({ isOutcomeUnknown, code }: ApiError) =>
  isOutcomeUnknown || code === 'not_found' || code === 'conflict'

function revert(edit: AppliedEdit) {
  // A change of fields that is undone before it fails is still pending.
  if (edit.reverted && !edit.change) return
  edit.reverted ??= 'rollback'
  if (!edit.rollback()) edit.isOutdated = true
}

/** A card that was changed again, by the title that the person knows. */
interface LaterChange {
  readonly title: string
  readonly current: Card
  readonly name: 'list_id' | CardField
}

/** A card that is so already stays as it is. A move would place it once more. */
const isRepeatable = ({ input: { type } }: AppliedEdit) =>
  type === 'set' || type === 'archive' || type === 'unarchive'

/** More would fill the question. */
const MAX_DESCRIBED = 3

/** Says to what each card was changed again. By whom is unknown: the service does not say who has changed a card. */
async function describeLaterChanges(
  { session, board }: ManyCardsContext,
  changed: readonly LaterChange[],
  total: number,
): Promise<string> {
  const describe = async ({ title, current, name }: LaterChange) => {
    if (name === 'list_id') return text.listNow(title, listOf(board, current.list_id).name)
    const { label, format } = fieldNamed(cardResource, name)
    const value = await format(current[name], { session, item: current })
    return text.fieldNow(label, title, value)
  }
  const more = changed.length - MAX_DESCRIBED
  return [
    ...(total > 1 ? [text.changedSince(changed.length, total)] : []),
    ...(await Promise.all(changed.slice(0, MAX_DESCRIBED).map(describe))),
    ...(more > 0 ? [text.moreChanged(more)] : []),
  ].join(' ')
}

/** One entry in the undo history for all cards: each back to what it was. */
function undoOf(
  context: ManyCardsContext,
  edits: readonly AppliedEdit[],
  label: string,
  isRedo = false,
): NonNullable<Change['undo']> {
  const { session, board } = context
  // A card that was archived after it was moved stays where it is. One that no list has may only not be loaded.
  const isArchived = ({ input, shown }: AppliedEdit) =>
    input.type === 'move' &&
    hasLeftList(session.queryClient, shown) &&
    activeLists(board).every(({ id }) =>
      isFullyLoaded(getCachedPages(session.queryClient, board.id, id)),
    )
  const findApplied = () => edits.filter((edit) => !edit.reverted && !isArchived(edit))
  return {
    label,
    isAtOnce: true,
    confirmBefore: () => {
      const applied = findApplied()
      const changed = applied.flatMap((edit) => {
        const current = getCurrentCard(session, edit.shown)
        const name = findLaterChange(current, edit)
        return name ? { title: edit.shown.name, current, name } : []
      })
      return changed.length > 0 ? describeLaterChanges(context, changed, applied.length) : undefined
    },
    reverse: (saved) => {
      const applied = findApplied()
      for (const edit of applied) edit.reverted = 'undo'
      const inverses = applyEdits(
        session,
        board,
        applied.map((edit) => inverseOf(session, edit)),
      )
      if (isRedo)
        for (const [at, edit] of inverses.entries()) edit.restores = applied[at]?.change?.changes
      const items: Items = async (signal) => {
        const done = new Set(typeof saved === 'function' ? await saved(signal) : saved)
        // Also what the undo has not sent: the change itself may have been sent in part, and the next undo is of all.
        if (isRedo && inverses.every(isRepeatable)) return inverses
        return inverses.filter((_, index) =>
          applied.some((edit, at) => at === index && done.has(edit)),
        )
      }
      const run = sendEdits(context, inverses, items, {
        label,
        undo: undoOf(context, inverses, label, !isRedo),
      })
      const reopened = applied.flatMap(({ input, card, shown }) =>
        input.type === 'move' && !card.completed && shown.completed ? [card] : [],
      )
      if (reopened.length > 0)
        startEdits(context, setInputs(context, reopened, { completed: false }), text.reopened, {
          isUndoable: false,
        })
      return run
    },
  }
}
