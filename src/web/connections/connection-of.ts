import type { ConnectionCheck } from '#web/session/connection-check.ts'
import type { NewConnection } from '#web/session/connections.ts'

/** What is kept of a key that was accepted: enough to name it without showing it. */
export const connectionOf = (
  { base_url, me, scope }: Extract<ConnectionCheck, { outcome: 'accepted' }>,
  chosen: Pick<NewConnection, 'key' | 'keep' | 'read_only'>,
): NewConnection => ({
  ...chosen,
  base_url,
  scope: scope === 'unknown' ? undefined : scope,
  name: me?.workspace.name,
  key_name: me?.key.name,
  admin: me?.key.admin,
})
