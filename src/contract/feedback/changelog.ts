import { z } from 'zod'

import { Actor } from '#contract/activity.ts'
import { additions } from '#contract/addition.ts'
import { Member } from '#contract/developers/workspace.ts'
import { documented } from '#contract/documented.ts'
import { AddressFilter, EmailAddress } from '#contract/email/contacts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields } from '#contract/import-mode.ts'
import {
  anyOf,
  Id,
  line,
  name,
  page,
  pageQuery,
  QueryFlag,
  text,
  Timestamp,
  TimestampIn,
} from '#contract/primitives.ts'

const EntryStatus = z.enum(['draft', 'scheduled', 'published'])

export const Entry = documented(
  z.object({
    id: Id,
    title: z.string(),
    /** Markdown source. */
    body: z.string(),
    status: EntryStatus,
    label_ids: z.array(Id),
    publish_at: Timestamp.nullable(),
    published_at: Timestamp.nullable(),
    /** Whether publishing it notifies the subscribers. */
    notify: z.boolean(),
    post_ids: z.array(Id),
    author: Member,
    url: z.string().nullable(),
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'title', 'body', 'publish_at'],
)
export type Entry = z.infer<typeof Entry>

/** A text that an entry has or had. */
const EntryVersion = z.object({
  id: Id,
  at: Timestamp,
  actor: Actor,
  title: z.string(),
  /** Markdown source. */
  body: z.string(),
})
export type EntryVersion = z.infer<typeof EntryVersion>

const SubscriberStatus = z.enum(['confirmed', 'pending', 'unsubscribed'])

export const Subscriber = documented(
  z.object({
    id: Id,
    email: z.string(),
    status: SubscriberStatus,
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
  }),
  ['id', 'email'],
)
export type Subscriber = z.infer<typeof Subscriber>

const content = {
  body: text(100_000).optional(),
  label_ids: z.array(Id).max(50).optional(),
  publish_at: TimestampIn.nullable().optional(),
  notify: z.boolean().optional(),
  post_ids: z.array(Id).max(100).optional(),
  ...importFields,
}
const title = name(255)
const edit = { scope: 'write', source: 'addition', capability: 'changelog.edit' } as const

export const changelog = {
  'GET /feedback/changelog/entries': endpoint({
    scope: 'read',
    source: 'public',
    summary:
      'List the published entries, with include_drafts=true all entries; filter by label and by words of title and body',
    input: z.object({
      ...pageQuery,
      include_drafts: QueryFlag.optional(),
      ...byReference,
      ...additions('filters', {
        label: line(1, 255).optional(),
        search: line(1, 200).optional(),
        status: anyOf(EntryStatus).optional(),
        /** The entries that name this post. */
        post_id: Id.optional(),
      }),
    }),
    output: page(Entry),
  }),
  'POST /feedback/changelog/entries': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Create an entry: a draft, or with publish_at published or scheduled',
    input: z.object({
      title,
      ...content,
      ...additions('import', { author: z.object({ id: Id }).optional() }),
    }),
    output: Entry,
    status: 201,
    location: '/feedback/changelog/entries/:id',
  }),
  'GET /feedback/changelog/entries/:entry_id': endpoint({
    ...edit,
    scope: 'read',
    summary: 'Read one entry, including drafts',
    input: z.object({}),
    output: Entry,
  }),
  'PATCH /feedback/changelog/entries/:entry_id': endpoint({
    ...edit,
    summary: 'Change the text of an entry, or the schedule of one that is not published',
    input: z.object({ title: title.optional(), ...content }),
    output: Entry,
  }),
  'DELETE /feedback/changelog/entries/:entry_id': endpoint({
    ...edit,
    summary: 'Delete an entry',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
  'POST /feedback/changelog/entries/:entry_id/publish': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Publish a draft or a scheduled entry now',
    input: z.object(additions('changelog.edit', { notify: z.boolean().optional() })),
    output: Entry,
    audit: 'published',
  }),
  'POST /feedback/changelog/entries/:entry_id/unpublish': endpoint({
    ...edit,
    capability: 'changelog.unpublish',
    summary: 'Turn a published entry back into a draft',
    input: z.object({}),
    output: Entry,
    audit: 'unpublished',
  }),
  'GET /feedback/changelog/entries/:entry_id/versions': endpoint({
    ...edit,
    scope: 'read',
    capability: 'changelog.versions',
    summary:
      'List the texts that an entry has and had in the last 30 days, newest first; what one person saves within ten minutes is one version',
    input: z.object({ ...pageQuery }),
    output: page(EntryVersion),
  }),
  'POST /feedback/changelog/entries/:entry_id/versions/:version_id/restore': endpoint({
    ...edit,
    capability: 'changelog.versions',
    summary:
      'Give an entry the title and body of a version, which adds another version. Nothing else changes, and no subscriber is notified',
    input: z.object({}),
    output: Entry,
    audit: 'restored',
  }),
  'GET /feedback/changelog/subscribers': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the email subscribers of the changelog',
    input: z.object({
      ...pageQuery,
      ...byReference,
      ...additions('filters', {
        email: AddressFilter.optional(),
        status: anyOf(SubscriberStatus).optional(),
        sort: z.enum(['created_at', '-created_at']).optional(),
      }),
    }),
    output: page(Subscriber),
  }),
  'POST /feedback/changelog/subscribers': endpoint({
    scope: 'write',
    source: 'public',
    summary:
      'Add a subscriber, confirmed unless the address bounced, complained or was suppressed; returns the existing one if there is one',
    input: z.object({
      email: EmailAddress.optional(),
      email_address: EmailAddress.optional(),
      ...importFields,
      ...additions('import', { status: SubscriberStatus.optional() }),
      // With false one who unsubscribed stays unsubscribed.
      ...additions('changelog.edit', { resubscribe: z.boolean().optional() }),
    }),
    output: Subscriber,
    status: [201, 200],
  }),
  'PATCH /feedback/changelog/subscribers/:subscriber_id': endpoint({
    ...edit,
    summary: 'Unsubscribe a subscriber, or subscribe one again',
    input: z.object({ status: SubscriberStatus.exclude(['pending']) }),
    output: Subscriber,
  }),
  'DELETE /feedback/changelog/subscribers/:subscriber_id': endpoint({
    ...edit,
    summary:
      'Remove a subscriber. Of one who unsubscribed a keyed hash of the address is kept, so that resubscribe false is respected later',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
}
