import type { Board, BoardList, Label } from '#client/resources.ts'
import { boardEditText as text } from '#web/messages/en/board-edit.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { formatColor, formatFieldValue } from '#web/session/resources/format-field.ts'
import { alone, findItem, inList, within } from '#web/session/resources/places.ts'
import { removeResource } from '#web/session/resources/remove-resource.ts'
import { defineResource, findInPages } from '#web/session/resources/resource.ts'
import type { KeySession } from '#web/session/session.ts'
import { boardScope } from './boards.data.ts'

/** A server whose lists and labels can be changed says which board they are of. */
export const boardOf = ({ board_id = '' }: Pick<BoardList, 'board_id'>): string => board_id

const readBoard = (session: KeySession, board_id: string) =>
  session.call('GET /boards/:board_id', { board_id }).catch(undefinedIfNotFound)

const boards = [
  alone('GET /boards/:board_id'),
  // An archived board is in the other tab of the index.
  inList<Board>(
    'GET /boards',
    ({ archived }, input) => archived === ('archived' in input && input.archived === true),
  ),
]

/** An archived board is read-only. */
export const boardResource = defineResource<Board, 'name' | 'description' | 'archived'>({
  kind: 'board',
  places: boards,
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    description: { label: text.fields.description, format: formatFieldValue },
    archived: { label: text.fields.state, format: text.state },
  },
  savedFields: ['updated_at', 'archived_at'],
  title: ({ name }) => name,
  label: ({ name }, { name: next, archived }) => {
    if (archived !== undefined) return archived ? text.archived(name) : text.unarchived(name)
    return next === undefined ? text.described(name) : text.renamed(next)
  },
  scope: ({ id }) => boardScope(id),
  save: ({ mutate }, { id }, changes, options) =>
    mutate('PATCH /boards/:board_id', { board_id: id, ...changes }, options),
  read: (session, { id }) => readBoard(session, id),
})

/** Deletes an archived board with its cards, after the person typed its name: there is no undo. */
export async function deleteBoard(session: KeySession, board: Board) {
  const outcome = await removeResource(session, boardResource, board, (options) =>
    session.mutate('DELETE /boards/:board_id', { board_id: board.id }, options),
  )
  if (outcome.state === 'removed' || outcome.state === 'gone')
    session.undo.removeScope(boardScope(board.id))
  return outcome
}

/** The place of a list among the lists of its board is its `position`. An archived list leaves the board with its cards. */
export const listResource = defineResource<
  BoardList,
  'name' | 'wip_limit' | 'completes_cards' | 'archived' | 'position'
>({
  kind: 'list',
  places: [
    ...within<Board, BoardList>(boards, {
      get: ({ lists }) => lists,
      set: (board, lists) => ({ ...board, lists: [...lists] }),
      accepts: ({ board_id, archived }, { id }) => board_id === id && !archived,
    }),
    inList<BoardList>(
      'GET /boards/:board_id/lists',
      ({ board_id, archived }, input) =>
        'board_id' in input &&
        input.board_id === board_id &&
        archived === ('archived' in input && input.archived === true),
    ),
  ],
  order: (one, other) => (one.position ?? 0) - (other.position ?? 0),
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    wip_limit: { label: text.fields.limit, format: formatFieldValue },
    completes_cards: { label: text.fields.completes, format: text.completesState },
    archived: { label: text.fields.state, format: text.state },
    position: {
      label: text.fields.position,
      format: (position, { session, item }) => formatPosition(session, item, position),
    },
  },
  savedFields: ['position'],
  title: ({ name }) => name,
  label: ({ name }, { name: next, archived, completes_cards, wip_limit }) => {
    if (next !== undefined) return text.renamed(next)
    if (archived !== undefined) return archived ? text.archived(name) : text.unarchived(name)
    if (completes_cards !== undefined)
      return completes_cards ? text.completes(name) : text.completesNot(name)
    return wip_limit ? text.limited(name, wip_limit) : text.unlimited(name)
  },
  scope: (item) => boardScope(boardOf(item)),
  save: (session, list, { position, ...changes }, options) =>
    session.mutate(
      'PATCH /boards/:board_id/lists/:list_id',
      {
        board_id: boardOf(list),
        list_id: list.id,
        ...changes,
        ...(position !== undefined && { after_list_id: listAbove(session, list) }),
      },
      options,
    ),
  read: async (session, { id, ...list }) => {
    const board = await readBoard(session, boardOf(list))
    const open = board?.lists.find((one) => one.id === id)
    if (open || !board) return open
    const input = { board_id: board.id, archived: true }
    return findInPages(session, 'GET /boards/:board_id/lists', input, (one) => one.id === id)
  },
})

/** Where a list with this position is on the board as it is shown. */
function formatPosition(session: KeySession, list: BoardList, position = 0) {
  const above = findItem(session, boardResource, boardOf(list))?.lists.findLast(
    (other) => other.id !== list.id && !other.archived && (other.position ?? 0) < position,
  )
  return above ? text.afterList(above.name) : text.firstList
}

/** The open list above it, as the board is shown; null at the start. */
function listAbove(session: KeySession, list: BoardList): string | null {
  const lists = findItem(session, boardResource, boardOf(list))?.lists.filter(
    ({ archived }) => !archived,
  )
  const index = lists?.findIndex(({ id }) => id === list.id) ?? -1
  return lists?.[index - 1]?.id ?? null
}

export const formatLabel = ({ name, color }: Pick<Label, 'name' | 'color'>) =>
  name || text.unnamed(color)

export const labelResource = defineResource<Label, 'name' | 'color'>({
  kind: 'label',
  places: within<Board, Label>(boards, {
    get: ({ labels }) => labels,
    set: (board, labels) => ({ ...board, labels: [...labels] }),
    accepts: ({ board_id }, { id }) => board_id === id,
  }),
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    color: { label: text.fields.color, format: formatColor },
  },
  title: formatLabel,
  label: (before, changes) =>
    changes.name === undefined
      ? text.recolored(formatLabel(before))
      : text.renamed(formatLabel({ ...before, ...changes })),
  scope: (item) => boardScope(boardOf(item)),
  save: ({ mutate }, label, changes, options) =>
    mutate(
      'PATCH /boards/:board_id/labels/:label_id',
      { board_id: boardOf(label), label_id: label.id, ...changes },
      options,
    ),
  read: async (session, label) =>
    (await readBoard(session, boardOf(label)))?.labels.find(({ id }) => id === label.id),
})
