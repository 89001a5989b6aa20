import { z } from 'zod'

import { Activity } from '#contract/activity.ts'
import { additions, withDocumentForm } from '#contract/addition.ts'
import { BatchResult, batchItem } from '#contract/batch-result.ts'
import type { AuditKind } from '#contract/developers/audit.rules.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields, importMode } from '#contract/import-mode.ts'
import { Id, Timestamp, TimestampIn, anyOf, line, page, pageQuery } from '#contract/primitives.ts'
import { fieldChanges, newFields, tagChanges } from './contact-input.ts'
import { addressKey, hasLookAlike, isEmailAddress } from './email-address.rules.ts'
import { splitTags } from './tags.rules.ts'
import { TagName } from './tags.ts'

export const ContactStatus = z.enum([
  'pending',
  'subscribed',
  'unsubscribed',
  'bounced',
  'complained',
])
export type ContactStatus = z.infer<typeof ContactStatus>

export const Contact = documented(
  z.object({
    id: Id,
    list_id: Id,
    email_address: z.string(),
    status: ContactStatus,
    tags: z.array(z.string()),
    fields: z.record(z.string(), z.string()),
    source: z.enum(['api', 'import', 'dashboard']),
    subscribed_at: Timestamp.nullable(),
    unsubscribed_at: Timestamp.nullable(),
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'list_id', 'email_address', 'status', 'tags', 'fields'],
)
export type Contact = z.infer<typeof Contact>

/** One that may be written. Those that were stored before are read as they are. */
export const EmailAddress = z
  .string()
  // Before `line` normalizes it.
  .refine((value) => !hasLookAlike(value), { error: 'must be an email address', abort: true })
  .pipe(line(3, 254).refine(isEmailAddress, { error: 'must be an email address' }))
  .meta({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]{1,64}@[^\\s@]+$' })

/** Of an existing contact, which may have been stored before the rule of today. */
export const KnownAddress = z
  .string()
  .refine((value) => addressKey(value) !== undefined, { error: 'must be an email address' })
  .pipe(line(3, 254))
  .meta({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]{1,64}@[^\\s@]+$' })

/** The filter of a list by a whole address, ignoring case; also by one that was stored before the rule of today. */
export const AddressFilter = z
  .string()
  .refine((value) => !hasLookAlike(value), { error: 'must be an email address', abort: true })
  .pipe(line(1, 254))
  .meta({ minLength: 1, maxLength: 254 })

/** Fields accepted from an import, besides the times of every record. */
const importedTimes = additions('import', {
  subscribed_at: TimestampIn.nullable().optional(),
  unsubscribed_at: TimestampIn.nullable().optional(),
})

/** Import mode applies to all operations of a batch. */
const importFlags = { import: true, emit_events: true } as const

/**
 * Subscribes one who left or bounced, which a status alone never does. One who complained stays so.
 */
const resubscribing = additions('suppressions.write', { resubscribe: z.boolean().optional() })

const tagSet = z.array(TagName).max(100).optional()

export const ContactDraft = z.object({
  email_address: EmailAddress,
  fields: newFields.optional(),
  tags: tagSet,
  ...additions('contacts.edit', { status: ContactStatus.optional() }),
  ...resubscribing,
  ...importedTimes,
  ...importFields,
})
export type ContactDraft = z.output<typeof ContactDraft>

export const ContactChange = z.object({
  fields: fieldChanges.optional(),
  tags: withDocumentForm(tagSet, tagChanges.optional()),
  status: ContactStatus.optional(),
  ...additions('contacts.edit', { email_address: EmailAddress.optional() }),
  ...resubscribing,
  ...importedTimes,
  ...importFields,
})
export type ContactChange = z.output<typeof ContactChange>

const BatchOperation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('upsert'), ...ContactDraft.omit(importFlags).shape }),
  z.object({ op: z.literal('update'), id: Id, ...ContactChange.omit(importFlags).shape }),
  z.object({ op: z.literal('delete'), id: Id }),
])
const batch = z.object({
  ...importMode,
  operations: z.array(batchItem(BatchOperation)).min(1).max(1000),
})
export type BatchOperation = z.output<typeof BatchOperation>

