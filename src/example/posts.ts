import { type PostText, postTexts, quiet } from './feedback-texts.ts'
import { lengthAround, prose, wish } from './phrases.rules.ts'
import { after, dayMs, daysBefore, momentBetween } from './random-dates.rules.ts'
import { type Random, drawn, weighted, zipf } from './random.rules.ts'
import { type Row, searchedBy } from './rows.store.ts'
import type { Kit } from './seed-context.ts'
import { voteShares } from './vote-shares.rules.ts'

type User = Pick<Row<'portal_users'>, 'id' | 'created_at'>

/** A post before it is counted what was said on it and who voted. */
export interface PlannedPost {
  readonly row: Row<'posts'>
  readonly votes: number
  /** Which of the users wrote it; -1 is the team. */
  readonly author: number
}

interface Around {
  readonly boards: readonly string[]
  readonly tags: ReadonlyMap<string, string>
  readonly statuses: ReadonlyMap<string, string>
  readonly team: readonly string[]
  readonly users: readonly User[]
}

const shares = { open: 52, under_review: 12, planned: 9, in_progress: 5, complete: 15, closed: 7 }
/** What many ask for is likelier to be planned or done; the others make up for it. */
const popular = {
  open: 20,
  under_review: 17,
  planned: 22,
  in_progress: 12,
  complete: 24,
  closed: 5,
}
const popularShare = 0.15
const statusOfPopular = drawn(popular)
const statusOfOthers = drawn({
  open: others('open'),
  under_review: others('under_review'),
  planned: others('planned'),
  in_progress: others('in_progress'),
  complete: others('complete'),
  closed: others('closed'),
})
function others(key: keyof typeof shares): number {
  return (shares[key] - popular[key] * popularShare) / (1 - popularShare)
}

const perDay = 1 / 3

/** Most wanted first. The written ones lead, and the last are a deleted and a merged one, and one nobody voted for. */
export function planPosts(kit: Kit, around: Around): PlannedPost[] {
  const { amounts, now } = kit
  const random = kit.random('posts')
  const makeId = kit.ids('posts')
  const votes = voteShares(kit.random('vote shares'), amounts.posts, amounts.votes, amounts.users)
  const pickTag = weighted(zipf(around.tags.size, 1))
  const posts: PlannedPost[] = []
  for (const [rank, count] of votes.entries()) {
    const text: PostText = postTexts[rank] ?? madeUp(random, amounts.posts - rank)
    // Older ones have had time to be voted for.
    const days = Math.min(720, 4 + amounts.posts / perDay / (3 + rank / 40))
    const created_at = momentBetween(random, daysBefore(now, days), daysBefore(now, 1))
    const author = authorOf(random, around, created_at)
    const status =
      text.status ?? (rank < votes.length * popularShare ? statusOfPopular : statusOfOthers)(random)
    const gone = whatBecame(random, rank, amounts.posts)
    const isImported = rank % 23 === 5
    // Many more than votes with names, as of a source that was popular.
    const importedVotes = isImported ? 3 + random.under(40) + (rank === 5 ? 360 : 0) : 0
    const isOwned = (status === 'planned' || status === 'in_progress') && random.chance(0.8)
    const row: Row<'posts'> = {
      id: makeId('pst', created_at),
      board_id: boardOf(random, around.boards, rank),
      title: text.title,
      details: text.details,
      status_id: around.statuses.get(status) ?? '',
      tag_ids: tagsOf(random, text, around.tags, pickTag),
      owner_id: isOwned ? random.oneOf(around.team) : null,
      eta:
        isOwned && random.chance(0.5) ? dateOf(after(now, (10 + random.under(160)) * dayMs)) : null,
      author_type: author < 0 ? 'team' : 'user',
      author_id: around.users[author]?.id ?? random.oneOf(around.team),
      vote_count: 0,
      // Those of a merged post went along.
      imported_votes: gone === 'merged' ? 0 : importedVotes,
      comment_count: 0,
      internal_comment_count: 0,
      // Into the most wanted of all.
      merged_into_id: gone === 'merged' ? (posts[0]?.row.id ?? null) : null,
      deleted_at: gone === 'deleted' ? momentBetween(random, created_at, now) : null,
      external_ref: isImported ? `github:hartlane/shop#${rank + 1}` : null,
      ...searchedBy(`${text.title}\n${text.details}`),
      created_at,
      updated_at: created_at,
    }
    // The votes of a merged post went along.
    posts.push({ row, author, votes: gone === 'merged' || text.title === quiet ? 0 : count })
  }
  return posts
}

const madeUp = (random: Random, fromEnd: number): PostText => {
  if (fromEnd === 1) return { title: quiet, details: '', status: 'open', tags: [] }
  if (fromEnd === 2) return { title: 'Free samples please!!!', details: 'Please!!!' }
  const details = random.chance(0.15) ? '' : prose(random, lengthAround(random, 280, 8_000))
  return { title: wish(random), details }
}

function whatBecame(random: Random, rank: number, posts: number): 'deleted' | 'merged' | 'there' {
  const fromEnd = posts - rank
  if (fromEnd === 1) return 'there'
  if (fromEnd === 2) return 'deleted'
  if (fromEnd === 3) return 'merged'
  if (rank < postTexts.length) return 'there'
  return random.chance(0.02) ? 'deleted' : random.chance(0.02) ? 'merged' : 'there'
}

/** Somebody who was known by then; one post in twelve the team wrote itself. */
function authorOf(random: Random, { users }: Around, created_at: Date): number {
  const userCount = countUsersAt(users, created_at)
  if (userCount === 0 || random.chance(0.08)) return -1
  return Math.floor(random.next() ** 2 * Math.ceil(userCount * 0.8))
}

/** How many of the users, oldest first, were there already. */
function countUsersAt(users: readonly User[], moment: Date): number {
  let [low, high] = [0, users.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((users[middle]?.created_at ?? moment) <= moment) low = middle + 1
    else high = middle
  }
  return low
}

const boardOf = (random: Random, boards: readonly string[], rank: number) =>
  (rank === 1 ? boards[1] : rank < 7 ? boards[0] : random.oneOf(boards)) ?? ''

function tagsOf(
  random: Random,
  text: PostText,
  tags: ReadonlyMap<string, string>,
  pick: (random: Random) => number,
): string[] {
  if (text.tags) return text.tags.flatMap((name) => tags.get(name) ?? [])
  const ids = [...tags.values()]
  const some = Array.from({ length: random.under(4) }, () => ids[pick(random)] ?? '')
  return [...new Set(some)]
}

const dateOf = (moment: Date) => moment.toISOString().slice(0, 10)
