import { describe, expect, onTestFinished, test } from 'vitest'

import { createGate, errorBody, respondJson } from '#client/test-stub-server.ts'
import { undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import type { BulkRun } from '#web/session/bulk.ts'
import { testSession } from '#web/session/test-session.ts'
import { getConflicts } from './conflicts.ts'
import { editMany } from './edit-many.ts'
import { editResource } from './edit-resource.ts'
import { findItem, inList, type Item } from './places.ts'
import { setField } from './record-field.rules.ts'
import { type Changes, defineResource } from './resource.ts'

interface Post extends Item {
  readonly title: string
  readonly status: string
  readonly tags: string[]
}

/** What a page does with the response of a change to this status, before the next one is made. */
const afterResponse = new Map<string | undefined, Promise<void>>()

const resource = defineResource<Post, 'title' | 'status' | 'tags'>({
  kind: 'test_post',
  places: [inList<Post>('GET /feedback/posts')],
  fields: {
    title: { label: 'title', format: (title) => title },
    status: { label: 'status', format: (status) => status },
    tags: {
      label: 'tags',
      format: (tags) => tags.join(),
      ...setField<string>((name) => name),
      applyChange: (...values) => [...setField<string>((name) => name).applyChange(...values)],
    },
  },
  title: ({ title }) => title,
  label: () => 'Change',
  scope: ({ id }) => id,
  save: async ({ mutate }, { id: post_id }, changes, options) => {
    const result = await mutate('PATCH /feedback/posts/:post_id', { post_id, ...changes }, options)
    // Some do more with their response; the next request must not be older than it. A timer could be later than that.
    await (afterResponse.get(changes.status) ?? new Promise((resolve) => setImmediate(resolve)))
    return result
  },
  read: ({ call }, { id: post_id }) =>
    call('GET /feedback/posts/:post_id', { post_id }).catch(undefinedIfNotFound),
})

type PostChanges = Changes<Post, 'title' | 'status' | 'tags'>

const words = { label: 'Change', undoLabel: 'Undo', result: () => ({ label: 'Changed' }) }
/** A job sends four at a time, so that it reaches the last one later. */
const ids = ['p1', 'p2', 'p3', 'p4', 'last']

async function openPosts({ hasVersions = true, post = {} as Partial<Post> } = {}) {
  const gate = createGate()
  const created = (id: string): Post => ({
    ...{ id, title: 'Light', status: 'open', tags: [], version: '1' },
    ...post,
  })
  const posts = new Map(ids.map((id) => [id, created(id)]))
  const stored = () => posts.get('last') ?? created('last')
  /** What anyone saves of the last post. */
  const change = (changes: PostChanges, id = 'last') => {
    const before = posts.get(id) ?? created(id)
    posts.set(id, { ...before, ...changes, version: String(Number(before.version) + 1) })
  }
  /** Requests for the last one that are held or rejected, by what they contain. */
  const holds = new Map<string, Promise<void>>()
  const rejections = new Map<string, number>()
  /** Saved, but the response says that something failed. */
  const lost = new Set<string>()
  const valueIn = <V>(values: ReadonlyMap<string, V>, text: string) =>
    [...values].find(([part]) => text.includes(part))?.[1]
  let isRead = false
  const { session } = await testSession(
    async ({ line, headers, body }, response) => {
      const id = line.split('/').at(-1) ?? ''
      if (line.startsWith('PATCH')) {
        const text = JSON.stringify(body)
        await (id === 'last' ? valueIn(holds, text) : gate.whenOpen)
        const status = valueIn(rejections, text)
        if (status !== undefined)
          return respondJson(response, status, errorBody('validation_error'))
        const expected = headers['if-match']
        if (expected !== undefined && expected !== `"${posts.get(id)?.version}"`)
          return respondJson(response, 412, errorBody('precondition_failed'))
        change(body as PostChanges, id) // of these changes
        const isLost = [...lost].find((part) => text.includes(part))
        if (isLost !== undefined) return respondJson(response, 500, errorBody('internal_error'))
      }
      const { version, ...found } = posts.get(id) ?? created(id)
      isRead ||= id === 'last' && line.startsWith('GET')
      if (line.startsWith('GET')) await valueIn(holds, line)
      respondJson(response, 200, hasVersions ? { ...found, version } : found)
    },
    { capabilities: hasVersions ? ['etag'] : null },
  )
  await session.capabilities.settled
  /** What the event stream or the poller does. */
  const refetch = () =>
    session.queryClient.setQueryData(['GET /feedback/posts', {}], { data: [...posts.values()] })
  refetch()
  const shown = (id = 'last') => findItem(session, resource, id) ?? created(id)
  return {
    session,
    gate,
    change,
    holds,
    rejections,
    lost,
    refetch,
    stored,
    shown,
    isStale: () => session.queryClient.getQueryState(['GET /feedback/posts', {}])?.isInvalidated,
    startJob: (changes: PostChanges) =>
      editMany(
        session,
        resource,
        ids.map((id) => ({ seen: shown(id), changes })),
        words,
      ),
    edit: (changes: PostChanges) => editResource(session, resource, shown(), changes),
    waitForRead: async () => {
      await expect.poll(() => isRead).toBe(true)
    },
    waitForQueue: async (count: number) => {
      await expect.poll(() => session.mutate.pendingCount('last')).toBe(count)
    },
  }
}

const lastOf = (run: BulkRun<{ readonly seen: Post }>) => {
  const { state, error } = run.items().find(({ item }) => item.seen.id === 'last') ?? {}
  return error === undefined ? state : error
}

test('a saved change stays though the one after it is rejected and a job waits', async () => {
  const posts = await openPosts()
  const { startJob, edit, gate, holds, rejections, waitForQueue, stored, shown } = posts
  const { change, refetch } = posts
  const own = createGate()
  holds.set('closed', own.whenOpen)
  rejections.set('review', 422)
  const job = startJob({ status: 'planned' })
  const first = edit({ status: 'closed' })
  gate.open()
  await waitForQueue(2)
  const second = edit({ status: 'review' })
  await waitForQueue(3)
  own.open()
  await Promise.all([first, second, job.finished])
  expect(stored().status).toBe('closed')
  expect(shown().status).toBe('closed')
  expect(lastOf(job)).toBe('done')
  // The next one is of the version that was saved.
  change({ title: 'Theirs' })
  refetch()
  expect((await edit({ status: 'planned' })).state).toBe('saved')
  expect(stored()).toMatchObject({ status: 'planned', title: 'Theirs' })
})

describe.each([true, false])('with versions: %s,', (hasVersions) => {
  test('undoing a job leaves what a later job has set and not sent', async () => {
    const posts = await openPosts({ hasVersions })
    const { session, gate, startJob, shown, stored } = posts
    const first = startJob({ status: 'planned' })
    gate.open()
    await first.finished
    const later = createGate()
    posts.holds.set('closed', later.whenOpen)
    const second = startJob({ status: 'closed' })
    const [, change] = session.undo.list()
    session.undo.undo(change?.id ?? 0)
    expect(shown().status).toBe('closed')
    later.open()
    await second.finished
    await expect.poll(() => session.mutate.isMutating()).toBe(false)
    expect(stored().status).toBe('closed')
    expect(shown().status).toBe('closed')
  })

  test('a value that someone sets is seen beneath a later own change', async () => {
    const posts = await openPosts({ hasVersions })
    const { session, gate, startJob, edit, holds, shown } = posts
    const own = createGate()
    const job = startJob({ status: 'planned' })
    holds.set('closed', own.whenOpen)
    const change = edit({ status: 'closed' })
    await posts.waitForQueue(1)
    posts.change({ status: 'review' })
    posts.refetch()
    expect(shown().status).toBe('review')
    gate.open()
    await expect
      .poll(() => lastOf(job) !== 'unsent' || session.mutate.pendingCount('last') === 2)
      .toBe(true)
    own.open()
    if (hasVersions) {
      await expect.poll(() => getConflicts(session).get()).toHaveLength(1)
      getConflicts(session).get()[0]?.choose('theirs')
    }
    await Promise.all([change, job.finished])
    expect(lastOf(job)).toBe('The status of Light has changed since, to review.')
  })

  test('the error of a job names the value of someone else beneath an own one', async () => {
    const posts = await openPosts({ hasVersions })
    const { gate, startJob, edit, holds } = posts
    const own = createGate()
    const job = startJob({ status: 'planned' })
    posts.change({ status: 'review' })
    posts.refetch()
    holds.set('closed', own.whenOpen)
    const change = edit({ status: 'closed' })
    gate.open()
    await job.finished
    expect(lastOf(job)).toBe('The status of Light has changed since, to review.')
    own.open()
    await change
    expect(posts.stored().status).toBe('closed')
  })

  test('a part that someone adds while a job waits is shown', async () => {
    const posts = await openPosts({ hasVersions })
    const { gate, startJob, edit, shown, stored } = posts
    const job = startJob({ tags: ['Mine'] })
    posts.change({ tags: ['Theirs'], title: 'Theirs' })
    expect((await edit({ status: 'closed' })).state).toBe('saved')
    if (hasVersions) expect(shown().tags).toEqual(['Theirs', 'Mine'])
    gate.open()
    await job.finished
    expect(stored().tags).toEqual(['Theirs', 'Mine'])
    expect(shown().tags).toEqual(['Theirs', 'Mine'])
  })

  test('what someone sets while an own change waits for its turn is not replaced', async () => {
    const posts = await openPosts({ hasVersions })
    const { session, edit, holds, stored } = posts
    const title = createGate()
    holds.set('Mine', title.whenOpen)
    const edits = [{ title: 'Mine' }, { tags: ['Own'] }, { status: 'closed' }].map(edit)
    await posts.waitForQueue(3)
    posts.change({ tags: ['Theirs'], status: 'review' })
    posts.refetch()
    title.open()
    await expect.poll(() => getConflicts(session).get()).toHaveLength(1)
    getConflicts(session).get()[0]?.choose('theirs')
    const outcomes = await Promise.all(edits)
    expect(outcomes.map(({ state }) => state)).toEqual(['saved', 'saved', 'theirs'])
    const expected = { title: 'Mine', tags: ['Theirs', 'Own'], status: 'review' }
    expect(stored()).toMatchObject(expected)
    expect(posts.shown()).toMatchObject(expected)
  })

  test('what a stopped job has handed over is not sent with its rest', async () => {
    const posts = await openPosts({ hasVersions })
    const { gate, startJob, edit, shown, stored } = posts
    const job = startJob({ status: 'planned', title: 'Job' })
    await edit({ status: 'closed' })
    job.stop()
    gate.open()
    await job.finished
    expect(shown()).toMatchObject({ status: 'closed', title: 'Light' })
    await job.retry(['unsent'])
    expect(stored()).toMatchObject({ status: 'closed', title: 'Job' })
    expect(shown()).toMatchObject({ status: 'closed', title: 'Job' })
  })
})

test.each(['before', 'after'])(
  'undo %s the response of a change that was saved before a job restores what the job has set',
  async (when) => {
    const { session, startJob, edit, gate, holds, shown, stored } = await openPosts()
    const own = createGate()
    holds.set('closed', own.whenOpen)
    const job = startJob({ status: 'planned' })
    const change = edit({ status: 'closed' })
    if (when === 'after') {
      own.open()
      await change
    }
    session.undo.undoLast()
    own.open()
    await change
    gate.open()
    await job.finished
    await expect.poll(() => session.mutate.isMutating()).toBe(false)
    expect(stored().status).toBe('planned')
    expect(shown().status).toBe('planned')
    session.undo.undoLast()
    await expect.poll(() => stored().status).toBe('open')
    expect(shown().status).toBe('open')
  },
)

test('a change that replaces a rejected one is undone to what was before both', async () => {
  const { session, edit, holds, rejections, waitForQueue, stored, shown } = await openPosts()
  const own = createGate()
  holds.set('closed', own.whenOpen)
  rejections.set('closed', 422)
  const first = edit({ status: 'closed' })
  await waitForQueue(1)
  const others = [edit({ title: 'Mine' }), edit({ status: 'review' })]
  own.open()
  await Promise.all([first, ...others])
  expect(stored()).toMatchObject({ title: 'Mine', status: 'review' })
  expect(session.undo.list()).toHaveLength(2)
  session.undo.undoLast()
  await expect.poll(() => stored().status).toBe('open')
  expect(shown()).toMatchObject({ title: 'Mine', status: 'open' })
})

test('a change that replaces one before it was sent is undone to that one', async () => {
  const { session, edit, holds, waitForQueue, stored } = await openPosts()
  const tags = createGate()
  holds.set('Own', tags.whenOpen)
  const edits = [{ tags: ['Own'] }, { status: 'closed' }, { title: 'Mine' }, { status: 'review' }]
  const outcomes = edits.map(edit)
  await waitForQueue(3)
  tags.open()
  expect((await Promise.all(outcomes)).map(({ state }) => state)).toEqual([
    'saved',
    'canceled',
    'saved',
    'saved',
  ])
  for (const expected of [
    { status: 'closed', title: 'Mine' },
    { status: 'closed', title: 'Light' },
    { status: 'open', title: 'Light' },
  ]) {
    session.undo.undoLast()
    await expect.poll(stored).toMatchObject(expected)
  }
})

test('a change that is sent again after a conflict is undone to what was before the one it replaced', async () => {
  const posts = await openPosts()
  const { session, edit, holds, change, waitForQueue, stored, shown } = posts
  const own = createGate()
  holds.set('closed', own.whenOpen)
  const first = edit({ status: 'closed' })
  await waitForQueue(1)
  change({ title: 'Theirs' })
  const second = edit({ status: 'review' })
  own.open()
  await Promise.all([first, second])
  expect(stored()).toMatchObject({ status: 'review', title: 'Theirs' })
  expect(session.undo.list()).toHaveLength(1)
  session.undo.undoLast()
  await expect.poll(() => stored().status).toBe('open')
  expect(shown()).toMatchObject({ status: 'open', title: 'Theirs' })
})

test.each([false, true])(
  'a change that is made while an earlier one is read is the last one, beside another: %s',
  async (hasOther) => {
    const posts = await openPosts()
    const { session, edit, holds, change, stored, shown } = posts
    const read = createGate()
    holds.set('/last', read.whenOpen)
    change({ title: 'Theirs' })
    const first = edit({ status: 'closed', tags: ['First'] })
    await posts.waitForRead()
    const others = hasOther ? [edit({ title: 'Mine' })] : []
    const last = edit({ status: 'review', tags: ['First', 'Last'] })
    // What is read could be of before or after a change that is sent at the same time.
    expect(session.mutate.pendingCount('last')).toBe(2 + others.length)
    read.open()
    await expect.poll(() => getConflicts(session).get().length > 0 || !hasOther).toBe(true)
    getConflicts(session).get()[0]?.choose('theirs')
    await Promise.all([first, ...others, last])
    await expect.poll(() => session.mutate.isMutating()).toBe(false)
    const expected = { status: 'review', tags: ['First', 'Last'], title: 'Theirs' }
    expect(stored()).toMatchObject(expected)
    expect(shown()).toMatchObject(expected)
  },
)

test('an own change that is saved after a later one was compared is no conflict', async () => {
  const posts = await openPosts()
  const { session, edit, holds, change, stored, shown } = posts
  const [read, more] = [createGate(), createGate()]
  holds.set('/last', read.whenOpen)
  afterResponse.set('review', more.whenOpen)
  onTestFinished(() => afterResponse.clear())
  change({ title: 'Theirs' })
  const first = edit({ status: 'closed' })
  await posts.waitForRead()
  const last = edit({ status: 'review' })
  read.open()
  expect((await first).state).toBe('saved')
  more.open()
  await expect.poll(() => session.mutate.isMutating()).toBe(false)
  expect(getConflicts(session).get()).toEqual([])
  expect((await last).state).toBe('saved')
  expect(stored()).toMatchObject({ status: 'review', title: 'Theirs' })
  expect(shown()).toMatchObject({ status: 'review', title: 'Theirs' })
})

test('an own value whose response was lost is no conflict', async () => {
  const posts = await openPosts()
  const { session, edit, holds, lost, waitForQueue, stored, shown } = posts
  const own = createGate()
  holds.set('closed', own.whenOpen)
  lost.add('closed')
  const first = edit({ status: 'closed' })
  await waitForQueue(1)
  const second = edit({ status: 'review' })
  own.open()
  await Promise.all([first, second])
  expect(getConflicts(session).get()).toEqual([])
  expect(stored().status).toBe('review')
  expect(shown().status).toBe('review')
  session.undo.undoLast()
  await expect.poll(() => stored().status).toBe('open')
})

test('a rejected tag is reported though another one waits', async () => {
  const { session, edit, holds, rejections, waitForQueue, stored } = await openPosts()
  const own = createGate()
  holds.set('["Bad"]', own.whenOpen)
  rejections.set('["Bad"]', 422)
  const reports: unknown[] = []
  session.mutate.onError(({ request }) => void reports.push(request?.input))
  const first = edit({ tags: ['Bad'] })
  await waitForQueue(1)
  const second = edit({ tags: ['Bad', 'Good'] })
  own.open()
  expect((await first).state).toBe('error')
  expect((await second).state).toBe('saved')
  expect(reports).toHaveLength(1)
  expect(stored().tags).toEqual(['Good'])
})

test.each(['undone', 'stopped'])(
  'a job that is %s counts what a later change has saved in its place',
  async (end) => {
    const posts = await openPosts()
    const { session, gate, startJob, edit, shown, stored } = posts
    const job = startJob({ tags: ['Job'] })
    await edit({ tags: ['Job', 'Own'] })
    expect(stored().tags).toEqual(['Job', 'Own'])
    if (end === 'stopped') job.stop()
    else session.undo.undo(session.undo.list().at(-1)?.id ?? 0)
    gate.open()
    await job.finished
    if (end === 'stopped') return expect(lastOf(job)).toBe('done')
    await expect.poll(() => stored().tags).toEqual(['Own'])
    await expect.poll(() => session.mutate.isMutating()).toBe(false)
    expect(shown().tags).toEqual(['Own'])
  },
)

test('a read that began before an own change was saved does not bring back what was before', async () => {
  const posts = await openPosts({ hasVersions: false })
  const { session, gate, startJob, edit, holds, shown, stored } = posts
  const read = createGate()
  holds.set('/last', read.whenOpen)
  gate.open()
  const job = startJob({ tags: ['Mine'] })
  await posts.waitForRead()
  const change = edit({ status: 'closed' })
  // It waits until the read has ended.
  await expect.poll(() => session.mutate.pendingCount('last')).toBe(2)
  read.open()
  await Promise.all([change, job.finished])
  expect(shown()).toMatchObject({ status: 'closed', tags: ['Mine'] })
  expect(stored()).toMatchObject({ status: 'closed', tags: ['Mine'] })
})

test('a tag that a job adds stays removed though the removal was repeated', async () => {
  const posts = await openPosts()
  const { gate, startJob, edit, shown, stored } = posts
  const job = startJob({ tags: ['Mine'] })
  posts.change({ tags: ['Theirs'] })
  await edit({ tags: [] })
  expect(stored().tags).toEqual(['Theirs'])
  gate.open()
  await job.finished
  expect(stored().tags).toEqual(['Theirs'])
  expect(shown().tags).toEqual(['Theirs'])
})

test('a change over one that waits is repeated without a question', async () => {
  const posts = await openPosts()
  const { session, gate, startJob, edit, shown, stored } = posts
  const job = startJob({ status: 'planned' })
  posts.change({ title: 'Theirs' })
  const outcome = edit({ status: 'closed' })
  await expect
    .poll(() => getConflicts(session).get().length > 0 || stored().status === 'closed')
    .toBe(true)
  expect(getConflicts(session).get()).toEqual([])
  await outcome
  gate.open()
  await job.finished
  expect(stored().status).toBe('closed')
  expect(shown()).toMatchObject({ status: 'closed', title: 'Theirs' })
})

test('what a job has made stale is read once other changes are saved', async () => {
  const posts = await openPosts()
  const { gate, startJob, edit, holds, shown, isStale } = posts
  const [title, own] = [createGate(), createGate()]
  holds.set('Job', title.whenOpen)
  holds.set('closed', own.whenOpen)
  const job = startJob({ title: 'Job' })
  gate.open()
  await posts.waitForQueue(1)
  const change = edit({ status: 'closed' })
  title.open()
  await job.finished
  expect(isStale()).toBe(false)
  expect(shown()).toMatchObject({ title: 'Job', status: 'closed' })
  own.open()
  await change
  await expect.poll(isStale).toBe(true)
})
