import type { Connection } from './connections.ts'
import { weakFingerprint } from './fingerprint.ts'
import type { KeySession } from './session.ts'

type Named = Pick<Connection, 'base_url' | 'name'>

/** The short name of a workspace in a link, as `?ws=`: from its own name, else from the server's address. Never from the key. */
export function workspaceRef({ base_url, name }: Named): string {
  const plain = (name ?? '').normalize('NFD').replace(/\p{Diacritic}/gu, '')
  const short = plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-|-$/g, '')
  return short || weakFingerprint(new TextEncoder().encode(base_url)).slice(0, 6)
}

/** An address of this dashboard as it is shared with other people. */
export function sharedLink(href: string, connection: Named): string {
  const url = new URL(href)
  url.searchParams.set('ws', workspaceRef(connection))
  return url.href
}

/** The same for a page of the session, by its path or whole address. */
export function formatSharedLink(
  { connection, capabilities }: Pick<KeySession, 'connection' | 'capabilities'>,
  address: string,
): string {
  const { name } = capabilities.get().me?.workspace ?? connection
  return sharedLink(new URL(address, location.origin).href, { ...connection, name })
}
