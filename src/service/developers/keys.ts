import { createHash } from 'node:crypto'

import type { ApiKey, NewApiKey } from '#contract/developers/keys.ts'
import type { Member } from '#contract/developers/workspace.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, invalidField, orNotFound, referenceNotFound } from '#service/refusal.ts'
import { generateKey } from './key-format.rules.ts'
import {
  countKeys,
  findKey,
  insertKey,
  keysAfter,
  lockAdminKeys,
  lockKey,
  revokeKey,
  saveKey,
} from './keys.store.ts'
import { findMember } from './members.store.ts'

/** A factory, because changing or revoking a key clears the key cache of this process. */
export const keyVerbs = (clearKeyCache: () => void) =>
  ({
    async 'GET /api-keys'({ db, cursor }, page) {
      return fetchPage(cursor, page, {
        rows: (last, limit) => keysAfter(db, last, limit),
        keyOf: ({ created_at, id }) => [created_at, id],
        total: () => countKeys(db),
      })
    },

    async 'POST /api-keys'({ db, now, emit }, draft) {
      const { name, scope, admin = false, member_id = null, expires_at = null } = draft
      if (admin && scope === 'read')
        throw invalidField('/admin', 'needs_write', 'An admin key requires write scope.')
      if (expires_at !== null && new Date(expires_at) <= now)
        throw invalidField('/expires_at', 'in_the_past', 'The expiry date must be in the future.')
      const member = await requireOwner(db, member_id)
      const created = await createKey(db, { name, scope, admin, member, expires_at }, now)
      await emit('settings.changed', { type: 'api_key', id: created.id, action: 'created' })
      return created
    },

    async 'PATCH /api-keys/:key_id'(
      { db, now, emit, expectVersion, afterCommit },
      { key_id, name, member_id },
    ) {
      const before = orNotFound(await lockKey(db, key_id), 'key', key_id)
      const merged: ApiKey = {
        ...before,
        name: name ?? before.name,
        member: member_id === undefined ? before.member : await requireOwner(db, member_id),
      }
      expectVersion(before)
      if (!changesBetween(before, merged, ['name', 'member'])) return before
      const after = withNextVersion({ ...merged, updated_at: now.toISOString() })
      await saveKey(db, after)
      await emit('settings.changed', { type: 'api_key', id: key_id, action: 'updated' })
      afterCommit(clearKeyCache)
      return after
    },

    async 'DELETE /api-keys/:key_id'({ db, now, emit, expectVersion, afterCommit }, { key_id }) {
      // First the admin keys, in the order of ids: two requests that lock one key each would wait for each other.
      const admins = await lockAdminKeys(db)
      expectVersion(orNotFound(await lockKey(db, key_id), 'key', key_id))
      if (admins.length === 1 && admins[0] === key_id)
        throw conflict('last_admin_key', 'This is the last admin key. Create another one first.')
      await revokeKey(db, key_id, now)
      await emit('settings.changed', { type: 'api_key', id: key_id, action: 'revoked' })
      afterCommit(clearKeyCache)
      return undefined
    },
  }) satisfies Partial<Verbs>

export const requireKey = async (db: WorkspaceDb, key_id: string) =>
  orNotFound(await findKey(db, key_id), 'key', key_id)

/** The member that a key belongs to. */
async function requireOwner(db: WorkspaceDb, member_id: string | null): Promise<Member | null> {
  if (member_id === null) return null
  const found = await findMember(db, member_id)
  if (!found) throw referenceNotFound('/member_id', 'member', member_id)
  const { id, name, avatar_url } = found
  return { id, name, avatar_url }
}

type KeyDraft = Pick<ApiKey, 'name' | 'scope' | 'admin' | 'member' | 'expires_at'>

/** The key itself is returned only here: the database stores its SHA-256. */
export async function createKey(db: WorkspaceDb, draft: KeyDraft, now: Date): Promise<NewApiKey> {
  const key = generateKey(draft.scope)
  const apiKey: ApiKey = {
    ...draft,
    id: newId('key', now),
    prefix: draft.scope === 'write' ? 'wsk_w_' : 'wsk_r_',
    last4: key.slice(-4),
    last_used_at: null,
    version: '1',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
  await insertKey(db, apiKey, createHash('sha256').update(key).digest('hex'))
  return { ...apiKey, key }
}
