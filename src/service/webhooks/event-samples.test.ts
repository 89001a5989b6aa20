import { expect, test } from 'vitest'
import { z } from 'zod'

import { Event } from '#contract/developers/events.ts'
import { Webhook } from '#contract/developers/webhook-resources.ts'
import { Enrollment } from '#contract/email/automations.ts'
import { Campaign } from '#contract/email/campaigns.ts'
import { Contact } from '#contract/email/contacts.ts'
import { List } from '#contract/email/lists.ts'
import { Segment } from '#contract/email/segments.ts'
import { eventKinds } from '#contract/event-kinds.ts'
import { isInternal } from '#contract/events.ts'
import { Entry, Subscriber } from '#contract/feedback/changelog.ts'
import { Comment } from '#contract/feedback/comments.ts'
import { Post } from '#contract/feedback/posts.ts'
import { PortalUser } from '#contract/feedback/users.ts'
import { Vote } from '#contract/feedback/votes.ts'
import { Id, Timestamp } from '#contract/primitives.ts'
import { Board, BoardList, Label } from '#contract/tasks/boards.ts'
import { Card } from '#contract/tasks/cards.ts'
import { createSample } from './event-samples.ts'

const input = {
  id: 'evt_1',
  created_at: new Date('2026-11-27T12:00:00.000Z'),
  webhook_id: 'whk_1',
}
const samples = eventKinds.map((kind) => createSample(kind, input))

const contact = Contact.pick({
  id: true,
  list_id: true,
  email_address: true,
  status: true,
  tags: true,
})
const deleted = z.object({ id: Id, deleted_at: Timestamp })

/** The resource of a kind, and what a deletion names besides its id. */
const schemas = {
  board: [Board, {}],
  board_list: [BoardList, { board_id: Id }],
  label: [Label, { board_id: Id }],
  card: [Card, { board_id: Id }],
  list: [List, {}],
  segment: [Segment, { list_id: Id }],
  campaign: [Campaign, {}],
  automation: [Enrollment, {}],
  contact: [contact, { list_id: Id }],
  post: [Post, { board_id: Id }],
  vote: [Vote, { post_id: Id, user_id: Id }],
  comment: [Comment, { post_id: Id }],
  portal_user: [PortalUser, { merged_into_id: Id.nullable() }],
  changelog: [Entry, {}],
  changelog_subscriber: [Subscriber, {}],
  settings: [z.object({ type: z.string(), id: Id, action: z.string() }), {}],
  webhook: [
    Webhook.pick({ id: true, description: true, disabled_reason: true, disabled_at: true }).extend({
      host: z.string(),
    }),
    {},
  ],
} as const

function schemaOf(kind: string): z.ZodObject {
  if (kind === 'webhook.test') return z.object({ webhook_id: Id, message: z.string() })
  const [resource, parents] = schemas[kind.split('.')[0] as keyof typeof schemas]
  return kind.endsWith('deleted') ? deleted.extend(parents) : resource
}

test.each(samples)('the sample of $event is exactly its resource', ({ event, data }) => {
  // Unknown keys are removed at every depth, so an equal result has none.
  expect(schemaOf(event).parse(data)).toStrictEqual(data)
})

test('every sample is an event with the id and time of the input', () => {
  for (const sample of samples) {
    expect(Event.parse(sample)).toMatchObject({
      id: 'evt_1',
      created_at: '2026-11-27T12:00:00.000Z',
    })
    expect(Object.keys(sample).slice(0, 4)).toEqual(['id', 'event', 'created_at', 'data'])
  }
})

test('samples of kinds that report a change name the fields', () => {
  const kinds = samples.flatMap(({ event, changes }) => (changes ? [event] : []))
  expect(kinds.filter((kind) => !kind.endsWith('updated'))).toEqual([
    'card.moved',
    'campaign.scheduled',
    'post.status_changed',
    'changelog.scheduled',
  ])
  expect(kinds).toEqual(
    expect.arrayContaining(eventKinds.filter((kind) => kind.endsWith('updated'))),
  )
})

test('the changes of a sample lead to its data', () => {
  for (const { data, changes = {} } of samples)
    for (const [field, { from, to }] of Object.entries(changes)) {
      expect(from).not.toEqual(to)
      expect(data).toHaveProperty(field, to)
    }
})

test('T64 only samples of internal kinds contain an internal note', () => {
  for (const { event, data } of samples)
    if (event.startsWith('comment.') && !event.endsWith('deleted'))
      expect(data).toHaveProperty('internal', isInternal(event))
})

test('addresses of samples are under example.com', () => {
  const addresses = JSON.stringify(samples).match(/https?:\/\/[^/"]+|[\w.]+@[\w.]+/g) ?? []
  expect(addresses.length).toBeGreaterThan(10)
  expect(addresses.filter((address) => !/[@/]example\.com$/.test(address))).toEqual([])
})

test('samples about a webhook name the one of the input', () => {
  expect(createSample('webhook.test', input).data.webhook_id).toBe('whk_1')
  expect(createSample('webhook.disabled', input).data.id).toBe('whk_1')
})
