import { expect, test } from 'vitest'

import { feedbackPerTest } from '#service/feedback/test-feedback.ts'
import { servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const at = feedbackPerTest(service)

test('T67 a repeated vote returns the first: 201, then 200, one event', async () => {
  const post = await at.post('Popular')
  await at.events()
  const [first, second] = [
    await at.vote(post, { user: { email: 'ann@example.com' } }),
    await at.vote(post, { email: 'ANN@example.com' }),
  ]
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body).toEqual(first.body)
  expect((await at.read(post)).vote_count).toBe(1)
  expect(await at.events()).toEqual(['portal_user.created', 'vote.created'])
})

test('T67 20 concurrent votes of one new user are one vote', async () => {
  const post = await at.post('Race')
  await at.events()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => at.vote(post, { external_id: 'u1', email: 'u@example.com' })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await at.read(post)).vote_count).toBe(1)
  expect(await at.events()).toEqual(['portal_user.created', 'vote.created'])
})

test('20 concurrent votes of different users are all counted', async () => {
  const post = await at.post('Crowd')
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => at.vote(post, { external_id: `u${index}` })),
  )
  expect([(await at.read(post)).vote_count, (await at.votes(post)).length]).toEqual([20, 20])
})

test('a vote requires exactly one voter', async () => {
  const post = await at.post('Nobody')
  await at.events()
  const { id } = (await at.identify({ email: 'a@example.com' })).body
  await at.events()
  const refused = [
    await at.vote(post, {}),
    await at.vote(post, { user: { name: 'Only a name' } }),
    await at.vote(post, { user: { id }, user_id: 'usr_00000000000000000000000000' }),
    await at.vote(post, { email: 'not an address' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(await at.events()).toEqual([])
})

test('a vote is deleted once, and only under its own post', async () => {
  const [post, other] = [await at.post('Mine'), await at.post('Other')]
  const { id } = (await at.vote(post, { email: 'a@example.com' })).body
  await at.events()
  expect((await at.request(`DELETE /feedback/posts/${other.id}/votes/${id}`)).status).toBe(404)
  const path = `DELETE /feedback/posts/${post.id}/votes/${id}`
  expect([(await at.request(path)).status, (await at.request(path)).status]).toEqual([204, 404])
  expect((await at.read(post)).vote_count).toBe(0)
  expect(await at.events()).toEqual(['vote.deleted'])
})

test('votes are listed newest first with their voters', async () => {
  const post = await at.post('Listed')
  for (const name of ['Ann', 'Ben', 'Cem'])
    await at.vote(post, { user: { external_id: name.toLowerCase(), name } })
  expect((await at.votes(post)).map(({ user }) => user.name)).toEqual(['Cem', 'Ben', 'Ann'])
})

/** Small and repeatable: a linear congruential generator. */
const dice = (seed: number) => (sides: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * sides)
}

test.each([1, 2, 3])(
  'T68 after any sequence of acts, every counter equals a recount (run %i)',
  async (seed) => {
    const roll = dice(seed)
    const posts = [await at.post('a'), await at.post('b'), await at.post('c')]
    const one = () => posts[roll(posts.length)] ?? posts[0]!
    const someone = () => ({ external_id: `u${roll(5)}` })
    for (let step = 0; step < 60; step++) {
      const post = one()
      const path = `/feedback/posts/${post.id}`
      const act = roll(8)
      if (act < 3) await at.vote(post, someone())
      if (act === 3) {
        const votes = (await at.request(`GET ${path}/votes`)).body.data ?? []
        const vote = votes[roll(votes.length || 1)]
        if (vote) await at.request(`DELETE ${path}/votes/${vote.id}`)
      }
      if (act === 4) await at.comment(post, { body: 'x', user: someone() })
      if (act === 5) await at.comment(post, { body: 'x', internal: true })
      if (act === 6) {
        const comments = (await at.request(`GET ${path}/comments?internal=true`)).body.data ?? []
        const comment = comments[roll(comments.length || 1)]
        if (comment) await at.request(`DELETE ${path}/comments/${comment.id}`)
      }
      if (act === 7)
        if ((await at.request(`DELETE ${path}`)).status === 404)
          await at.request(`POST ${path}/restore`, { body: {} })
    }
    const live = (await at.request('GET /feedback/posts')).body.data
    const recounted: { votes: string[]; comments: string[]; posts: string[] } = {
      votes: [],
      comments: [],
      posts: [],
    }
    for (const post of live) {
      const votes = await at.votes(post)
      const comments = await at.comments(post, '?internal=true')
      const notes = comments.filter(({ internal }) => internal)
      expect([post.vote_count, post.comment_count, post.internal_comment_count]).toEqual([
        votes.length,
        comments.length - notes.length,
        notes.length,
      ])
      recounted.votes.push(...votes.map(({ user_id }) => user_id))
      recounted.comments.push(
        ...comments.filter(({ author }) => author.type === 'user').map(({ author }) => author.id),
      )
    }
    const times = (ids: readonly string[], id: string) => ids.filter((one) => one === id).length
    for (const { id, counters } of (await at.request('GET /feedback/users')).body.data)
      expect(counters).toEqual({
        posts: 0,
        votes: times(recounted.votes, id),
        comments: times(recounted.comments, id),
      })
    expect((await at.request('GET /feedback/boards')).body.data[0].post_count).toBe(live.length)
    const statuses = (await at.request('GET /feedback/statuses')).body.data
    expect(statuses[0].post_count).toBe(live.length)
  },
)
