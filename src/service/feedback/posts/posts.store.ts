import { type Expression, type ExpressionBuilder, type SqlBool, type Selectable, sql } from 'kysely'

import type { Member } from '#contract/developers/workspace.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { Author, Post } from '#contract/feedback/posts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import type { PostsTable } from '#service/db/schema/feedback.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { authorOf, memberOf } from '#service/feedback/users/members.store.ts'
import { matchesSearch } from '#service/search-columns.store.ts'

/** A filter with resolved ids: undefined matches every post, an empty list none. */
export interface PostFilter extends Pick<
  Parsed<'GET /feedback/posts'>,
  | 'search'
  | 'updated_since'
  | 'owner'
  | 'eta'
  | 'created_since'
  | 'votes_min'
  | 'author'
  | 'voter'
  | 'commenter'
  | 'deleted'
  | 'merged'
  | 'external_ref'
  | 'sort'
> {
  readonly board_ids: readonly string[] | undefined
  readonly status_ids: readonly string[] | undefined
  readonly tag_ids: readonly string[] | undefined
  /** Posts without a tag. */
  readonly untagged: boolean
}

const columns = [
  'workspace_id',
  'id',
  'board_id',
  'title',
  'details',
  'status_id',
  'tag_ids',
  'owner_id',
  'eta',
  'author_type',
  'author_id',
  'vote_count',
  'imported_votes',
  'merged_imported_votes',
  'moved_imported_votes',
  'votes_total',
  'comment_count',
  'internal_comment_count',
  'merged_into_id',
  'deleted_at',
  'external_ref',
  'version',
  'created_at',
  'updated_at',
] as const

/** A post with the ids of its status and tags, and the imported votes that its merge moved away. */
export interface StoredPost extends Post {
  readonly moved_imported_votes: number
  readonly status_id: string
  readonly tag_ids: readonly string[]
}

type Row = Pick<Selectable<PostsTable>, (typeof columns)[number]> & {
  status: string
  tags: string[]
  owner: Member | null
  author: Author
}

const tagNames = sql<string[]>`(
  select coalesce(json_agg(t.name order by array_position(post.tag_ids, t.id)), '[]') from post_tags t
  where t.workspace_id = post.workspace_id and t.id = any (post.tag_ids))`
const statusKey = sql<string>`(
  select s.key from post_statuses s where s.workspace_id = post.workspace_id and s.id = post.status_id)`

const selectPosts = ({ tx, workspace_id }: WorkspaceDb) =>
  tx
    .selectFrom('posts as post')
    .select(columns.map((column) => `post.${column}` as const))
    .select([
      statusKey.as('status'),
      tagNames.as('tags'),
      memberOf('post', 'owner_id').as('owner'),
      authorOf('post').as('author'),
    ])
    .where('post.workspace_id', '=', workspace_id)

const byId = (db: WorkspaceDb, post_id: string, deleted: boolean) =>
  selectPosts(db)
    .where('post.id', '=', post_id)
    .where('post.deleted_at', deleted ? 'is not' : 'is', null)

export async function findPost(db: WorkspaceDb, post_id: string): Promise<StoredPost | undefined> {
  const row = await byId(db, post_id, false).executeTakeFirst()
  return row && toPost(row)
}

