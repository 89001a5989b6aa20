import { describe, expect, test, vi } from 'vitest'

import type { Post } from '#client/resources.ts'
import {
  createGate,
  errorBody,
  type RequestHandler,
  respondJson,
} from '#client/test-stub-server.ts'
import { deletedPosts, getCachedPost } from '#web/feedback/posts/cached-posts.ts'
import { editPost } from '#web/feedback/posts/post-changes.data.ts'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { getJobs, isRunning } from '#web/session/jobs.ts'
import type { KeySession } from '#web/session/session.ts'
import { testSession } from '#web/session/test-session.ts'
import { changePosts, deletePosts } from './bulk-posts.data.ts'

const saved: Post = { id: 'pst_1', title: 'More light', status: 'open', tags: [], version: '1' }
const owner = { id: 'mem_1', name: 'Jo', email: 'jo@example.com', avatar_url: null }

const cachePost = ({ queryClient }: KeySession, post: Post) =>
  queryClient.setQueryData(postQuery(post.id).queryKey, post)

test('the response of one change of many leaves what a later one shows', async () => {
  const later = createGate()
  const { session } = await testSession(async ({ body }, response) => {
    const isOwner = typeof body === 'object' && body !== null && 'owner' in body
    if (isOwner) await later.whenOpen
    const post = { ...saved, status: 'planned', owner: isOwner ? owner : null }
    respondJson(response, 200, { ...post, version: isOwner ? '3' : '2' })
  })
  cachePost(session, saved)
  const shown = () => getCachedPost(session, saved.id) ?? saved
  changePosts(session, [shown()], { status: 'planned' }, 'Set status')
  changePosts(session, [shown()], { owner }, 'Set owner')
  await expect.poll(() => shown().version).toBe('2')
  expect(shown()).toMatchObject({ status: 'planned', owner })
  later.open()
  await expect.poll(() => shown().version).toBe('3')
  expect(shown()).toMatchObject({ status: 'planned', owner })
})

/** A service of posts, with versions where it has `etag`; `patch` may fail a request. */
async function servePosts(
  ids: readonly string[],
  {
    capabilities,
    patch,
    post = {},
  }: {
    capabilities?: readonly string[] | null
    patch?: RequestHandler | undefined
    post?: Partial<Post> | undefined
  } = {},
) {
  const posts = new Map(ids.map((id): [string, Post] => [id, { ...saved, ...post, id }]))
  /** What someone else does. */
  const change = (id: string, changes: Partial<Post>) => {
    const post = { ...saved, ...posts.get(id), ...changes }
    posts.set(id, { ...post, version: String(Number(post.version) + 1) })
  }
  // A rejection is repeated for its key.
  const rejectedKeys = new Set<unknown>()
  const options = capabilities === undefined ? {} : { capabilities }
  const { session } = await testSession(async (request, response) => {
    const { line, headers, body } = request
    const id = line.split('/').at(-1) ?? ''
    if (line.startsWith('PATCH')) {
      await patch?.(request, response)
      if (response.writableEnded) return
      const { 'if-match': expected, 'idempotency-key': key } = headers
      const isStale = expected !== undefined && expected !== `"${posts.get(id)?.version}"`
      if (isStale) rejectedKeys.add(key)
      if (isStale || rejectedKeys.has(key))
        return respondJson(response, 412, errorBody('precondition_failed'))
      change(id, body as Partial<Post>) // of these changes
    }
    const post = posts.get(id)
    if (!post) return respondJson(response, 404, errorBody('not_found'))
    respondJson(response, 200, capabilities === null ? { ...post, version: undefined } : post)
  }, options)
  await session.capabilities.settled
  for (const id of ids) cachePost(session, { ...saved, ...post, id })
  return {
    session,
    change,
    remove: (id: string) => posts.delete(id),
    shown: (id: string) => getCachedPost(session, id),
    selected: () => ids.map((id) => getCachedPost(session, id) ?? saved),
    stored: <F extends keyof Post>(field: F) => ids.map((id) => posts.get(id)?.[field]),
  }
}

const statuses = (session: KeySession) =>
  getJobs(session)
    .list()
    .map(({ result, failures }) => [result?.label, failures?.items.map(({ error }) => error)])

