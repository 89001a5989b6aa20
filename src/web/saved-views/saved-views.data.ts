import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'

import type { View } from '#client/resources.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import { maxViewQuery, type ViewPage, viewQuery } from '#contract/developers/views.rules.ts'
import { nameKey } from '#contract/names.rules.ts'
import { resourcesText } from '#web/messages/en/resources.ts'
import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { openDeviceEntry, useDeviceEntry } from '#web/session/device-entry.ts'
import { randomId } from '#web/session/random-id.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { moveItem } from '#web/session/resources/move-item.ts'
import { findItem, inList, showItem } from '#web/session/resources/places.ts'
import { comparePositions } from '#web/session/resources/positions.rules.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import { defineResource, findInPages, type SaveOptions } from '#web/session/resources/resource.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import {
  changeView,
  formatViews,
  parseViews,
  type ReverseChange,
  reverseChange,
  type SavedView,
  type ViewChange,
  viewPageOf,
  viewPagePath,
} from './saved-views.rules.ts'

/** The shared views of all pages; a workspace has at most one page of them. */
export const viewsQuery = () => endpointQuery('GET /views', {})

const scope = 'views'
const undoScope = ({ id }: Pick<View, 'id'>) => `view:${id}`

export const viewResource = defineResource<View, 'name' | 'query' | 'position'>({
  kind: 'view',
  places: [inList('GET /views', () => true)],
  order: (one, other) =>
    one.page === other.page ? comparePositions(one, other) : one.page < other.page ? -1 : 1,
  fields: {
    name: { label: text.fields.name, format: formatFieldValue },
    query: { label: text.fields.query, format: formatFieldValue },
    position: {
      label: text.fields.position,
      format: (position, { session, item }) => {
        const before = sharedViews(session, item.page).findLast(
          (other) => other.id !== item.id && other.position < position,
        )
        return before ? text.after(before.name) : text.firstPlace
      },
    },
  },
  title: ({ name }) => name,
  label: ({ name }) => text.edited(name),
  scope: () => scope,
  undoScope,
  save: ({ mutate }, { id: view_id }, changes, options) =>
    mutate('PATCH /views/:view_id', { view_id, ...changes }, options),
  read: (session, { id }) => findInPages(session, 'GET /views', {}, (one) => one.id === id),
})

/** Those of a page that are loaded, in their order. */
const sharedViews = ({ queryClient }: KeySession, page: string): readonly View[] =>
  queryClient.getQueryData(viewsQuery().queryKey)?.data.filter((view) => view.page === page) ?? []

/** Its earlier changes cannot be undone then: saved again it has another id. */
const sendDeletion = (session: KeySession, view: View, options: SaveOptions<unknown>) =>
  session.mutate(
    'DELETE /views/:view_id',
    { view_id: view.id },
    {
      ...options,
      onSuccess: (output) => {
        session.undo.removeScope(undoScope(view))
        options.onSuccess?.(output)
      },
    },
  )

type NewView = Pick<View, 'page' | 'name' | 'query'> & Partial<Pick<View, 'position'>>

/** Saves a view for everyone, with an undo. */
function createShared(session: KeySession, view: NewView): void {
  const creation = createUndoableCreation(session, viewResource, {
    label: text.savedForAll(view.name),
    remove: (created, options) => sendDeletion(session, created, options),
  })
  void session.mutate('POST /views', view, {
    scope,
    merges: true,
    onSuccess: (created) => {
      showItem(session, viewResource, created)
      creation.onSuccess(created)
    },
    undo: creation.undo,
  })
}

const deleteShared = (session: KeySession, view: View, onDelete?: (view: View) => void) =>
  removeResource(session, viewResource, view, (options) => sendDeletion(session, view, options), {
    isOptimistic: true,
    onDelete,
  })

/** Its undo saves another view like it in the same place. */
const removeShared = (session: KeySession, view: View) =>
  deleteShared(session, view, ({ page, name, query, position }) => {
    const undo = () => createShared(session, { page, name, query, position })
    session.undo.record({ label: text.removed(name), undo }).done()
  })

const moveShared = (session: KeySession, view: View, index: number) =>
  moveItem(session, view.id, index, {
    items: () => sharedViews(session, view.page),
    save: (item, position, settings) =>
      editResource(session, viewResource, item, { position }, settings),
    label: text.moved(view.name),
    movedSince: text.movedSince,
  })

const entryName = (page: ViewPage | undefined) => `views:${page ?? ''}`

