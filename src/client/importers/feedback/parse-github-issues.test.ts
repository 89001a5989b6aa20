import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { planGithub } from './parse-github-issues.ts'

const issue = (number: number, more: object = {}) => ({
  number,
  id: number * 1000,
  title: `Issue ${number}`,
  html_url: `https://github.com/acme/widgets/issues/${number}`,
  user: { login: 'ada', type: 'User' },
  labels: [],
  state: 'open',
  created_at: '2024-05-06T10:00:00Z',
  updated_at: '2024-05-07T10:00:00Z',
  body: 'Text',
  ...more,
})
const plan = (file: unknown, options = {}) => planGithub(file, 'issues.json', options)
const postOf = (more: object) => plan([issue(7, more)]).posts[0]
const warnings = (...issues: object[]) => plan(issues).findings.notes.map(formatNote)

test('an issue becomes a post with its times, its author and a reference that names its repository', () => {
  const result = plan([issue(7, { closed_at: null, locked: false })])
  expect(result.board).toEqual({ external_ref: 'github:acme/widgets', name: 'acme/widgets' })
  expect(result.posts).toEqual([
    {
      external_ref: 'github:acme/widgets#7',
      path: '[0]',
      title: 'Issue 7',
      details: 'Text',
      status: 'open',
      tags: [],
      owner_ref: undefined,
      eta: undefined,
      user_ref: 'github:ada',
      imported_votes: 0,
      duplicate_of: undefined,
      created_at: '2024-05-06T10:00:00.000Z',
      updated_at: '2024-05-07T10:00:00.000Z',
    },
  ])
  expect(result.users).toEqual([
    { ref: 'github:ada', external_id: 'github:ada', name: 'ada', bot: false },
  ])
})

test('a flat list knows its issues by their address, with labels as texts', () => {
  const flat = [
    { url: 'https://tracker.example/1', title: 'One', labels: ['bug', 'ui'] },
    { html_url: 'https://tracker.example/2', title: 'Two', labels: 'bug, "a, b"' },
    { url: 'https://tracker.example/1', title: 'One again' },
  ]
  const { posts, tags } = plan(flat)
  expect(posts.map((post) => [post.external_ref, post.status, post.tags])).toEqual([
    ['github:https://tracker.example/1', 'open', ['bug', 'ui']],
    ['github:https://tracker.example/2', 'open', ['bug', 'a, b']],
  ])
  expect(tags.map(({ name }) => name)).toEqual(['bug', 'ui', 'a, b'])
  expect(warnings(...flat)).toEqual(['duplicate issue, the first one is used'])
})

test('pull requests are no posts; they are counted', () => {
  const result = plan([
    issue(1, { pull_request: { url: 'x' }, title: 'Add a thing' }),
    issue(2, { html_url: 'https://github.com/acme/widgets/pull/2' }),
    issue(3),
  ])
  expect(result.findings.read.posts).toBe(1)
  expect(result.findings.not_mapped[0]).toMatchObject({
    path: 'skipped: pull requests',
    count: 2,
    example: '"Add a thing"',
  })
})

test.each([
  ['open', null, 'open'],
  ['open', 'reopened', 'open'],
  ['closed', 'completed', 'complete'],
  ['closed', 'not_planned', 'closed'],
  ['closed', 'duplicate', 'closed'],
  ['closed', null, 'complete'],
  ['CLOSED', undefined, 'complete'],
  ['CLOSED', 'REOPENED', 'complete'],
  ['CLOSED', 'NOT_PLANNED', 'closed'],
  ['OPEN', undefined, 'open'],
])('an issue that is %s because %s is %s here', (state, state_reason, status) => {
  expect(postOf({ state, state_reason })?.status).toBe(status)
})

test('a missing text is empty, line ends are one kind, and comments in it stay', () => {
  expect(postOf({ body: null })?.details).toBe('')
  expect(postOf({ body: 'a\r\n<!-- b -->\r\nc' })?.details).toBe('a\n<!-- b -->\nc')
  expect(postOf({ title: ' Two\r\nlines ' })?.title).toBe('Two lines')
})

test('a title that is too long is shortened, and stands whole before the details', () => {
  const title = '😀'.repeat(300)
  const post = postOf({ title })
  expect([...(post?.title ?? '')]).toHaveLength(255)
  expect(post?.details).toBe(`${title}\n\nText`)
  expect(warnings(issue(7, { title }))).toEqual([
    'issues[].title: more than 255 characters, shortened; the whole stands before the details',
  ])
})

