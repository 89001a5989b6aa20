import type { Label } from '#client/resources.ts'
import { boardEditText as text } from '#web/messages/en/board-edit.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { showItem } from '#web/session/resources/places.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardOf, formatLabel, labelResource } from './board-resources.ts'
import { boardScope } from './boards.data.ts'

/** Only its total is used, where the server returns totals: how many open cards have a label. */
export const labelCountQuery = (board_id: string, label_id: string) =>
  endpointQuery('GET /boards/:board_id/cards', {
    board_id,
    label_id,
    limit: 1,
    include_total: true,
  })

/** Adds a label. Resolves with the result: after an error the caller keeps the name. */
export function createLabel(
  session: KeySession,
  board_id: string,
  draft: Required<Pick<Label, 'name' | 'color'>>,
) {
  const creation = createUndoableCreation(session, labelResource, {
    label: text.addedLabel(formatLabel(draft)),
    remove: ({ id }, options) =>
      session.mutate(
        'DELETE /boards/:board_id/labels/:label_id',
        { board_id, label_id: id },
        options,
      ),
  })
  return session.mutate(
    'POST /boards/:board_id/labels',
    { board_id, ...draft },
    {
      scope: boardScope(board_id),
      merges: true,
      silent: true,
      onSuccess: (label) => {
        showItem(session, labelResource, label)
        creation.onSuccess(label)
      },
      undo: creation.undo,
    },
  )
}

/** Deletes a label and takes it off its cards. The caller has confirmed it: there is no undo. */
export const deleteLabel = (session: KeySession, label: Label) =>
  removeResource(
    session,
    labelResource,
    label,
    (options) =>
      session.mutate(
        'DELETE /boards/:board_id/labels/:label_id',
        { board_id: boardOf(label), label_id: label.id },
        options,
      ),
    { isOptimistic: true },
  )
