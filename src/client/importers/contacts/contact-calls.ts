import { inFlight } from '#client/importers/core/concurrency.ts'
import { contactDraft } from './contact-diff.ts'
import {
  type ContactWork,
  type ContactWriting,
  placesOf,
  verdictOf,
  verdictsOf,
} from './contact-work.ts'

/** A call for each contact, for services that take no batches: only with what the public document names. */
export async function writeOneByOne(
  writing: ContactWriting,
  works: readonly ContactWork[],
): Promise<void> {
  await inFlight(writing.in_flight, works, (work) =>
    writing.ledger.settleAll('contacts', placesOf(work.contact), async () => {
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
