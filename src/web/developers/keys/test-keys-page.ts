import type { ApiKey } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { sessionOf } from '#web/connections/active-session.ts'
import { activeConnection } from '#web/session/connections.ts'
import { openPage, type Responses } from '#web/test-page.tsx'
import { buildKey } from './test-keys.ts'

interface KeysPage {
  readonly keys?: readonly ApiKey[]
  readonly responses?: Responses
  /** The key in use. */
  readonly current?: ApiKey
  readonly capabilities?: readonly string[]
}

export const ana = { id: 'mem_1', name: 'Ana', avatar_url: null }

/** Opens the page of API keys. */
export function openKeys(page: KeysPage = {}) {
  const { responses = {}, current = buildKey() } = page
  const {
    keys = [current],
    capabilities = ['keys.manage', 'members.list', 'etag', 'idempotency'],
  } = page
  const pageOf = (data: readonly object[]) => ({ data, paging: { next: null } }) as object
  return openPage(
    '/developers/keys',
    {
      'GET /me': {
        key: current,
        workspace: { id: 'wsp_1', name: 'Test' },
        capabilities,
      } as Partial<ResponseBody<'GET /me'>>,
      'GET /api-keys': pageOf(keys),
      'GET /members': pageOf([{ ...ana, email: 'ana@example.com' }]),
      ...responses,
    },
    { scope: current.scope },
  )
}

/** The session of the page. */
export function currentSession() {
  const connection = activeConnection()
  if (!connection) throw new Error('Nobody is signed in.')
  return sessionOf(connection)
}
