import type { Campaign, StatsGiven } from './campaigns.ts'

/** Shared: the dashboard predicts with the rules that the service decides with. Zod-free. */

/** The public API does not name these fields, so a service may omit them. */
type State = Pick<Campaign, 'status'> & {
  readonly sent_at?: Campaign['sent_at'] | undefined
  readonly stats?: Pick<Campaign['stats'], 'recipients'> | undefined
}

/** A campaign that was canceled, or failed, before it went out to anybody can still be scheduled and sent. */
export const canSend = ({ status, sent_at, stats }: State): boolean =>
  status === 'draft' ||
  status === 'scheduled' ||
  ((status === 'cancelled' || status === 'error') && sent_at == null && !stats?.recipients)

/** A draft, or a campaign that was canceled before it went out to anybody. */
export const canDelete = (campaign: State): boolean =>
  campaign.status === 'draft' || (campaign.status === 'cancelled' && canSend(campaign))

/** When it went out, or will; null for a canceled one, whose plan says neither. The database has it in `dated_at`. */
export const sendTime = ({
  status,
  sent_at,
  scheduled_at,
}: Pick<State, 'status' | 'sent_at'> & {
  readonly scheduled_at?: Campaign['scheduled_at'] | undefined
}): string | null => sent_at ?? (status === 'cancelled' ? null : (scheduled_at ?? null))

export const canCancel = ({ status }: State): boolean =>
  status === 'scheduled' || status === 'sending' || status === 'paused'

/** Otherwise only the name can change. */
export const canEditContent = (campaign: State): boolean =>
  canSend(campaign) || campaign.status === 'paused'

export const requiredForSending = ['subject', 'from', 'list_id'] as const

/** What a campaign lacks before it can be scheduled or sent. */
export const missingForSending = (
  campaign: Pick<Campaign, (typeof requiredForSending)[number]>,
): (typeof requiredForSending)[number][] =>
  requiredForSending.filter((field) => campaign[field] === null || campaign[field] === '')

/** The counters of a campaign, from the send to its end. */
export const campaignCounters = [
  'recipients',
  'delivered',
  'opens_unique',
  'opens_total',
  'opens_machine',
  'clicks_unique',
  'clicks_total',
  'bounces',
  'bounces_hard',
  'bounces_soft',
  'complaints',
  'unsubscribes',
] as const satisfies readonly (keyof StatsGiven)[]
