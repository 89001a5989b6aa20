import type { BatchOperation, BatchResult, Contact } from '#contract/email/contacts.ts'
import { type ErrorDetail, statusOf } from '#contract/errors.ts'
import type { Context, Verbs } from '#service/context.ts'
import { Refusal } from '#service/refusal.ts'
import { lockContact } from './contact-lookup.store.ts'
import { stateOf } from './contacts.ts'
import { keyOfAddress } from './email-address.rules.ts'
import {
  type ListState,
  changeContact,
  lockedContact,
  removeContact,
  upsertContact,
} from './upsert-contact.ts'

export const contactBatchVerbs = {
  async 'POST /lists/:list_id/contacts/batch'(context, { list_id, operations, ...mode }) {
    const list = await stateOf(context.db, list_id)
    // `If-Match` names one version, and there are many contacts.
    const working = { ...context, expectVersion: () => undefined }
    const results: BatchResult[] = []
    for (const [index, { operation, issues }] of operations.entries())
      results.push({
        index,
        ...(operation ? await answer(working, list, { ...operation, ...mode }) : invalid(issues)),
      })
    return { results }
  },
} satisfies Partial<Verbs>

type Operation = BatchOperation & { readonly import?: boolean | undefined }
type Answer = Omit<BatchResult, 'index'>

/** A refusal comes before anything was written, so the operations around it stand. */
async function answer(context: Context, list: ListState, operation: Operation): Promise<Answer> {
  try {
    return await perform(context, list, operation)
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    const { code, message, extra } = thrown
    return {
      status: extra.status ?? statusOf[code],
      error: { code, message, ...(extra.details ? { details: [...extra.details] } : {}) },
    }
  }
}

async function perform(context: Context, list: ListState, operation: Operation): Promise<Answer> {
  if (operation.op === 'upsert') {
    const { contact, made } = await upsertContact(
      context,
      list,
      operation,
      await lockContact(context.db, list.id, {
        address_key: keyOfAddress(operation.email_address),
      }),
    )
    return { status: made ? 201 : 200, id: contact.id }
  }
  const before: Contact = await lockedContact(context, list.id, operation.id)
  if (operation.op === 'update') {
    const { id } = await changeContact(context, before, operation)
    return { status: 200, id }
  }
  await removeContact(context, before)
  return { status: 204, id: before.id }
}

const invalid = (issues: readonly ErrorDetail[] = []): Answer => ({
  status: statusOf.validation_error,
  error: {
    code: 'validation_error',
    message: issues[0]?.message ?? 'The operation is not valid.',
    details: [...issues],
  },
})
