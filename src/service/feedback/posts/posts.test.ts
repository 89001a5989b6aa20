// Runs on both engines: text search differs between engines.
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createCursors, type CursorValue } from '#service/db/pagination.ts'
import { feedbackPerTest } from '#service/feedback/test-feedback.ts'
import { reason, servicePerFile, TEST_SECRET } from '#service/http/test-service.ts'
import { openInstanceSecret } from '#service/secret.ts'

const service = servicePerFile()
const at = feedbackPerTest(service)

test('a new post has the team as author, default status, no votes', async () => {
  const result = await at.request('POST /feedback/posts', {
    body: { board: at.board.id, title: 'Dark mode' },
  })
  expect(result.status).toBe(201)
  expect(result.headers.get('location')).toMatch(
    new RegExp(`/v1/feedback/posts/${result.body.id}$`),
  )
  expect(result.body).toMatchObject({
    title: 'Dark mode',
    details: '',
    status: 'open',
    tags: [],
    owner: null,
    eta: null,
    author: { type: 'team', name: 'Owner' },
    vote_count: 0,
    merged_into_id: null,
    deleted_at: null,
  })
  expect(await at.events()).toEqual(['post.created'])
  expect(await at.read(result.body)).toEqual(result.body)
})

test('a post by a new user emits the user event first', async () => {
  const post = await at.post('Offline', { user: { email: 'ann@example.com', name: 'Ann' } })
  expect(post.author).toMatchObject({ type: 'user', name: 'Ann' })
  expect(await at.events()).toEqual(['portal_user.created', 'post.created'])
})

test('unknown tags are created, existing ones matched ignoring case', async () => {
  await at.request('POST /feedback/tags', { body: { name: 'Mobile' } })
  await at.events()
  const post = await at.post('Tagged', { tags: ['mobile', 'New one', 'MOBILE'] })
  expect(post.tags).toEqual(['Mobile', 'New one'])
  expect(await at.events()).toEqual(['settings.changed', 'post.created'])
  const tags = (await at.request('GET /feedback/tags')).body.data
  expect(tags).toMatchObject([
    { name: 'Mobile', post_count: 1 },
    { name: 'New one', post_count: 1 },
  ])
})

test('posts that get the same new tag at the same time share it', async () => {
  const posts = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((title) => at.post(title)))
  for (let round = 0; round < 20; round++) {
    const tags = [`Round ${round}`]
    const responses = await Promise.all(posts.map((post) => at.patch(post, { tags })))
    expect(responses.map(({ body }) => body.tags)).toEqual(posts.map(() => tags))
  }
  expect((await at.request('GET /feedback/tags')).body.data).toHaveLength(20)
})

test('a list of tags counts posts that are neither deleted nor merged', async () => {
  const [both, merged, deleted] = [
    await at.post('Both', { tags: ['a', 'b'] }),
    await at.post('Merged', { tags: ['a'] }),
    await at.post('Deleted', { tags: ['b', 'c'] }),
  ]
  await at.post('Alike', { tags: ['a', 'b'] })
  const counts = async (query = '') =>
    (await at.request(`GET /feedback/tags${query}`)).body.data.map(
      ({ name, post_count }: { name: string; post_count: number }) => `${name} ${post_count}`,
    )
  expect(await counts()).toEqual(['a 3', 'b 3', 'c 1'])
  await at.request(`POST /feedback/posts/${merged.id}/merge`, { body: { into_id: both.id } })
  await at.request(`DELETE /feedback/posts/${deleted.id}`)
  expect(await counts()).toEqual(['a 2', 'b 2', 'c 0'])
  expect(await counts('?limit=1')).toEqual(['a 2'])
})

test('T4 a missing reference is not_found with its field, an unknown status invalid', async () => {
  const nowhere = 'xyz_00000000000000000000000000'
  const make = (more: object) =>
    at.request('POST /feedback/posts', { body: { board_id: at.board.id, title: 'X', ...more } })
  const answers = [
    await make({ board_id: nowhere }),
    await make({ owner: nowhere }),
    await make({ user_id: nowhere }),
    await make({ user: { id: nowhere } }),
  ]
  expect(answers.map(({ status, body }) => [status, body.error.details[0].field])).toEqual([
    [404, '/board_id'],
    [404, '/owner'],
    [404, '/user_id'],
    [404, '/user/id'],
  ])
  expect(reason(await make({ status: 'nonsense' }))).toEqual([422, 'unknown_status'])
  expect((await at.request('POST /feedback/posts', { body: { title: 'X' } })).status).toBe(422)
  expect(await at.events()).toEqual([])
})

