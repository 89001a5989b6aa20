import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createApiClient } from '#client/api-client.ts'
import type { ApplyOptions } from '#client/importers/core/import-call.ts'
import {
  type ImportWorkspace,
  countsOf,
  openImportWorkspace,
} from '#client/importers/core/test-importer.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'
import { feedbackImporter } from './feedback-importer.ts'
import type { FeedbackOptions } from './feedback-plan.ts'

let service: TestService
let owner: ImportWorkspace
let call: ImportWorkspace['call']

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await openImportWorkspace(service)
  call = owner.call
})

const runImport = async (
  files: Record<string, string>,
  options: ApplyOptions & FeedbackOptions = {},
) => {
  const [report] = await owner.run(feedbackImporter(options), files, options)
  if (!report) throw new Error('nothing was imported')
  return report
}
const importDump = (issues: readonly object[], options: ApplyOptions & FeedbackOptions = {}) =>
  runImport({ 'dump.json': JSON.stringify({ repo: 'acme/widgets', issues, labels }) }, options)
const stored = async () => {
  const posts = (await call('GET /feedback/posts', { sort: 'created_at' })).data
  const comments = posts.map(async ({ id: post_id }) =>
    call('GET /feedback/posts/:post_id/comments', { post_id, internal: true }),
  )
  const votes = posts.map(async ({ id: post_id }) =>
    call('GET /feedback/posts/:post_id/votes', { post_id }),
  )
  return {
    posts,
    comments: (await Promise.all(comments)).flatMap(({ data }) => data),
    votes: (await Promise.all(votes)).flatMap(({ data }) => data),
    users: (await call('GET /feedback/users', {})).data,
    members: (await call('GET /members', {})).data,
    boards: (await call('GET /feedback/boards', {})).data,
    tags: (await call('GET /feedback/tags', {})).data,
  }
}

const labels = [{ name: 'bug', color: 'd73a4a' }, { name: 'unused' }]
const issue = (number: number, more: object = {}) => ({
  number,
  title: `Issue ${number}`,
  body: 'Text',
  state: 'OPEN',
  author: 'ada',
  labels: ['bug'],
  createdAt: `2024-05-0${number}T10:00:00Z`,
  updatedAt: '2024-06-01T10:00:00Z',
  ...more,
})
const dumpComment = (author: string, body: string, authorAssociation = 'NONE') => ({
  author,
  authorAssociation,
  body,
  createdAt: `2024-05-1${body.length}T00:00:00Z`,
})
const dump = [
  issue(1, { state: 'CLOSED', reactions: { '+1': 4 }, assignees: ['ben'] }),
  issue(2, { comments: [dumpComment('cy', 'Me'), dumpComment('ben', 'Yes', 'OWNER')] }),
  issue(3, { author: null, labels: [], milestone: { title: '2', due_on: '2024-09-30T07:00:00Z' } }),
]

test('an export is imported completely and a second import writes nothing', async () => {
  const counts = { boards: 1, members: 1, users: 3, tags: 2, posts: 3, comments: 2, votes: 0 }
  const lines = (verdict: string) =>
    Object.fromEntries(
      Object.entries(counts).map(([kind, count]) => [kind, countsOf(count, { [verdict]: count })]),
    )
  const report = await importDump(dump)
  expect(report.counts).toEqual(lines('created'))
  expect(new Set((await owner.eventsWithSilence()).map(({ silent }) => silent))).toEqual(
    new Set([true]),
  )
  const result = await stored()
  expect(result.posts).toMatchObject([
    {
      external_ref: 'github:acme/widgets#1',
      status: 'complete',
      tags: ['bug'],
      owner: { name: 'ben' },
      author: { type: 'user', name: 'ada' },
      vote_count: 0,
      imported_votes: 4,
      created_at: '2024-05-01T10:00:00.000Z',
      updated_at: '2024-06-01T10:00:00.000Z',
    },
    { status: 'open', comment_count: 2, updated_at: '2024-06-01T10:00:00.000Z' },
    { eta: '2024-09-30', author: { name: 'Deleted user' } },
  ])
  expect(result.comments.map(({ body, author }) => [body, author?.type, author?.name])).toEqual([
    ['Me', 'user', 'cy'],
    ['Yes', 'team', 'ben'],
  ])
  expect(result.tags.map(({ name, color }) => [name, color])).toEqual([
    ['bug', '#d73a4a'],
    ['unused', 'gray'],
  ])
  const changed = { updated_since: '2024-06-01T00:00:00Z' }
  expect((await call('GET /feedback/posts', changed)).data).toHaveLength(3)

  await owner.events()
  expect((await importDump(dump)).counts).toEqual(lines('unchanged'))
  expect(await stored()).toEqual(result)
  expect(await owner.events()).toEqual([])
})

