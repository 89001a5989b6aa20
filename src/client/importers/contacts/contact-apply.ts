import { type ApplyOptions, type ImportCall, modeOf } from '#client/importers/core/import-call.ts'
import { assertAllSettled, openLedger } from '#client/importers/core/import-outcomes.ts'
import type { Applied } from '#client/importers/core/import-report.ts'
import { meOf } from '#client/importers/core/me-of.ts'
import { writeOneByOne } from './contact-calls.ts'
import { contactsHere } from './contact-existing.ts'
import type { ContactsPlan } from './contact-plan.ts'
import { verdictOf, verdictsOf, workOf } from './contact-work.ts'
import { writeBatches } from './write-contacts.ts'

export interface ContactTarget {
  readonly list_id: string
  readonly resubscribe: boolean
}

/** Makes and changes what the plan asks for on one list. A second run of the same plan writes nothing. */
export async function applyContacts(
  call: ImportCall,
  plan: ContactsPlan,
  { list_id, resubscribe }: ContactTarget,
  options: ApplyOptions = {},
): Promise<Applied<'contacts'>> {
  const in_flight = options.in_flight ?? 4
  const list = await call('GET /lists/:list_id', { list_id })
  const offered = (await meOf(call))?.capabilities ?? []
  const here = await contactsHere(call, list, plan.contacts, in_flight)
  const ledger = openLedger(plan, options)

  const works = plan.contacts.flatMap((contact) => {
    const work = workOf(ledger, contact, here.get(contact.key), resubscribe)
    if (work) return [work]
    for (const verdict of verdictsOf(contact, 'unchanged')) ledger.book('contacts', verdict)
    return []
  })
  if (options.dry_run === true) {
    for (const work of works)
      for (const verdict of verdictsOf(work.contact, verdictOf(work)))
        ledger.book('contacts', verdict)
  } else if (works.length > 0) {
    const mode = offered.includes('import') ? modeOf(options) : undefined
    if (!mode) ledger.note('the service knows no imports: times and silence are its own', list.name)
    const write = mode && offered.includes('contacts.batch') ? writeBatches : writeOneByOne
    await write({ call, list_id, ledger, mode, in_flight }, works)
  }
  assertAllSettled(plan, ledger)
  const { counts, rejected } = ledger
  const into = { what: 'Contacts of the list', id: list.id, name: list.name }
  return { counts, rejected, notes: ledger.notes(), into }
}