test.each([
  { name: 'with versions', capabilities: ['etag', 'idempotency'] },
  { name: 'of the public API alone', capabilities: null },
])('a tag that someone adds meanwhile stays beside the new one $name', async ({ capabilities }) => {
  const { session, change, selected, stored, shown } = await servePosts(['pst_1'], { capabilities })
  change('pst_1', { tags: ['Export'] })
  changePosts(session, selected(), { tag: 'Shipping', isAdded: true }, 'Add a tag')
  expect(shown('pst_1')?.tags).toEqual(['Shipping'])
  await expect.poll(() => stored('tags')).toEqual([['Export', 'Shipping']])
  await expect.poll(() => shown('pst_1')?.tags).toEqual(['Export', 'Shipping'])
})

test('a status that someone has changed is replaced only once it was named', async () => {
  const { session, change, selected, stored, shown } = await servePosts(['pst_1', 'pst_2'])
  change('pst_1', { status: 'closed' })
  changePosts(session, selected(), { status: 'planned' }, 'Set 2 posts to Planned')
  expect(shown('pst_1')?.status).toBe('planned')
  await expect
    .poll(() => statuses(session))
    .toEqual([['Changed 1 post', ['The status of More light has changed since, to “Closed”.']]])
  expect(stored('status')).toEqual(['closed', 'planned'])
  expect(shown('pst_1')?.status).toBe('closed')
  getJobs(session).list()[0]?.failures?.retry()
  await expect.poll(() => stored('status')).toEqual(['planned', 'planned'])
  await expect.poll(() => shown('pst_1')?.status).toBe('planned')
})

test('redoing an undo of many posts that waits keeps the change and its undo', async () => {
  const gate = createGate()
  const { session, selected, stored, shown } = await servePosts(['pst_1', 'pst_2'], {
    patch: async ({ body }) => {
      if (typeof body === 'object' && body !== null && 'owner' in body) await gate.whenOpen
    },
  })
  const newest = () => session.undo.list()[0]
  const undoNewest = () => session.undo.undo(newest()?.id ?? 0)
  changePosts(session, selected(), { status: 'planned' }, 'Set status')
  await expect.poll(() => newest()?.state).toBe('done')
  const label = newest()?.label
  changePosts(session, selected(), { owner }, 'Set owner')
  const [, statusChange] = session.undo.list()
  session.undo.undo(statusChange?.id ?? 0)
  await expect.poll(() => shown('pst_1')?.status).toBe('open')
  undoNewest()
  expect(newest()?.label).toBe(label)
  gate.open()
  await expect.poll(() => session.undo.list().map(({ state }) => state)).toEqual(['done', 'done'])
  await expect.poll(() => shown('pst_1')?.status).toBe('planned')
  expect(stored('status')).toEqual(['planned', 'planned'])
  expect(stored('owner')).toEqual([owner.id, owner.id])

  undoNewest()
  await expect.poll(() => stored('status')).toEqual(['open', 'open'])
  expect(stored('owner')).toEqual([owner.id, owner.id])
})

test('a change of many is repeated where someone has changed another field', async () => {
  const { session, change, selected, stored } = await servePosts(['pst_1'])
  change('pst_1', { title: 'Less light' })
  changePosts(session, selected(), { status: 'planned' }, 'Set 1 post to Planned')
  await expect.poll(() => stored('status')).toEqual(['planned'])
  expect(stored('title')).toEqual(['Less light'])
  await expect.poll(() => session.undo.list()).toMatchObject([{ state: 'done' }])
  change('pst_1', { title: 'No light' })
  session.undo.undoLast()
  await expect.poll(() => stored('status')).toEqual(['open'])
  expect(stored('title')).toEqual(['No light'])
})

test('a change of many that is stopped while it waits is shown as it was', async () => {
  const { session, selected, shown } = await servePosts(['pst_1', 'pst_2'], {
    patch: (_request, response) =>
      respondJson(response, 429, errorBody('rate_limited'), { 'retry-after': '60' }),
  })
  const [first = [], second = []] = selected().map((post) => [post])
  changePosts(session, first, { status: 'planned' }, 'Set 1 post to Planned')
  await expect.poll(() => getJobs(session).list()[0]?.paused_until).toBeGreaterThan(0)
  // Sent only once the limit allows it.
  changePosts(session, second, { status: 'planned' }, 'Set 1 post to Planned')
  await expect.poll(() => session.mutate.pendingCount()).toBe(2)
  expect(shown('pst_2')?.status).toBe('planned')
  getJobs(session).stop(getJobs(session).list()[0]?.id ?? 0)
  await expect.poll(() => getJobs(session).list()).toHaveLength(1)
  expect(shown('pst_2')?.status).toBe('open')
})

