import { sql } from 'kysely'

import type { ContactEnrollment, Enrollment } from '#contract/email/automations.ts'
import type { Parsed } from '#contract/endpoints.ts'
import { type ChangedSource, insertOfChanged } from '#service/activity.store.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { countRows } from '#service/db/pagination.ts'
import { updateById } from '#service/db/rows.ts'
import { retryOnMissingReference } from '#service/db/transaction-conflict.ts'
import type { LastKey } from '#service/email/lists/list-order.store.ts'

type Filter = Pick<
  Parsed<'GET /automations/:automation_id/enrollments'>,
  'automation_id' | 'status' | 'contact_id'
>

const enrollmentsOf = ({ tx, workspace_id }: WorkspaceDb, automation_id: string) =>
  tx
    .selectFrom('enrollments')
    .where('enrollments.workspace_id', '=', workspace_id)
    .where('enrollments.automation_id', '=', automation_id)

const withContact = (query: ReturnType<typeof enrollmentsOf>) =>
  query
    .innerJoin('contacts', (join) =>
      join
        .onRef('contacts.workspace_id', '=', 'enrollments.workspace_id')
        .onRef('contacts.id', '=', 'enrollments.contact_id'),
    )
    .select([
      'enrollments.id',
      'enrollments.automation_id',
      'enrollments.contact_id',
      'contacts.email_address',
      'enrollments.status',
      sql<string>`enrollments.version::text`.as('version'),
      'enrollments.created_at',
      'enrollments.completed_at',
    ])

function filtered(db: WorkspaceDb, { automation_id, status, contact_id }: Filter) {
  const query = enrollmentsOf(db, automation_id)
  const ofStatus = status ? query.where('enrollments.status', 'in', status) : query
  return contact_id === undefined
    ? ofStatus
    : ofStatus.where('enrollments.contact_id', '=', contact_id)
}

/** Newest first. */
export const enrollmentsAfter = (
  db: WorkspaceDb,
  filter: Filter,
  last: LastKey,
  limit: number,
): Promise<ContactEnrollment[]> =>
  withContact(filtered(db, filter))
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(enrollments.created_at, enrollments.id) < (${last?.[0]}::timestamptz, ${last?.[1]})`,
      ),
    )
    .orderBy('enrollments.created_at', 'desc')
    .orderBy('enrollments.id', 'desc')
    .limit(limit)
    .execute()

export const countEnrollments = (db: WorkspaceDb, filter: Filter) => countRows(filtered(db, filter))

const byId = (db: WorkspaceDb, automation_id: string, id: string) =>
  withContact(enrollmentsOf(db, automation_id).where('enrollments.id', '=', id))

export const findEnrollment = (db: WorkspaceDb, automation_id: string, id: string) =>
  byId(db, automation_id, id).executeTakeFirst()

/** Its contact first, as a deletion of the contact does; the activity of the contact would lock it later. */
export async function lockEnrollment(db: WorkspaceDb, automation_id: string, id: string) {
  await byId(db, automation_id, id).forKeyShare('contacts').executeTakeFirst()
  return byId(db, automation_id, id).forUpdate('enrollments').executeTakeFirst()
}

/** Locks the active enrollments of an automation, after their contacts. */
export async function lockActiveEnrollments({ tx, workspace_id }: WorkspaceDb, id: string) {
  const active = (columns: string) => sql`
    select ${sql.raw(columns)} from enrollments
    where workspace_id = ${workspace_id} and automation_id = ${id} and status = 'active'`
  await sql`
    with locked as materialized (
      select id from contacts where workspace_id = ${workspace_id} and id in (${active('contact_id')})
      order by id for key share)
    select count(*) from locked`.execute(tx)
  await sql`
    with locked as materialized (${active('id')} order by id for update)
    select count(*) from locked`.execute(tx)
}

/** Adds the end of locked enrollments to the activity of their contacts, in one statement. */
export async function recordActiveEnrollments(
  db: WorkspaceDb,
  automation_id: string,
  activity: ChangedSource & { readonly changes: string },
) {
  await sql`
    with changed as (
      select distinct contact_id as id, ${activity.changes}::text as changes from enrollments
      where workspace_id = ${db.workspace_id} and automation_id = ${automation_id} and status = 'active')
    ${insertOfChanged('contact', db, activity)}`.execute(db.tx)
}

/** Whether anybody was ever enrolled. */
export async function hasEnrollments(db: WorkspaceDb, automation_id: string): Promise<boolean> {
  const query = enrollmentsOf(db, automation_id).select('enrollments.id').limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether the contact is enrolled now or, with `ever`, was enrolled at any time. */
export async function isEnrolled(
  db: WorkspaceDb,
  automation_id: string,
  contact_id: string,
  ever: boolean,
): Promise<boolean> {
  const enrollment = await enrollmentsOf(db, automation_id)
    .select('enrollments.id')
    .where('enrollments.contact_id', '=', contact_id)
    .$if(!ever, (query) => query.where('enrollments.status', '=', 'active'))
    .limit(1)
    .executeTakeFirst()
  return enrollment !== undefined
}

export async function insertEnrollment(
  { tx, workspace_id }: WorkspaceDb,
  { id, automation_id, contact_id, status, created_at }: Enrollment,
): Promise<void> {
  const now = new Date(created_at)
  const times = { created_at: now, updated_at: now }
  await tx
    .insertInto('enrollments')
    .values({ workspace_id, id, automation_id, contact_id, status, ...times })
    .execute()
    .catch(retryOnMissingReference)
}

/** Sets the status of a locked enrollment, and when it ended. */
export const saveEnrollmentEnd = (
  db: WorkspaceDb,
  { id, status, completed_at }: Pick<Enrollment, 'id' | 'status' | 'completed_at'>,
  updated_at: Date,
) => updateById(db, 'enrollments', id, { status, completed_at, updated_at })
