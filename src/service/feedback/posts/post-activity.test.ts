// Runs on both engines: each change of many posts is one statement.
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import type { Activity } from '#contract/activity.ts'
import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { feedbackPerTest } from '#service/feedback/test-feedback.ts'
import { perTest, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const feedback = feedbackPerTest(service)
const post = perTest(() => feedback.post('Dark mode'))

const activity = async ({ id }: { id: string } = post, query = ''): Promise<Activity[]> =>
  (await feedback.request(`GET /feedback/posts/${id}/activity${query}`)).body.data
/** Oldest first, without that of the creation. */
const changes = async (of: { id: string } = post) =>
  (await activity(of))
    .toReversed()
    .flatMap(({ event, changes: changed }) => (event === 'post.created' ? [] : [[event, changed]]))
const run = (line: string, body?: object) => feedback.request(line, body && { body })

test('each change of a post appears once, with its key and the names of then', async () => {
  const member = await feedback.create('POST /members', { name: 'Ada' })
  await feedback.patch(post, { title: 'Dark theme', details: 'For nights', eta: '2027-01-31' })
  await feedback.patch(post, { status: 'planned', tags: ['Theme'], owner: member.id })
  const { key } = (await run('GET /me')).body
  const owner = { id: member.id, name: 'Ada', avatar_url: null }
  expect(await changes()).toEqual([
    [
      'post.updated',
      {
        title: { from: 'Dark mode', to: 'Dark theme' },
        // Not the text, which is readable as long as the post otherwise.
        details: { from: false, to: true },
        eta: { from: null, to: '2027-01-31' },
      },
    ],
    ['post.updated', { tags: { from: [], to: ['Theme'] }, owner: { from: null, to: owner } }],
    [
      'post.status_changed',
      {
        status: { from: 'open', to: 'planned' },
        status_name: { from: 'Open', to: 'Planned' },
      },
    ],
  ])
  const actor = { type: 'key', id: key.id, name: key.name }
  expect((await activity()).map((one) => one.actor)).toEqual(Array(4).fill(actor))
})

test('the activity names the member of a key, also when the member is deleted later', async () => {
  const member = await feedback.create('POST /members', { name: 'Grace' })
  const body = { name: 'Laptop', scope: 'write', member_id: member.id }
  const { key } = await feedback.create('POST /api-keys', body)
  await feedback.request(`PATCH /feedback/posts/${post.id}`, { key, body: { title: 'Night' } })
  const actor = { type: 'member', id: member.id, name: 'Grace' }
  expect((await activity())[0]).toMatchObject({ actor })
  await run(`DELETE /members/${member.id}`)
  expect((await activity())[0]).toMatchObject({ actor })
})

test('a change without differences, an import, votes and comments leave no activity', async () => {
  await feedback.patch(post, { title: 'Dark mode', status: 'open', tags: [] })
  const tagged = await feedback.post('Tagged', { tags: ['a', 'b'] })
  await feedback.patch(tagged, { tags: ['b', 'a'] })
  expect(await changes(tagged)).toEqual([])
  await feedback.patch(post, { import: true, title: 'Imported', status: 'planned' })
  await feedback.vote(post, { user: { email: 'a@x.io' } })
  await feedback.comment(post, { body: 'Please' })
  const imported = await feedback.post('From a file', { import: true })
  expect([await changes(), await activity(imported)]).toEqual([[], []])
})

test('a merge appears in both posts, and so does its end', async () => {
  const into = await feedback.post('Themes')
  await run(`POST /feedback/posts/${post.id}/merge`, { into_id: into.id })
  await run(`POST /feedback/posts/${post.id}/unmerge`)
  const pair = (value: string) => [
    { from: null, to: value },
    { from: value, to: null },
  ]
  const [mergedInto, unmergedInto] = pair(into.id)
  const [intoTitle, noTitle] = pair('Themes')
  const [merged, unmerged] = pair(post.id)
  const [title, endTitle] = pair('Dark mode')
  expect(await changes()).toEqual([
    ['post.merged', { merged_into_id: mergedInto, merged_into_title: intoTitle }],
    ['post.updated', { merged_into_id: unmergedInto, merged_into_title: noTitle }],
  ])
  expect(await changes(into)).toEqual([
    ['post.merged', { merged_post_id: merged, merged_post_title: title }],
    ['post.updated', { merged_post_id: unmerged, merged_post_title: endTitle }],
  ])
})

test('a deleted post keeps its activity until it is restored', async () => {
  await run(`DELETE /feedback/posts/${post.id}`)
  expect((await run(`GET /feedback/posts/${post.id}/activity`)).status).toBe(404)
  await run(`POST /feedback/posts/${post.id}/restore`)
  expect(await changes()).toEqual([
    ['post.deleted', {}],
    ['post.restored', {}],
  ])
})

test('deleting a status, a board, a tag or a member appears in each of its posts', async () => {
  const member = await feedback.create('POST /members', { name: 'Ada' })
  const status = await feedback.create('POST /feedback/statuses', { name: 'Soon' })
  const board = await feedback.create('POST /feedback/boards', { name: 'Bugs' })
  const fields = { status: 'soon', tags: ['Theme', 'UI'], owner: member.id, board_id: board.id }
  const posts = [await feedback.post('One', fields), await feedback.post('Two', fields)]
  const tags = (await run('GET /feedback/tags')).body.data
  const tag = tags.find(({ name }: { name: string }) => name === 'Theme')
  const statuses = (await run('GET /feedback/statuses')).body.data
  const planned = statuses.find(({ key }: { key: string }) => key === 'planned')
  await run(`DELETE /feedback/tags/${tag.id}`)
  await run(`DELETE /members/${member.id}`)
  await run(`DELETE /feedback/statuses/${status.id}?reassign_to=${planned.id}`)
  await run(`DELETE /feedback/boards/${board.id}?reassign_to=${feedback.board.id}`)
  for (const one of posts)
    expect(await changes(one)).toEqual([
      ['post.updated', { tags: { from: ['Theme', 'UI'], to: ['UI'] } }],
      [
        'post.updated',
        { owner: { from: { id: member.id, name: 'Ada', avatar_url: null }, to: null } },
      ],
      [
        'post.status_changed',
        { status: { from: 'soon', to: 'planned' }, status_name: { from: 'Soon', to: 'Planned' } },
      ],
      [
        'post.updated',
        {
          board_id: { from: board.id, to: feedback.board.id },
          board_name: { from: 'Bugs', to: 'Ideas' },
        },
      ],
    ])
  expect(await changes()).toEqual([])
})

test('changes of two people at once are a chain, each once and in order', async () => {
  const titles = Array.from({ length: 12 }, (_, turn) => `Title ${turn}`)
  await Promise.all(titles.map((title) => feedback.patch(post, { title })))
  const chain = (await changes()).map(([, changed]) => (changed as Activity['changes'])['title'])
  expect(new Set(chain.map((change) => change?.to))).toEqual(new Set(titles))
  expect(chain).toHaveLength(titles.length)
  expect(chain.map((change) => change?.from)).toEqual([
    'Dark mode',
    ...chain.slice(0, -1).map((change) => change?.to),
  ])
  expect(chain.at(-1)?.to).toBe((await feedback.read(post)).title)
})

test.skipIf(hasOneConnection).each(['status', 'board', 'tag', 'member'])(
  'deleting a %s is listed after the change that it waited for',
  async (kind) => {
    const member = await feedback.create('POST /members', { name: 'Ada' })
    const status = await feedback.create('POST /feedback/statuses', { name: 'Soon' })
    const board = await feedback.create('POST /feedback/boards', { name: 'Bugs' })
    const fields = { status: 'soon', tags: ['UI'], owner: member.id, board_id: board.id }
    const one = await feedback.post('One', fields)
    const tags = (await run('GET /feedback/tags')).body.data
    const statuses = (await run('GET /feedback/statuses')).body.data
    const deletions: Record<string, string> = {
      status: `/feedback/statuses/${status.id}?reassign_to=${statuses[0].id}`,
      board: `/feedback/boards/${board.id}?reassign_to=${feedback.board.id}`,
      tag: `/feedback/tags/${tags[0].id}`,
      member: `/members/${member.id}`,
    }
    let requests: Promise<unknown>[] = []
    await service.database.pool.transaction().execute(async (tx) => {
      await tx.selectFrom('posts').select('id').where('id', '=', one.id).forUpdate().execute()
      const change = feedback.patch(one, { title: 'Two' })
      await expect.poll(() => lockWaits(service.database)).toBe(1)
      requests = [change, run(`DELETE ${deletions[kind]}`)]
      await expect.poll(() => lockWaits(service.database)).toBe(2)
    })
    await Promise.all(requests)
    const listed = (await activity(one)).toReversed()
    expect(Object.keys(listed[1]?.changes ?? {})).toEqual(['title'])
    expect(listed).toHaveLength(3)
    const times = listed.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
  },
)

test('a change that fails leaves no activity', async () => {
  const { pool } = service.database
  const refuse = sql`alter table events add constraint refused check (kind <> 'post.updated') not valid`
  await refuse.execute(pool)
  onTestFinished(
    async () => void (await sql`alter table events drop constraint refused`.execute(pool)),
  )
  expect((await feedback.patch(post, { title: 'Lost' })).status).toBe(500)
  expect((await feedback.patch(post, { title: 'Old' }, { 'If-Match': '"9"' })).status).toBe(412)
  expect([await changes(), (await feedback.read(post)).title]).toEqual([[], 'Dark mode'])
})

test('activity is read in pages, and by no other workspace', async () => {
  for (const title of ['A', 'B', 'C']) await feedback.patch(post, { title })
  const path = `GET /feedback/posts/${post.id}/activity?limit=3`
  const first = (await run(`${path}&include_total=true`)).body
  const second = (await run(`${path}&starting_after=${first.paging.next}`)).body
  expect([...first.data, ...second.data]).toEqual(await activity())
  expect([first.paging.total, second.paging.next]).toEqual([4, null])
  const other = await service.workspace()
  expect((await other.request(path)).status).toBe(404)
})
