import type { List } from '#contract/email/lists.ts'
import type { Verbs } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, notFound } from '#service/refusal.ts'
import { sortKeyBy } from './list-order.store.ts'
import {
  countLists,
  deleteList,
  findList,
  insertList,
  listsAfter,
  lockList,
  saveList,
} from './lists.store.ts'

export const listVerbs = {
  async 'GET /lists'({ db, cursor }, filter) {
    return fetchPage(cursor, filter, {
      rows: (last, limit) => listsAfter(db, filter, last, limit),
      keyOf: sortKeyBy(filter.sort),
      total: () => countLists(db, filter),
    })
  },

  async 'GET /lists/:list_id'({ db }, { list_id }) {
    const list = await findList(db, list_id)
    if (!list) throw notFound('list', list_id)
    return list
  },

  async 'POST /lists'({ db, now, emit }, draft) {
    await requireUnusedRef(db, 'email_lists', draft.external_ref)
    const created_at = draft.created_at ?? now.toISOString()
    const id = newId('lst', now)
    await insertList(db, {
      id,
      name: draft.name,
      description: draft.description ?? null,
      double_opt_in: draft.double_opt_in ?? false,
      archived: draft.archived ?? false,
      external_ref: draft.external_ref ?? null,
      created_at,
      updated_at: draft.updated_at ?? created_at,
    })
    const list = await findList(db, id)
    if (!list) throw notFound('list', id)
    await emit('list.created', list)
    return list
  },

  async 'PATCH /lists/:list_id'({ db, now, emit, expectVersion }, { list_id, ...change }) {
    const before = await lockList(db, list_id)
    if (!before) throw notFound('list', list_id)
    expectVersion(before)
    const after: List = {
      ...before,
      name: change.name ?? before.name,
      description: change.description === undefined ? before.description : change.description,
      double_opt_in: change.double_opt_in ?? before.double_opt_in,
      archived: change.archived ?? before.archived,
      updated_at: change.updated_at ?? now.toISOString(),
    }
    const details = changesBetween(before, after, ['name', 'description', 'double_opt_in'])
    const archivedChanges = after.archived !== before.archived
    if (!details && !archivedChanges) return before
    await saveList(db, after)
    const saved = withNextVersion(after)
    if (details) await emit('list.updated', saved, details)
    if (archivedChanges) await emit(saved.archived ? 'list.archived' : 'list.unarchived', saved)
    return saved
  },

  async 'DELETE /lists/:list_id'({ db, now, emit, expectVersion }, { list_id }) {
    const list = await lockList(db, list_id)
    if (!list) throw notFound('list', list_id)
    expectVersion(list)
    if (!list.archived && list.counts.total > 0)
      throw conflict('not_archived', 'This list has contacts. Archive it before you delete it.')
    await deleteList(db, list_id)
    await emit('list.deleted', { id: list_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>