/** Those of the ids that are neither deleted nor merged and still on one of the boards, in the order of the ids. */
export async function findOpenPosts(
  db: WorkspaceDb,
  ids: readonly string[],
  board_ids: readonly string[] | undefined,
): Promise<StoredPost[]> {
  const rows = await selectPosts(db)
    .where(sql<boolean>`post.id = any (${ids}::text[])`)
    .where('post.deleted_at', 'is', null)
    .where('post.merged_into_id', 'is', null)
    .$if(board_ids !== undefined, (query) =>
      query.where(sql<boolean>`post.board_id = any (${board_ids}::text[])`),
    )
    .execute()
  return rows.map(toPost).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Locks the post and its counters until the transaction ends. */
export async function lockPost(db: WorkspaceDb, post_id: string): Promise<StoredPost | undefined> {
  const row = await byId(db, post_id, false).forUpdate('post').executeTakeFirst()
  return row && toPost(row)
}

/** A deleted post, for `restore` only. */
export async function lockDeletedPost(db: WorkspaceDb, post_id: string) {
  const row = await byId(db, post_id, true).forUpdate('post').executeTakeFirst()
  return row && toPost(row)
}

const orders = {
  newest: { column: 'post.created_at', cast: sql`timestamptz`, direction: 'desc' },
  created_at: { column: 'post.created_at', cast: sql`timestamptz`, direction: 'asc' },
  changed: { column: 'post.updated_at', cast: sql`timestamptz`, direction: 'asc' },
  '-updated_at': { column: 'post.updated_at', cast: sql`timestamptz`, direction: 'desc' },
  votes: { column: 'post.votes_total', cast: sql`integer`, direction: 'desc' },
} as const

// Ordered by last change, so that a post which changes during pagination appears again at the end.
const orderOf = ({ sort, updated_since }: PostFilter) =>
  orders[sort ?? (updated_since === undefined ? 'newest' : 'changed')]

export async function postsAfter(
  db: WorkspaceDb,
  filter: PostFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<Post[]> {
  const { column, cast, direction } = orderOf(filter)
  const than = sql.raw(direction === 'desc' ? '<' : '>')
  const rows = await selectPosts(db)
    .where((eb) => eb.and(conditions(eb, filter)))
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(column)}, post.id) ${than} (${last?.[0]}::${cast}, ${last?.[1]})`,
      ),
    )
    .orderBy(column, direction)
    .orderBy('post.id', direction)
    .limit(limit)
    .execute()
  return rows.map((row) => publicPost(toPost(row)))
}

/** Ends a cursor by votes. One of an older version names a `vote_count`, from which posts would be skipped. */
const TOTAL = 'total'

export const isOutdatedCursor = (
  { sort }: PostFilter,
  last: readonly CursorValue[] | undefined,
): boolean => sort === 'votes' && last !== undefined && last[2] !== TOTAL

/** The cursor values of a post; must agree with `orderOf`. */
export const keyOf = (filter: PostFilter) => {
  const { column } = orderOf(filter)
  return (post: Post): CursorValue[] => {
    if (column === 'post.votes_total') return [post.votes_total, post.id, TOTAL]
    return [column === 'post.updated_at' ? post.updated_at : post.created_at, post.id]
  }
}

export const countPosts = (db: WorkspaceDb, filter: PostFilter) =>
  countRows(
    db.tx
      .selectFrom('posts as post')
      .where('post.workspace_id', '=', db.workspace_id)
      .where((eb) => eb.and(conditions(eb, filter))),
  )

type Conditions = ExpressionBuilder<Tables & { post: PostsTable }, 'post'>

function conditions(eb: Conditions, filter: PostFilter): Expression<SqlBool>[] {
  const { board_ids, status_ids, tag_ids, owner, updated_since, external_ref } = filter
  const { untagged, eta, created_since, votes_min, author, voter, commenter } = filter
  const among = (column: 'post.board_id' | 'post.status_id', ids: readonly string[] | undefined) =>
    ids === undefined ? [] : [sql<boolean>`${sql.ref(column)} = any (${ids}::text[])`]
  return [
    eb('post.deleted_at', filter.deleted === true ? 'is not' : 'is', null),
    eb('post.merged_into_id', filter.merged === true ? 'is not' : 'is', null),
    ...among('post.board_id', board_ids),
    ...among('post.status_id', status_ids),
    ...(tag_ids ? [sql<boolean>`post.tag_ids && ${tag_ids}::text[]`] : []),
    ...(untagged ? [sql<boolean>`post.tag_ids = '{}'`] : []),
    ...(owner ? [isOwnedBy(owner)] : []),
    ...(eta ? [eb('post.eta', 'is', null)] : []),
    ...(created_since ? [eb('post.created_at', '>=', created_since)] : []),
    ...(votes_min === undefined ? [] : [eb('post.votes_total', '>=', votes_min)]),
    ...(author ? [sql<boolean>`post.author_type = 'user' and post.author_id = ${author}`] : []),
    // The same votes and comments that the counters of a user count.
    ...(voter
      ? [
          sql<boolean>`post.id in (select v.post_id from votes v
            where v.workspace_id = post.workspace_id and v.user_id = ${voter})`,
        ]
      : []),
    ...(commenter
      ? [
          sql<boolean>`post.id in (select c.post_id from comments c
            where c.workspace_id = post.workspace_id and c.author_type = 'user' and c.author_id = ${commenter})`,
        ]
      : []),
    ...(updated_since ? [eb('post.updated_at', '>=', updated_since)] : []),
    ...(external_ref ? [eb('post.external_ref', '=', external_ref)] : []),
    ...(filter.search === undefined ? [] : [matchesSearch('post', filter.search)]),
  ]
}

const isOwnedBy = (owners: readonly string[]) => {
  const isOneOf = sql<boolean>`post.owner_id = any (${owners}::text[])`
  return owners.includes('none') ? sql<boolean>`(${isOneOf} or post.owner_id is null)` : isOneOf
}

/** Without what only the service needs. */
export const publicPost = ({
  status_id: _status,
  tag_ids: _tags,
  moved_imported_votes: _moved,
  ...post
}: StoredPost): Post => post

const toPost = (row: Row): StoredPost => ({
  id: row.id,
  board_id: row.board_id,
  title: row.title,
  details: row.details,
  status: row.status,
  tags: row.tags,
  owner: row.owner,
  eta: row.eta,
  author: row.author,
  vote_count: row.vote_count,
  imported_votes: row.imported_votes,
  votes_total: row.votes_total,
  merged_imported_votes: row.merged_imported_votes,
  moved_imported_votes: row.moved_imported_votes,
  comment_count: row.comment_count,
  internal_comment_count: row.internal_comment_count,
  merged_into_id: row.merged_into_id,
  url: null,
  deleted_at: row.deleted_at,
  external_ref: row.external_ref,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
  status_id: row.status_id,
  tag_ids: row.tag_ids,
})
