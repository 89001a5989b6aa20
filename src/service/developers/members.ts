import type { WorkspaceMember } from '#contract/developers/workspace.ts'
import { formatChanges, sourceOfChanged } from '#service/activity.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { orNotFound } from '#service/refusal.ts'
import {
  countMembers,
  findMember,
  insertMember,
  lockMember,
  lockPostsOf,
  filteredMembersAfter,
  removeMember,
  saveMember,
} from './members.store.ts'

/** A factory, because deleting a member clears the key cache of this process. */
export const memberVerbs = (clearKeyCache: () => void) =>
  ({
    async 'GET /members'({ db, cursor }, { external_ref, ...page }) {
      const filter = { external_ref }
      return fetchPage(cursor, page, {
        rows: (last, limit) => filteredMembersAfter(db, filter, last, limit),
        keyOf: ({ created_at, id }) => [created_at, id],
        total: () => countMembers(db, filter),
      })
    },

    async 'POST /members'({ db, now, emit }, { name, email, avatar_url, role, external_ref }) {
      await requireUnusedRef(db, 'members', external_ref)
      const member: WorkspaceMember = {
        id: newId('mem', now),
        name,
        avatar_url: avatar_url ?? null,
        email: email ?? null,
        role: role ?? null,
        external_ref: external_ref ?? null,
        version: '1',
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      }
      await insertMember(db, member)
      await emit('settings.changed', { type: 'member', id: member.id, action: 'created' })
      return member
    },

    async 'PATCH /members/:member_id'({ db, now, emit, expectVersion }, { member_id, ...change }) {
      const before = orNotFound(await lockMember(db, member_id), 'member', member_id)
      expectVersion(before)
      const after: WorkspaceMember = {
        ...before,
        name: change.name ?? before.name,
        email: change.email === undefined ? before.email : change.email,
        avatar_url: change.avatar_url === undefined ? before.avatar_url : change.avatar_url,
        role: change.role === undefined ? before.role : change.role,
        version: String(Number(before.version) + 1),
        updated_at: now.toISOString(),
      }
      if (!changesBetween(before, after, ['name', 'email', 'avatar_url', 'role'])) return before
      await saveMember(db, after)
      await emit('settings.changed', { type: 'member', id: member_id, action: 'updated' })
      return after
    },

    async 'DELETE /members/:member_id'(context, { member_id }) {
      const { db, now, emit, expectVersion, afterCommit } = context
      const member = orNotFound(await lockMember(db, member_id), 'member', member_id)
      expectVersion(member)
      const { id, name, avatar_url } = member
      const changes = formatChanges({ owner: { from: { id, name, avatar_url }, to: null } })
      await lockPostsOf(db, member_id)
      const activity = { ...sourceOfChanged(context, 'post.updated'), changes }
      await removeMember(db, member_id, activity, now)
      await emit('settings.changed', { type: 'member', id: member_id, action: 'deleted' })
      // The keys of the member belong to nobody now.
      afterCommit(clearKeyCache)
      return undefined
    },
  }) satisfies Partial<Verbs>

export const requireMember = async (db: WorkspaceDb, member_id: string) =>
  orNotFound(await findMember(db, member_id), 'member', member_id)
