import { signInText } from '#web/messages/en/sign-in.ts'
import { paths } from '#web/paths.ts'
import type { ConnectionCheck } from '#web/session/connection-check.ts'
import type { Connection, NewConnection } from '#web/session/connections.ts'
import { workspaceRef } from '#web/session/workspace-ref.ts'
import { toast } from '#web/ui/toast.ts'
import { withoutWorkspace } from './workspace-link.ts'

/** Where to go after signing in: the address asked for when it is one of ours, else the first page. */
export function safeNext(next: string | null, origin: string): string {
  if (!next?.startsWith('/')) return paths.overview()
  const url = new URL(next, origin)
  const isInternal = url.origin === origin && !url.pathname.startsWith('/sign-in')
  return isInternal ? url.pathname + url.search + url.hash : paths.overview()
}

/** The workspace that the next address names, if any. */
export const workspaceOf = (next: string | null) =>
  new URL(safeNext(next, location.origin), location.origin).searchParams.get('ws')

/** The next address, or the overview if that address is of another workspace. */
export function getSignInRedirect(next: string | null, connection: Connection): string {
  const ref = workspaceOf(next)
  if (ref === null) return safeNext(next, location.origin)
  if (ref === workspaceRef(connection)) {
    return withoutWorkspace(new URL(safeNext(next, location.origin), location.origin))
  }
  toast({ text: signInText.linkOfOtherWorkspace(ref), tone: 'bad' })
  return paths.overview()
}

export type AcceptedCheck = Extract<ConnectionCheck, { outcome: 'accepted' }>

export const toNewConnection = (
  { base_url, me, scope }: AcceptedCheck,
  options: Pick<NewConnection, 'key' | 'keep' | 'read_only'>,
): NewConnection => ({
  ...options,
  base_url,
  scope: scope === 'unknown' ? undefined : scope,
  name: me?.workspace.name,
  key_name: me?.key.name,
  admin: me?.key.admin,
})
