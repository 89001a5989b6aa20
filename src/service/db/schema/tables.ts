import type { ColumnType, Generated } from 'kysely'

import type { Instant, Optional } from './columns.ts'
import type {
  ApiKeysTable,
  AuditLogTable,
  IdempotencyKeysTable,
  MembersTable,
  ViewsTable,
  WorkspacesTable,
} from './developers.ts'
import type {
  AutomationsTable,
  CampaignClicksTable,
  CampaignEventIdsTable,
  CampaignHoursTable,
  CampaignRecipientsTable,
  CampaignsTable,
  ContactActivityTable,
  ContactImportsTable,
  ContactTagsTable,
  ContactsTable,
  EmailListsTable,
  EnrollmentsTable,
  ImportedContactsTable,
  ListCountDeltasTable,
  ListCountsTable,
  ListTagsTable,
  SegmentsTable,
  SuppressionsTable,
} from './email.ts'
import type {
  ChangelogEntriesTable,
  ChangelogSubscribersTable,
  ChangelogVersionsTable,
  CommentsTable,
  FeedbackBoardsTable,
  MergedVotesTable,
  NamedTable,
  PortalUsersTable,
  PostActivityTable,
  PostStatusesTable,
  PostsTable,
  PostWordsTable,
  VotesTable,
} from './feedback.ts'
import type {
  BoardListsTable,
  BoardsTable,
  CardActivityTable,
  CardsTable,
  LabelsTable,
} from './tasks.ts'
import type { WebhookAttemptsTable, WebhookDeliveriesTable, WebhooksTable } from './webhooks.ts'

/** Every table by its name. `tables.test.ts` compares it with the database. */
export interface Tables {
  instance: InstanceTable
  workspaces: WorkspacesTable
  api_keys: ApiKeysTable
  members: MembersTable
  idempotency_keys: IdempotencyKeysTable
  boards: BoardsTable
  board_lists: BoardListsTable
  labels: LabelsTable
  cards: CardsTable
  card_activity: CardActivityTable
  feedback_boards: FeedbackBoardsTable
  post_statuses: PostStatusesTable
  post_tags: NamedTable
  changelog_labels: NamedTable
  portal_users: PortalUsersTable
  posts: PostsTable
  post_activity: PostActivityTable
  post_words: PostWordsTable
  votes: VotesTable
  merged_votes: MergedVotesTable
  comments: CommentsTable
  changelog_entries: ChangelogEntriesTable
  changelog_versions: ChangelogVersionsTable
  changelog_subscribers: ChangelogSubscribersTable
  email_lists: EmailListsTable
  contacts: ContactsTable
  contact_activity: ContactActivityTable
  contact_imports: ContactImportsTable
  imported_contacts: ImportedContactsTable
  list_tags: ListTagsTable
  contact_tags: ContactTagsTable
  list_counts: ListCountsTable
  list_count_deltas: ListCountDeltasTable
  segments: SegmentsTable
  campaigns: CampaignsTable
  campaign_recipients: CampaignRecipientsTable
  campaign_event_ids: CampaignEventIdsTable
  campaign_clicks: CampaignClicksTable
  campaign_hours: CampaignHoursTable
  automations: AutomationsTable
  enrollments: EnrollmentsTable
  suppressions: SuppressionsTable
  events: EventsTable
  audit_log: AuditLogTable
  views: ViewsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
}

/** One row. */
interface InstanceTable {
  id: Generated<number>
  engine: string
  /** Set at the first start; a process with another secret refuses to start. */
  secret_fingerprint: Optional<string>
  /** The random key of the hashes in `suppressions`, sealed by the secret. */
  suppression_key: Optional<string>
  created_at: Instant
}

interface EventsTable {
  workspace_id: string
  id: string
  /** Assigned by the dispatcher after the commit, per workspace; a `bigint` is read as a string. */
  seq: ColumnType<string | null, number | string | null | undefined, number | string | null>
  kind: string
  /** The exact bytes of every delivery, so that the signature stays valid. */
  body: string
  /** Appears in the event feed, but is not delivered to webhooks: events of an import. */
  silent: Generated<boolean>
  key_id: Optional<string>
  created_at: Instant
}