test('a second import leaves votes that were merged here', async () => {
  await importDump(dump)
  const [first, second] = (await stored()).posts
  const [post_id, into_id] = [first?.id ?? '', second?.id ?? '']
  await call('POST /feedback/posts/:post_id/merge', { post_id, into_id })
  const merged = await call('GET /feedback/posts/:post_id', { post_id: into_id })
  expect(merged).toMatchObject({ imported_votes: 4, merged_imported_votes: 4, votes_total: 4 })
  expect((await importDump(dump.slice(1))).counts['posts']).toEqual(countsOf(2, { unchanged: 2 }))
  const reactions = { '+1': 3 }
  await importDump([{ ...dump[1], reactions }, ...dump.slice(2)])
  expect(await call('GET /feedback/posts/:post_id', { post_id: into_id })).toMatchObject({
    imported_votes: 7,
    votes_total: 7,
  })
})

test('a dry run counts the same and writes nothing, before an import and after', async () => {
  const before = await importDump(dump, { dry_run: true })
  expect((await stored()).boards).toEqual([])
  expect(await owner.events()).toEqual([])
  expect((await importDump(dump)).counts).toEqual(before.counts)
  const result = await stored()
  const newer = [issue(1, { title: 'Renamed' }), ...dump.slice(1), issue(4)]
  const told = await importDump(newer, { dry_run: true })
  expect(await stored()).toEqual(result)
  expect((await importDump(newer)).counts).toEqual(told.counts)
  expect(told.counts['posts']).toEqual(countsOf(4, { created: 1, updated: 1, unchanged: 2 }))
})

test('a newer dump updates what it says and leaves what was set here', async () => {
  await importDump(dump)
  const [, second, third] = (await stored()).posts
  const mine = { tags: ['bug', 'mine'], eta: '2030-01-01', status: 'planned' }
  await call('PATCH /feedback/posts/:post_id', { post_id: second?.id ?? '', ...mine })
  await call('PATCH /feedback/posts/:post_id', { post_id: third?.id ?? '', eta: '2030-01-01' })

  const comments = [
    dumpComment('cy', 'Me'),
    { ...dumpComment('ben', 'Yes', 'OWNER'), body: 'Yes, soon' },
    dumpComment('ada', 'Good'),
  ]
  await importDump([dump[0] ?? {}, issue(2, { labels: ['unused'], comments }), dump[2] ?? {}])
  const { posts, comments: storedComments } = await stored()
  expect(posts[1]).toMatchObject({
    tags: ['unused', 'mine'],
    eta: '2030-01-01',
    status: 'open',
    updated_at: '2024-06-01T10:00:00.000Z',
  })
  expect(posts[2]?.eta).toBe('2024-09-30')
  expect(storedComments.map(({ body }) => body)).toEqual(['Me', 'Yes, soon', 'Good'])
})

test('tags that were set here stay where the file has more than a post takes', async () => {
  await importDump([issue(1)])
  const [post] = (await stored()).posts
  const mine = Array.from({ length: 19 }, (_, n) => `mine ${n}`)
  await call('PATCH /feedback/posts/:post_id', { post_id: post?.id ?? '', tags: mine })
  const newer = [issue(1, { labels: ['one', 'two', 'three'] })]
  const report = await importDump(newer)
  expect(report.notes).toMatchObject([{ code: 'too_many', params: { path: 'tags', limit: 20 } }])
  expect((await stored()).posts[0]?.tags.toSorted()).toEqual([...mine, 'one'].toSorted())
  expect((await importDump(newer)).counts['posts']).toEqual(countsOf(1, { unchanged: 1 }))
})