test('an archived board rejects new posts', async () => {
  await at.request(`PATCH /feedback/boards/${at.board.id}`, { body: { archived: true } })
  const refused = await at.request('POST /feedback/posts', {
    body: { board_id: at.board.id, title: 'Late' },
  })
  expect(reason(refused)).toEqual([409, 'board_archived'])
})

test('an update emits its changes, a status change its own event', async () => {
  const post = await at.post('Search')
  await at.events()
  expect((await at.patch(post, { status: 'planned' })).body).toMatchObject({
    status: 'planned',
    version: '2',
  })
  expect(await at.events()).toEqual(['post.status_changed'])
  await at.patch(post, { title: 'Better search', status: 'complete', tags: ['ux'] })
  expect(await at.events()).toEqual(['settings.changed', 'post.updated', 'post.status_changed'])
  const same = await at.patch(post, { title: 'Better search', status: 'complete', tags: ['UX'] })
  expect([same.body.version, await at.events()]).toEqual(['3', []])
  expect((await at.patch(post, { titel: 'x' })).status).toBe(422)
  expect((await at.patch(post, {})).body.version).toBe('3')
})

test('an owner is set by id or email, null clears owner and ETA', async () => {
  const mia = await at.create('POST /members', { name: 'Mia', email: 'Mia@example.com' })
  const post = await at.post('Owned', { owner: 'mia@EXAMPLE.com', eta: '2026-03-01' })
  expect(post.owner).toEqual({ id: mia.id, name: 'Mia', avatar_url: null })
  const cleared = (await at.patch(post, { owner: null, eta: null })).body
  expect([cleared.owner, cleared.eta]).toEqual([null, null])
  expect((await at.patch(post, { owner: mia.id })).body.owner.name).toBe('Mia')
})

test('T78 an ETA is a date without time zone', async () => {
  const zone = process.env['TZ']
  process.env['TZ'] = 'America/Los_Angeles'
  try {
    const post = await at.post('Dated', { eta: '2026-01-01' })
    expect([post.eta, (await at.read(post)).eta]).toEqual(['2026-01-01', '2026-01-01'])
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
  const refused = await Promise.all(
    ['2026-02-30', '2026-01-01T00:00:00Z', '1.1.2026'].map((eta) =>
      at.request('POST /feedback/posts', { body: { board_id: at.board.id, title: 'X', eta } }),
    ),
  )
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422])
})

test('If-Match rejects a stale update, a vote is no conflict', async () => {
  const post = await at.post('Guarded')
  await at.vote(post, { email: 'v@example.com' })
  expect((await at.patch(post, { title: 'A' }, { 'If-Match': '"1"' })).status).toBe(200)
  expect((await at.patch(post, { title: 'B' }, { 'If-Match': '"1"' })).status).toBe(412)
  expect((await at.read(post)).title).toBe('A')
})

test('T72 updated_since is inclusive, votes and comments update a post', async () => {
  const post = await at.post('Watched')
  const seen = async () => (await at.read(post)).updated_at
  expect(await at.titles(`?updated_since=${await seen()}`)).toEqual(['Watched'])
  for (const act of [
    () => at.vote(post, { email: 'v@example.com' }),
    () => at.comment(post, { body: 'Yes' }),
  ]) {
    const before = await seen()
    await new Promise((resolve) => setTimeout(resolve, 3))
    await act()
    expect((await seen()) > before).toBe(true)
  }
  expect(await at.titles('?updated_since=2999-01-01T00:00:00Z')).toEqual([])
  for (const wrong of ['yesterday', '2026-01-01', '2026-01-01T00:00:00'])
    expect((await at.request(`GET /feedback/posts?updated_since=${wrong}`)).status).toBe(422)
})

test('T73 updated_since sorts by change, so pagination misses no update', async () => {
  const [a] = [await at.post('a'), await at.post('b'), await at.post('c')]
  await new Promise((resolve) => setTimeout(resolve, 3))
  const query = '?updated_since=2020-01-01T00:00:00Z&limit=2'
  const first = (await at.request(`GET /feedback/posts${query}`)).body
  await at.patch(a, { details: 'changed meanwhile' })
  const rest = await at.titles(`${query}&starting_after=${first.paging.next}`)
  expect([first.data.map(({ title }: { title: string }) => title), rest]).toEqual([
    ['a', 'b'],
    ['c', 'a'],
  ])
})