/** The views of a page that this device keeps. */
function openKeptViews({ connection }: KeySession, page: ViewPage) {
  const entry = openDeviceEntry(connection, entryName(page))
  const list = () => parseViews(entry.get())
  return {
    list,
    find: (id: string) => list().find((view) => view.id === id),
    /** Returns the place that the view had. */
    change: (change: ViewChange): number | undefined => {
      const index = list().findIndex(({ id }) => id === change.previous?.id)
      entry.update((stored) => formatViews(changeView(parseViews(stored), change)))
      return index < 0 ? undefined : index
    },
  }
}

/** What to ask before a change on this device is taken back. */
function formatQuestions({ previous, next, changedField, isNameTaken }: ReverseChange) {
  const questions: string[] = []
  if (changedField === 'position') questions.push(text.movedSince)
  else if (previous && changedField)
    questions.push(
      next
        ? resourcesText.changedSince(
            previous.name,
            text.fields[changedField],
            formatFieldValue(previous[changedField]),
          )
        : resourcesText.createdChanged(previous.name),
    )
  if (next && isNameTaken) questions.push(text.nameTakenSince(next.name))
  return questions.join(' ') || undefined
}

/** Changes a view that this device keeps, with an undo. */
function editOnDevice(session: KeySession, page: ViewPage, label: string, change: ViewChange) {
  const kept = openKeptViews(session, page)
  const from = kept.change(change)
  const reverse = () => reverseChange(kept.list(), { ...change, from })
  const confirmBefore = () => {
    const back = reverse()
    return back ? formatQuestions(back) : false
  }
  const undo = () => {
    const back = reverse()
    if (back) editOnDevice(session, page, label, back)
  }
  session.undo.record({ label, confirmBefore, undo }).done()
}

/** Moves a view of this device to everyone. Its undo brings it back. `onShare` gets the key that it has then. */
function shareView(
  session: KeySession,
  page: ViewPage,
  view: SavedView,
  onShare: (key: string) => void,
): void {
  const kept = openKeptViews(session, page)
  const { id, name, query } = view
  const requests: ShownRequest[] = []
  const onSuccess = (created: View) => {
    onShare(created.id)
    showItem(session, viewResource, created)
    const removal = { previous: view, next: undefined }
    const now = kept.find(id)
    // Another tab may have changed it meanwhile: that was not shared.
    const isSame = now?.name === name && now.query === query
    const from = isSame ? kept.change(removal) : undefined
    const reverse = () => (isSame ? reverseChange(kept.list(), { ...removal, from }) : undefined)
    const current = () => findItem(session, viewResource, created.id) ?? created
    const confirmBefore = () => {
      const isChanged = current().version !== created.version
      const questions = [
        ...(isChanged ? [text.sharedChanged(current().name)] : []),
        ...(reverse()?.isNameTaken ? [text.nameTakenSince(name)] : []),
      ]
      return questions.join(' ') || undefined
    }
    const undo = async () => {
      const back = reverse()
      if (back) kept.change(back)
      const { state } = await deleteShared(session, current())
      // Someone has changed it, and the person kept that.
      if (state === 'kept' && back) kept.change(removal)
    }
    session.undo
      .record({
        label: text.shared(name),
        requests,
        scope: () => undoScope(created),
        confirmBefore,
        undo,
      })
      .done()
  }
  void session.mutate(
    'POST /views',
    { page, name, query },
    {
      scope,
      merges: true,
      requests,
      // It was pressed twice, and the first one was saved.
      isOutdated: () => kept.find(id) === undefined,
      onConflict: () => undefined,
      onSuccess,
    },
  )
}

interface ViewActions {
  readonly rename: (name: string) => void
  /** Gives it the filter of now; undefined where it has that. */
  readonly replaceFilter: (() => void) | undefined
  readonly moveLeft: (() => void) | undefined
  readonly moveRight: (() => void) | undefined
  /** Undefined where it is shared, or cannot be. */
  readonly share: ((onShare: (key: string) => void) => void) | undefined
  readonly remove: () => void
}

export interface PageView extends Pick<SavedView, 'name' | 'query'> {
  /** Unique among the views of a page. */
  readonly key: string
  readonly to: { readonly pathname: string; readonly search: string }
  /** For everyone in the workspace; otherwise on this device alone. */
  readonly isShared: boolean
  /** Who shared it, where that has a name. */
  readonly creator: string | undefined
  /** Its filter is that of now. */
  readonly isCurrent: boolean
  /** Undefined for a shared view and a key that cannot write. */
  readonly actions: ViewActions | undefined
}

