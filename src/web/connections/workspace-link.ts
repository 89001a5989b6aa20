import { redirect } from 'react-router-dom'

import { paths } from '#web/paths.ts'
import { activate, activeConnection, listConnections } from '#web/session/connections.ts'
import { workspaceRef } from '#web/session/workspace-ref.ts'

/**
 * Resolves the `ws` parameter: the connection of this tab, a saved one, or the sign-in page. The address is never opened
 * in another workspace.
 */
export function followWorkspaceLink(url: URL): Response {
  const ref = url.searchParams.get('ws')
  const current = activeConnection()
  const isMatch = (one: typeof current) => one !== undefined && workspaceRef(one) === ref
  const match = isMatch(current) ? current : listConnections().find(isMatch)
  if (!match) return redirect(paths.signIn(url.pathname + url.search + url.hash))
  if (match !== current) activate(match.fingerprint)
  return redirect(withoutWorkspace(url))
}

export function withoutWorkspace({ href }: URL): string {
  const url = new URL(href)
  url.searchParams.delete('ws')
  return url.pathname + url.search + url.hash
}