test('posts that a stopped deletion has left are listed again', async () => {
  const gate = createGate()
  const { session } = await testSession(
    async (_request, response) => {
      await gate.whenOpen
      response.writeHead(204).end()
    },
    { capabilities: ['feedback.restore'] },
  )
  await session.capabilities.settled
  const posts = Array.from({ length: 8 }, (_, index) => ({ ...saved, id: `pst_${index}` }))
  const run = deletePosts(session, posts)
  await expect.poll(() => session.mutate.pendingCount()).toBe(4)
  run.stop()
  gate.open()
  expect(await run.finished).toMatchObject({ done: 4, unsent: 4 })
  expect(posts.filter(({ id }) => deletedPosts.has(session, id))).toEqual([])
})

test('a stopped change of many shows what was not sent as it was', async () => {
  const gate = createGate()
  const ids = Array.from({ length: 12 }, (_, index) => `pst_${index}`)
  const { session, selected, stored } = await servePosts(ids, { patch: () => gate.whenOpen })
  changePosts(session, selected(), { status: 'planned' }, 'Set 12 posts to Planned')
  expect(new Set(selected().map(({ status }) => status))).toEqual(new Set(['planned']))
  await expect.poll(() => session.mutate.isMutating()).toBe(true)
  getJobs(session).stop(getJobs(session).list()[0]?.id ?? 0)
  gate.open()
  await expect.poll(() => getJobs(session).list()).toEqual([])
  expect(stored('status').filter((status) => status === 'planned')).toHaveLength(4)
  expect(selected().map(({ status }) => status)).toEqual(stored('status'))
})

test('a change of many that waits for the rate limit stays shown', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0) // adds up to half a second to each Retry-After
  // More than a single mutation retries.
  let refusals = 8
  const { session, selected, stored, shown } = await servePosts(['pst_1'], {
    patch: (_request, response) => {
      if (refusals-- > 0)
        respondJson(response, 429, errorBody('rate_limited'), { 'retry-after': '0' })
    },
  })
  const values = new Set<string | undefined>()
  changePosts(session, selected(), { status: 'planned' }, 'Set 1 post to Planned')
  session.queryClient.getQueryCache().subscribe(() => void values.add(shown('pst_1')?.status))
  await expect.poll(() => stored('status')).toEqual(['planned'])
  await expect.poll(() => shown('pst_1')?.version).toBe('2')
  expect(values).toEqual(new Set(['planned']))
})

test('a post that was gone before many are deleted does not stay hidden', async () => {
  const { session } = await testSession(
    (_request, response) => respondJson(response, 404, errorBody('not_found')),
    { capabilities: ['feedback.restore'] },
  )
  await session.capabilities.settled
  await deletePosts(session, [saved]).finished
  expect(deletedPosts.has(session, saved.id)).toBe(false)
})

test.each([
  { name: 'with versions', capabilities: ['etag', 'idempotency'] },
  { name: 'of the public API alone', capabilities: null },
])(
  'undoing a change of many says which posts others have changed $name',
  async ({ capabilities }) => {
    const { session, change, remove, selected, stored } = await servePosts(
      ['pst_1', 'pst_2', 'pst_3'],
      { capabilities },
    )
    changePosts(session, selected(), { status: 'planned' }, 'Set 3 posts to Planned')
    await expect.poll(() => session.undo.list()).toMatchObject([{ state: 'done' }])
    change('pst_1', { status: 'closed' })
    remove('pst_3')
    session.undo.undoLast()
    await expect
      .poll(() => statuses(session))
      .toEqual([
        [
          'Changed 1 post. 1 post has changed since and was left alone.',
          ['Someone else has deleted More light.'],
        ],
      ])
    expect(stored('status')).toEqual(['closed', 'open', undefined])
    const redo = session.undo.list().find(({ undoes }) => undoes !== undefined)
    expect(redo?.undoes).toBe('Set 3 posts to Planned')
    session.undo.undo(redo?.id ?? 0)
    await expect.poll(() => stored('status')).toEqual(['closed', 'planned', undefined])
  },
)