test('an issue without title or id is rejected with its path', () => {
  const result = plan({
    issues: [
      issue(1, { title: ' \n' }),
      null,
      issue(2, { body: 'x'.repeat(50_001) }),
      { title: 'Nameless', state: 'open' },
      issue(3, { comments: [{ body: ' ' }, 'text', { body: 'y'.repeat(10_001), id: 5 }] }),
    ],
  })
  expect(result.findings.rejected.map(({ path, id, reason }) => [path, id, reason])).toEqual([
    ['issues[0]', '1', 'it has no title'],
    ['issues[1]', null, 'expected an issue, found null'],
    ['issues[2]', '2', 'the details have 50001 characters (at most 50000)'],
    ['issues[3]', null, 'missing number, id and URL'],
    ['issues[4].comments[0]', null, 'it is blank'],
    ['issues[4].comments[1]', null, 'expected an object, found "text"'],
    ['issues[4].comments[2]', '5', 'it has 10001 characters (at most 10000)'],
  ])
  expect([result.findings.read.posts, result.findings.read.comments]).toEqual([5, 3])
})

test('an issue that stands in the file again is one post', () => {
  const result = plan([issue(1), issue(1, { title: 'Later' }), issue(2)])
  expect(result.posts.map(({ title }) => title)).toEqual(['Issue 1', 'Issue 2'])
  expect(result.findings.read.posts).toBe(2)
  expect(warnings(issue(1), issue(1))).toEqual(['duplicate issue, the first one is used'])
})

test('people who are gone are one deleted user, and bots are marked', () => {
  const result = plan([
    issue(1, { user: null }),
    issue(2, { user: { login: 'ghost' } }),
    issue(3, { user: { login: 'dependabot[bot]', type: 'Bot' } }),
  ])
  expect(result.users.map(({ ref, name, bot }) => [ref, name, bot])).toEqual([
    ['github:ghost', 'Deleted user', false],
    ['github:dependabot[bot]', 'dependabot[bot]', true],
  ])
  expect(plan([issue(2, { user: { login: 'ghost' } })]).users[0]?.name).toBe('Deleted user')
})

test('votes whose voters are not known are counted apart, by thumbs or by all reactions', () => {
  expect(postOf({ reactions: { '+1': 3, total_count: 9, heart: 6 } })?.imported_votes).toBe(3)
  expect(postOf({ reactions: { total_count: 9 } })?.imported_votes).toBe(9)
  const result = plan([issue(1, { reactions: { '+1': 3, heart: 6, total_count: 9, url: 'x' } })])
  expect(result.votes).toEqual([])
  expect(result.findings.not_mapped.map(({ path, amount }) => [path, amount])).toContainEqual([
    'issues[].reactions.heart',
    '6 items in 1 issue',
  ])
})

test('labels become tags with their colour; of one name there is one, and a post has at most twenty', () => {
  const labels = [
    { name: 'Bug', color: 'D73A4A' },
    { name: 'bug' },
    'x'.repeat(101),
    '',
    'two, words',
  ]
  const result = plan([issue(1, { labels }), issue(2, { labels: ['BUG'] })])
  expect(result.tags).toEqual([
    { name: 'Bug', color: '#d73a4a' },
    { name: 'two, words', color: undefined },
  ])
  expect(result.posts.map(({ tags }) => tags)).toEqual([['Bug', 'two, words'], ['Bug']])
  expect(warnings(issue(1, { labels }))).toEqual([
    'issues[].labels: cannot be read, omitted',
    'tag longer than 100 characters, omitted',
  ])
  const many = Array.from({ length: 21 }, (_, at) => `tag ${at}`)
  expect(postOf({ labels: many })?.tags).toHaveLength(20)
})

test('the due day of a milestone is the ETA as it is written, and the first assignee owns the post', () => {
  const post = postOf({
    milestone: { title: '2.0', due_on: '2024-09-30T23:30:00Z' },
    assignees: [{ login: 'ben', name: 'Ben' }, { login: 'ada' }],
  })
  expect(post).toMatchObject({ eta: '2024-09-30', owner_ref: 'github:ben' })
  expect(postOf({ milestone: { title: '2.0', due_on: null } })?.eta).toBeUndefined()
})

