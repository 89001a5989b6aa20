import type { Campaign } from '#client/resources.ts'
import { missingForSending } from '#contract/email/campaigns.rules.ts'
import { addDays } from '#contract/plain-date.rules.ts'
import { type DateTimeChoice, zonedDateTime } from '#contract/zoned-time.rules.ts'

/** The fields of the form. */
export interface CampaignValues {
  readonly name: string
  readonly subject: string
  readonly preview_text: string
  readonly from_name: string
  readonly from_address: string
  readonly list_id: string | null
  readonly segment_id: string | null
}

export const emptyValues: CampaignValues = {
  name: '',
  subject: '',
  preview_text: '',
  from_name: '',
  from_address: '',
  list_id: null,
  segment_id: null,
}

export const toValues = (campaign: Campaign): CampaignValues => ({
  name: campaign.name,
  subject: campaign.subject ?? '',
  preview_text: campaign.preview_text ?? '',
  from_name: campaign.from?.name ?? '',
  from_address: campaign.from?.email_address ?? '',
  list_id: campaign.list_id ?? null,
  segment_id: campaign.segment_id ?? null,
})

/** The same as a request sends it. */
interface Content {
  readonly name: string
  readonly subject: string
  readonly preview_text: string | null
  readonly from: { name: string | null; email_address: string } | null
  readonly list_id: string | null
  readonly segment_id: string | null
}

export function toContent(values: CampaignValues): Content {
  const email_address = values.from_address.trim()
  return {
    name: values.name.trim(),
    subject: values.subject.trim(),
    preview_text: values.preview_text.trim() || null,
    from: email_address ? { name: values.from_name.trim() || null, email_address } : null,
    list_id: values.list_id,
    segment_id: values.list_id === null ? null : values.segment_id,
  }
}

/** What a PATCH sends: the fields that differ. A segment belongs to its list, so both are sent together. */
export function changedContent(before: CampaignValues, after: CampaignValues): Partial<Content> {
  const next = toContent(after)
  const names: readonly string[] = differingFields(toContent(before), next)
  return Object.fromEntries(Object.entries(next).filter(([name]) => names.includes(name)))
}

const contentNames = Object.keys(toContent(emptyValues)) as (keyof Content)[] // the keys of a literal

function differingFields(one: Content, other: Content): readonly (keyof Content)[] {
  const differs = (name: keyof Content) => JSON.stringify(one[name]) !== JSON.stringify(other[name])
  const isAudience = (name: keyof Content) => name === 'list_id' || name === 'segment_id'
  const audienceDiffers = differs('list_id') || differs('segment_id')
  return contentNames.filter((name) => (isAudience(name) ? audienceDiffers : differs(name)))
}

/** What the campaign lacks before it can be scheduled or sent. */
export const missingIn = (values: CampaignValues): readonly string[] => {
  const { subject, from, list_id } = toContent(values)
  return missingForSending({ subject, from, list_id })
}

/** The planned time if it is still to come, otherwise nine o’clock of tomorrow. */
export function proposeSendTime(
  scheduled_at: string | null | undefined,
  now: Date,
  timeZone: string,
): DateTimeChoice {
  const planned = scheduled_at ? new Date(scheduled_at) : undefined
  const choice =
    planned && planned > now
      ? zonedDateTime(planned, timeZone)
      : { date: addDays(zonedDateTime(now, timeZone).date, 1), time: '09:00' }
  return { ...choice, timeZone, isSecond: false }
}
