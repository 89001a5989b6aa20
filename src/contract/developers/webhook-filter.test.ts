import { expect, test } from 'vitest'

import { eventKinds } from '#contract/event-kinds.ts'
import { createSample } from '#service/webhooks/event-samples.ts'
import { filterPaths } from './webhook-filter.rules.ts'

const input = { id: 'evt_1', created_at: new Date(), webhook_id: 'whk_1' }
const prefixes = { list_ids: /^lst_/, board_ids: /^brd_/, feedback_board_ids: /^fbd_/ }

test.each(eventKinds)('the sample of %s has the id that a filter restricts', (kind) => {
  const filter = filterPaths(kind)
  const data = new Map(Object.entries(createSample(kind, input).data))
  if (filter) expect(data.get(filter.path)).toMatch(prefixes[filter.field])
  // A kind that carries such an id is not forgotten.
  else expect([...data.keys()].filter((key) => /^(list|board)_id$/.test(key))).toEqual([])
})

test.each([
  ['contact.deleted', 'list_ids', 'list_id'],
  ['list.updated', 'list_ids', 'id'],
  ['campaign.sent', 'list_ids', 'list_id'],
  ['board.archived', 'board_ids', 'id'],
  ['board_list.deleted', 'board_ids', 'board_id'],
  ['card.deleted', 'board_ids', 'board_id'],
  ['post.status_changed', 'feedback_board_ids', 'board_id'],
] as const)('%s is restricted by %s', (kind, field, path) => {
  expect(filterPaths(kind)).toEqual({ field, path })
})

test.each([
  'campaign.deleted',
  'automation.enrolled',
  'vote.created',
  'comment.created',
  'changelog.published',
  'settings.changed',
  'webhook.test',
] as const)('%s is restricted by no filter', (kind) => {
  expect(filterPaths(kind)).toBeUndefined()
})
