import type { InfiniteData } from '@tanstack/react-query'

import type { List } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { listEditText as text } from '#web/messages/en/lists.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import type { KeySession } from '#web/session/session.ts'
import { getCachedList, listPages, listQuery } from './lists.data.ts'

export interface ListContent {
  readonly name: string
  readonly description: string | null
  readonly double_opt_in: boolean
}

export const contentOf = ({ name, description, double_opt_in }: List): ListContent => ({
  name,
  description: description ?? null,
  double_opt_in: double_opt_in ?? false,
})

const currentList = ({ queryClient }: KeySession, list: List): List =>
  getCachedList(queryClient, list.id) ??
  queryClient.getQueryData(listQuery(list.id).queryKey) ??
  list

type ListPages = InfiniteData<ResponseBody<'GET /lists'>, string | null>

/** Archives or restores a list. Its row leaves the table at once and is in the other tab. */
export function archiveList(session: KeySession, list: List, archived: boolean): void {
  const { queryClient } = session
  const { queryKey } = listPages(!archived)
  const before = queryClient.getQueryData(queryKey)
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<ListPages>(
    queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          data: page.data.filter(({ id }) => id !== list.id),
        })),
      },
  )
  void session.mutate(
    'PATCH /lists/:list_id',
    { list_id: list.id, archived },
    {
      scope: `list:${list.id}`,
      onError: () => before && queryClient.setQueryData(queryKey, before),
      retry: () => archiveList(session, list, archived),
      undo: {
        label: archived ? text.archivedList(list.name) : text.restoredList(list.name),
        undo: () => archiveList(session, list, !archived),
      },
    },
  )
}

/** Undoes a creation, as long as nobody was added; else it asks. */
export const createUndo = (
  session: KeySession,
  name: string,
  saved: () => List | undefined,
): UndoEntry => ({
  label: text.created(name),
  confirmBefore: async () => {
    const { id = '' } = saved() ?? {}
    const { counts } = await session.call('GET /lists/:list_id', { list_id: id })
    return counts && counts.total > 0 ? text.hasContacts(name) : undefined
  },
  undo: async () => {
    const list_id = saved()?.id ?? ''
    const { counts } = await session.call('GET /lists/:list_id', { list_id })
    // A list with contacts is deleted only when it is archived.
    if (counts && counts.total > 0)
      await session.mutate('PATCH /lists/:list_id', { list_id, archived: true })
    await session.mutate('DELETE /lists/:list_id', { list_id })
  },
})

/** Undoes an edit by sending the previous values of the fields that it changed. */
export const editUndo = (
  session: KeySession,
  list: List,
  previous: Partial<ListContent>,
  saved: () => List | undefined,
): UndoEntry => ({
  label: text.edited(list.name),
  confirmBefore: async () => {
    const current = await session.call('GET /lists/:list_id', { list_id: list.id })
    return current.version === saved()?.version ? undefined : text.changedSince(current.name)
  },
  undo: () =>
    void session.mutate(
      'PATCH /lists/:list_id',
      { list_id: list.id, ...previous },
      { scope: `list:${list.id}` },
    ),
})

/** Deletes an archived or empty list; there is no undo. */
export async function deleteList(session: KeySession, list: List): Promise<boolean> {
  const result = await session.mutate(
    'DELETE /lists/:list_id',
    { list_id: list.id },
    {
      scope: `list:${list.id}`,
      version: () => currentList(session, list).version,
      onSuccess: () => session.undo.removeScope(`list:${list.id}`),
      // The caller leaves its page.
      merges: true,
    },
  )
  return result.state === 'success'
}
