import { vi } from 'vitest'
import { page } from 'vitest/browser'

import type { View } from '#client/resources.ts'
import { viewQuery } from '#contract/developers/views.rules.ts'
import { nameKey } from '#contract/names.rules.ts'
import { paths } from '#web/paths.ts'
import { openDeviceEntry } from '#web/session/device-entry.ts'
import type { KeySession } from '#web/session/session.ts'
import { errorResponse, openPage, type Responses, textsOf } from '#web/test-page.tsx'

export const none = { data: [], paging: { next: null } }
export const sharedView = (name: string, query: string, more: Partial<View> = {}): View => ({
  id: `viw_${name}`,
  name,
  page: 'posts',
  query,
  created_by: { type: 'member', id: 'mem_1', name: 'Ana' },
  position: 1,
  version: '1',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
  ...more,
})

/** A service that keeps views, as the real one does. */
export function createViews(...initial: View[]) {
  let views = initial
  let count = 0
  let held = Promise.resolve()
  const find = (id: string) => views.find((view) => view.id === id)
  const isStale = ({ version }: View, headers: Headers) => {
    const match = headers.get('if-match')
    return match !== null && match !== `"${version}"`
  }
  const replace = (before: View, change: Partial<View>) => {
    const after = { ...before, ...change, version: String(Number(before.version) + 1) }
    views = views
      .map((view) => (view === before ? after : view))
      .toSorted((one, next) => one.position - next.position)
    return after
  }
  const responses: Responses = {
    'GET /feedback/posts': none,
    'GET /views': async () => {
      await held
      return Response.json({ data: views, paging: { next: null } })
    },
    'POST /views': async ({ input: { page: of, query, name, position } }) => {
      await held
      if (views.some((view) => view.page === of && nameKey(view.name) === nameKey(name)))
        return errorResponse(409, 'name_taken')
      const last = Math.max(0, ...views.map((view) => view.position)) + 1
      const id = `viw_new_${++count}`
      const created = { page: of, id, position: position ?? last }
      const view = sharedView(name, viewQuery(query, of), created)
      views = [...views, view].toSorted((one, next) => one.position - next.position)
      return Response.json(view, { status: 201 })
    },
    'PATCH /views/:view_id': ({ input: { view_id, ...change }, headers }) => {
      const before = find(view_id)
      if (!before) return errorResponse(404, 'not_found')
      if (isStale(before, headers)) return errorResponse(412, 'precondition_failed')
      const { name = before.name, query = before.query, position = before.position } = change
      return replace(before, { name, query: viewQuery(query, before.page), position })
    },
    'DELETE /views/:view_id': ({ input: { view_id }, headers }) => {
      const before = find(view_id)
      if (!before) return errorResponse(404, 'not_found')
      if (isStale(before, headers)) return errorResponse(412, 'precondition_failed')
      views = views.filter((view) => view !== before)
      return new Response(null, { status: 204 })
    },
  }
  /** As somebody else does. */
  const change = (name: string, fields: Partial<View>) =>
    views.filter((view) => view.name === name).map((view) => replace(view, fields))
  /** Holds responses back until the function that it returns is called. */
  const hold = () => {
    let release = () => {}
    held = new Promise((resolve) => (release = resolve))
    return () => release()
  }
  return { responses, list: () => views, change, hold }
}

export async function sessionIn({
  router,
}: Awaited<ReturnType<typeof openPage>>): Promise<KeySession> {
  const session = () => router.state.loaderData['root'] as KeySession | undefined // what it loads
  return vi.waitUntil(session, { timeout: 10_000 }) // by default one second
}

/** Undoes the newest change of this label, as Recent changes does. */
export function undoNamed({ undo: history }: KeySession, label: string) {
  const change = history.list().find((one) => one.label === label && one.undoes === undefined)
  if (!change) throw new Error(`Nothing is named ${label}.`)
  history.undo(change.id)
}

export const kept = () => {
  const [text = '[]'] = Object.entries(localStorage).flatMap(([key, value]) =>
    key.includes('views:posts') ? [String(value)] : [],
  )
  return JSON.parse(text) as unknown
}
export const keepOnDevice = ({ connection }: KeySession, views: readonly object[]) =>
  openDeviceEntry(connection, 'views:posts').update(() => JSON.stringify(views))

export const capabilities = ['filters', 'views.shared', 'etag']
export const open = (
  responses: Responses,
  options = {},
  path = `${paths.posts()}?status=planned`,
) => openPage(path, { ...createViews().responses, ...responses }, { capabilities, ...options })

export const tabs = page.getByRole('group', { name: 'Views' })
export const tabNames = () => textsOf(tabs.getByRole('link'))
export const dialog = page.getByRole('dialog', { name: 'Views' })
export const openMenu = () => page.getByRole('button', { name: 'Views', exact: true }).click()
export const toast = (text: string) => page.getByTestId('toast').getByText(text)
export const undoAnyway = () => page.getByRole('button', { name: 'Undo anyway' }).click()
export const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).last().click()

export async function choose(name: string, action: string) {
  await dialog.getByRole('button', { name: `Actions for view ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export async function save(name: string, scope?: string) {
  await openMenu()
  await dialog.getByRole('textbox').fill(name)
  if (scope !== undefined) await dialog.getByRole('radio', { name: scope }).click()
  await dialog.getByRole('button', { name: 'Save view' }).click()
}
