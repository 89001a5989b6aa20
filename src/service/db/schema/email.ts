import type { ColumnType, Generated } from 'kysely'

import type {
  ActivityColumns,
  Instant,
  Optional,
  OptionalInstant,
  ResourceColumns,
} from './columns.ts'

/** `jsonb`: written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string | undefined, string>

interface Searched {
  /** `array_to_tsvector` of the folded words. */
  search: Generated<string>
  /** The folded text itself, for words whose punctuation must match literally. */
  search_text: Generated<string>
}

export interface EmailListsTable extends ResourceColumns, Searched {
  name: string
  name_key: string
  description: Optional<string>
  double_opt_in: Generated<boolean>
  archived: Generated<boolean>
  external_ref: Optional<string>
}

export interface ContactsTable extends ResourceColumns, Searched {
  list_id: string
  /** As first entered. */
  email_address: string
  /** The normalized address, unique in a list. */
  address_key: string
  status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained'
  tags: Generated<string[]>
  fields: Json<Record<string, string>>
  source: 'api' | 'import' | 'dashboard'
  subscribed_at: OptionalInstant
  unsubscribed_at: OptionalInstant
  external_ref: Optional<string>
}

export interface ContactImportsTable extends ResourceColumns {
  list_id: string
  status: Generated<'waiting' | 'running' | 'completed' | 'failed' | 'cancelled'>
  dry_run: boolean
  file_name: Optional<string>
  options: ColumnType<object, string, never>
  /** Base64 of the gzipped text; null when the import has ended. */
  file: Optional<string>
  /** Where the next part of the file begins, and the number of its first row. */
  next_offset: number
  next_row: number
  total: number
  created: Generated<number>
  updated: Generated<number>
  skipped: Generated<number>
  failed: Generated<number>
  errors: Json<{ row: number; email_address: string | null; message: string }[]>
  /** As the importers have them, without their sentences. */
  notes: Json<
    { code: string; params: object; count: number; example: string; row?: number | undefined }[]
  >
  not_mapped: Json<{ column: string; count: number; example: string }[]>
  pending_at_most: Generated<number>
  error: Optional<string>
  /** The key that sent the file. */
  key_id: Optional<string>
  /** The process that works on it until `leased_until`. */
  lease: Optional<string>
  leased_until: OptionalInstant
  finished_at: OptionalInstant
}

export interface ListTagsTable {
  workspace_id: string
  list_id: string
  key: string
  name: string
  version: Generated<number>
  created_at: Instant
  updated_at: Instant
}

/** One row per tag of a contact; `created_at` is that of the contact. */
/** The contacts that an import added. */
export interface ImportedContactsTable {
  workspace_id: string
  import_id: string
  contact_id: string
}

export interface ContactTagsTable {
  workspace_id: string
  list_id: string
  tag_key: string
  created_at: Instant
  contact_id: string
}

interface Counted {
  workspace_id: string
  list_id: string
  counted: 'status' | 'tag'
  key: string
}
export interface ListCountsTable extends Counted {
  count: number
}
export interface ListCountDeltasTable extends Counted {
  delta: number
}

export interface SegmentsTable extends ResourceColumns {
  list_id: string
  name: string
  name_key: string
  filter: ColumnType<object, string, string>
  external_ref: Optional<string>
}

export interface CampaignsTable extends ResourceColumns {
  name: string
  name_key: string
  subject: string
  preview_text: Optional<string>
  status: Generated<'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'error'>
  from_name: Optional<string>
  from_address: Optional<string>
  list_id: Optional<string>
  segment_id: Optional<string>
  scheduled_at: OptionalInstant
  sent_at: OptionalInstant
  /** Generated: `sendTime`, else `created_at`. */
  dated_at: ColumnType<string, never, never>
  /** The counters; the rates are computed when they are read. */
  stats: Json<Record<string, number>>
  links: Json<{ url: string; unique_clicks: number; total_clicks: number }[]>
  reported_at: OptionalInstant
  /** When the audience was frozen; null for a draft and an imported campaign. */
  audience_at: OptionalInstant
  external_ref: Optional<string>
  search: Generated<string>
  search_text: Generated<string>
}

interface OfCampaign {
  workspace_id: string
  campaign_id: string
}
export interface CampaignRecipientsTable extends OfCampaign {
  contact_id: string
  delivered_at: OptionalInstant
  opened_at: OptionalInstant
  clicked_at: OptionalInstant
  soft_bounced_at: OptionalInstant
  hard_bounced_at: OptionalInstant
  complained_at: OptionalInstant
  unsubscribed_at: OptionalInstant
}
export interface CampaignEventIdsTable extends OfCampaign {
  event_id: string
}
export interface CampaignClicksTable extends OfCampaign {
  contact_id: string
  url_hash: string
}
export interface CampaignHoursTable extends OfCampaign {
  hour: Instant
  opens_unique: number
  opens_total: number
  clicks_unique: number
  clicks_total: number
}

export interface AutomationsTable extends ResourceColumns {
  name: string
  name_key: string
  status: Generated<'draft' | 'active' | 'paused' | 'archived'>
  list_id: string
  trigger: Generated<'api' | 'contact_created' | 'tag_added'>
  allow_repeat: Generated<boolean>
  external_ref: Optional<string>
}

export interface EnrollmentsTable extends ResourceColumns {
  automation_id: string
  contact_id: string
  status: Generated<'active' | 'completed' | 'cancelled' | 'failed'>
  completed_at: OptionalInstant
}

export interface ContactActivityTable extends ActivityColumns {
  contact_id: string
}

/** Addresses that get no mail: a row for each reason. It outlives the contact, and has no address. */
export interface SuppressionsTable {
  workspace_id: string
  id: string
  /** Of `address_key`, with a key of this instance. */
  address_hash: string
  /** `workspace`, `changelog` or the id of a list. */
  scope: string
  reason: 'hard' | 'complaint' | 'unsubscribed' | 'unsubscribed_all' | 'manual'
  /** A contact or a subscriber that has the address, or had it. */
  holder_id: Optional<string>
  since: Instant
}
