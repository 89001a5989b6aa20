import { splitIntoBatches } from '#client/importers/core/batches.ts'
import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import { rejectionReason } from '#client/importers/core/import-outcomes.ts'
import type { Contact } from '#client/resources.ts'
import { hasLeft } from '#contract/email/suppressions.rules.ts'
import type { Input, ResponseBody } from '#contract/endpoints.ts'
import {
  newContact,
  type ContactDiff,
  type WriteContext,
  type ContactResult,
  type ExistingContact,
  toResult,
} from './contact-diff.ts'
import { resolveStatus } from './contact-status.ts'

type Operation = Input<'POST /lists/:list_id/contacts/batch'>['operations'][number]

/** The service accepts 1,000; smaller batches let it serve other requests in between. */
const maxOperations = 200

/** The batches of one part, one after the other. Those of two parts at most wait for each other's lock of the list. */
export async function writeBatches(
  { call, list_id, settle, onSend, signal, mode, resubscribe }: WriteContext,
  diffs: readonly ContactDiff[],
): Promise<void> {
  const toBody = (diff: ContactDiff) => ({
    ...toOperation(diff, mode !== undefined),
    ...lift(diff, resubscribe),
  })
  for (const batch of splitIntoBatches(diffs, maxOperations, toBody)) {
    signal?.throwIfAborted()
    await onSend(batch)
    const operations = batch.map(toBody)
    const input = { list_id, operations, ...mode }
    const { results } = await call('POST /lists/:list_id/contacts/batch', input)
    const byIndex = new Map(results.map((result) => [result.index, result]))
    settle(batch.map((diff, index) => readResult(diff, byIndex.get(index))))
  }
}

type BatchResult = ResponseBody<'POST /lists/:list_id/contacts/batch'>['results'][number]

function readResult(diff: ContactDiff, result: BatchResult | undefined): ContactResult {
  const { contact, existing } = diff
  const id = result?.id ?? existing?.id
  if (!result || result.error || id === undefined)
    return { contact, error: result?.error?.message ?? 'no result was returned' }
  // A contact that somebody added in the meantime was updated.
  const isUpdated = !existing && result.status !== 201
  const kept_status = result.contact_status
  return toResult(diff, { id, outcome: isUpdated ? 'updated' : undefined, kept_status })
}

/** An act that says so, which a status alone is not, nor one that the file does not say. */
const lift = ({ contact, existing, changes }: ContactDiff, resubscribe: boolean) => {
  if (contact.isStatusAssumed) return {}
  const status = existing ? changes.status : contact.status
  return resubscribe && status !== undefined && !hasLeft(status) ? { resubscribe } : {}
}

/** Times of creation are for import mode only. */
function toOperation(
  { contact, existing: here, changes }: ContactDiff,
  hasMode: boolean,
): Operation {
  if (here) return { op: 'update', id: here.id, ...changes }
  const draft = newContact(contact)
  const { created_at: _created, unsubscribed_at: _unsubscribed, ...documented } = draft
  return { op: 'upsert', ...(hasMode ? draft : documented) }
}

/** One request for each contact, for services without batches: only fields of the public API. */
export async function writeOneByOne(
  context: WriteContext,
  diffs: readonly ContactDiff[],
): Promise<void> {
  const { concurrency, onSend, settle, signal } = context
  await forEachConcurrently(concurrency, diffs, async (diff) => {
    signal?.throwIfAborted()
    await onSend([diff])
    settle([await writeContact(context, diff)])
  })
}

async function writeContact(context: WriteContext, diff: ContactDiff): Promise<ContactResult> {
  const { contact, existing } = diff
  try {
    if (existing) return toResult(diff, { id: await updateContact(context, existing, diff) })
    const { id, status } = await createContact(context, diff)
    const isKept = status !== undefined && hasLeft(status) && status !== contact.status
    return toResult(diff, { id, kept_status: isKept ? status : undefined })
  } catch (error) {
    const reason = rejectionReason(error)
    if (reason === undefined) throw error
    return { contact, error: reason }
  }
}

async function updateContact(
  { call, list_id, mode, resubscribe }: WriteContext,
  here: ExistingContact,
  diff: ContactDiff,
): Promise<string> {
  const { changes } = diff
  const { tags: addedTags, ...others } = changes
  // The whole set, since only additions to the public API can add to it.
  const tags = addedTags ? { tags: [...here.tags, ...Object.keys(addedTags)] } : {}
  const target = { list_id, contact_id: here.id }
  await call('PATCH /lists/:list_id/contacts/:contact_id', {
    ...target,
    ...others,
    ...tags,
    ...lift(diff, resubscribe),
    ...mode,
  })
  return here.id
}

async function createContact(
  { call, list_id, mode, resubscribe }: WriteContext,
  diff: ContactDiff,
): Promise<Pick<Contact, 'id' | 'status'>> {
  const draft = newContact(diff.contact)
  const lifted = lift(diff, resubscribe)
  if (mode) return call('POST /lists/:list_id/contacts', { list_id, ...draft, ...lifted, ...mode })
  const { status, created_at: _created, unsubscribed_at: _unsubscribed, ...documented } = draft
  const created = await call('POST /lists/:list_id/contacts', { list_id, ...documented, ...lifted })
  // Somebody may have added and unsubscribed it in the meantime.
  const next = status && resolveStatus(created.status, status, false)
  if (next === undefined || next === created.status) return created
  const target = { list_id, contact_id: created.id }
  return call('PATCH /lists/:list_id/contacts/:contact_id', { ...target, status: next })
}
