import type { BatchResult } from '#contract/batch-result.ts'
import type { BatchOperation, Contact } from '#contract/email/contacts.ts'
import { addressKey } from '#contract/email/email-address.rules.ts'
import { invalidItem, refusedItem } from '#service/batch-result.ts'
import type { Context, Verbs } from '#service/context.ts'
import { settleAll } from '#service/db/transactions.ts'
import { lockContact, lockContacts } from './contact-lookup.store.ts'
import { requireList } from './contacts.ts'
import { requireAddressKey } from './email-address.rules.ts'
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
    const batchContext = { ...context, expectVersion: () => undefined }
    const keys = distinctUpserts(operations)
    const existing = keys && (await lockContacts(context.db, list_id, keys))
    const execute = async (
      { operation, issues }: (typeof operations)[number],
      index: number,
    ): Promise<BatchResult> => ({
      index,
      ...(operation
        ? await executeOperation(batchContext, list, { ...operation, ...mode }, existing)
        : invalidItem(issues)),
    })
    if (existing) return { results: await settleAll(operations.map(execute)) }
    const results: BatchResult[] = []
    for (const [index, operation] of operations.entries())
      results.push(await execute(operation, index))
    return { results }
  },
} satisfies Partial<Verbs>

/**
 * The addresses of operations that do not depend on one another, as an import sends them: they are found at once and
 * written side by side, in a third of the time.
 */
function distinctUpserts(operations: readonly { operation?: BatchOperation }[]) {
  const keys = new Set<string>()
  for (const { operation } of operations) {
    if (!operation) continue
    if (operation.op !== 'upsert' || operation.external_ref !== undefined) return undefined
    const key = addressKey(operation.email_address)
    if (key === undefined) continue
    if (keys.has(key)) return undefined
    keys.add(key)
  }
  return [...keys]
}

type Operation = BatchOperation & { readonly import?: boolean | undefined }
type OperationResult = Omit<BatchResult, 'index'>
/** Locked, by address key. */
type Existing = ReadonlyMap<string, Contact> | undefined

/** Refusals precede all writes of their operation, so the other operations can be committed. */
async function executeOperation(
  context: Context,
  list: ListState,
  operation: Operation,
  existing: Existing,
): Promise<OperationResult> {
  try {
    return await applyOperation(context, list, operation, existing)
  } catch (error) {
    return refusedItem(error)
  }
}

async function applyOperation(
  context: Context,
  list: ListState,
  operation: Operation,
  existing: Existing,
): Promise<OperationResult> {
  if (operation.op === 'upsert') {
    const address_key = requireAddressKey(operation.email_address)
    const before = existing
      ? existing.get(address_key)
      : await lockContact(context.db, list.id, { address_key })
    const { contact, created } = await upsertContact(context, list, operation, before)
    return { status: created ? 201 : 200, id: contact.id }
  }
  const before: Contact = await requireLockedContact(context, list.id, operation.id)
  if (operation.op === 'update') {
    const { id } = await changeContact(context, before, operation)
    return { status: 200, id }
  }
  await removeContact(context, before)
  return { status: 204, id: before.id }
}
