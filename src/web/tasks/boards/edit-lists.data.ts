import type { BoardList } from '#client/resources.ts'
import { boardEditText as text } from '#web/messages/en/board-edit.ts'
import {
  type BoardEditContext,
  editOptions,
  getCachedBoard,
  hasFields,
  keysOf,
  patchBoard,
  pickFields,
  updateLists,
} from './board-cache.ts'
import { archivedListsQuery } from './boards.data.ts'

/** Fields of a list that a person can edit; its place has `moveList`. */
type ListChanges = Partial<Pick<BoardList, 'name' | 'wip_limit' | 'completes_cards' | 'archived'>>

const listsOf = ({ session, board_id }: BoardEditContext) =>
  getCachedBoard(session, board_id)?.lists ?? []

const openListsOf = (context: BoardEditContext) => listsOf(context).filter((one) => !one.archived)

const currentList = (context: BoardEditContext, list: BoardList): BoardList =>
  listsOf(context).find(({ id }) => id === list.id) ?? list

/** Before it is sent again: the board has no archived lists, and a conflict refetched those. */
function refetchedList(context: BoardEditContext, list: BoardList): BoardList {
  const { queryKey } = archivedListsQuery(context.board_id)
  const archived = context.session.queryClient.getQueryData(queryKey)?.pages ?? []
  const current = archived.flatMap(({ data }) => data).find(({ id }) => id === list.id)
  return currentList(context, current ?? list)
}

function patchList(
  { session: { queryClient }, board_id }: BoardEditContext,
  list_id: string,
  fields: Partial<BoardList>,
) {
  const update = (list: BoardList) => (list.id === list_id ? { ...list, ...fields } : list)
  patchBoard(
    queryClient,
    board_id,
    updateLists((lists) => lists.map(update)),
  )
}

/** Shows a list at an index among all lists; undefined is the end. */
function insertList(
  { session: { queryClient }, board_id }: BoardEditContext,
  list: BoardList,
  index: number | undefined,
) {
  const others = (lists: BoardList[]) => lists.filter(({ id }) => id !== list.id)
  patchBoard(
    queryClient,
    board_id,
    updateLists((lists) => others(lists).toSpliced(index ?? lists.length, 0, list)),
  )
}

function removeList({ session: { queryClient }, board_id }: BoardEditContext, list_id: string) {
  patchBoard(
    queryClient,
    board_id,
    updateLists((lists) => lists.filter(({ id }) => id !== list_id)),
  )
}

/** Adds a list after the others. Resolves with what went wrong; the caller keeps the name. */
export async function createList(context: BoardEditContext, name: string) {
  const { session, board_id } = context
  const undo = async () => {
    const result = await request
    if (result.state === 'success') deleteList(context, result.output)
  }
  const request = session.mutate(
    'POST /boards/:board_id/lists',
    { board_id, name },
    {
      ...editOptions(context, { name, rollback: () => undefined, retry: () => undefined }),
      onError: undefined,
      onSuccess: (list) => insertList(context, list, undefined),
      undo: { label: text.addedList(name), undo },
    },
  )
  const result = await request
  return result.state === 'error' ? result.error : undefined
}

/** Changes fields of a list, shown at once. An archived list leaves the board with its cards. */
export function editList(context: BoardEditContext, list: BoardList, changes: ListChanges) {
  const { session, board_id } = context
  const before = currentList(context, list)
  const names = keysOf(changes)
  const previous = pickFields(before, names)
  // An archived list is no longer in the cache when undo brings it back.
  let saved = pickFields(before, ['version'])
  const isListed = listsOf(context).some(({ id }) => id === list.id)
  if (isListed) patchList(context, list.id, changes)
  else if (changes.archived === false) insertByRank(context, { ...before, ...changes })
  const rollback = () => {
    if (!isListed) removeList(context, list.id)
    else if (hasFields(currentList(context, list), changes)) patchList(context, list.id, previous)
  }
  void session.mutate(
    'PATCH /boards/:board_id/lists/:list_id',
    { board_id, list_id: list.id, ...changes },
    {
      ...editOptions(context, {
        name: before.name,
        rollback,
        retry: () => editList(context, refetchedList(context, list), changes),
      }),
      replaces: `list:${list.id}:${names.join()}`,
      version: () => currentList(context, list).version,
      // Only what this mutation changed: another one of the list may be queued.
      onSuccess: (output) => {
        saved = pickFields(output, ['version'])
        patchList(context, list.id, pickFields(output, [...names, 'version', 'position']))
      },
      undo: {
        label: editLabel(before, changes),
        resource_id: list.id,
        undo: () =>
          editList(context, currentList(context, { ...before, ...changes, ...saved }), previous),
        confirmBefore: () =>
          changes.archived || hasFields(currentList(context, list), changes)
            ? undefined
            : text.changedSince(before.name),
      },
    },
  )
}