test('T74 T75 a deleted post is only in deleted=true, restore recovers everything', async () => {
  const [gone, kept] = [await at.post('Gone'), await at.post('Kept')]
  await at.vote(gone, { email: 'v@example.com' })
  await at.comment(gone, { body: 'Yes' })
  await at.events()
  const path = `/feedback/posts/${gone.id}`
  expect((await at.request(`DELETE ${path}`)).status).toBe(204)
  expect(await at.events()).toEqual(['post.deleted'])
  const refused = await Promise.all([
    at.request(`GET ${path}`),
    at.patch(gone, { title: 'X' }),
    at.vote(gone, { email: 'w@example.com' }),
    at.comment(gone, { body: 'X' }),
    at.request(`GET ${path}/comments`),
    at.request(`GET ${path}/votes`),
    at.request(`DELETE ${path}`),
  ])
  expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(404))
  expect(await at.titles()).toEqual(['Kept'])
  expect(await at.titles(`?deleted=true&updated_since=${kept.updated_at}`)).toEqual(['Gone'])
  const count = async () => (await at.request('GET /feedback/boards')).body.data[0].post_count
  expect(await count()).toBe(1)
  const restored = await at.request(`POST ${path}/restore`, { body: {} })
  expect(restored.body).toMatchObject({ vote_count: 1, comment_count: 1, deleted_at: null })
  expect(await at.events()).toEqual(['post.restored'])
  expect([await count(), (await at.votes(gone)).length]).toEqual([2, 1])
  expect(reason(await at.request(`POST ${path}/restore`, { body: {} }))).toEqual([
    409,
    'not_deleted',
  ])
})

test.each([
  ['100%', ['Battery at 100%']],
  ['100', ['1000 users', 'Battery at 100%']],
  ['_', ['snake_case names']],
  ["o'b", ["O'Brien's report"]],
  ['"quoted"', ['A "quoted" title']],
  ['(a|b)*', ['Regex (a|b)* here']],
  ['resume', ['Résumé import']],
  ['RÉSUMÉ imp', ['Résumé import']],
  ['b', ['Battery at 100%', "O'Brien's report", 'Regex (a|b)* here']],
  ['attery', []],
  ['深色', ['深色模式']],
])('T76 searching for %s matches literally from the beginning of words', async (typed, found) => {
  for (const title of [
    'Battery at 100%',
    '1000 users',
    'snake_case names',
    "O'Brien's report",
    'A "quoted" title',
    'Regex (a|b)* here',
    'Résumé import',
    '深色模式',
  ])
    await at.post(title)
  const titles = await at.titles(`?search=${encodeURIComponent(typed)}`)
  expect(titles.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(found)
})

test('search includes the details', async () => {
  await at.post('Plain', { details: 'hidden **treasure**' })
  expect(await at.titles('?search=treas')).toEqual(['Plain'])
})

test('search uses an index', async () => {
  const plan = await service.database.pool.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<Record<string, string>>`
      explain select id from posts where search @@ ${"'treas':*"}::tsquery`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toContain('posts_search')
})

test('T77 posts are filtered by key, id, slug or name', async () => {
  const post = await at.post('Planned', { status: 'planned', tags: ['a, b'] })
  await at.post('Open')
  const statuses = (await at.request('GET /feedback/statuses')).body.data
  const planned = statuses.find(({ key }: { key: string }) => key === 'planned')
  await at.request(`PATCH /feedback/statuses/${planned.id}`, { body: { name: 'Soon' } })
  const tag = (await at.request('GET /feedback/tags')).body.data[0]
  for (const query of [
    'status=planned',
    `status=${planned.id}`,
    'status=planned,closed',
    'tag=A,%20B',
    `tag=${tag.id}`,
    `board=ideas&status=planned`,
    `board=${post.board_id}&tag=${tag.id}`,
  ])
    expect([query, await at.titles(`?${query}`)]).toEqual([query, ['Planned']])
  for (const query of ['status=nope', 'board=nope', 'tag=nope', 'owner=nope', 'merged=true'])
    expect([query, await at.titles(`?${query}`)]).toEqual([query, []])
})

test('posts are filtered by what they lack, by age and by votes', async () => {
  const [mia, ben] = [
    await at.create('POST /members', { name: 'Mia' }),
    await at.create('POST /members', { name: 'Ben' }),
  ]
  await at.post('Plain')
  await at.post('Of Mia', { owner: mia.id, tags: ['a'], eta: '2026-03-01' })
  const liked = await at.post('Of Ben', { owner: ben.id, tags: ['b'] })
  for (const external_id of ['u1', 'u2']) {
    const user = await at.identify({ external_id })
    await at.vote(liked, { user_id: user.body.id })
  }
  const old = { import: true, created_at: '2020-01-01T00:00:00Z', imported_votes: 3 }
  await at.post('Old', { owner: ben.id, tags: ['b'], eta: '2020-03-01', ...old })
  for (const [query, titles] of [
    ['owner=none', ['Plain']],
    [`owner=none,${mia.id}`, ['Of Mia', 'Plain']],
    [`owner=${mia.id},${ben.id}`, ['Of Ben', 'Of Mia', 'Old']],
    ['tag=none', ['Plain']],
    ['eta=none', ['Of Ben', 'Plain']],
    ['created_since=2020-01-01T00:00:00.001Z', ['Of Ben', 'Of Mia', 'Plain']],
    ['created_since=2020-01-01T00:00:00Z', ['Of Ben', 'Of Mia', 'Old', 'Plain']],
    ['votes_min=2', ['Of Ben', 'Old']],
    ['votes_min=3', ['Old']],
    ['votes_min=0&eta=none&owner=none', ['Plain']],
  ] as const)
    expect([query, (await at.titles(`?${query}`)).toSorted()]).toEqual([query, titles])
  for (const query of ['eta=2026-03-01', 'votes_min=-1', 'votes_min=x', 'created_since=soon'])
    expect([query, (await at.request(`GET /feedback/posts?${query}`)).status]).toEqual([query, 422])
  // A tag of that name is what the public API promises.
  await at.post('Tagged none', { tags: ['None'] })
  expect(await at.titles('?tag=none')).toEqual(['Tagged none'])
})

async function walk(sort: string) {
  const found: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const cursor: string = next && `&starting_after=${next}`
    const page = (await at.request(`GET /feedback/posts?limit=1${sort}${cursor}`)).body
    found.push(...page.data.map(({ title }: { title: string }) => title))
    next = page.paging.next
  }
  return found
}