/** Of one who had left: the status that a new contact got instead of the one that its operation asks for. */
const ContactBatchResult = BatchResult.extend({ contact_status: ContactStatus.optional() })
export type ContactBatchResult = z.infer<typeof ContactBatchResult>

const batchOutput = z.object({ results: z.array(ContactBatchResult) })

/** For the audit log, which must not hide a deletion behind other operations. */
function batchKind(_input: unknown, output: Readonly<Record<string, unknown>>): AuditKind {
  const { results } = output as z.output<typeof batchOutput> // of this row
  const statuses = results.map(({ status }) => status).filter((status) => status < 400)
  if (statuses.includes(204)) return 'deleted'
  return statuses.every((status) => status === 201) ? 'created' : 'updated'
}

/** By columns with an index. */
const contactSort = z.enum([
  'created_at',
  '-created_at',
  'email_address',
  '-email_address',
  'updated_at',
  '-updated_at',
  'status',
  '-status',
])
export type ContactSort = z.infer<typeof contactSort>

/** The filters of the list, which an export has too. */
export const contactFilters = {
  status: anyOf(ContactStatus).optional(),
  tag: TagName.optional(),
  ...byReference,
  ...additions('contacts.search', { search: line(1, 200).optional() }),
  ...additions('filters', {
    /** Any of these names; a comma within one has a backslash before it. `tag` is one name as it is. */
    tags: z.string().transform(splitTags).pipe(z.array(TagName).min(1).max(100)).optional(),
    /** Those that match it now, beside the other filters. */
    segment_id: Id.optional(),
    updated_since: TimestampIn.optional(),
    sort: contactSort.optional(),
  }),
  /** Contacts that this import added. */
  ...additions('contacts.import', { import_id: Id.optional() }),
}

export const contacts = {
  'GET /lists/:list_id/contacts': endpoint({
    scope: 'read',
    source: 'public',
    summary:
      'List the contacts of a list, newest first; filter by status or tag, by several tags, words and a segment',
    input: z.object({ ...pageQuery, ...contactFilters }),
    output: page(Contact),
  }),
  'POST /lists/:list_id/contacts': endpoint({
    scope: 'write',
    source: 'public',
    summary:
      'Create a contact, or update the one with the same email address. One who unsubscribed, bounced or complained keeps that status, also after the contact was deleted, unless resubscribe is true',
    input: ContactDraft,
    output: Contact,
    status: [201, 200],
    location: '/lists/:list_id/contacts/:id',
  }),
  'GET /lists/:list_id/contacts/:id_or_email': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'Read one contact by its id or its email address',
    input: z.object({}),
    output: Contact,
  }),
  'PATCH /lists/:list_id/contacts/:contact_id': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Change fields, tags or status of a contact; subscribed subscribes one who left again',
    input: ContactChange,
    output: Contact,
  }),
  'DELETE /lists/:list_id/contacts/:contact_id': endpoint({
    scope: 'write',
    source: 'public',
    summary:
      'Erase a contact. Of one who unsubscribed, bounced or complained a keyed hash of the address is kept, so that a status alone never subscribes them again',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
  'GET /lists/:list_id/contacts/:contact_id/activity': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'contacts.activity',
    summary:
      'List what happened to a contact, newest first: added, address, status, tags and automations, but no imports, and no tags of the list that were renamed or deleted. since is the moment from which on it is kept, at most a year ago',
    input: z.object({ ...pageQuery }),
    output: page(Activity).extend({ since: Timestamp }),
  }),
  'POST /lists/:list_id/contacts/batch': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'contacts.batch',
    summary: 'Upsert, update and delete up to 1,000 contacts; each operation has its own result',
    input: batch,
    output: batchOutput,
    body_bytes: 10_485_760,
    audit: batchKind,
  }),
}
