import type { Webhook } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { sessionOf } from '#web/connections/active-session.ts'
import { activeConnection } from '#web/session/connections.ts'
import { errorResponse, openPage, type Responses } from '#web/test-page.tsx'

const kinds = [
  ['card.created', 'Cards', 'A card was created.'],
  ['card.moved', 'Cards', 'A card was moved.'],
  ['post.created', 'Posts', 'A post was created.'],
  ['comment.internal_created', 'Comments', 'An internal note was written.'],
  ['webhook.test', 'Webhooks', 'A test.'],
] as const

const pageOf = <T>(data: readonly T[]) => ({
  data: [...data],
  paging: { next: null },
  total: data.length,
})

interface WebhookPage {
  readonly webhooks?: readonly Webhook[]
  readonly responses?: Responses
  /** What the key may do. */
  readonly key?: { readonly scope: 'read' | 'write'; readonly admin: boolean }
}

/** Opens a page of webhooks. */
export function openWebhooks(path: string, page: WebhookPage = {}) {
  const { webhooks = [], responses = {}, key = { scope: 'write', admin: true } } = page
  const stats = { delivered: 0, failed: 0, p95_ms: null }
  return openPage(
    path,
    {
      'GET /me': {
        key: { id: 'key_1', name: 'Key', last4: 'test', ...key },
        workspace: { id: 'wsp_1', name: 'Test' },
        capabilities: ['webhooks.manage', 'etag', 'idempotency'],
      } as Partial<ResponseBody<'GET /me'>>,
      'GET /webhooks': pageOf(webhooks),
      'GET /webhooks/:webhook_id': ({ input: { webhook_id } }) => {
        const found = webhooks.find(({ id }) => id === webhook_id)
        return found ? Response.json(found) : errorResponse(404, 'not_found')
      },
      'GET /webhooks/:webhook_id/stats': {
        last_24h: stats,
        waiting: 0,
        oldest_waiting_at: null,
      },
      'GET /event-kinds': {
        data: kinds.map(([kind, group, summary]) => ({ kind, group, summary })),
      },
      'GET /lists': pageOf([{ id: 'lst_1', name: 'All customers' }]) as object,
      'GET /boards': pageOf([{ id: 'brd_1', name: 'Launch' }]) as object,
      'GET /feedback/boards': pageOf([{ id: 'fbd_1', name: 'Ideas' }]) as object,
      ...responses,
    },
    { scope: key.scope },
  )
}

/** The session of the page. */
export function currentSession() {
  const connection = activeConnection()
  if (!connection) throw new Error('Nobody is signed in.')
  return sessionOf(connection)
}
