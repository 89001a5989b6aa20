import type { WorkspaceDb } from '#service/db/db.ts'
import { saveWords } from '#service/feedback/posts/post-words.store.ts'
import { searchWords } from '#service/search-text.rules.ts'
import { type Counted, commentRows } from './comments.ts'
import { fillSetup } from './feedback-setup.ts'
import { userRows } from './portal-users.ts'
import { saveCounts } from './post-counts.store.ts'
import { planPosts } from './posts.ts'
import { type Row, chunked, insertRows } from './rows.store.ts'
import type { Kit } from './seed-context.ts'
import { voteRows } from './votes.ts'

/** Boards, tags, users, posts, votes, comments and notes. Returns the posts. */
export async function fillFeedback(
  db: WorkspaceDb,
  kit: Kit,
  members: readonly Row<'members'>[],
): Promise<readonly Row<'posts'>[]> {
  const setup = await fillSetup(db, kit)
  const users: Pick<Row<'portal_users'>, 'id' | 'created_at'>[] = []
  for (const rows of chunked(userRows(kit), 5_000)) {
    await insertRows(db, 'portal_users', rows)
    users.push(...rows.map(({ id, created_at }) => ({ id, created_at })))
  }
  const team = members.map(({ id }) => id)
  const posts = planPosts(kit, { ...setup, team, users })
  await insertRows(
    db,
    'posts',
    posts.map(({ row }) => row),
  )
  const words = new Set(posts.flatMap(({ row }) => searchWords(`${row.title}\n${row.details}`)))
  for (const some of chunked(words, 5_000)) saveWords(db, some)
  const votes = new Map<string, number>()
  const comments = new Map<string, Counted>()
  await insertRows(db, 'votes', voteRows(kit, posts, users, votes))
  await insertRows(db, 'comments', commentRows(kit, posts, { users, team }, comments))
  await saveCounts(
    db,
    posts.map(({ row: { id, created_at, deleted_at } }) => {
      const {
        public: said,
        internal,
        last,
      } = comments.get(id) ?? { public: 0, internal: 0, last: undefined }
      return {
        id,
        vote_count: votes.get(id) ?? 0,
        comment_count: said,
        internal_comment_count: internal,
        updated_at: latest([created_at, deleted_at ?? created_at, last ?? created_at]),
      }
    }),
  )
  return posts.map(({ row }) => row)
}

const latest = (moments: readonly Date[]) =>
  new Date(Math.max(...moments.map((one) => one.getTime())))
