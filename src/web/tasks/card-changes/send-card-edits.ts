import { ApiError } from '#client/api-error.ts'
import type { Board, Card } from '#client/resources.ts'
import type { Input, ResponseBody } from '#contract/endpoints.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import { type BulkChange, type BulkRun, startBulkChange } from '#web/session/bulk.ts'
import { rebaseChanges } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { type AppliedEdit, buildCardFields, mergeSaved, positionToSend } from './applied-edits.ts'
import { buildPatch, cardResource, withEmptyArrays } from './card-resource.ts'

/** Cards of one request. */
export const MAX_BATCH = 100

/** What does not depend on the endpoint. */
interface SendOptions extends Pick<
  BulkChange<AppliedEdit, 'PATCH /cards/:card_id'>,
  'label' | 'items' | 'scope' | 'isShort' | 'onError' | 'onEnd' | 'result' | 'undo'
> {
  /** One card of a batch was rejected. */
  readonly onRejected: (edit: AppliedEdit, error: ApiError) => void
}

/** Sends edits of one kind: batches where the server has them, else a request for each card. */
export function sendCardEdits(
  session: KeySession,
  board: Board,
  edits: readonly AppliedEdit[],
  { onRejected, ...options }: SendOptions,
): BulkRun<AppliedEdit> {
  // The board announces the change with the toast.
  const common = { ...options, isQuiet: true, merges: true }
  const relative = session.capabilities.can('cards.relative_move')
  const hasBatches = session.capabilities.can('cards.batch')
  const merge = ([edit]: readonly AppliedEdit[], saved: Partial<Card>) =>
    edit && mergeSaved(session, edit, saved)
  const type = edits[0]?.input.type
  if (type === 'restore')
    return startBulkChange(session, {
      ...common,
      endpoint: 'POST /cards/:card_id/restore',
      input: ([edit]) => ({ card_id: edit?.card.id ?? '' }),
      onSuccess: (saved, batch) => merge(batch, saved),
    })
  // One card has its own requests, but a batch keeps the labels and members that others add.
  const isBatch = edits.length > 1 || type === 'set' || type === 'move'
  if (hasBatches && isBatch && (relative || type !== 'move'))
    return startBulkChange(session, {
      ...common,
      endpoint: 'POST /boards/:board_id/cards/batch',
      batchSize: divideIntoBatches,
      input: (batch) => ({ board_id: board.id, ...batchInput(batch) }),
      rejected: (output) =>
        new Map(failuresIn(output).map(({ index, error }) => [index, error.message])),
      onSuccess: (output, batch) => {
        for (const { index, card } of output.results) {
          const edit = batch[index]
          if (edit && card) mergeSaved(session, edit, card)
        }
        for (const { index, error } of failuresIn(output).toReversed()) {
          const edit = batch[index]
          if (edit) onRejected(edit, error)
        }
      },
    })
  if (type === 'move')
    return startBulkChange(session, {
      ...common,
      endpoint: 'POST /cards/:card_id/move',
      // The order of the requests is that of the cards.
      inFlight: 1,
      input: ([edit]) => ({ card_id: edit?.card.id ?? '', ...moveInput(edit, relative) }),
      onSuccess: (saved, batch) => merge(batch, saved),
    })
  if (type === 'delete')
    return startBulkChange(session, {
      ...common,
      endpoint: 'DELETE /cards/:card_id',
      input: ([edit]) => ({ card_id: edit?.card.id ?? '' }),
    })
  return startBulkChange(session, {
    ...common,
    endpoint: 'PATCH /cards/:card_id',
    input: async ([edit]) => ({
      card_id: edit?.card.id ?? '',
      ...(await readPatch(session, edit)),
    }),
    onSuccess: (saved, batch) => merge(batch, saved),
  })
}

/** Where only the ends of a list are supported, the last card goes to the top first. */
export function orderedItems(session: KeySession, edits: readonly AppliedEdit[]) {
  const input = edits[0]?.input
  const isTop = input?.type === 'move' && input.position.position === 'top'
  return isTop && !session.capabilities.can('cards.relative_move') ? edits.toReversed() : edits
}

/** Cards that move together are in one request, and so are those whose fields change in the same way. */
export function divideIntoBatches(
  edits: readonly AppliedEdit[],
): readonly (readonly AppliedEdit[])[] {
  const groups: AppliedEdit[][] = []
  const latest = new Map<string, AppliedEdit[]>()
  for (const edit of edits) {
    const last = groups.at(-1)
    const key = buildBatchKey(edit)
    const group =
      key === ''
        ? edit.previous && last?.at(-1) === edit.previous
          ? last
          : undefined
        : latest.get(key)
    if (group && group.length < MAX_BATCH) group.push(edit)
    else {
      const next = [edit]
      groups.push(next)
      latest.set(key, next)
    }
  }
  return groups
}

const buildBatchKey = ({ card, input }: AppliedEdit) => {
  if (input.type === 'move') return ''
  return JSON.stringify(input.type === 'set' ? buildCardFields(card, input) : input)
}

type BatchBody = Omit<Input<'POST /boards/:board_id/cards/batch'>, 'board_id'>

function batchInput(batch: readonly AppliedEdit[]): BatchBody {
  const ids = batch.map(({ card }) => card.id)
  const [first] = batch
  switch (first?.input.type) {
    case 'move':
      return { ids, move: moveInput(first, true) }
    case 'set': {
      const fields = buildCardFields(first.card, first.input)
      const { add_label_ids, remove_label_ids, add_members, remove_members, ...rest } = fields
      return {
        ids,
        set: {
          ...rest,
          ...(add_label_ids && { add_label_ids: [...add_label_ids] }),
          ...(remove_label_ids && { remove_label_ids: [...remove_label_ids] }),
          ...(add_members && { add_member_ids: add_members.map(({ id }) => id) }),
          ...(remove_members && { remove_member_ids: remove_members.map(({ id }) => id) }),
        },
      }
    }
    case 'delete':
      return { ids, delete: true }
    default:
      return { ids, set: { status: first?.input.type === 'unarchive' ? 'open' : 'archived' } }
  }
}

function moveInput(edit: AppliedEdit | undefined, relative: boolean): CardMove {
  if (edit?.input.type !== 'move') return { list_id: '' }
  return { list_id: edit.input.list_id, ...positionToSend(edit, relative) }
}

/** The change of one card. Its request has all labels or members, so those of now are read first. */
async function readPatch(session: KeySession, edit: AppliedEdit | undefined) {
  if (edit?.input.type !== 'set')
    return { status: edit?.input.type === 'unarchive' ? ('open' as const) : ('archived' as const) }
  const { changes } = edit.input
  const card = withEmptyArrays(edit.card)
  const found = (changes.label_ids ?? changes.members) && (await cardResource.read(session, card))
  return buildPatch(rebaseChanges(cardResource, card, changes, found ?? card))
}

const failuresIn = ({ results }: ResponseBody<'POST /boards/:board_id/cards/batch'>) =>
  results.flatMap(({ index, status, error }) =>
    error ? [{ index, error: new ApiError({ ...error, status, details: undefined }) }] : [],
  )
