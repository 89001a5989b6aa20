import { signIn } from '#web/messages/en/sign-in.ts'
import { paths, safeNext } from '#web/paths.ts'
import type { Connection } from '#web/session/connections.ts'
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
  toast({ text: signIn.linkElsewhere(wanted), tone: 'bad' })
  return paths.overview()
}
