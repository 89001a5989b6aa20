// Runs on both engines: it relies on row locks.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Post } from '#contract/feedback/posts.ts'
import type { PortalUser } from '#contract/feedback/users.ts'
import type { Vote } from '#contract/feedback/votes.ts'
import { type Feedback, openFeedback } from '#service/feedback/test-feedback.ts'
import { servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()

const four = fc.nat(3)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('vote'), a: four, b: four }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('unvote', 'comment', 'mergePosts', 'unmerge', 'mergeUsers'),
      a: four,
      b: four,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('eraseUser', 'deletePost', 'restore'),
      a: four,
      b: four,
    }),
  },
)

interface Scene {
  readonly at: Feedback
  readonly posts: readonly Post[]
  readonly users: readonly PortalUser[]
}

/** Four posts and four users who have voted for two neighbouring posts each, so that merges meet common voters. */
async function openScene(): Promise<Scene> {
  const at = await openFeedback(service)
  const posts: Post[] = []
  const users: PortalUser[] = []
  for (let index = 0; index < 4; index++) {
    users.push((await at.identify({ external_id: `u${index}` })).body)
    const imported = { import: true, imported_votes: 10 ** index }
    posts.push(await at.post(`P${index}`, { user_id: users[index]?.id, ...imported }))
  }
  for (let index = 0; index < 4; index++)
    for (const user of [users[index], users[(index + 1) % 4]])
      await at.vote(posts[index] as Post, { user_id: user?.id })
  return { at, posts, users }
}

/** Refusals are part of it: what is refused must change nothing either. */
async function take(
  { at, posts, users }: Scene,
  { kind, a, b }: { kind: string; a: number; b: number },
) {
  const [post, other] = [posts[a] as Post, posts[b] as Post]
  const [user, second] = [users[b] as PortalUser, users[a] as PortalUser]
  const path = `/feedback/posts/${post.id}`
  if (kind === 'vote') return at.vote(post, { user_id: user.id })
  if (kind === 'comment') return at.comment(post, { body: 'C', user_id: user.id })
  if (kind === 'mergePosts')
    return at.request(`POST ${path}/merge`, { body: { into_id: other.id } })
  if (kind === 'unmerge') return at.request(`POST ${path}/unmerge`, { body: {} })
  if (kind === 'deletePost') return at.request(`DELETE ${path}`)
  if (kind === 'restore') return at.request(`POST ${path}/restore`, { body: {} })
  if (kind === 'eraseUser') return at.request(`DELETE /feedback/users/${user.id}`)
  if (kind === 'mergeUsers')
    return at.request(`POST /feedback/users/${second.id}/merge`, { body: { from_id: user.id } })
  const votes = ((await at.request(`GET ${path}/votes`)).body.data ?? []) as Vote[]
  return at.request(`DELETE ${path}/votes/${votes[b % Math.max(votes.length, 1)]?.id ?? 'none'}`)
}

/** Everything that is counted, counted again from what the API itself lists. */
async function recount({ at, posts }: Scene) {
  const listed = async (query: string): Promise<Post[]> =>
    (await at.request(`GET /feedback/posts${query}`)).body.data
  const [live, merged] = [await listed(''), await listed('?merged=true')]
  const votesOf = new Map<string, Vote[]>()
  const comments: { author: { id: string } }[] = []
  for (const post of [...live, ...merged]) {
    votesOf.set(post.id, await at.votes(post))
    comments.push(...(await at.comments(post)))
  }
  const users: PortalUser[] = (await at.request('GET /feedback/users')).body.data
  // A merged post may be deleted, too.
  const deleted = [
    ...(await listed('?deleted=true')),
    ...(await listed('?deleted=true&merged=true')),
  ]
  const all = new Map([...live, ...merged, ...deleted].map((post) => [post.id, post]))
  const keptId = (post_id: string): string => {
    const into_id = all.get(post_id)?.merged_into_id ?? null
    return into_id === null ? post_id : keptId(into_id)
  }
  // Those that it was created with, wherever merges moved them.
  const importedVotes = new Map([...all.keys()].map((id) => [id, 0]))
  for (const [index, { id }] of posts.entries())
    importedVotes.set(keptId(id), (importedVotes.get(keptId(id)) ?? 0) + 10 ** index)
  const seen = {
    votes: [...live, ...merged].map(({ id, vote_count }) => [id, vote_count]),
    totals: [...live, ...merged].map(({ id, votes_total }) => [id, votes_total]),
    importedVotes: new Map([...all].map(([id, { imported_votes }]) => [id, imported_votes])),
    comments: [...live, ...merged].reduce((sum, { comment_count }) => sum + comment_count, 0),
    posts: (await at.request('GET /feedback/boards')).body.data[0].post_count,
    users: users.map(({ id, counters }) => [id, counters]),
  }
  const counted = {
    votes: [...live, ...merged].map(({ id }) => [id, votesOf.get(id)?.length]),
    totals: [...live, ...merged].map(({ id, imported_votes }) => [
      id,
      (votesOf.get(id)?.length ?? 0) + imported_votes,
    ]),
    importedVotes,
    comments: comments.length,
    posts: live.length,
    users: users.map(({ id }) => [
      id,
      {
        posts: live.filter(({ author }) => author.id === id).length,
        votes: live
          .flatMap((post) => votesOf.get(post.id) ?? [])
          .filter((vote) => vote.user_id === id).length,
        comments: comments.filter(({ author }) => author.id === id).length,
      },
    ]),
  }
  const voters = [...votesOf.values()].map((votes) => votes.map(({ user_id }) => user_id))
  return { seen, counted, voters }
}

test('T68 vote counts equal a recount after any votes, merges and deletions', async () => {
  const steps = fc.array(step, { minLength: 4, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const scene = await openScene()
      for (const one of taken) expect((await take(scene, one)).status).toBeLessThan(500)
      const { seen, counted, voters } = await recount(scene)
      expect(seen).toEqual(counted)
      for (const of of voters) expect(new Set(of).size).toBe(of.length)
    }),
    { numRuns: 15 },
  )
}, 300_000)

test('T68 undoing a merge at once leaves every vote in place', async () => {
  const votes = fc.array(fc.tuple(four, four), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(votes, four, four, async (cast, a, b) => {
      fc.pre(a !== b)
      const scene = await openScene()
      for (const [post, user] of cast) await take(scene, { kind: 'vote', a: post, b: user })
      const places = async () =>
        Promise.all(
          scene.posts.map(async (post) => [
            (await scene.at.read(post)).votes_total,
            ...(await scene.at.votes(post)).map(({ id }) => id),
          ]),
        )
      const before = await places()
      await take(scene, { kind: 'mergePosts', a, b })
      await take(scene, { kind: 'unmerge', a, b })
      expect(await places()).toEqual(before)
    }),
    { numRuns: 8 },
  )
}, 300_000)
