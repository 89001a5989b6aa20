import { inFlight } from '#client/importers/core/concurrency.ts'
import type { Input } from '#contract/endpoints.ts'
import {
  contactDraft,
  type ContactWork,
  type ContactWriting,
  sourceLocations,
  verdictsOf,
  verdictOf,
} from './contact-diff.ts'

type Operation = Input<'POST /lists/:list_id/contacts/batch'>['operations'][number]

/** The service takes 1,000; fewer let others who ask it have their turn in between. */
const mostOperations = 200
/** Below the 10 MiB that the service takes, with room for what stands around the operations. */
const mostBytes = 9 * 1024 * 1024

/** One batch after the other: on one list two at a time would only wait for each other. */
export async function writeBatches(
  { call, list_id, ledger, mode }: ContactWriting,
  works: readonly ContactWork[],
): Promise<void> {
  for (const batch of batchesOf(works)) {
    const operations = batch.map(operationOf)
    const input = { list_id, operations, ...mode }
    const { results } = await call('POST /lists/:list_id/contacts/batch', input)
    const byIndex = new Map(results.map((result) => [result.index, result]))
    for (const [index, { contact }] of batch.entries()) {
      const result = byIndex.get(index)
      const reason = result ? result.error?.message : 'it was not answered'
      if (reason !== undefined) {
        for (const place of sourceLocations(contact)) ledger.recordError('contacts', place, reason)
      } else {
        // Who came meanwhile was updated.
        const verdict = result?.status === 201 ? 'created' : 'updated'
        for (const one of verdictsOf(contact, verdict)) ledger.record('contacts', one)
      }
    }
  }
}

const operationOf = ({ contact, here, changes }: ContactWork): Operation =>
  here ? { op: 'update', id: here.id, ...changes } : { op: 'upsert', ...contactDraft(contact) }

export function* batchesOf(works: readonly ContactWork[]): Generator<ContactWork[]> {
  const utf8 = new TextEncoder()
  let batch: ContactWork[] = []
  let bytes = 0
  for (const work of works) {
    const size = utf8.encode(JSON.stringify(operationOf(work))).length + 1
    if (batch.length === mostOperations || (batch.length > 0 && bytes + size > mostBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(work)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** A call for each contact, for services that take no batches: only with what the public document names. */
export async function writeOneByOne(
  writing: ContactWriting,
  works: readonly ContactWork[],
): Promise<void> {
  await inFlight(writing.in_flight, works, (work) =>
    writing.ledger.settleAll('contacts', sourceLocations(work.contact), async () => {
      await (work.here ? change(writing, work) : make(writing, work))
      return verdictsOf(work.contact, verdictOf(work))
    }),
  )
}

async function change({ call, list_id, mode }: ContactWriting, { here, changes }: ContactWork) {
  const { tags: added, ...others } = changes
  // The whole set, since only additions to the document can add to it.
  const tags = added ? { tags: [...(here?.tags ?? []), ...Object.keys(added)] } : {}
  const target = { list_id, contact_id: here?.id ?? '' }
  await call('PATCH /lists/:list_id/contacts/:contact_id', {
    ...target,
    ...others,
    ...tags,
    ...mode,
  })
}

async function make({ call, list_id, mode }: ContactWriting, { contact }: ContactWork) {
  const draft = contactDraft(contact)
  if (mode) {
    await call('POST /lists/:list_id/contacts', { list_id, ...draft, ...mode })
    return
  }
  const { status, created_at: _, ...documented } = draft
  const made = await call('POST /lists/:list_id/contacts', { list_id, ...documented })
  if (status === undefined || status === made.status) return
  const target = { list_id, contact_id: made.id }
  await call('PATCH /lists/:list_id/contacts/:contact_id', { ...target, status })
}
