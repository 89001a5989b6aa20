import { maxViews, parseViewPage, viewQuery } from '#contract/developers/views.rules.ts'
import type { View } from '#contract/developers/views.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { deleteById, lockForLimit } from '#service/db/rows.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, orNotFound, referenceNotFound } from '#service/refusal.ts'
import {
  countViews,
  findIdByName,
  findView,
  insertView,
  lastPosition,
  lockView,
  ownerExists,
  saveView,
  viewsAfter,
} from './views.store.ts'

export const viewVerbs = {
  async 'GET /views'({ db, cursor }, { page: ofPage, ...page }) {
    const filter = { page: ofPage }
    return fetchPage(cursor, page, {
      rows: (last, limit) => viewsAfter(db, filter, last, limit),
      keyOf: (view) => [view.page, view.position, view.id],
      total: () => countViews(db, filter),
    })
  },

  async 'POST /views'({ db, caller, now, emit }, { name, page, query, position }) {
    const { owner } = parseViewPage(page) ?? {}
    if (owner && !(await ownerExists(db, owner)))
      throw referenceNotFound('/page', owner.kind, owner.id)
    await lockForLimit(db)
    if ((await countViews(db)) >= maxViews)
      throw conflict('limit_reached', `A workspace may have at most ${maxViews} shared views.`)
    await requireFreeName(db, { page, name })
    const id = newId('viw', now)
    const view = {
      id,
      page,
      name,
      query: viewQuery(query, page),
      position: position ?? (await lastPosition(db, page)),
      board_id: owner?.kind === 'board' ? owner.id : null,
      list_id: owner?.kind === 'list' ? owner.id : null,
      key_id: caller.key_id,
      member_id: caller.member_id,
    }
    await insertView(db, view, now)
    await emit('settings.changed', { type: 'view', id, action: 'created' })
    return requireView(db, id)
  },

  async 'PATCH /views/:view_id'({ db, now, emit, expectVersion }, { view_id, ...change }) {
    const before = orNotFound(await lockView(db, view_id), 'view', view_id)
    expectVersion(before)
    const merged: View = {
      ...before,
      name: change.name ?? before.name,
      query: change.query === undefined ? before.query : viewQuery(change.query, before.page),
      position: change.position ?? before.position,
    }
    if (!changesBetween(before, merged, ['name', 'query', 'position'])) return before
    await requireFreeName(db, merged)
    const after = withNextVersion({ ...merged, updated_at: now.toISOString() })
    await saveView(db, after)
    await emit('settings.changed', { type: 'view', id: view_id, action: 'updated' })
    return after
  },

  async 'DELETE /views/:view_id'({ db, emit, expectVersion }, { view_id }) {
    expectVersion(orNotFound(await lockView(db, view_id), 'view', view_id))
    await deleteById(db, 'views', view_id)
    await emit('settings.changed', { type: 'view', id: view_id, action: 'deleted' })
    return undefined
  },
} satisfies Partial<Verbs>

export const requireView = async (db: WorkspaceDb, view_id: string): Promise<View> =>
  orNotFound(await findView(db, view_id), 'view', view_id)

async function requireFreeName(
  db: WorkspaceDb,
  view: Pick<View, 'page' | 'name'> & { readonly id?: string },
) {
  const id = await findIdByName(db, view)
  if (id === undefined || id === view.id) return
  const message = `A shared view of this page is named “${view.name}” already.`
  throw conflict('name_taken', message, { field: '/name', id })
}