export interface PageViews {
  readonly page: ViewPage
  /** Whether shared ones may still come. */
  readonly isLoading: boolean
  /** Of the page without a filter. */
  readonly pathname: string
  /** The filter of now. */
  readonly query: string
  /** Shared ones first. */
  readonly views: readonly PageView[]
  /** The shared ones could not be loaded. */
  readonly failure: { readonly onRetry: () => void; readonly busy: boolean } | undefined
  /** Whether a view can be saved for everyone, whatever its filter is. */
  readonly canShare: boolean
  /** A view of this device replaces one of its name. */
  readonly save: (name: string, isShared: boolean) => void
}

/**
 * The views of the page that is open, and what can be done with them; undefined on a page that has none. `search` is its filter
 * where the address does not say all of it.
 */
export function usePageViews(search?: string): PageViews | undefined {
  const session = useSession()
  const location = useLocation()
  const page = viewPageOf(location.pathname)
  const isSupported = useCapability('views.shared')
  const { isSettled } = useSettledCapabilities()
  const canShare = useCanWrite() && isSupported
  const { data, isError, isFetching, refetch } = useQuery({
    ...viewsQuery(),
    enabled: isSupported && page !== undefined,
  })
  const [stored] = useDeviceEntry(entryName(page))
  return useMemo(() => {
    if (page === undefined) return undefined
    const pathname = viewPagePath(page)
    const query = viewQuery(search ?? location.search, page)
    const ofPage = (isSupported && data?.data.filter((view) => view.page === page)) || []
    const kept = parseViews(stored)
    // A view that an earlier version kept may say where in the rows the page was.
    const queryOf = (view: Pick<SavedView, 'query'>) => viewQuery(view.query, page)
    const describe = (view: Pick<SavedView, 'name' | 'query'>) => ({
      name: view.name,
      query: queryOf(view),
      to: { pathname, search: queryOf(view) },
      isCurrent: queryOf(view) === query,
    })
    const describeShared = (view: View, index: number): PageView => ({
      ...describe(view),
      key: view.id,
      isShared: true,
      creator: view.created_by.name ?? undefined,
      actions: canShare
        ? {
            rename: (name) => void editResource(session, viewResource, view, { name }),
            replaceFilter:
              view.query === query
                ? undefined
                : () => void editResource(session, viewResource, view, { query }),
            moveLeft: index > 0 ? () => void moveShared(session, view, index - 1) : undefined,
            moveRight:
              index < ofPage.length - 1
                ? () => void moveShared(session, view, index + 1)
                : undefined,
            share: undefined,
            remove: () => void removeShared(session, view),
          }
        : undefined,
    })
    const describeKept = (view: SavedView, index: number): PageView => {
      const edit = (label: string, next: SavedView | undefined, place?: number) =>
        editOnDevice(session, page, label, { previous: view, next, index: place })
      const move = (place: number) => () => edit(text.moved(view.name), view, place)
      return {
        ...describe(view),
        key: `device ${view.id}`,
        isShared: false,
        creator: undefined,
        actions: {
          rename: (name) => edit(text.edited(view.name), { ...view, name }),
          replaceFilter:
            view.query === query
              ? undefined
              : () => edit(text.edited(view.name), { ...view, query }),
          moveLeft: index > 0 ? move(index - 1) : undefined,
          moveRight: index < kept.length - 1 ? move(index + 1) : undefined,
          share:
            canShare && isShareable(view.query)
              ? (onShare) => shareView(session, page, view, onShare)
              : undefined,
          remove: () => edit(text.removed(view.name), undefined),
        },
      }
    }
    return {
      pathname,
      query,
      views: [...ofPage.map(describeShared), ...kept.map(describeKept)],
      page,
      isLoading: !isError && (isSupported ? data === undefined : !isSettled),
      failure: isError ? { onRetry: () => void refetch(), busy: isFetching } : undefined,
      canShare,
      save: (name, isShared) => {
        if (isShared) return createShared(session, { page, name, query })
        const previous = kept.find((view) => view.name === name)
        const next = { id: previous?.id ?? randomId(), name, query }
        editOnDevice(session, page, text.saved(name), { previous, next })
      },
    }
  }, [
    session,
    page,
    search,
    location.search,
    isSupported,
    isSettled,
    canShare,
    data,
    isError,
    isFetching,
    refetch,
    stored,
  ])
}

/** The service limits the length of a shared filter. */
export const isShareable = (query: string): boolean => query.length <= maxViewQuery

/** Whether another view beside this one has the name: of everyone ignoring case, of this device as it is spelled. */
export const isNameTaken = (
  views: readonly PageView[],
  name: string,
  { isShared, key }: Pick<PageView, 'isShared'> & { readonly key?: string },
): boolean =>
  views.some(
    (view) =>
      view.isShared === isShared &&
      view.key !== key &&
      (isShared ? nameKey(view.name) === nameKey(name) : view.name === name),
  )
