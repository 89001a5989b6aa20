import { notes, replies, teamReplies } from './feedback-texts.ts'
import type { PlannedPost } from './posts.ts'
import { momentBetween } from './random-dates.rules.ts'
import { type Random, weighted } from './random.rules.ts'
import type { Row } from './rows.store.ts'
import type { Kit } from './seed-context.ts'

export interface Counted {
  public: number
  internal: number
  /** Of the latest public one. */
  last: Date | undefined
}

interface Around {
  readonly users: readonly Pick<Row<'portal_users'>, 'id' | 'created_at'>[]
  readonly team: readonly string[]
}

// So many of them only the team sees.
const internalShare = 0.18

/** Comments and notes, post by post, oldest first. Counts them on the post as they are written. */
export function* commentRows(
  kit: Kit,
  posts: readonly PlannedPost[],
  { users, team }: Around,
  counted: Map<string, Counted>,
): Generator<Row<'comments'>> {
  const random = kit.random('comments')
  const makeId = kit.ids('comments')
  for (const [index, count] of spread(random, posts, kit.amounts.comments).entries()) {
    const post = posts[index]?.row
    if (!post || count === 0) continue
    const seen: Counted = { public: 0, internal: 0, last: undefined }
    const moments = Array.from({ length: count }, () =>
      momentBetween(random, post.created_at, kit.now),
    )
    let above: string | null = null
    for (const created_at of moments.toSorted((a, b) => a.getTime() - b.getTime())) {
      const internal = random.chance(internalShare)
      const author =
        internal || random.chance(0.3) ? undefined : commenter(random, users, created_at)
      const id = makeId('cmt', created_at)
      yield {
        id,
        post_id: post.id,
        parent_id: !internal && random.chance(0.25) ? above : null,
        body: random.oneOf(internal ? notes : author ? replies : teamReplies),
        internal,
        author_type: author ? 'user' : 'team',
        author_id: author?.id ?? random.oneOf(team),
        external_ref: null,
        created_at,
        updated_at: created_at,
      }
      if (internal) seen.internal += 1
      else {
        seen.public += 1
        seen.last = created_at
        above ??= id
      }
    }
    counted.set(post.id, seen)
  }
}

/** Somebody who was known by then, more often one of the first; undefined when nobody was. */
function commenter(random: Random, users: Around['users'], at: Date) {
  const user = users[Math.floor(random.next() ** 2 * users.length * 0.8)]
  return user && user.created_at <= at ? user : undefined
}

/** How many on each post: more where more is wanted, none where a post was merged into another. */
function spread(random: Random, posts: readonly PlannedPost[], total: number): number[] {
  const pick = weighted(
    posts.map(({ votes, row: { merged_into_id } }) =>
      merged_into_id === null ? Math.sqrt(votes + 0.3) : 0,
    ),
  )
  const counts = posts.map(() => 0)
  for (let left = total; left > 0; left--) {
    const at = pick(random)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}
