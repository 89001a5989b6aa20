import { z } from 'zod'

import { additions } from '#contract/addition.ts'
import { documented } from '#contract/documented.ts'
import { endpoint } from '#contract/endpoint.ts'
import { byReference, importFields } from '#contract/import-mode.ts'
import { anyOf, Id, name, page, pageQuery, Timestamp } from '#contract/primitives.ts'
import { KnownAddress } from './contacts.ts'
import { sortByAgeOrName } from './lists.ts'

const AutomationStatus = z.enum(['draft', 'active', 'paused', 'archived'])
type AutomationStatus = z.infer<typeof AutomationStatus>
const Trigger = z.enum(['api', 'contact_created', 'tag_added'])

export const Automation = documented(
  z.object({
    id: Id,
    name: z.string(),
    status: AutomationStatus,
    list_id: Id,
    trigger: Trigger,
    /** Whether a contact may run through it more than once. */
    allow_repeat: z.boolean(),
    counts: z.object({ active: z.int(), completed: z.int() }),
    external_ref: z.string().nullable(),
    version: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  ['id', 'name'],
)
export type Automation = z.infer<typeof Automation>

const EnrollmentStatus = z.enum(['active', 'completed', 'cancelled', 'failed'])

export const Enrollment = documented(
  z.object({
    id: Id,
    automation_id: Id,
    contact_id: Id,
    status: EnrollmentStatus,
    version: z.string(),
    created_at: Timestamp,
    completed_at: Timestamp.nullable(),
  }),
  ['id'],
)
export type Enrollment = z.infer<typeof Enrollment>

/** An enrollment and whom it is about. Part of an addition: every field is always present. */
export const ContactEnrollment = z.object({ ...Enrollment.shape, email_address: z.string() })
export type ContactEnrollment = z.infer<typeof ContactEnrollment>

const fields = {
  name: name(255),
  status: AutomationStatus.optional(),
  trigger: Trigger.optional(),
  allow_repeat: z.boolean().optional(),
  ...importFields,
}

export const automations = {
  'GET /automations': endpoint({
    scope: 'read',
    source: 'public',
    summary: 'List the automations, newest first',
    input: z.object({
      ...pageQuery,
      ...byReference,
      ...additions('filters', {
        status: anyOf(AutomationStatus).optional(),
        sort: sortByAgeOrName.optional(),
      }),
    }),
    output: page(Automation),
  }),
  'POST /automations/:automation_id/enroll': endpoint({
    scope: 'write',
    source: 'public',
    summary: 'Start an automation for a contact, referenced by id or by list and email address',
    input: z.object({
      contact_id: Id.optional(),
      list_id: Id.optional(),
      email_address: KnownAddress.optional(),
    }),
    output: Enrollment,
    status: 201,
    audit: 'enrolled',
  }),
  'POST /automations': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'automations.write',
    summary: 'Create an automation for the contacts of a list',
    input: z.object({ ...fields, list_id: Id }),
    output: Automation,
    status: 201,
    location: '/automations/:id',
  }),
  'GET /automations/:automation_id': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'automations.write',
    summary: 'Read one automation',
    input: z.object({}),
    output: Automation,
  }),
  'PATCH /automations/:automation_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'automations.write',
    summary: 'Rename an automation, start it, pause it or archive it',
    input: z.object({ ...fields, name: fields.name.optional() }),
    output: Automation,
  }),
  'DELETE /automations/:automation_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'automations.write',
    summary: 'Delete an automation and its enrollments; one that has any must be archived first',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
  }),
  'GET /automations/:automation_id/enrollments': endpoint({
    scope: 'read',
    source: 'addition',
    capability: 'automations.write',
    summary: 'List the enrollments of an automation, newest first; filter by status or contact',
    input: z.object({
      ...pageQuery,
      status: anyOf(EnrollmentStatus).optional(),
      contact_id: Id.optional(),
    }),
    output: page(ContactEnrollment),
  }),
  'PATCH /automations/:automation_id/enrollments/:enrollment_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'automations.write',
    summary: 'Report the end of an active enrollment, as an external runner does',
    input: z.object({ status: z.enum(['completed', 'failed']).optional() }),
    output: ContactEnrollment,
  }),
  'DELETE /automations/:automation_id/enrollments/:enrollment_id': endpoint({
    scope: 'write',
    source: 'addition',
    capability: 'automations.write',
    summary: 'Cancel an active enrollment; it stays in the list as cancelled',
    input: z.object({}),
    output: z.undefined(),
    status: 204,
    audit: 'canceled',
  }),
}
