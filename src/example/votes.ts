import type { PlannedPost } from './posts.ts'
import { after, momentBetween } from './random-dates.rules.ts'
import type { Row } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

type User = Pick<Row<'portal_users'>, 'id' | 'created_at'>

// Nobody of the last fifth ever voted, wrote or commented.
const active = 0.8

/** One vote of each user at most, the author's first. Counts them on the post as they are cast. */
export function* voteRows(
  kit: Kit,
  posts: readonly PlannedPost[],
  users: readonly User[],
  counted: Map<string, number>,
): Generator<Row<'votes'>> {
  const random = kit.random('votes')
  const makeId = kit.ids('votes')
  const voters = Math.floor(users.length * active)
  for (const { row: post, author, votes } of posts) {
    const voterIndexes = new Set<number>()
    const target = Math.min(votes, Math.floor(voters * 0.5))
    if (author >= 0 && target > 0) voterIndexes.add(author)
    // Some vote for a lot and most for little; the popular posts have nearly everybody's.
    const slope = target > 30 ? 1 : 2.5
    for (let tries = 0; voterIndexes.size < target && tries < target * 20; tries++)
      voterIndexes.add(Math.floor(random.next() ** slope * voters))
    for (const index of voterIndexes) {
      const user = users[index]
      if (!user) continue
      const first = user.created_at > post.created_at ? user.created_at : post.created_at
      const created_at =
        index === author ? after(post.created_at, 1_000) : momentBetween(random, first, kit.now)
      yield { id: makeId('vot', created_at), post_id: post.id, user_id: user.id, created_at }
    }
    counted.set(post.id, voterIndexes.size)
  }
}
