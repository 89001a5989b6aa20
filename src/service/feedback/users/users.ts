import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, invalidField, notFound } from '#service/refusal.ts'
import { userFields, identifyUser } from './acting-user.ts'
import { applyUserChange } from './user-ref.rules.ts'
import { countUsers, findUser, lockCandidates, saveUser, usersAfter } from './users.store.ts'

export const portalUserVerbs = {
  async 'GET /feedback/users'({ db, cursor }, { ...filter }) {
    const page = await fetchPage(cursor, filter, {
      rows: (last, limit) => usersAfter(db, filter, last, limit),
      keyOf: ({ created_at, sort_name, id }) => [
        filter.sort === 'name' ? sort_name : created_at,
        id,
      ],
      total: () => countUsers(db, filter),
    })
    return { ...page, data: page.data.map(({ sort_name: _sortName, ...user }) => user) }
  },

  async 'GET /feedback/users/:user_id'({ db }, { user_id }) {
    return requirePortalUser(db, user_id)
  },

  async 'POST /feedback/users/identify'(context, identity) {
    if (identity.external_id == null && identity.email == null)
      throw invalidField('/email', 'no_identifier', 'Set external_id or email.')
    const { created_at, last_seen_at, ...ref } = identity
    // Times are accepted from an import only.
    const times = identity.import === true ? { created_at, last_seen_at: last_seen_at ?? null } : {}
    const { user, isNew } = await identifyUser(context, { ...ref, ...times })
    if (!isNew) context.markExisting()
    return requirePortalUser(context.db, user.id)
  },

  async 'PATCH /feedback/users/:user_id'({ db, now, emit, expectVersion }, { user_id, ...change }) {
    const candidates = await lockCandidates(db, { ...change, id: user_id })
    const before = candidates.byId
    if (!before) throw notFound('user', user_id)
    expectVersion(before)
    const after = { ...applyUserChange(before, change), updated_at: now.toISOString() }
    for (const [field, other] of [
      ['external_id', candidates.byExternalId],
      ['email', candidates.byEmail],
    ] as const)
      if (other && other.id !== user_id)
        throw conflict('user_mismatch', `This ${field} belongs to ${other.id}.`, {
          field: `/${field}`,
          ids: [user_id, other.id],
        })
    const changes = changesBetween(before, after, userFields)
    if (!changes) return requirePortalUser(db, user_id)
    await saveUser(db, after)
    const saved = await requirePortalUser(db, user_id)
    await emit('portal_user.updated', saved, changes)
    return saved
  },
} satisfies Partial<Verbs>

export async function requirePortalUser(db: WorkspaceDb, user_id: string) {
  const user = await findUser(db, user_id)
  if (!user) throw notFound('user', user_id)
  return user
}
