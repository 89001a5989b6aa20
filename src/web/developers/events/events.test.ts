import { expect, test } from 'vitest'

import {
  describeResource,
  type FeedEvent,
  matchesKinds,
  mergeEvents,
  parseKinds,
} from './events.rules.ts'

const build = (event: string, data: Record<string, unknown> = {}, id = 'evt_1'): FeedEvent => ({
  id,
  event,
  created_at: '2026-01-02T03:04:05Z',
  data,
})

test('kinds of the URL that no server has are omitted', () => {
  expect(parseKinds(new URLSearchParams('kinds=card.moved,*,<b>,list.created'))).toEqual([
    'card.moved',
    'list.created',
  ])
})

test('internal comments must be named', () => {
  const internal = build('comment.internal_created')
  expect(matchesKinds(internal, [])).toBe(false)
  expect(matchesKinds(internal, ['comment.internal_created'])).toBe(true)
  expect(matchesKinds(build('card.moved'), ['list.created'])).toBe(false)
})

test('events are merged newest first, each once', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => build('card.moved', {}, id))
  expect(mergeEvents([a!, b!], [b!, c!]).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  const many = Array.from({ length: 10_001 }, (_, at) => build('card.moved', {}, String(at)))
  const merged = mergeEvents(many, [])
  expect(merged).toHaveLength(10_000)
  expect(merged[0]?.id).toBe('10000')
})

test('an event links to the page of its resource', () => {
  const card = build('card.moved', { id: 'crd_1', board_id: 'brd_1', name: 'Poster' })
  expect(describeResource(card)).toEqual({ label: 'Poster', to: '/boards/brd_1/cards/crd_1' })
  const contact = build('contact.created', {
    id: 'con_1',
    list_id: 'lst_1',
    email_address: 'a@b.example',
  })
  expect(describeResource(contact)).toEqual({
    label: 'a@b.example',
    to: '/email/lists/lst_1/contacts/con_1',
  })
  const webhook = build('webhook.disabled', { id: 'whk_1', host: 'hooks.example' })
  expect(describeResource(webhook)).toEqual({
    label: 'hooks.example',
    to: '/developers/webhooks/whk_1',
  })
  expect(describeResource(build('card.deleted', { id: 'crd_1', board_id: 'b' }))).toEqual({
    label: 'crd_1',
    to: undefined,
  })
  expect(
    describeResource(build('settings.changed', { id: 'x', type: 'member' }))?.to,
  ).toBeUndefined()
  expect(describeResource(build('toString.created', { id: 'x' }))?.to).toBeUndefined()
  expect(describeResource(build('card.moved'))).toBeUndefined()
})
