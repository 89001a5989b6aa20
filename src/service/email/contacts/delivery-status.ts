import type { Contact, ContactStatus } from '#contract/email/contacts.ts'
import type { EventKind } from '#contract/events.ts'
import { recordActivity } from '#service/activity.ts'
import type { Context } from '#service/context.ts'
import { withNextVersion } from '#service/field-changes.rules.ts'
import { recordSuppressions } from '#service/suppressions.store.ts'
import { storedAddressKey, suppressionOf, withStatus } from './contacts.rules.ts'
import { lockContacts, saveDeliveryStatus } from './delivery-status.store.ts'
import { contactEventData } from './upsert-contact.ts'

/** What a delivery says about a contact, weakest first: a stronger status replaces a weaker one, never the reverse. */
const deliveryStatuses = ['bounced', 'unsubscribed', 'complained'] as const
export interface DeliveryStatus {
  readonly status: (typeof deliveryStatuses)[number]
  readonly at: string
}

interface ReportedCampaign {
  readonly name: string
  /** When its audience was frozen. */
  readonly audience_at: string
}

const eventByStatus = {
  bounced: 'contact.bounced',
  unsubscribed: 'contact.unsubscribed',
  complained: 'contact.complained',
} as const satisfies Record<DeliveryStatus['status'], EventKind>

const strengthOf = (status: ContactStatus) =>
  deliveryStatuses.findIndex((candidate) => candidate === status)

/**
 * Changes the contacts who bounced, unsubscribed or complained, and emits one event for each that changed. `statuses`
 * has all that a batch reports of each contact. */
export async function changeDeliveryStatuses(
  context: Pick<Context, 'db' | 'now' | 'caller' | 'emit' | 'hashAddress'>,
  statuses: ReadonlyMap<string, readonly DeliveryStatus[]>,
  { audience_at, name }: ReportedCampaign,
): Promise<void> {
  if (statuses.size === 0) return
  const { db, now, emit, hashAddress } = context
  const contacts = await lockContacts(db, [...statuses.keys()])
  const contactsById = new Map(contacts.map((contact) => [contact.id, contact]))
  const updated_at = now.toISOString()
  const changes = [...statuses].flatMap(([id, reports]) => {
    const before = contactsById.get(id)
    const next = before && nextDeliveryStatus(before, reports, audience_at)
    if (!next) return []
    const after = { ...withStatus(before, next.status, {}, next.at), updated_at }
    return [{ before, after, status: next.status, since: next.at }]
  })
  await saveDeliveryStatus(db, changes)
  // Each report, also of a contact with a stronger status: who unsubscribed and bounced is bounced in the next list.
  const suppressions = contacts.flatMap((contact) => {
    const { id: holder_id, list_id } = contact
    const address_hash = hashAddress(storedAddressKey(contact))
    return (statuses.get(holder_id) ?? []).flatMap((report) => {
      if (isObsolete(contact, report, audience_at)) return []
      const suppression = suppressionOf({ status: report.status, list_id })
      return suppression ? [{ ...suppression, address_hash, holder_id, since: report.at }] : []
    })
  })
  recordSuppressions(db, suppressions, now)
  for (const { after, status } of changes)
    await emit(eventByStatus[status], contactEventData(withNextVersion(after)))
  recordActivity(
    context,
    'contact',
    changes.map(({ before, after, status }) => ({
      id: after.id,
      kind: eventByStatus[status],
      changes: {
        status: { from: before.status, to: status },
        campaign_name: { from: null, to: name },
      },
    })),
  )
}

/**
 * The strongest status that is stronger than that of the contact, and the earliest report of it: the order of reports
 * does not matter. A late report does not end a subscription that was renewed after it, but a complaint always counts.
 */
function nextDeliveryStatus(
  contact: Contact,
  reports: readonly DeliveryStatus[],
  audience_at: string,
): DeliveryStatus | undefined {
  const { status } = contact
  let next: DeliveryStatus | undefined
  for (const report of reports) {
    if (strengthOf(report.status) <= strengthOf(status)) continue
    if (isObsolete(contact, report, audience_at)) continue
    const difference = next ? strengthOf(report.status) - strengthOf(next.status) : 1
    if (difference > 0 || (difference === 0 && next && report.at < next.at)) next = report
  }
  return next
}

/** Whether the person has subscribed again since. A complaint always counts. */
const isObsolete = (
  { subscribed_at }: Contact,
  report: DeliveryStatus,
  audience_at: string,
): boolean =>
  report.status !== 'complained' &&
  subscribed_at !== null &&
  subscribed_at > audience_at &&
  subscribed_at > report.at