test('posts are sorted by votes, update or age across pages', async () => {
  const [a, b] = [await at.post('a'), await at.post('b'), await at.post('c')]
  await new Promise((resolve) => setTimeout(resolve, 3))
  await at.vote(b, { email: '1@example.com' })
  await at.vote(b, { email: '2@example.com' })
  await at.vote(a, { email: '1@example.com' })
  expect([
    await walk(''),
    await walk('&sort=created_at'),
    await walk('&sort=votes'),
    await walk('&sort=-updated_at'),
  ]).toEqual([
    ['c', 'b', 'a'],
    ['a', 'b', 'c'],
    ['b', 'a', 'c'],
    ['a', 'b', 'c'],
  ])
})

test('imported votes count in the total and in sort=votes across pages', async () => {
  const imported = (title: string, imported_votes: number) =>
    at.post(title, { import: true, imported_votes })
  const two = await at.post('two')
  const many = await imported('many', 400)
  await imported('three', 3)
  await at.post('none')
  const equal = await imported('two, imported', 2)
  for (const email of ['1@example.com', '2@example.com']) await at.vote(two, { email })
  expect(many).toMatchObject({ vote_count: 0, imported_votes: 400, votes_total: 400 })
  await at.events()
  await at.vote(many, { email: '1@example.com' })
  expect(await at.read(many)).toMatchObject({
    vote_count: 1,
    imported_votes: 400,
    votes_total: 401,
  })
  expect(await walk('&sort=votes')).toEqual(['many', 'three', 'two, imported', 'two', 'none'])

  const change = { imported_votes: 1, import: true }
  expect((await at.patch(many, change)).body).toMatchObject({ votes_total: 2 })
  expect((await at.patch(many, change)).body.version).toBe('2')
  expect(await at.events()).toEqual(['vote.created', 'post.updated'])
  expect(await walk('&sort=votes')).toEqual(['three', 'two, imported', 'many', 'two', 'none'])
  expect(equal.votes_total).toBe(2)
})

