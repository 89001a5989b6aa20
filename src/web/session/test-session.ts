import { onTestFinished } from 'vitest'

import { startStubServer, respondJson, errorBody } from '#client/test-stub-server.ts'
import type { RequestHandler, ReceivedRequest } from '#client/test-stub-server.ts'
import type { MutationOptions } from '#web/session/mutations/mutation.ts'
import type { Connection } from './connections.ts'
import { openSession } from './session.ts'

interface TestOptions {
  /** What `GET /me` offers; `null` for a service of the public API alone. */
  readonly capabilities?: readonly string[] | null
  readonly scope?: 'read' | 'write'
  readonly connection?: Partial<Connection>
}

/** A session with a service on loopback that answers everything but `GET /me` as the test says. */
export async function testSession(handler: RequestHandler, options: TestOptions = {}) {
  const { capabilities = ['etag', 'idempotency'], scope = 'write' } = options
  const service = await startStubServer((request, response) => {
    if (request.line !== 'GET /me') return handler(request, response)
    if (capabilities === null) return respondJson(response, 404, errorBody('not_found'))
    return respondJson(response, 200, {
      key: { scope },
      workspace: { id: 'wsp_1', name: 'Own' },
      capabilities,
    })
  })
  const session = openSession({
    base_url: service.base_url,
    key: 'wsk_w_test',
    last4: 'test',
    keep: 'tab',
    fingerprint: '0123456789ab',
    ...options.connection,
  })
  onTestFinished(async () => {
    session.close()
    await service.stop()
  })
  return {
    session,
    service,
    /** What was asked besides `GET /me`. */
    requests: (): ReceivedRequest[] => service.requests.filter(({ line }) => line !== 'GET /me'),
  }
}

/** A session that moves cards as a board does: shown at once, merged when answered, put back when refused. */
export async function testBoard(handler: RequestHandler, options?: TestOptions) {
  const base = await testSession(handler, options)
  const log: string[] = []
  const move = (
    card_id: string,
    list_id: string,
    from = 'start',
    more: MutationOptions<'POST /cards/:card_id/move'> = {},
  ) => {
    log.push(`${card_id} in ${list_id}`)
    return base.session.mutate(
      'POST /cards/:card_id/move',
      { card_id, list_id },
      {
        scope: 'board:1',
        replaces: `move:${card_id}`,
        onSuccess: (card) => log.push(`${card_id} answered in ${card.list_id}`),
        onError: () => log.push(`${card_id} back in ${from}`),
        ...more,
      },
    )
  }
  return { ...base, log, move }
}

// Only moves are asked about.
export const listOf = (request: ReceivedRequest) => (request.body as { list_id: string }).list_id

/** What a service answers to a move. */
export const respondToMove: RequestHandler = (request, response) =>
  respondJson(response, 200, {
    id: request.line.split('/')[2],
    list_id: listOf(request),
    version: `after ${listOf(request)}`,
  })
