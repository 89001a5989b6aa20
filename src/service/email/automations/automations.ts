import type { Automation, Enrollment } from '#contract/email/automations.ts'
import type { Contact } from '#contract/email/contacts.ts'
import { formatChanges, recordActivity, sourceOfChanged } from '#service/activity.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { findListOfContact, lockContact } from '#service/email/contacts/contact-lookup.store.ts'
import { requireAddressKey } from '#service/email/contacts/email-address.rules.ts'
import { sortKeyBy } from '#service/email/lists/list-order.store.ts'
import { findListState } from '#service/email/lists/lists.store.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import {
  Refusal,
  conflict,
  invalidField,
  notFound,
  orNotFound,
  referenceNotFound,
} from '#service/refusal.ts'
import {
  automationsAfter,
  countAutomations,
  deleteAutomation,
  findAutomation,
  findAutomationState,
  insertAutomation,
  lockAutomation,
  saveAutomation,
} from './automations.store.ts'
import {
  hasEnrollments,
  insertEnrollment,
  isEnrolled,
  lockActiveEnrollments,
  recordActiveEnrollments,
} from './enrollments.store.ts'

export const automationVerbs = {
  async 'GET /automations'({ db, cursor }, filter) {
    return fetchPage(cursor, filter, {
      rows: (last, limit) => automationsAfter(db, filter, last, limit),
      keyOf: sortKeyBy(filter.sort),
      total: () => countAutomations(db, filter),
    })
  },

  async 'GET /automations/:automation_id'({ db }, { automation_id }) {
    return requireAutomation(db, automation_id)
  },

  async 'POST /automations'({ db, now, emit }, draft) {
    if (!(await findListState(db, draft.list_id)))
      throw referenceNotFound('/list_id', 'list', draft.list_id)
    await requireUnusedRef(db, 'automations', draft.external_ref)
    const created_at = draft.created_at ?? now.toISOString()
    const automation: Automation = {
      id: newId('aut', now),
      name: draft.name,
      status: draft.status ?? 'draft',
      list_id: draft.list_id,
      trigger: draft.trigger ?? 'api',
      allow_repeat: draft.allow_repeat ?? false,
      counts: { active: 0, completed: 0 },
      external_ref: draft.external_ref ?? null,
      version: '1',
      created_at,
      updated_at: draft.updated_at ?? created_at,
    }
    await insertAutomation(db, automation)
    await emit('settings.changed', { type: 'automation', id: automation.id, action: 'created' })
    return automation
  },

  async 'PATCH /automations/:automation_id'(context, { automation_id, ...change }) {
    const { db, now, emit, expectVersion } = context
    const before = await lockAutomation(db, automation_id)
    if (!before) throw notFound('automation', automation_id)
    expectVersion(before)
    const after: Automation = {
      ...before,
      name: change.name ?? before.name,
      status: change.status ?? before.status,
      trigger: change.trigger ?? before.trigger,
      allow_repeat: change.allow_repeat ?? before.allow_repeat,
      updated_at: change.updated_at ?? now.toISOString(),
    }
    if (!changesBetween(before, after, ['name', 'status', 'trigger', 'allow_repeat'])) return before
    await saveAutomation(db, after)
    await emit('settings.changed', { type: 'automation', id: automation_id, action: 'updated' })
    return withNextVersion(after)
  },

  async 'DELETE /automations/:automation_id'(context, { automation_id }) {
    const { db, emit, expectVersion } = context
    const automation = await lockAutomation(db, automation_id)
    if (!automation) throw notFound('automation', automation_id)
    expectVersion(automation)
    if (automation.status !== 'archived' && (await hasEnrollments(db, automation_id)))
      throw conflict(
        'not_archived',
        'This automation has enrollments. Archive it before you delete it.',
      )
    await lockActiveEnrollments(db, automation_id)
    const { kind, changes } = enrollmentActivity(automation, 'cancelled')
    const activity = { ...sourceOfChanged(context, kind), changes: formatChanges(changes) }
    await recordActiveEnrollments(db, automation_id, activity)
    await deleteAutomation(db, automation_id)
    await emit('settings.changed', { type: 'automation', id: automation_id, action: 'deleted' })
    return undefined
  },

  async 'POST /automations/:automation_id/enroll'(context, { automation_id, ...reference }) {
    const { db, now, emit } = context
    const automation = await requireAutomationState(db, automation_id)
    // Locked, so that of two concurrent enrollments of one contact the second finds the first.
    const contact = await lockEnrollableContact(db, automation, reference)
    const { status, allow_repeat } = automation
    if (await isEnrolled(db, automation_id, contact.id, !allow_repeat))
      throw conflict('already_enrolled', 'This contact is already enrolled in the automation.')
    if (status !== 'active')
      throw conflict('automation_not_active', `This automation is ${status}. Start it first.`)
    if (contact.status !== 'subscribed')
      throw conflict('contact_not_subscribed', `This contact is ${contact.status}.`)
    const enrollment: Enrollment = {
      id: newId('enr', now),
      automation_id,
      contact_id: contact.id,
      status: 'active',
      version: '1',
      created_at: now.toISOString(),
      completed_at: null,
    }
    await insertEnrollment(db, enrollment)
    await emit('automation.enrolled', enrollment)
    recordEnrollment(context, automation, enrollment)
    return enrollment
  },
} satisfies Partial<Verbs>