test('a deleted post stays deleted and its comments are warned about', async () => {
  await importDump(dump)
  const [, second] = (await stored()).posts
  await call('DELETE /feedback/posts/:post_id', { post_id: second?.id ?? '' })
  const report = await importDump(dump)
  expect(report.rejected.map(({ path, reason }) => [path, reason])).toEqual([
    ['issues[1]', 'rejected by the server: it was deleted here and can be restored.'],
    ['issues[1].comments[0]', expect.stringContaining('no post github:acme/widgets#2')],
    ['issues[1].comments[1]', expect.stringContaining('no post github:acme/widgets#2')],
  ])
})

test('posts can go to a board that is here, by its slug; one that is not there ends the import', async () => {
  const board = await call('POST /feedback/boards', { name: 'Ideas', slug: 'ideas' })
  const report = await importDump(dump, { board: 'ideas' })
  expect(report.into).toEqual({ what: 'Feedback board', id: board.id, name: 'Ideas' })
  expect((await stored()).boards).toMatchObject([{ id: board.id, post_count: 3 }])
  await expect(importDump(dump, { board: 'nowhere' })).rejects.toThrow(
    'No feedback board has the id or slug nowhere',
  )
})

test('bots are marked and existing users keep their name', async () => {
  const identity = { external_id: 'github:ada', name: 'Ada Moss' }
  await call('POST /feedback/users/identify', identity)
  await importDump([issue(1), issue(2, { author: { login: 'robo[bot]' } })])
  const { users } = await stored()
  expect(new Map(users.map(({ name, attributes }) => [name, attributes]))).toEqual(
    new Map([
      ['Ada Moss', {}],
      ['robo[bot]', { bot: 'true' }],
    ]),
  )
})

const tables = {
  'posts.csv':
    'id,title,author_email,status,tags,vote_count,created_at\n1,One,ada@example.com,planned,"a,b",3,2024-05-01\n2,Two,,Nowhere,,,\n',
  'comments.csv':
    'post_id,body,author_email,is_staff\n1,Hello,cy@example.com,\n2,Lost,,\n8,Lost,,\n',
  'notes.csv': 'post_id,body\n1,Only us\n',
  'votes.csv': 'post_id,voter_email\n1,ada@example.com\n1,cy@example.com\n9,cy@example.com\n',
}

test('tables are one import and rows of unknown posts are rejected', async () => {
  const report = await runImport(tables)
  expect(report.counts).toMatchObject({
    posts: countsOf(2, { created: 1, rejected: 1 }),
    comments: countsOf(4, { created: 2, rejected: 2 }),
    votes: countsOf(3, { created: 2, rejected: 1 }),
  })
  expect(report.rejected.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
    'posts.csv row 3: rejected by the server: there is no status nowhere here.',
    'comments.csv row 3: rejected by the server: no post csv:2 was imported.',
    'comments.csv row 4: rejected by the server: no post csv:8 was imported.',
    'votes.csv row 4: rejected by the server: no post csv:9 was imported.',
  ])
  const result = await stored()
  expect(result.posts).toMatchObject([
    { vote_count: 2, imported_votes: 1, comment_count: 1, internal_comment_count: 1 },
  ])
  const [post] = result.posts
  const seen = await call('GET /feedback/posts/:post_id/comments', { post_id: post?.id ?? '' })
  expect(seen.data.map(({ body }) => body)).toEqual(['Hello'])

  await owner.events()
  expect((await runImport(tables)).counts).toMatchObject({
    posts: countsOf(2, { unchanged: 1, rejected: 1 }),
    comments: countsOf(4, { unchanged: 2, rejected: 2 }),
    votes: countsOf(3, { unchanged: 2, rejected: 1 }),
  })
  expect(await stored()).toEqual(result)
  expect(await owner.events()).toEqual([])
})