describe.each([
  { name: 'with versions', capabilities: ['etag', 'idempotency'] },
  { name: 'of the public API alone', capabilities: null },
])('an own change after one of many that has not reached the post, $name', ({ capabilities }) => {
  const ids = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']

  interface ChangeLastOptions {
    readonly patch?: RequestHandler
    readonly isSavedFirst?: boolean
    readonly post?: Partial<Post>
  }

  /** A change of six posts of which the last waits while the first four are held; `edit` changes the last one. */
  async function changeLast(
    many: Parameters<typeof changePosts>[2],
    edit: (session: KeySession, post: Post) => Promise<unknown>,
    { patch, isSavedFirst = true, post }: ChangeLastOptions = {},
  ) {
    const gate = createGate()
    const held = new Set(['p1', 'p2', 'p3', 'p4'])
    const service = await servePosts(ids, {
      capabilities,
      post,
      patch: async (request, response) => {
        if (held.has(request.line.split('/').at(-1) ?? '')) await gate.whenOpen
        else await patch?.(request, response)
      },
    })
    const { session, selected, shown } = service
    changePosts(session, selected(), many, 'Change 6 posts')
    const own = edit(session, shown('p6') ?? saved)
    if (isSavedFirst) await own
    gate.open()
    await own
    await expect.poll(() => session.mutate.isMutating()).toBe(false)
    await expect.poll(() => getJobs(session).list().some(isRunning)).toBe(false)
    return service
  }
  const close = (session: KeySession, post: Post) => editPost(session, post, { status: 'closed' })

  test('stays', async () => {
    const { stored, shown } = await changeLast({ status: 'planned' }, close)
    expect(stored('status')).toEqual([...Array.from({ length: 5 }, () => 'planned'), 'closed'])
    expect(shown('p6')?.status).toBe('closed')
  })

  test('stays though it is still being sent when the other reaches the post', async () => {
    const others = createGate()
    const handler: RequestHandler = async ({ body }) => {
      if (JSON.stringify(body).includes('closed')) await others.whenOpen
      else others.open() // of the post before the last
    }
    const { stored, shown, session } = await changeLast({ status: 'planned' }, close, {
      patch: handler,
      isSavedFirst: false,
    })
    // It counts as changed, as if it had been before; a short job without failures has no tile.
    expect(statuses(session)).toEqual([])
    expect(stored('status').at(-1)).toBe('closed')
    expect(shown('p6')?.status).toBe('closed')
  })

  test('leaves the post to the other where it is rejected', async () => {
    const { stored, shown } = await changeLast({ status: 'planned' }, close, {
      patch: ({ body }, response) => {
        if (JSON.stringify(body).includes('closed'))
          respondJson(response, 422, errorBody('validation_error'))
      },
    })
    expect(stored('status').at(-1)).toBe('planned')
    expect(shown('p6')?.status).toBe('planned')
  })

  test('takes away the tag that the other was to add', async () => {
    const { stored, shown } = await changeLast(
      { tag: 'Shipping', isAdded: true },
      (session, post) => {
        expect(post.tags).toEqual(['Shipping'])
        return editPost(session, post, { tags: [] })
      },
    )
    expect(stored('tags').at(-1)).toEqual([])
    expect(shown('p6')?.tags).toEqual([])
    expect(stored('tags').at(0)).toEqual(['Shipping'])
  })

  test('stays where the other takes the value away', async () => {
    const others = createGate()
    const alice = { ...owner, id: 'mem_2', name: 'Alice' }
    const { stored } = await changeLast(
      { owner: null },
      (session, post) => editPost(session, post, { owner: alice }),
      {
        post: { owner },
        isSavedFirst: false,
        patch: async ({ body }) => {
          if (JSON.stringify(body).includes('mem_2')) await others.whenOpen
          else others.open()
        },
      },
    )
    expect(stored('owner').slice(-2)).toEqual([null, 'mem_2']) // as they are sent
  })

  test('keeps the tag of the other, which it did not show', async () => {
    const { stored } = await changeLast({ tag: 'Shipping', isAdded: true }, (session, post) => {
      // A read of the post alone, without the change that waits.
      cachePost(session, { ...saved, id: post.id })
      return editPost(session, { ...post, tags: [] }, { tags: ['Mine'] })
    })
    expect(stored('tags').at(-1)?.toSorted()).toEqual(['Mine', 'Shipping'])
  })

  test.each(['own', 'other'])(
    'is undone as if the other had come before, first the %s',
    async (first) => {
      const { session, stored } = await changeLast({ status: 'planned' }, close)
      const isBusy = () => session.mutate.isMutating() || getJobs(session).list().some(isRunning)
      const entries = session.undo.list()
      expect(entries).toHaveLength(2)
      for (const { id } of first === 'own' ? entries : entries.toReversed()) {
        void session.undo.undo(id)
        await expect.poll(isBusy).toBe(false)
      }
      // The undo of the other leaves alone what was changed after it.
      const last = first === 'own' ? 'open' : 'planned'
      const expected = ids.map((id) => (id === 'p6' ? last : 'open'))
      await expect.poll(() => stored('status')).toEqual(expected)
    },
  )
})
