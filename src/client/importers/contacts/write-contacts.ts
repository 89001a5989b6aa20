import { forEachConcurrently } from '#client/importers/core/concurrency.ts'
import type { Input } from '#contract/endpoints.ts'
import {
  newContact,
  type ContactDiff,
  type WriteContext,
  sourceLocations,
  outcomesByRow,
  outcomeOf,
} from './contact-diff.ts'

type Operation = Input<'POST /lists/:list_id/contacts/batch'>['operations'][number]

/** The service accepts 1,000; smaller batches let it serve other requests in between. */
const maxOperations = 200
/** Below the 10 MiB limit of the service, with room for the rest of the body. */
const maxBytes = 9 * 1024 * 1024

/** One batch after the other: two on one list would only wait for each other's lock. */
export async function writeBatches(
  { call, list_id, outcomes, mode }: WriteContext,
  diffs: readonly ContactDiff[],
): Promise<void> {
  for (const batch of splitIntoBatches(diffs)) {
    const operations = batch.map(toOperation)
    const input = { list_id, operations, ...mode }
    const { results } = await call('POST /lists/:list_id/contacts/batch', input)
    const byIndex = new Map(results.map((result) => [result.index, result]))
    for (const [index, { contact }] of batch.entries()) {
      const result = byIndex.get(index)
      const reason = result ? result.error?.message : 'no result was returned'
      if (reason !== undefined) {
        for (const place of sourceLocations(contact))
          outcomes.recordError('contacts', place, reason)
      } else {
        // A contact added in the meantime was updated.
        const outcome = result?.status === 201 ? 'created' : 'updated'
        for (const one of outcomesByRow(contact, outcome)) outcomes.record('contacts', one)
      }
    }
  }
}

const toOperation = ({ contact, existing: here, changes }: ContactDiff): Operation =>
  here ? { op: 'update', id: here.id, ...changes } : { op: 'upsert', ...newContact(contact) }

export function* splitIntoBatches(diffs: readonly ContactDiff[]): Generator<ContactDiff[]> {
  const utf8 = new TextEncoder()
  let batch: ContactDiff[] = []
  let bytes = 0
  for (const diff of diffs) {
    const size = utf8.encode(JSON.stringify(toOperation(diff))).length + 1
    if (batch.length === maxOperations || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(diff)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** One request for each contact, for services without batches: only fields of the public document. */
export async function writeOneByOne(
  context: WriteContext,
  diffs: readonly ContactDiff[],
): Promise<void> {
  await forEachConcurrently(context.concurrency, diffs, (diff) =>
    context.outcomes.runRecords('contacts', sourceLocations(diff.contact), async () => {
      await (diff.existing ? updateContact(context, diff) : createContact(context, diff))
      return outcomesByRow(diff.contact, outcomeOf(diff))
    }),
  )
}

async function updateContact(
  { call, list_id, mode }: WriteContext,
  { existing: here, changes }: ContactDiff,
) {
  const { tags: addedTags, ...others } = changes
  // The whole set, since only additions to the document can add to it.
  const tags = addedTags ? { tags: [...(here?.tags ?? []), ...Object.keys(addedTags)] } : {}
  const target = { list_id, contact_id: here?.id ?? '' }
  await call('PATCH /lists/:list_id/contacts/:contact_id', {
    ...target,
    ...others,
    ...tags,
    ...mode,
  })
}

async function createContact({ call, list_id, mode }: WriteContext, { contact }: ContactDiff) {
  const draft = newContact(contact)
  if (mode) {
    await call('POST /lists/:list_id/contacts', { list_id, ...draft, ...mode })
    return
  }
  const { status, created_at: _, ...documented } = draft
  const created = await call('POST /lists/:list_id/contacts', { list_id, ...documented })
  if (status === undefined || status === created.status) return
  const target = { list_id, contact_id: created.id }
  await call('PATCH /lists/:list_id/contacts/:contact_id', { ...target, status })
}
