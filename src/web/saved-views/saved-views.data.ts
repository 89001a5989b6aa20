import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'

import type { View } from '#client/resources.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import { maxViewQuery, type ViewPage, viewQuery } from '#contract/developers/views.rules.ts'
import { nameKey } from '#contract/names.rules.ts'
import { savedViewsText as text } from '#web/messages/en/saved-views.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { openDeviceEntry, useDeviceEntry } from '#web/session/device-entry.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import { moveItem } from '#web/session/resources/move-item.ts'
import { findItem, inList, showItem } from '#web/session/resources/places.ts'
import { comparePositions } from '#web/session/resources/positions.rules.ts'
import { createUndoableCreation, removeResource } from '#web/session/resources/remove-resource.ts'
import { defineResource, findInPages, type SaveOptions } from '#web/session/resources/resource.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import {
  changeView,
  formatViews,
  parseViews,
  type SavedView,
  viewPageOf,
  viewPagePath,
} from './saved-views.rules.ts'

/** The shared views of all pages; a workspace has at most one page of them. */
export const viewsQuery = () => endpointQuery('GET /views', {})

const scope = 'views'

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
  save: ({ mutate }, { id: view_id }, changes, options) =>
    mutate('PATCH /views/:view_id', { view_id, ...changes }, options),
  read: (session, { id }) => findInPages(session, 'GET /views', {}, (one) => one.id === id),
})

/** Those of a page that are loaded, in their order. */
const sharedViews = ({ queryClient }: KeySession, page: string): readonly View[] =>
  queryClient.getQueryData(viewsQuery().queryKey)?.data.filter((view) => view.page === page) ?? []

const sendDeletion = ({ mutate }: KeySession, { id }: View, options: SaveOptions<unknown>) =>
  mutate('DELETE /views/:view_id', { view_id: id }, options)

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

/** Its undo saves another view like it in the same place. */
async function removeShared(session: KeySession, view: View): Promise<void> {
  const send = (options: SaveOptions<unknown>) => sendDeletion(session, view, options)
  const outcome = await removeResource(session, viewResource, view, send, { isOptimistic: true })
  if (outcome.state !== 'removed') return
  const { page, name, query, position } = view
  const undo = () => createShared(session, { page, name, query, position })
  session.undo.record({ label: text.removed(name), undo }).done()
}

const moveShared = (session: KeySession, view: View, index: number) =>
  moveItem(session, view.id, index, {
    items: () => sharedViews(session, view.page),
    save: (item, position, settings) =>
      editResource(session, viewResource, item, { position }, settings),
    label: text.moved(view.name),
    movedSince: text.movedSince,
  })

type ViewChange = Parameters<typeof changeView>[1]

const entryName = (page: ViewPage | undefined) => `views:${page ?? ''}`

/** Changes a view that this device keeps. Returns the place it had. */
function changeOnDevice({ connection }: KeySession, page: ViewPage, change: ViewChange): number {
  const entry = openDeviceEntry(connection, entryName(page))
  const views = parseViews(entry.get())
  entry.update(() => formatViews(changeView(views, change)))
  return views.findIndex(({ name }) => name === change.previous?.name)
}

/** The same with an undo, which asks where another view has taken the name since. */
function editOnDevice(session: KeySession, page: ViewPage, label: string, change: ViewChange) {
  const { previous, next } = change
  const place = changeOnDevice(session, page, change)
  const restore = { previous: next, next: previous, index: place < 0 ? undefined : place }
  const entry = openDeviceEntry(session.connection, entryName(page))
  const isTaken = () =>
    previous !== undefined &&
    previous.name !== next?.name &&
    parseViews(entry.get()).some(({ name }) => name === previous.name)
  session.undo
    .record({
      label,
      confirmBefore: () => (isTaken() ? text.nameTakenSince(previous?.name ?? '') : undefined),
      undo: () => editOnDevice(session, page, label, restore),
    })
    .done()
}

/** Moves a view of this device to everyone. Its undo brings it back. */
function shareView(session: KeySession, page: ViewPage, view: SavedView): void {
  const requests: ShownRequest[] = []
  const onSuccess = (created: View) => {
    showItem(session, viewResource, created)
    const index = changeOnDevice(session, page, { previous: view, next: undefined })
    const undo = () => {
      changeOnDevice(session, page, { previous: undefined, next: view, index })
      const current = findItem(session, viewResource, created.id) ?? created
      const send = (options: SaveOptions<unknown>) => sendDeletion(session, current, options)
      void removeResource(session, viewResource, current, send, { isOptimistic: true })
    }
    session.undo.record({ label: text.shared(view.name), requests, undo }).done()
  }
  void session.mutate(
    'POST /views',
    { page, ...view },
    { scope, merges: true, requests, onSuccess },
  )
}

interface ViewActions {
  readonly rename: (name: string) => void
  /** Gives it the filter of now; undefined where it has that. */
  readonly replaceFilter: (() => void) | undefined
  readonly moveLeft: (() => void) | undefined
  readonly moveRight: (() => void) | undefined
  /** Undefined where it is shared, or cannot be. */
  readonly share: (() => void) | undefined
  readonly remove: () => void
}

export interface PageView extends SavedView {
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
  /** Without a filter. */
  readonly pathname: string
  /** The filter of now. */
  readonly query: string
  /** Shared ones first. */
  readonly views: readonly PageView[]
  /** Whether a view can be saved for everyone, whatever its filter is. */
  readonly canShare: boolean
  /** A view of this device replaces one of its name. */
  readonly save: (name: string, isShared: boolean) => void
}

/** The views of the page that is open, and what can be done with them; undefined on a page that has none. */
export function usePageViews(): PageViews | undefined {
  const session = useSession()
  const location = useLocation()
  const page = viewPageOf(location.pathname)
  const isSupported = useCapability('views.shared')
  const canShare = useCanWrite() && isSupported
  const { data } = useQuery({ ...viewsQuery(), enabled: isSupported && page !== undefined })
  const [stored] = useDeviceEntry(entryName(page))
  return useMemo(() => {
    if (page === undefined) return undefined
    const pathname = viewPagePath(page)
    const query = viewQuery(location.search)
    const ofPage = (isSupported && data?.data.filter((view) => view.page === page)) || []
    const kept = parseViews(stored)
    const describe = (view: SavedView) => ({
      name: view.name,
      query: view.query,
      to: { pathname, search: view.query },
      isCurrent: view.query === query,
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
        key: `device ${view.name}`,
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
            canShare && isShareable(view.query) ? () => shareView(session, page, view) : undefined,
          remove: () => edit(text.removed(view.name), undefined),
        },
      }
    }
    return {
      pathname,
      query,
      views: [...ofPage.map(describeShared), ...kept.map(describeKept)],
      canShare,
      save: (name, isShared) => {
        const view = { name, query }
        if (isShared) return createShared(session, { page, ...view })
        const previous = kept.find((one) => one.name === name)
        editOnDevice(session, page, text.saved(name), { previous, next: view })
      },
    }
  }, [session, page, location.search, isSupported, canShare, data, stored])
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