/** Where its rank puts a list that was archived. */
function insertByRank(context: BoardEditContext, list: BoardList) {
  const rank = list.position ?? Infinity
  const index = listsOf(context).findIndex(({ position }) => (position ?? 0) > rank)
  insertList(context, list, index < 0 ? undefined : index)
}

function editLabel({ name }: BoardList, changes: ListChanges): string {
  if (changes.name !== undefined) return text.renamed(changes.name)
  if (changes.archived !== undefined)
    return changes.archived ? text.archived(name) : text.unarchived(name)
  if (changes.completes_cards !== undefined)
    return changes.completes_cards ? text.completes(name) : text.completesNot(name)
  return changes.wip_limit ? text.limited(name, changes.wip_limit) : text.unlimited(name)
}

/** Moves a list to an index among the open lists. */
export function moveList(context: BoardEditContext, list: BoardList, index: number) {
  const { session, board_id } = context
  const open = openListsOf(context)
  const previousIndex = open.findIndex(({ id }) => id === list.id)
  const after = open.filter(({ id }) => id !== list.id)[index - 1]?.id ?? null
  if (previousIndex < 0 || previousIndex === index) return
  const previousAfter = open[previousIndex - 1]?.id ?? null
  showAfter(context, list, after)
  const rollback = () => showAfter(context, list, previousAfter)
  const input = { board_id, list_id: list.id, after_list_id: after }
  void session.mutate('PATCH /boards/:board_id/lists/:list_id', input, {
    ...editOptions(context, {
      name: list.name,
      rollback,
      retry: () => moveList(context, list, index),
    }),
    replaces: `list:${list.id}:position`,
    version: () => currentList(context, list).version,
    onSuccess: (output) => patchList(context, list.id, pickFields(output, ['position', 'version'])),
    undo: {
      label: text.movedList(list.name, index + 1, open.length),
      resource_id: list.id,
      undo: () => moveList(context, list, previousIndex),
    },
  })
}

/** After another list, or before all; a list that is gone meanwhile counts as the first. */
function showAfter(context: BoardEditContext, list: BoardList, after: string | null) {
  const others = listsOf(context).filter(({ id }) => id !== list.id)
  const index = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
  insertList(context, currentList(context, list), index)
}

/** Deletes a list; its cards, also the archived ones, move to another. The caller has confirmed it: there is no undo. */
export function deleteList(context: BoardEditContext, list: BoardList, move_cards_to?: string) {
  const { session, board_id } = context
  const before = currentList(context, list)
  const index = listsOf(context).findIndex(({ id }) => id === list.id)
  const moved = before.card_count ?? 0
  const addToTarget = (count: number) => {
    const target = listsOf(context).find(({ id }) => id === move_cards_to)
    if (target?.card_count !== undefined)
      patchList(context, target.id, { card_count: target.card_count + count })
  }
  removeList(context, list.id)
  addToTarget(moved)
  const rollback = () => {
    if (index >= 0) insertList(context, before, index)
    addToTarget(-moved)
  }
  void session.mutate(
    'DELETE /boards/:board_id/lists/:list_id',
    { board_id, list_id: list.id, ...(move_cards_to !== undefined && { move_cards_to }) },
    {
      ...editOptions(context, {
        name: before.name,
        rollback,
        retry: () => deleteList(context, refetchedList(context, before), move_cards_to),
      }),
      version: () => before.version,
    },
  )
}