test('what labels, people and further assignees have besides is reported', () => {
  const { findings } = plan([
    issue(1, {
      labels: [{ name: 'bug', color: 'd73a4a', description: 'Broken' }],
      user: { login: 'ada', avatar_url: 'https://x.io/a.png' },
      assignees: [{ login: 'ben' }, { login: 'cy' }],
    }),
  ])
  expect(findings.not_mapped.map(({ path, summary }) => [path, summary])).toEqual([
    ['issues[].assignees', '1 other assignee in 1 issue'],
    ['issues[].labels[].description', '1 label description'],
    ['issues[].user.avatar_url', null],
  ])
})

test('comments come in their order, those of members and owners as the team’s', () => {
  const comments = [
    { author: 'cy', authorAssociation: 'MEMBER', body: 'Done', createdAt: '2024-05-08T00:00:00Z' },
    {
      author: 'dee',
      authorAssociation: 'COLLABORATOR',
      body: 'a',
      createdAt: '2024-05-07T00:00:00Z',
    },
    { author: null, authorAssociation: 'NONE', body: 'b', createdAt: '2024-05-07T00:00:00Z' },
  ]
  const result = plan({ repo: 'acme/widgets', issues: [{ ...issue(1), comments }], pulls: [{}] })
  expect(result.comments.map(({ body, author, internal }) => [body, author, internal])).toEqual([
    ['a', { user_ref: 'github:dee' }, false],
    ['b', { user_ref: 'github:ghost' }, false],
    ['Done', { member_ref: 'github:cy' }, false],
  ])
  expect(new Set(result.comments.map(({ external_ref }) => external_ref)).size).toBe(3)
  expect(result.members).toEqual([{ external_ref: 'github:cy', name: 'cy' }])
})

test('comments that are only a number are reported as unmapped', () => {
  const { findings } = plan([issue(1, { comments: 4 }), issue(2, { comments: 0, locked: true })])
  expect(findings.not_mapped.map(({ path, amount }) => `${path}: ${amount}`)).toEqual([
    'issues[].comments: 4 items in 1 issue',
    'issues[].locked: 1 issue',
  ])
})

test('issues that do not say where they are from are named by the given source, or by their ids', () => {
  const bare = issue(7, { html_url: undefined })
  expect(plan([bare], { source: 'acme/old' }).posts[0]?.external_ref).toBe('github:acme/old#7')
  expect(plan([bare]).posts[0]?.external_ref).toBe('github:7000')
  expect(plan([bare], { board: 'ideas' }).board).toEqual({ id_or_slug: 'ideas' })
})

test.each([
  [[], /an empty list/],
  [[{ tag_name: 'v1' }], /Expected issues, found a list of 1/],
  ['text', /Expected issues, found "text"/],
  [{ cards: [] }, /Expected issues, found the keys cards/],
])('%j is refused as a whole', (file, message) => {
  expect(() => plan(file)).toThrow(message)
})

test('the comments of an issue that is read page by page are all of them', () => {
  const comment = (id: number) => ({ id, body: `Comment ${id}`, user: { login: 'ada' } })
  const page = (...ids: readonly number[]) =>
    issue(7, { comments: { totalCount: 3, nodes: ids.map(comment) } })
  const { posts, comments, findings } = plan([page(1, 2), page(2, 3)])
  expect(posts).toHaveLength(1)
  expect(comments.map(({ body }) => body)).toEqual(['Comment 1', 'Comment 2', 'Comment 3'])
  expect(JSON.stringify(findings.not_mapped)).not.toContain('comment')
})

test('all reactions together are votes only where none is told apart', () => {
  expect(postOf({ reactions: { heart: 3, total_count: 3 } })?.imported_votes).toBe(0)
  expect(postOf({ reactions: { THUMBS_UP: 3, HEART: 2, totalCount: 5 } })?.imported_votes).toBe(3)
  expect(postOf({ reactions: { totalCount: 5 } })?.imported_votes).toBe(5)
})

test('the name of a person is one that any issue gives, and another one is noted', () => {
  const by = (name?: string) => ({ user: undefined, author: { login: 'ada-moss', name } })
  const { users, findings } = plan([
    issue(1, by()),
    issue(2, by('Ada Moss')),
    issue(3, by('A. M.')),
  ])
  expect(users).toMatchObject([{ ref: 'github:ada-moss', name: 'Ada Moss' }])
  expect(findings.notes.map((note) => [formatNote(note), note.example])).toEqual([
    ['users: another name of the same person, the first one is used', 'github:ada-moss, A. M.'],
  ])
})