test('a cursor by votes of an older version is refused', async () => {
  const post = await at.post('many', { import: true, imported_votes: 400 })
  const secret = await openInstanceSecret({
    instanceSecret: TEST_SECRET,
    dataDir: '',
    database: service.database,
  })
  const cursors = createCursors(secret.deriveKey('cursor'))
  const { workspace } = (await at.request('GET /me')).body
  const binding = JSON.stringify([workspace.id, 'GET /feedback/posts', [['sort', 'votes']]])
  const read = (...values: CursorValue[]) =>
    at.request(`GET /feedback/posts?sort=votes&starting_after=${cursors.write(binding, values)}`)
  expect((await read(401, post.id, 'total')).body.data).toEqual([post])
  // What the version before wrote: a `vote_count`.
  const refused = await read(0, post.id)
  expect(reason(refused)).toEqual([422, 'unknown_cursor'])
  expect(refused.body.error.details[0].field).toBe('starting_after')
})

test('deleting a used status requires another one for its posts', async () => {
  const post = await at.post('Moved', { status: 'planned' })
  const statuses = (await at.request('GET /feedback/statuses')).body.data
  const idOf = (wanted: string) => statuses.find(({ key }: { key: string }) => key === wanted).id
  const path = `DELETE /feedback/statuses/${idOf('planned')}`
  await at.request(`DELETE /feedback/posts/${post.id}`)
  expect(reason(await at.request(path))).toEqual([409, 'status_in_use'])
  expect((await at.request(`${path}?reassign_to=${idOf('closed')}`)).status).toBe(204)
  await at.request(`POST /feedback/posts/${post.id}/restore`, { body: {} })
  expect((await at.read(post)).status).toBe('closed')
})

test('an import accepts times, author and votes, and emits events on request', async () => {
  const { id } = (await at.identify({ external_id: 'github:ann', name: 'Ann' })).body
  const given = {
    board_id: at.board.id,
    title: 'Old',
    external_ref: 'issue:1',
    author: { type: 'user', id },
    imported_votes: 41,
    created_at: '2020-01-02T03:04:05Z',
    updated_at: '2021-01-02T03:04:05Z',
  }
  const result = await at.request('POST /feedback/posts', { body: { ...given, import: true } })
  expect(result.body).toMatchObject({
    created_at: '2020-01-02T03:04:05.000Z',
    updated_at: '2021-01-02T03:04:05.000Z',
    author: { type: 'user', name: 'Ann' },
    imported_votes: 41,
    vote_count: 0,
    votes_total: 41,
    merged_imported_votes: 0,
  })
  await at.vote(result.body, { email: 'v@example.com', import: true })
  expect((await at.read(result.body)).updated_at).toBe('2021-01-02T03:04:05.000Z')
  const again = await at.request('POST /feedback/posts', { body: { ...given, import: true } })
  expect(reason(again)).toEqual([409, 'external_ref_taken'])
  expect(await at.titles('?external_ref=issue:1')).toEqual(['Old'])
  const silent = await service.database.pool
    .selectFrom('events')
    .select('silent')
    .where('kind', '=', 'post.created')
    .where('body', 'like', '%issue:1%')
    .execute()
  expect(silent).toEqual([{ silent: true }])
})

test('T79 text is returned unchanged as JSON, never as markup', async () => {
  for (const hostile of [
    '<script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    '&lt;b&gt; {{7*7}} ${7*7} </textarea>',
  ]) {
    const post = await at.post(hostile, { details: hostile, tags: [hostile] })
    const comment = (await at.comment(post, { body: hostile })).body
    expect([post.title, post.details, post.tags, comment.body]).toEqual([
      hostile,
      hostile,
      [hostile],
      hostile,
    ])
    const { headers } = await at.request(`GET /feedback/posts/${post.id}`)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('posts are filtered by who wrote them, voted or commented', async () => {
  const identify = async (email: string) =>
    (await at.create('POST /feedback/users/identify', { email })).id
  const [asha, dan] = [await identify('asha@example.com'), await identify('dan@example.com')]
  const [gifts, stamps] = [
    await at.post('Gifts', { user_id: asha }),
    await at.post('Stamps', { user_id: dan }),
  ]
  const vote = (post: { id: string }, user_id: string) =>
    at.request(`POST /feedback/posts/${post.id}/votes`, { body: { user_id } })
  await vote(gifts, dan)
  await vote(stamps, dan)
  await at.request(`POST /feedback/posts/${stamps.id}/comments`, {
    body: { body: 'Yes', user_id: asha },
  })
  expect(await at.titles(`?author=${asha}`)).toEqual(['Gifts'])
  expect(await at.titles(`?voter=${dan}`)).toEqual(['Stamps', 'Gifts'])
  expect(await at.titles(`?commenter=${asha}`)).toEqual(['Stamps'])
  expect(await at.titles(`?commenter=${dan}`)).toEqual([])
})
