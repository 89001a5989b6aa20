import type { Campaign } from '#client/resources.ts'
import { missingForSending } from '#contract/email/campaigns.rules.ts'

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

/** What a PATCH sends: the fields that differ. */
export function changedContent(before: CampaignValues, after: CampaignValues): Partial<Content> {
  const previous = toContent(before)
  const next = toContent(after)
  return Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(new Map(Object.entries(previous)).get(name)),
    ),
  )
}

/** What the campaign lacks before it can be scheduled or sent. */
export const missingIn = (values: CampaignValues): readonly string[] => {
  const { subject, from, list_id } = toContent(values)
  return missingForSending({ subject, from, list_id })
}

const fieldNames = Object.keys(emptyValues) as (keyof CampaignValues)[] // the keys of a literal

/** A field that two people changed, each to another value. */
export interface FieldConflict {
  readonly field: keyof CampaignValues
  readonly mine: string | null
  readonly theirs: string | null
}

/** Combines an edit with what someone else saved meanwhile: fields that were not edited become theirs. */
export function mergeValues(base: CampaignValues, mine: CampaignValues, theirs: CampaignValues) {
  const isEdited = (field: keyof CampaignValues) => mine[field] !== base[field]
  const values: CampaignValues = Object.assign(
    { ...theirs },
    ...fieldNames.filter(isEdited).map((field) => ({ [field]: mine[field] })),
  )
  const conflicts = fieldNames
    .filter((field) => isEdited(field) && theirs[field] !== base[field])
    .filter((field) => theirs[field] !== mine[field])
    .map((field): FieldConflict => ({ field, mine: mine[field], theirs: theirs[field] }))
  return { values, conflicts }
}

/** Only a first check; the server decides. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
