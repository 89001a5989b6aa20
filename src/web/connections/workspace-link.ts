import { redirect } from 'react-router-dom'

import { paths } from '#web/paths.ts'
import { activate, activeConnection, listConnections } from '#web/session/connections.ts'
import { workspaceRef } from '#web/session/workspace-ref.ts'

/**
 * A link that says which workspace it is of: this tab's, or one that is saved here, or the sign-in page asks for its key.
 * The address is never shown with another workspace's data.
 */
export function followWorkspaceLink(url: URL): Response {
  const wanted = url.searchParams.get('ws')
  const own = activeConnection()
  const isWanted = (one: typeof own) => one !== undefined && workspaceRef(one) === wanted
  const found = isWanted(own) ? own : listConnections().find(isWanted)
  if (!found) return redirect(paths.signIn(url.pathname + url.search + url.hash))
  if (found !== own) activate(found.fingerprint)
  return redirect(withoutWorkspace(url))
}

export function withoutWorkspace({ href }: URL): string {
  const url = new URL(href)
  url.searchParams.delete('ws')
  return url.pathname + url.search + url.hash
}
