import { type Selectable, sql } from 'kysely'

import type { Automation, Enrollment } from '#contract/email/automations.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { AutomationsTable } from '#service/db/schema/email.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { type LastKey, orderByAgeOrName } from '#service/email/lists/list-order.store.ts'
import { foldCase } from '#service/search-text.rules.ts'

type Filter = Pick<Parsed<'GET /automations'>, 'status' | 'external_ref' | 'sort'>
type Row = Selectable<AutomationsTable> & { active: number; completed: number }

const enrollmentCount = (status: Enrollment['status']) => sql<number>`(
  select count(*)::int from enrollments e where e.workspace_id = automations.workspace_id
    and e.automation_id = automations.id and e.status = ${status})`

const automationsOf = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('automations').where('workspace_id', '=', workspace_id)

const withCounts = (query: ReturnType<typeof automationsOf>) =>
  query
    .selectAll()
    // Counted over an index: a stored counter could drift.
    .select([enrollmentCount('active').as('active'), enrollmentCount('completed').as('completed')])

function filtered(db: WorkspaceDb, { status, external_ref }: Filter) {
  const query = automationsOf(db)
  const ofStatus = status ? query.where('status', 'in', status) : query
  return external_ref === undefined ? ofStatus : ofStatus.where('external_ref', '=', external_ref)
}

export async function automationsAfter(
  db: WorkspaceDb,
  filter: Filter,
  last: LastKey,
  limit: number,
) {
  const { by, after } = orderByAgeOrName(filter.sort, last)
  const query = withCounts(filtered(db, filter)).orderBy(by).limit(limit)
  return (await (after ? query.where(after) : query).execute()).map(toAutomation)
}

export const countAutomations = (db: WorkspaceDb, filter: Filter) => countRows(filtered(db, filter))

export async function findAutomation(db: WorkspaceDb, automation_id: string) {
  const row = await withCounts(automationsOf(db).where('id', '=', automation_id)).executeTakeFirst()
  return row && toAutomation(row)
}

/** What an enrollment depends on. Does not count the enrollments, unlike `findAutomation`. */
export const findAutomationState = (db: WorkspaceDb, automation_id: string) =>
  automationsOf(db)
    .select(['id', 'name', 'status', 'list_id', 'allow_repeat'])
    .where('id', '=', automation_id)
    .executeTakeFirst()

export async function lockAutomation(db: WorkspaceDb, automation_id: string) {
  const query = withCounts(automationsOf(db).where('id', '=', automation_id))
  const row = await query.forUpdate().executeTakeFirst()
  return row && toAutomation(row)
}

type StoredAutomation = Omit<Automation, 'counts' | 'version'>

export async function insertAutomation(
  { tx, workspace_id }: WorkspaceDb,
  automation: StoredAutomation,
): Promise<void> {
  await tx
    .insertInto('automations')
    .values({ workspace_id, ...columnsOf(automation) })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveAutomation(db: WorkspaceDb, automation: StoredAutomation) {
  await updateById(db, 'automations', automation.id, columnsOf(automation))
}

/** Deletes its enrollments with it. */
export const deleteAutomation = (db: WorkspaceDb, automation_id: string) =>
  deleteById(db, 'automations', automation_id)

const columnsOf = (automation: StoredAutomation) => ({
  id: automation.id,
  name: automation.name,
  name_key: foldCase(automation.name),
  status: automation.status,
  list_id: automation.list_id,
  trigger: automation.trigger,
  allow_repeat: automation.allow_repeat,
  external_ref: automation.external_ref,
  created_at: new Date(automation.created_at),
  updated_at: new Date(automation.updated_at),
})

const toAutomation = (row: Row): Automation => ({
  id: row.id,
  name: row.name,
  status: row.status,
  list_id: row.list_id,
  trigger: row.trigger,
  allow_repeat: row.allow_repeat,
  counts: { active: row.active, completed: row.completed },
  external_ref: row.external_ref,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
})
