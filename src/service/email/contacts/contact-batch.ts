import type { BatchOperation, Contact, ContactBatchResult } from '#contract/email/contacts.ts'
import { addressKey } from '#contract/email/email-address.rules.ts'
import { hasLeft } from '#contract/email/suppressions.rules.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import { type NewActivity, recordActivity } from '#service/activity.ts'
import { invalidItem, refusedItem } from '#service/batch-result.ts'
import type { Context, Verbs } from '#service/context.ts'
import { settleAll } from '#service/db/transactions.ts'
import { type SuppressionsByHash, findSuppressions } from '#service/suppressions.store.ts'
import { lockContact, lockContacts } from './contact-lookup.store.ts'
import { analyzeContacts, hasContacts } from './contact-writes.store.ts'
import { requireList } from './contacts.ts'
import { requireAddressKey } from './email-address.rules.ts'
import { resolveTagNames } from './tags.store.ts'
import {
  type ListState,
  changeContact,
  requireLockedContact,
  removeContact,
  upsertContact,
} from './upsert-contact.ts'

export const contactBatchVerbs = {
  async 'POST /lists/:list_id/contacts/batch'(context, { list_id, operations, ...mode }) {
    const list = await requireList(context.db, list_id)
    // `If-Match` names one version, but a batch has many contacts.
    const activity: NewActivity[] = []
    const batchContext = { ...context, activity, expectVersion: () => undefined }
    const keys = distinctUpserts(operations)
    const [existing, suppressions] = keys
      ? await settleAll([
          lockContacts(context.db, list_id, keys),
          // After the locks, which wait for deletions of the contacts.
          findSuppressions(context.db, list_id, keys.map(context.hashAddress)),
        ])
      : []
    const spellings = existing && (await resolveSpellings(context, list, operations, existing))
    const lookups = { existing, suppressions, spellings }
    const execute = async (
      { item, issues }: (typeof operations)[number],
      index: number,
    ): Promise<ContactBatchResult> => ({
      index,
      ...(item
        ? await executeOperation(batchContext, list, { ...item, ...mode }, lookups)
        : invalidItem(issues)),
    })
    if (existing) {
      const isFirst = operations.length >= manyContacts && !(await hasContacts(context.db, list_id))
      const results = await settleAll(operations.map(execute))
      if (isFirst) await analyzeContacts(context.db)
      recordOfKept(context, activity, results)
      return { results }
    }
    const results: ContactBatchResult[] = []
    for (const [index, operation] of operations.entries())
      results.push(await execute(operation, index))
    recordOfKept(context, activity, results)
    return { results }
  },
} satisfies Partial<Verbs>

/** What a batch deletes has no activity, whatever its earlier operations did. */
function recordOfKept(
  context: Context,
  activity: readonly NewActivity[],
  results: readonly ContactBatchResult[],
): void {
  const deleted = new Set(results.flatMap(({ status, id }) => (status === 204 ? [id] : [])))
  recordActivity(
    context,
    'contact',
    activity.filter(({ id }) => !deleted.has(id)),
  )
}

/** The first of many batches, as an import sends them: without statistics, each look-up would read the whole list. */
const manyContacts = 100

/**
 * The addresses of operations that do not depend on one another, as an import sends them: they are found at once and
 * written side by side, in a third of the time.
 */
function distinctUpserts(operations: readonly { item?: BatchOperation }[]) {
  const keys = new Set<string>()
  for (const { item: operation } of operations) {
    if (!operation) continue
    if (operation.op !== 'upsert' || operation.external_ref !== undefined) return undefined
    const key = addressKey(operation.email_address)
    if (key === undefined) continue
    if (keys.has(key)) return undefined
    keys.add(key)
  }
  return [...keys]
}

/**
 * The tags of new contacts in the spelling of the list, by key: looked up and inserted once, not by each contact. Empty
 * where the list rejects contacts.
 */
async function resolveSpellings(
  { db, now }: Context,
  list: ListState,
  operations: readonly { item?: BatchOperation }[],
  existing: ReadonlyMap<string, Contact>,
): Promise<ReadonlyMap<string, string>> {
  const names = operations.flatMap(({ item }) => {
    if (item?.op !== 'upsert' || item.tags === undefined) return []
    return existing.has(addressKey(item.email_address) ?? '') ? [] : item.tags
  })
  const resolved = list.archived ? [] : await resolveTagNames(db, list.id, [...new Set(names)], now)
  return new Map(resolved.map((name) => [tagKey(name), name]))
}

type Operation = BatchOperation & { readonly import?: boolean | undefined }
/** All operations share the activity, which is recorded in one statement. */
interface BatchContext extends Context {
  readonly activity: NewActivity[]
}
type OperationResult = Omit<ContactBatchResult, 'index'>
/** What was looked up for all operations that do not depend on one another. */
interface BatchLookups {
  /** Locked, by address key. */
  readonly existing: ReadonlyMap<string, Contact> | undefined
  readonly suppressions: SuppressionsByHash | undefined
  readonly spellings: ReadonlyMap<string, string> | undefined
}

/** Refusals precede all writes of their operation, so the other operations can be committed. */
async function executeOperation(
  context: BatchContext,
  list: ListState,
  operation: Operation,
  lookups: BatchLookups,
): Promise<OperationResult> {
  try {
    return await applyOperation(context, list, operation, lookups)
  } catch (error) {
    return refusedItem(error)
  }
}

async function applyOperation(
  context: BatchContext,
  list: ListState,
  operation: Operation,
  { existing, suppressions, spellings }: BatchLookups,
): Promise<OperationResult> {
  if (operation.op === 'upsert') {
    const address_key = requireAddressKey(operation.email_address)
    const before = existing
      ? existing.get(address_key)
      : await lockContact(context.db, list.id, { address_key })
    const tags = spellings && pickSpellings(spellings, operation.tags ?? [])
    const known = suppressions && (suppressions.get(context.hashAddress(address_key)) ?? [])
    const lookups = { tags, known }
    const { contact, created } = await upsertContact(context, list, operation, before, lookups)
    const { id, status: contact_status } = contact
    if (!created) return { status: 200, id }
    const isKept = contact_status !== operation.status && hasLeft(contact_status)
    return { status: 201, id, ...(isKept && { contact_status }) }
  }
  const before: Contact = await requireLockedContact(context, list.id, operation.id)
  if (operation.op === 'update') {
    const { id } = await changeContact(context, before, operation, { by: 'update' })
    return { status: 200, id }
  }
  await removeContact(context, before)
  return { status: 204, id: before.id }
}

/** Undefined when one of them is not known. */
function pickSpellings(
  spellings: ReadonlyMap<string, string>,
  names: readonly string[],
): string[] | undefined {
  const tags = new Map(names.map((name) => [tagKey(name), spellings.get(tagKey(name))]))
  const known = [...tags.values()].filter((name) => name !== undefined)
  return known.length === tags.size ? known : undefined
}
