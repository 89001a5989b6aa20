import { capabilities } from '#contract/capabilities.ts'
import { openapi } from '#contract/openapi.ts'
import type { Caller, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { findKey } from './keys.store.ts'
import { findWorkspace } from './workspace.store.ts'

export const workspaceVerbs = {
  async 'GET /me'({ db, caller, now, facts }) {
    const { id, name, owner_id, owner_name, owner_email } = await findWorkspace(db)
    return {
      key: await describeKey(db, caller, now),
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

  async 'GET /openapi.json'({ facts }) {
    return openapi(facts.base_url, facts.version)
  },
} satisfies Partial<Verbs>

/** The command line has no key and gets the equivalent of the owner's key. */
async function describeKey(db: WorkspaceDb, { key_id, scope, admin }: Caller, now: Date) {
  const key = key_id === null ? undefined : await findKey(db, key_id)
  return (
    key ?? {
      id: 'key_command_line',
      name: 'Command line',
      prefix: 'wsk_w_' as const,
      last4: '----',
      scope,
      admin,
      expires_at: null,
      created_at: now.toISOString(),
      last_used_at: null,
    }
  )
}