test('comments and votes can come after their posts, in files of their own', async () => {
  await runImport({ 'posts.csv': 'id,title\n1,One\n' })
  const { 'comments.csv': comments, 'votes.csv': votes } = tables
  const report = await runImport({ 'comments.csv': comments, 'votes.csv': votes })
  expect(report.counts).toMatchObject({ boards: countsOf(0), posts: countsOf(0) })
  expect((await stored()).posts).toMatchObject([{ comment_count: 1, vote_count: 2 }])
})

test('a duplicate of Fider ends in a link to the post it repeats, and stays so', async () => {
  const text =
    'number,title,description,status,original_number,response,responded_by\n1,First [one],Text,declined,,No,Ben\n2,Second,,duplicate,1,,\n'
  await runImport({ 'fider.csv': text })
  const result = await stored()
  const [first, second] = result.posts.toSorted((a, b) => (a.title < b.title ? -1 : 1))
  expect(second).toMatchObject({
    status: 'closed',
    details: `Duplicate of [First \\[one\\]](/feedback/posts/${first?.id})`,
  })
  expect(result.comments).toMatchObject([{ body: 'No', author: { type: 'team', name: 'Ben' } }])
  const again = await runImport({ 'fider.csv': text })
  expect(again.counts).toMatchObject({ posts: countsOf(2, { unchanged: 2 }) })
})

test('a key that is no admin’s, or a service without import mode, ends an import before its first write', async () => {
  const body = { name: 'Plain', scope: 'write' }
  const { key } = (await owner.request('POST /api-keys', { body })).body
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
    service.app.fetch(new Request(input, init))
  const plain = createApiClient({ base_url: 'http://service.test/v1', key, fetch })
  const [ready] = await feedbackImporter({})([
    { path: 'posts.csv', name: 'posts.csv', text: 'id,title\n1,One\n' },
  ])
  await expect(ready?.apply(plain, {})).rejects.toThrow('requires an admin key')
  const without = async (name: string) => {
    throw Object.assign(new Error(name), { code: 'not_found' })
  }
  await expect(ready?.apply(without, {})).rejects.toThrow('does not support this import')
  expect((await stored()).boards).toEqual([])
})

const caseFile = (name: string) => ({
  [name]: readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url), 'utf8'),
})

test('the issues of gh issue list bring their votes, and no comment that was hidden', async () => {
  const files = caseFile('gh-issue-list.json')
  const report = await runImport(files)
  const result = await stored()
  expect(
    result.posts.map((post) => [post.title, post.imported_votes, post.status].join()).sort(),
  ).toEqual(['Dark theme,2,closed', 'Export,0,closed', 'Offline mode,14,open'])
  expect(result.comments.map(({ body, author }) => [body, author?.name])).toEqual([
    ['Me too', 'ben-oak'],
    ['On it', 'mae-team'],
  ])
  const content = report.not_mapped.filter(({ bookkeeping }) => !bookkeeping)
  expect(content.map(({ summary, example }) => [summary, example])).toEqual(
    expect.arrayContaining([
      ['1 hidden comment', '"spam, by spam-99 on 12"'],
      ['3 heart reactions in 1 issue', '3'],
    ]),
  )
  const again = await runImport(files)
  expect(Object.values(again.counts).map(({ read, unchanged }) => read - unchanged)).toEqual(
    Object.values(again.counts).map(() => 0),
  )
  expect(await stored()).toEqual(result)
})

test.each(['gh-api-slurp.json', 'gh-api-paginate.json', 'gh-issues.ndjson.json', 'gh-search.json'])(
  '%s becomes three posts with their votes, and a second import changes nothing',
  async (name) => {
    const { counts } = await runImport(caseFile(name))
    expect(counts['posts']).toEqual(countsOf(3, { created: 3 }))
    const result = await stored()
    expect(result.posts.map((post) => [post.external_ref, post.imported_votes])).toEqual([
      ['github:acme/pages#1', 1],
      ['github:acme/pages#2', 2],
      ['github:acme/pages#3', 3],
    ])
    expect((await runImport(caseFile(name))).counts['posts']).toEqual(countsOf(3, { unchanged: 3 }))
    expect(await stored()).toEqual(result)
  },
)
