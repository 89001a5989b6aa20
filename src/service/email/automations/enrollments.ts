import type { ContactEnrollment, Enrollment } from '#contract/email/automations.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, notFound, orNotFound } from '#service/refusal.ts'
import { recordEnrollment, requireAutomationState } from './automations.ts'
import {
  countEnrollments,
  enrollmentsAfter,
  findEnrollment,
  lockEnrollment,
  saveEnrollmentEnd,
} from './enrollments.store.ts'

export const enrollmentVerbs = {
  async 'GET /automations/:automation_id/enrollments'({ db, cursor }, filter) {
    await requireAutomationState(db, filter.automation_id)
    return fetchPage(cursor, filter, {
      rows: (last, limit) => enrollmentsAfter(db, filter, last, limit),
      keyOf: ({ id, created_at }) => [created_at, id],
      total: () => countEnrollments(db, filter),
    })
  },

  async 'PATCH /automations/:automation_id/enrollments/:enrollment_id'(
    context,
    { automation_id, enrollment_id, status },
  ) {
    const automation = await requireAutomationState(context.db, automation_id)
    const before = await requireLockedEnrollment(context, automation_id, enrollment_id)
    // A runner that repeats its report gets the same response.
    if (status === undefined || status === before.status) return before
    const after = await endEnrollment(context, automation, before, status)
    if (status === 'completed') {
      const { email_address: _, ...enrollment } = after
      await context.emit('automation.completed', enrollment)
    } else await emitEnd(context, after)
    return after
  },

  async 'DELETE /automations/:automation_id/enrollments/:enrollment_id'(
    context,
    { automation_id, enrollment_id },
  ) {
    const automation = await requireAutomationState(context.db, automation_id)
    const before = await requireLockedEnrollment(context, automation_id, enrollment_id)
    if (before.status === 'cancelled') return undefined
    await emitEnd(context, await endEnrollment(context, automation, before, 'cancelled'))
    return undefined
  },
} satisfies Partial<Verbs>

type AutomationState = Awaited<ReturnType<typeof requireAutomationState>>

async function requireLockedEnrollment(
  { db, expectVersion }: Context,
  automation_id: string,
  enrollment_id: string,
): Promise<ContactEnrollment> {
  const enrollment = await lockEnrollment(db, automation_id, enrollment_id)
  if (!enrollment) throw notFound('enrollment', enrollment_id)
  expectVersion(enrollment)
  return enrollment
}

/** Only an active enrollment can end: the first report counts. */
async function endEnrollment(
  context: Context,
  automation: AutomationState,
  before: ContactEnrollment,
  status: Exclude<Enrollment['status'], 'active'>,
): Promise<ContactEnrollment> {
  if (before.status !== 'active')
    throw conflict('enrollment_ended', `This enrollment is ${before.status} already.`)
  const { db, now } = context
  const completed_at = status === 'completed' ? now.toISOString() : null
  const after = { ...before, status, completed_at }
  await saveEnrollmentEnd(db, after, now)
  recordEnrollment(context, automation, after)
  return withNextVersion(after)
}

/** The end of an enrollment that was not completed has no kind of event of its own. */
const emitEnd = ({ emit }: Context, { id, status }: Enrollment) =>
  emit('settings.changed', { type: 'enrollment', id, action: status })

export async function requireEnrollment(
  db: WorkspaceDb,
  automation_id: string,
  enrollment_id: string,
) {
  const enrollment = await findEnrollment(db, automation_id, enrollment_id)
  return orNotFound(enrollment, 'enrollment', enrollment_id)
}
