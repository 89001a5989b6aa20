import type { PostStatus } from '#contract/feedback/setup.ts'
import { nameKey } from '#contract/names.rules.ts'
import { formatChanges, sourceOfChanged } from '#service/activity.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CreateId, newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { isInUse, lockPostsWith, reassignPosts } from '#service/feedback/posts/reassign.store.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, invalidField, referenceNotFound, notFound } from '#service/refusal.ts'
import { defaultStatuses } from './default-statuses.rules.ts'
import { firstAvailable, nameTaken, slugify } from './names.rules.ts'
import {
  countStatuses,
  deleteStatus,
  findStatus,
  insertStatus,
  lockStatus,
  saveStatus,
  statusNames,
  statusesAfter,
  unsetDefault,
} from './statuses.store.ts'

const fields = ['name', 'color', 'category', 'position', 'is_default'] as const

export const statusVerbs = {
  async 'GET /feedback/statuses'({ db, cursor }, { external_ref, ...page }) {
    const filter = { external_ref }
    return fetchPage(cursor, page, {
      rows: (last, limit) => statusesAfter(db, filter, last, limit),
      keyOf: ({ position, id }) => [position, id],
      total: () => countStatuses(db, filter),
    })
  },

  async 'POST /feedback/statuses'({ db, now, emit }, draft) {
    const statuses = await statusNames(db)
    await requireUnusedRef(db, 'post_statuses', draft.external_ref)
    const sameName = statuses.find(({ name_key }) => name_key === nameKey(draft.name))
    if (sameName) throw nameTaken('name', sameName.id)
    const sameKey = statuses.find(({ key }) => key === draft.key)
    if (sameKey) throw nameTaken('key', sameKey.id)
    const keys = new Set(statuses.map(({ key }) => key))
    const status = {
      id: newId('sta', now),
      key: draft.key ?? firstAvailable(slugify(draft.name, '_', 'status'), '_', keys),
      name: draft.name,
      color: draft.color ?? 'gray',
      category: draft.category ?? 'open',
      position: draft.position ?? (statuses.at(-1)?.position ?? 0) + 1,
      is_default: draft.is_default ?? false,
      external_ref: draft.external_ref ?? null,
    }
    if (status.is_default) await unsetDefault(db, now)
    await insertStatus(db, status, { created_at: now, updated_at: now })
    await emit('settings.changed', { type: 'post_status', id: status.id, action: 'created' })
    return { ...status, post_count: 0, version: '1' }
  },

  async 'PATCH /feedback/statuses/:status_id'({ db, now, emit, expectVersion }, input) {
    const { status_id, ...change } = input
    const before = await lockStatus(db, status_id)
    if (!before) throw notFound('status', status_id)
    expectVersion(before)
    const after: PostStatus = {
      ...before,
      name: change.name ?? before.name,
      color: change.color === undefined ? before.color : (change.color ?? 'gray'),
      category: change.category ?? before.category,
      position: change.position ?? before.position,
      is_default: change.is_default ?? before.is_default,
    }
    const sameName = (await statusNames(db)).find(
      ({ id, name_key }) => id !== status_id && name_key === nameKey(after.name),
    )
    if (sameName) throw nameTaken('name', sameName.id)
    if (before.is_default && !after.is_default)
      throw conflict('default_status', 'Set another status as the default instead.')
    if (!changesBetween(before, after, fields)) return before
    if (after.is_default && !before.is_default) await unsetDefault(db, now)
    await saveStatus(db, after, now)
    await emit('settings.changed', { type: 'post_status', id: status_id, action: 'updated' })
    return withNextVersion(after)
  },

  async 'DELETE /feedback/statuses/:status_id'(context, { status_id, reassign_to }) {
    const { db, now, emit, expectVersion } = context
    const status = await lockStatus(db, status_id)
    if (!status) throw notFound('status', status_id)
    if (reassign_to === status_id)
      throw invalidField('reassign_to', 'itself', 'Choose another status.')
    const next = reassign_to === undefined ? undefined : await lockStatus(db, reassign_to)
    if (reassign_to !== undefined && !next)
      throw referenceNotFound('reassign_to', 'status', reassign_to)
    expectVersion(status)
    if (status.is_default)
      throw conflict('default_status', 'New posts get this status. Set another default first.')
    if (next) {
      const changes = formatChanges({
        status: { from: status.key, to: next.key },
        status_name: { from: status.name, to: next.name },
      })
      await lockPostsWith(db, 'status_id', status_id)
      const activity = { ...sourceOfChanged(context, 'post.status_changed'), changes }
      await reassignPosts(db, 'status_id', { from: status_id, to: next.id }, activity, now)
    } else if (await isInUse(db, 'status_id', status_id))
      throw conflict(
        'status_in_use',
        'Posts have this status. Set reassign_to to the status they should get.',
      )
    await deleteStatus(db, status_id)
    await emit('settings.changed', { type: 'post_status', id: status_id, action: 'deleted' })
    return undefined
  },
} satisfies Partial<Verbs>

export async function requirePostStatus(db: WorkspaceDb, status_id: string) {
  if (!(await findStatus(db, status_id))) throw notFound('status', status_id)
}

/** Emits no events, because a new workspace has no webhooks. */
export async function addDefaultStatuses(
  db: WorkspaceDb,
  now: Date,
  createId: CreateId = newId,
): Promise<void> {
  for (const [index, status] of defaultStatuses.entries())
    await insertStatus(
      db,
      {
        ...status,
        id: createId('sta', now),
        position: index + 1,
        is_default: index === 0,
        external_ref: null,
      },
      { created_at: now, updated_at: now },
    )
}
