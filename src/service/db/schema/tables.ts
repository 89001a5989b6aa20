import type {
  ApiKeysTable,
  IdempotencyKeysTable,
  MembersTable,
  WorkspacesTable,
} from './developers.ts'
import type {
  AutomationsTable,
  CampaignsTable,
  ContactTagsTable,
  ContactsTable,
  EmailListsTable,
  EnrollmentsTable,
  ListCountDeltasTable,
  ListCountsTable,
  ListTagsTable,
  SegmentsTable,
} from './email.ts'
import type {
  ChangelogEntriesTable,
  ChangelogSubscribersTable,
  CommentsTable,
  FeedbackBoardsTable,
  MergedVotesTable,
  NamedTable,
  PortalUsersTable,
  PostStatusesTable,
  PostsTable,
  VotesTable,
} from './feedback.ts'
import type { InstanceTable } from './instance.ts'
import type { EventsTable } from './outbox.ts'
import type { BoardListsTable, BoardsTable, CardsTable, LabelsTable } from './tasks.ts'

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
  feedback_boards: FeedbackBoardsTable
  post_statuses: PostStatusesTable
  post_tags: NamedTable
  changelog_labels: NamedTable
  portal_users: PortalUsersTable
  posts: PostsTable
  votes: VotesTable
  merged_votes: MergedVotesTable
  comments: CommentsTable
  changelog_entries: ChangelogEntriesTable
  changelog_subscribers: ChangelogSubscribersTable
  email_lists: EmailListsTable
  contacts: ContactsTable
  list_tags: ListTagsTable
  contact_tags: ContactTagsTable
  list_counts: ListCountsTable
  list_count_deltas: ListCountDeltasTable
  segments: SegmentsTable
  campaigns: CampaignsTable
  automations: AutomationsTable
  enrollments: EnrollmentsTable
  events: EventsTable
}
