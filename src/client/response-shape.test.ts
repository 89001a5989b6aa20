import { expect, test } from 'vitest'

import type { EndpointName } from '#contract/endpoints.ts'
import { assertResponseShape } from './api-client.ts'

const assert = (name: EndpointName, body: unknown) => () =>
  assertResponseShape(name, body, new Response(null, { headers: { 'x-request-id': 'r1' } }))

test.each<[EndpointName, unknown]>([
  ['GET /boards', { data: { lists: 7 }, paging: 'soon' }],
  ['GET /boards', { data: [1, 2], paging: { next: null } }],
  ['GET /boards', {}],
  ['GET /me', { capabilities: [] }],
  ['GET /boards/:board_id/cards', { id: 'brd_1', name: 'Launch' }],
  ['GET /boards/:board_id', { data: [], paging: { next: null } }],
  ['GET /lists/:list_id/contacts/:id_or_email', { id: 7 }],
])('the response of %s cannot be %j', (name, body) => {
  expect(assert(name, body)).toThrow(
    expect.objectContaining({ code: 'internal_error', request_id: 'r1' }),
  )
})

test.each<[EndpointName, unknown]>([
  ['GET /boards', { data: [], paging: { next: null } }],
  ['GET /lists/:list_id/tags', { data: [{ name: 'vip' }], paging: { next: null } }],
  ['GET /boards/:board_id', { id: 'brd_1' }],
  ['GET /me', { key: {}, workspace: { id: 'wsp_1' } }],
  ['GET /campaigns/:campaign_id/report', { campaign_id: 'cmp_1', links: [] }],
  ['GET /webhooks/:webhook_id/stats', { waiting: 0 }],
  ['GET /event-kinds/:kind/sample', [{ id: 'evt_1' }]],
  ['POST /boards', {}],
  ['DELETE /cards/:card_id', undefined],
])('the response of %s may be %j', (name, body) => {
  expect(assert(name, body)).not.toThrow()
})
