import { signInText } from '#web/messages/en/sign-in.ts'
import { paths, safeNext } from '#web/paths.ts'
import type { ConnectionCheck } from '#web/session/connection-check.ts'
import type { Connection, NewConnection } from '#web/session/connections.ts'
import { workspaceRef } from '#web/session/workspace-ref.ts'
import { toast } from '#web/ui/toast.ts'
import { withoutWorkspace } from './workspace-link.ts'

/** The workspace that the address to go on to is of, when it says so. */
export const workspaceOf = (next: string | null) =>
  new URL(safeNext(next, location.origin), location.origin).searchParams.get('ws')

/** Where to go with this connection: the address asked for, unless that is of another workspace. */
export function afterSignIn(next: string | null, connection: Connection): string {
  const wanted = workspaceOf(next)
  if (wanted === null) return safeNext(next, location.origin)
  if (wanted === workspaceRef(connection)) {
    return withoutWorkspace(new URL(safeNext(next, location.origin), location.origin))
  }
  toast({ text: signInText.linkOfOtherWorkspace(wanted), tone: 'bad' })
  return paths.overview()
}

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
