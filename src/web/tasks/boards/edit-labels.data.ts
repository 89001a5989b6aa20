import type { Label } from '#client/resources.ts'
import { boardEditText as text } from '#web/messages/en/board-edit.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import {
  type BoardEditContext,
  editOptions,
  getCachedBoard,
  hasFields,
  keysOf,
  patchBoard,
  pickFields,
  updateLabels,
} from './board-cache.ts'

type LabelChanges = Partial<Pick<Label, 'name' | 'color'>>

/** Only its total is used, where the server returns totals: how many open cards have a label. */
export const labelCountQuery = (board_id: string, label_id: string) =>
  endpointQuery('GET /boards/:board_id/cards', {
    board_id,
    label_id,
    limit: 1,
    include_total: true,
  })

const labelsOf = ({ session, board_id }: BoardEditContext) =>
  getCachedBoard(session, board_id)?.labels ?? []

const currentLabel = (context: BoardEditContext, label: Label): Label =>
  labelsOf(context).find(({ id }) => id === label.id) ?? label

const update = (
  { session: { queryClient }, board_id }: BoardEditContext,
  change: (labels: Label[]) => Label[],
) => patchBoard(queryClient, board_id, updateLabels(change))

const patchLabel = (context: BoardEditContext, label_id: string, fields: Partial<Label>) =>
  update(context, (labels) =>
    labels.map((label) => (label.id === label_id ? { ...label, ...fields } : label)),
  )

const nameOf = ({ name, color }: Pick<Label, 'name' | 'color'>) => name || text.unnamed(color)

/** Adds a label. Resolves with the result: after an error the caller keeps the name. */
export function createLabel(
  context: BoardEditContext,
  draft: Required<Pick<Label, 'name' | 'color'>>,
) {
  const { session, board_id } = context
  const undo = async () => {
    const result = await request
    if (result.state === 'success') deleteLabel(context, result.output)
  }
  const request = session.mutate(
    'POST /boards/:board_id/labels',
    { board_id, ...draft },
    {
      ...editOptions(context, {
        name: nameOf(draft),
        rollback: () => undefined,
        retry: () => undefined,
      }),
      onError: undefined,
      onSuccess: (label) =>
        update(context, (labels) => [...labels.filter(({ id }) => id !== label.id), label]),
      undo: { label: text.addedLabel(nameOf(draft)), undo },
    },
  )
  return request
}

/** Renames or recolors a label, shown at once on its cards. */
export function editLabel(context: BoardEditContext, label: Label, changes: LabelChanges) {
  const { session, board_id } = context
  const before = currentLabel(context, label)
  const names = keysOf(changes)
  const previous = pickFields(before, names)
  patchLabel(context, label.id, changes)
  const rollback = () => {
    if (hasFields(currentLabel(context, label), changes)) patchLabel(context, label.id, previous)
  }
  void session.mutate(
    'PATCH /boards/:board_id/labels/:label_id',
    { board_id, label_id: label.id, ...changes },
    {
      ...editOptions(context, {
        name: nameOf(before),
        rollback,
        retry: () => editLabel(context, currentLabel(context, label), changes),
      }),
      replaces: `label:${label.id}:${names.join()}`,
      version: () => currentLabel(context, label).version,
      onSuccess: (output) =>
        patchLabel(context, label.id, pickFields(output, [...names, 'version'])),
      undo: {
        label:
          changes.name === undefined
            ? text.recolored(nameOf(before))
            : text.renamed(nameOf({ ...before, ...changes })),
        resource_id: label.id,
        undo: () => editLabel(context, currentLabel(context, label), previous),
        confirmBefore: () =>
          hasFields(currentLabel(context, label), changes)
            ? undefined
            : text.changedSince(nameOf(before)),
      },
    },
  )
}

/** Deletes a label and takes it off its cards. The caller has confirmed it: there is no undo. */
export function deleteLabel(context: BoardEditContext, label: Label) {
  const { session, board_id } = context
  const before = currentLabel(context, label)
  const index = labelsOf(context).findIndex(({ id }) => id === label.id)
  update(context, (labels) => labels.filter(({ id }) => id !== label.id))
  const rollback = () => {
    if (index >= 0) update(context, (labels) => labels.toSpliced(index, 0, before))
  }
  void session.mutate(
    'DELETE /boards/:board_id/labels/:label_id',
    { board_id, label_id: label.id },
    {
      ...editOptions(context, {
        name: nameOf(before),
        rollback,
        retry: () => deleteLabel(context, before),
      }),
      version: () => before.version,
    },
  )
}
