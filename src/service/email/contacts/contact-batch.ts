import type { BatchResult } from '#contract/batch-result.ts'
import type { BatchOperation, Contact } from '#contract/email/contacts.ts'
import { invalidItem, refusedItem } from '#service/batch-result.ts'
import type { Context, Verbs } from '#service/context.ts'
import { lockContact } from './contact-lookup.store.ts'
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
    const results: BatchResult[] = []
    for (const [index, { operation, issues }] of operations.entries())
      results.push({
        index,
        ...(operation
          ? await executeOperation(batchContext, list, { ...operation, ...mode })
          : invalidItem(issues)),
      })
    return { results }
  },
} satisfies Partial<Verbs>

type Operation = BatchOperation & { readonly import?: boolean | undefined }
type OperationResult = Omit<BatchResult, 'index'>

/** Refusals precede all writes of their operation, so the other operations can be committed. */
async function executeOperation(
  context: Context,
  list: ListState,
  operation: Operation,
): Promise<OperationResult> {
  try {
    return await applyOperation(context, list, operation)
  } catch (error) {
    return refusedItem(error)
  }
}

async function applyOperation(
  context: Context,
  list: ListState,
  operation: Operation,
): Promise<OperationResult> {
  if (operation.op === 'upsert') {
    const { contact, created } = await upsertContact(
      context,
      list,
      operation,
      await lockContact(context.db, list.id, {
        address_key: requireAddressKey(operation.email_address),
      }),
    )
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