/** Of the contact: enrolled, or how the enrollment ended. The names are those of then. */
export function recordEnrollment(
  context: Context,
  automation: Pick<Automation, 'id' | 'name'>,
  { contact_id, status }: Pick<Enrollment, 'contact_id' | 'status'>,
): void {
  const activity = enrollmentActivity(automation, status)
  recordActivity(context, 'contact', [{ id: contact_id, ...activity }])
}

function enrollmentActivity(
  { id, name }: Pick<Automation, 'id' | 'name'>,
  status: Enrollment['status'],
) {
  const change = (value: string) =>
    status === 'active' ? { from: null, to: value } : { from: value, to: null }
  return {
    kind: `automation.${status === 'active' ? 'enrolled' : status}`,
    changes: { automation_id: change(id), automation_name: change(name) },
  }
}

interface ContactReference {
  readonly contact_id?: string | undefined
  readonly list_id?: string | undefined
  readonly email_address?: string | undefined
}

/** Finds the contact by id, or by list and address; refuses a missing one and one of another list. */
async function lockEnrollableContact(
  db: WorkspaceDb,
  automation: Pick<Automation, 'list_id'>,
  { contact_id, list_id, email_address }: ContactReference,
): Promise<Contact> {
  if (contact_id !== undefined) {
    const existing = await findListOfContact(db, contact_id)
    if (!existing) throw referenceNotFound('/contact_id', 'contact', contact_id)
    if (existing.list_id !== automation.list_id) throw contactOfAnotherList('/contact_id')
    const contact = await lockContact(db, existing.list_id, { id: contact_id })
    if (contact) return contact
    throw referenceNotFound('/contact_id', 'contact', contact_id)
  }
  if (list_id === undefined || email_address === undefined)
    throw invalidField(
      '/contact_id',
      'required',
      'Specify contact_id, or list_id and email_address.',
    )
  const address_key = requireAddressKey(email_address)
  if (!(await findListState(db, list_id))) throw referenceNotFound('/list_id', 'list', list_id)
  if (list_id !== automation.list_id) throw contactOfAnotherList('/list_id')
  const contact = await lockContact(db, list_id, { address_key })
  if (contact) return contact
  const message = `This list has no contact ${email_address}.`
  throw new Refusal('not_found', message, {
    details: [{ field: '/email_address', code: 'not_found', message }],
  })
}

const contactOfAnotherList = (field: string) =>
  invalidField(
    field,
    'contact_of_another_list',
    'The automation and the contact belong to different lists.',
  )

export const requireAutomation = async (db: WorkspaceDb, automation_id: string) =>
  orNotFound(await findAutomation(db, automation_id), 'automation', automation_id)

/** For requests about its enrollments, of which there may be a million. */
export const requireAutomationState = async (db: WorkspaceDb, automation_id: string) =>
  orNotFound(await findAutomationState(db, automation_id), 'automation', automation_id)
