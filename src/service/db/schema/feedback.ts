import type { ColumnType, Generated } from 'kysely'

import type {
  ActivityColumns,
  Instant,
  Optional,
  OptionalInstant,
  ResourceColumns,
} from './columns.ts'

export interface FeedbackBoardsTable extends ResourceColumns {
  name: string
  slug: string
  description: Optional<string>
  private: Generated<boolean>
  archived: Generated<boolean>
  external_ref: Optional<string>
}

export interface PostStatusesTable extends ResourceColumns {
  /** The immutable key in posts and filters. */
  key: string
  name: string
  /** The case-folded name, unique. */
  name_key: string
  color: Generated<string>
  category: 'open' | 'active' | 'done' | 'closed'
  position: number
  is_default: Generated<boolean>
  external_ref: Optional<string>
}

/** `post_tags` and `changelog_labels`. */
export interface NamedTable extends ResourceColumns {
  name: string
  name_key: string
  color: Generated<string>
  external_ref: Optional<string>
}

export interface PortalUsersTable extends ResourceColumns {
  external_id: Optional<string>
  email: Optional<string>
  /** The address in lower case, unique. */
  email_key: Optional<string>
  name: Optional<string>
  avatar_url: Optional<string>
  /** JSON as text: `jsonb` would reorder the keys. */
  attributes: Generated<string>
  last_seen_at: OptionalInstant
  /** Name and identifiers are erased then; posts, comments and votes stay. */
  deleted_at: OptionalInstant
  search: Generated<string>
  search_text: Generated<string>
}

type AuthorType = 'team' | 'user'

export interface PostsTable extends ResourceColumns {
  board_id: string
  title: string
  details: string
  status_id: string
  tag_ids: Generated<string[]>
  owner_id: Optional<string>
  /** A date without a time, read and written as text. */
  eta: Optional<string>
  author_type: AuthorType
  author_id: string
  vote_count: Generated<number>
  imported_votes: Generated<number>
  /** Of `imported_votes`, those that merges of other posts moved here. */
  merged_imported_votes: Generated<number>
  /** Imported votes that the merge of this post moved away. */
  moved_imported_votes: Generated<number>
  /** Computed by the database. */
  votes_total: ColumnType<number, never, never>
  comment_count: Generated<number>
  internal_comment_count: Generated<number>
  merged_into_id: Optional<string>
  deleted_at: OptionalInstant
  external_ref: Optional<string>
  /** `array_to_tsvector` of the folded words of title and details. */
  search: Generated<string>
  /** The folded text itself, for words whose punctuation must match literally. */
  search_text: Generated<string>
}

/** Every word of a post that is there now, and some of earlier texts; nothing removes one. */
export interface PostWordsTable {
  workspace_id: string
  word: string
  /** `stemOf` the word. */
  stem: string
  /** The word and what is left of it without any one letter; none for words in which typos are not looked for. */
  near: string[]
}

export interface VotesTable {
  workspace_id: string
  id: string
  post_id: string
  user_id: string
  created_at: Instant
}

export interface PostActivityTable extends ActivityColumns {
  post_id: string
}

/** A vote that the merge of `post_id` moved away from it. */
export interface MergedVotesTable {
  workspace_id: string
  post_id: string
  vote_id: string
}

export interface CommentsTable extends ResourceColumns {
  post_id: string
  parent_id: Optional<string>
  body: string
  internal: Generated<boolean>
  author_type: AuthorType
  author_id: string
  external_ref: Optional<string>
}

export interface ChangelogEntriesTable extends ResourceColumns {
  title: string
  body: string
  label_ids: Generated<string[]>
  post_ids: Generated<string[]>
  publish_at: OptionalInstant
  published_at: OptionalInstant
  /** Generated from the two above and `created_at`; the list is sorted by it. */
  dated_at: ColumnType<string, never, never>
  notify: Generated<boolean>
  /** Subscribers were notified; they are never notified twice. */
  announced: Generated<boolean>
  author_id: string
  external_ref: Optional<string>
  search: Generated<string>
  search_text: Generated<string>
}

/** A text of an entry. What one person saves within ten minutes is one version. */
export interface ChangelogVersionsTable {
  workspace_id: string
  entry_id: string
  id: string
  title: string
  body: string
  /** Null for the command line, and for a text that is older than the versions. */
  key_id: Optional<string>
  member_id: Optional<string>
  /** The result of a restore, which later changes leave as it is. */
  restored: Generated<boolean>
  created_at: Instant
  updated_at: Instant
  /** Null for the text that the entry has. */
  replaced_at: OptionalInstant
}

export interface ChangelogSubscribersTable extends ResourceColumns {
  email: string
  email_key: string
  status: 'confirmed' | 'pending' | 'unsubscribed'
  external_ref: Optional<string>
}
