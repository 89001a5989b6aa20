import { capabilities } from '#contract/capabilities.ts'
import type { ApiKey } from '#contract/developers/keys.ts'
import type { Member, Workspace } from '#contract/developers/workspace.ts'
import { openapi } from '#contract/openapi.ts'
import type { Caller, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { findPublicChangelog } from '#service/public-changelog.store.ts'
import { commandLineKey, findKey } from './keys.store.ts'
import { findMember } from './members.store.ts'
import { findWorkspace, lockWorkspace, saveWorkspace } from './workspace.store.ts'

export const workspaceVerbs = {
  async 'GET /me'({ db, caller, now, facts }) {
    const { id, name, owner_id, owner_name, owner_email } = await findWorkspace(db)
    const key = await describeKey(db, caller, now)
    return {
      key,
      member: key.member && (await describeMember(db, key.member)),
      workspace: { id, name, owner: { id: owner_id, name: owner_name, email: owner_email } },
      capabilities: [...capabilities],
      limits: { page_size: 100, body_bytes: 1_048_576, open_cards: 10_000, rate: facts.rate },
      server: {
        name: 'Workspace Admin',
        version: facts.version,
        api_version: 'v1',
        time: now.toISOString(),
      },
    }
  },

  async 'GET /workspace'({ db, public_base_url }) {
    const [row, changelog] = await Promise.all([
      findWorkspace(db),
      findPublicChangelog(db, public_base_url),
    ])
    return toWorkspace(row, changelog.address)
  },

  async 'PATCH /workspace'({ db, now, emit, expectVersion, public_base_url }, change) {
    const row = await lockWorkspace(db)
    const { address } = await findPublicChangelog(db, public_base_url)
    const before = toWorkspace(row, address)
    expectVersion(before)
    const merged: Workspace = {
      ...before,
      name: change.name ?? before.name,
      time_zone: change.time_zone ?? before.time_zone,
      locale: change.locale ?? before.locale,
      public_changelog: change.public_changelog ?? before.public_changelog,
    }
    const fields = ['name', 'time_zone', 'locale', 'public_changelog'] as const
    if (!changesBetween(before, merged, fields)) return before
    const after = withNextVersion({ ...merged, updated_at: now.toISOString() })
    await saveWorkspace(db, after)
    await emit('settings.changed', { type: 'workspace', id: after.id, action: 'updated' })
    return { ...after, public_changelog_url: after.public_changelog ? address : null }
  },

  async 'GET /openapi.json'({ facts }) {
    return openapi(facts.base_url, facts.version)
  },
} satisfies Partial<Verbs>

type Row = Awaited<ReturnType<typeof findWorkspace>>

const toWorkspace = (row: Row, address: string | null): Workspace => ({
  id: row.id,
  name: row.name,
  time_zone: row.time_zone,
  locale: row.locale,
  public_changelog: row.public_changelog,
  public_changelog_url: row.public_changelog ? address : null,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** The command line has no key and gets the equivalent of the owner's key. */
async function describeKey(
  db: WorkspaceDb,
  { key_id, scope, admin }: Caller,
  now: Date,
): Promise<ApiKey> {
  const key = key_id === null ? undefined : await findKey(db, key_id)
  return (
    key ?? {
      ...commandLineKey,
      prefix: 'wsk_w_',
      last4: '----',
      scope,
      admin,
      member: null,
      expires_at: null,
      last_used_at: null,
      version: '1',
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    }
  )
}

const describeMember = async (db: WorkspaceDb, member: Member) => ({
  ...member,
  email: (await findMember(db, member.id))?.email ?? null,
})
