import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { parseJsonPages } from '#client/importers/formats/json-pages.ts'
import { planGithub } from './parse-github-issues.ts'

interface Issue {
  readonly number: number
  readonly votes: number
  readonly hearts: number
  /** True for a hidden one. */
  readonly comments: readonly boolean[]
}

const issues: readonly Issue[] = [
  { number: 1, votes: 14, hearts: 3, comments: [false, true, false] },
  { number: 2, votes: 0, hearts: 0, comments: [] },
  { number: 3, votes: 2, hearts: 0, comments: [true] },
  { number: 4, votes: 0, hearts: 5, comments: [false] },
  { number: 5, votes: 1, hearts: 1, comments: [true, true] },
]

const repeat = (count: number, content: string) =>
  Array.from({ length: count }, () => ({ content }))

/** How a source writes votes and hearts. */
const reactionForms: Record<string, (votes: number, hearts: number) => object> = {
  'counts by name': (votes, heart) => ({
    reactions: { url: 'x', total_count: votes + heart, '+1': votes, '-1': 0, heart },
  }),
  'groups with users': (votes, hearts) => ({
    reactionGroups: [
      { content: 'THUMBS_UP', users: { totalCount: votes } },
      { content: 'HEART', users: { totalCount: hearts } },
    ].filter(({ users }) => users.totalCount > 0),
  }),
  'groups with reactors': (votes, hearts) => ({
    reactions: { totalCount: votes + hearts },
    reactionGroups: [
      { content: 'THUMBS_UP', reactors: { totalCount: votes } },
      { content: 'HEART', reactors: { totalCount: hearts } },
      { content: 'EYES', reactors: { totalCount: 0 } },
    ],
  }),
  'single reactions': (votes, hearts) => ({
    reactions: [...repeat(votes, '+1'), ...repeat(hearts, 'heart')],
  }),
  'nodes of reactions': (votes, hearts) => ({
    reactions: { nodes: [...repeat(votes, 'THUMBS_UP'), ...repeat(hearts, 'HEART')] },
  }),
}

type List = (items: readonly unknown[]) => unknown

const listForms: Record<string, List> = {
  list: (items) => items,
  nodes: (nodes) => ({ totalCount: nodes.length, nodes }),
  edges: (items) => ({ edges: items.map((node) => ({ node })) }),
}

const pagesOf = (items: readonly unknown[]) => [
  items.slice(0, 2),
  items.slice(2, 4),
  items.slice(4),
]
const search =
  (total_count: number): List =>
  (items) => ({
    total_count,
    incomplete_results: false,
    items,
  })
const connection: List = (nodes) => ({
  data: { repository: { issues: { totalCount: issues.length, nodes, pageInfo: {} } } },
})
const printed = (values: readonly unknown[], separator: string) =>
  values.map((value) => JSON.stringify(value)).join(separator)

/** What a person has in a file, by the command that wrote it. */
const fileForms: Record<string, (items: readonly unknown[]) => string> = {
  list: (items) => JSON.stringify(items, null, 2),
  paginate: (items) => printed(pagesOf(items), ''),
  'paginate with lines': (items) => printed(pagesOf(items), '\n'),
  slurp: (items) => JSON.stringify(pagesOf(items)),
  'one a line': (items) => `${printed(items, '\n')}\n`,
  'one a line, indented': (items) => items.map((item) => JSON.stringify(item, null, 1)).join('\n'),
  search: (items) => JSON.stringify(search(items.length)(items)),
  'search by pages': (items) => printed(pagesOf(items).map(search(items.length)), ''),
  'search slurped': (items) => JSON.stringify(pagesOf(items).map(search(items.length))),
  graphql: (items) => JSON.stringify(connection(items)),
  'graphql by pages': (items) => printed(pagesOf(items).map(connection), '\n'),
  'graphql search': (items) =>
    JSON.stringify({ data: { search: { issueCount: 5, edges: items.map((node) => ({ node })) } } }),
  'a dump': (items) => JSON.stringify({ repo: 'acme/widgets', issues: items }),
}

const commentOf = (number: number, hidden: boolean, index: number) => ({
  id: `IC_${number}_${index}`,
  author: { login: 'ben' },
  body: hidden ? 'Buy pills' : `Comment ${index}`,
  createdAt: `2024-05-0${index + 1}T10:00:00Z`,
  isMinimized: hidden,
  minimizedReason: hidden ? 'spam' : '',
  url: `https://github.com/acme/widgets/issues/${number}#issuecomment-${index}`,
})

test.each(Object.keys(fileForms))(
  'generated issues in the form "%s" arrive with votes and comments',
  async (name) => {
    for (const [reactionName, reactionsOf] of Object.entries(reactionForms)) {
      for (const [listName, list] of Object.entries(listForms)) {
        const items = issues.map(({ number, votes, hearts, comments }) => ({
          number,
          title: `Idea ${number}`,
          state: 'OPEN',
          url: `https://github.com/acme/widgets/issues/${number}`,
          labels: list([{ name: 'idea' }]),
          assignees: list([{ login: 'mae' }]),
          ...reactionsOf(votes, hearts),
          comments: list(comments.map((hidden, index) => commentOf(number, hidden, index))),
        }))
        const text = fileForms[name]?.(items) ?? ''
        const { posts, comments, findings } = planGithub(
          await parseJsonPages(text),
          'file.json',
          {},
        )
        const form = `${name}, ${reactionName}, ${listName}`
        expect([
          form,
          posts.map((post) => [post.external_ref, post.imported_votes, post.tags, post.owner_ref]),
        ]).toEqual([
          form,
          issues.map(({ number, votes }) => [
            `github:acme/widgets#${number}`,
            votes,
            ['idea'],
            'github:mae',
          ]),
        ])
        expect(comments.map(({ body }) => body)).toEqual(
          issues.flatMap((issue) =>
            issue.comments.flatMap((hidden, index) => (hidden ? [] : [`Comment ${index}`])),
          ),
        )
        const counts = new Map(findings.not_mapped.map(({ path, count }) => [path, count]))
        expect(counts.get('skipped: hidden comments')).toBe(4)
        expect(counts.get('issues[].reactions.heart')).toBe(9)
        expect(counts.has('issues[].comments')).toBe(false)
        expect([findings.rejected, findings.notes]).toEqual([[], []])
      }
    }
  },
)

test('what is missing, hidden or reacted to is counted in the report', async () => {
  const issue = {
    number: 1,
    title: 'Idea',
    url: 'https://github.com/acme/widgets/issues/1',
    reactionGroups: [],
    comments: {
      totalCount: 5,
      nodes: [
        {
          ...commentOf(1, false, 0),
          reactionGroups: [{ content: 'THUMBS_UP', users: { totalCount: 4 } }],
        },
        commentOf(1, true, 1),
      ],
    },
  }
  const { posts, findings } = planGithub(
    { data: { repository: { issues: { totalCount: 8, nodes: [issue] } } } },
    'file.json',
    {},
  )
  expect(posts.map(({ imported_votes }) => imported_votes)).toEqual([0])
  const content = findings.not_mapped.filter(({ bookkeeping }) => !bookkeeping)
  expect(content.map(({ summary, example }) => [summary, example])).toEqual([
    ['3 comments in 1 issue', '"3, without their texts"'],
    ['4 reactions to comments in 1 comment', '4'],
    ['1 hidden comment', '"spam, by ben on 1"'],
  ])
  expect(findings.notes).toEqual([
    { code: 'missing_issues', params: {}, count: 1, example: '7 of 8' },
  ])
})

test('one app is one user, whatever the source calls it', async () => {
  const accounts = [
    { login: 'renovate[bot]', type: 'Bot' },
    { login: 'app/renovate', is_bot: true },
    { login: 'renovate', __typename: 'Bot' },
  ]
  const items = accounts.map((author, number) => ({ number, title: 'Idea', state: 'open', author }))
  expect(planGithub(items, 'file.json', { source: 'acme/widgets' }).users).toEqual([
    {
      ref: 'github:renovate[bot]',
      external_id: 'github:renovate[bot]',
      name: 'renovate[bot]',
      bot: true,
    },
  ])
})

test.each([
  ['[{"number":1}]\n[{"number":2,]', /Line 2, column 14: expected a name in double quotes/],
  ['{"number":1}\n{"number":2', /Line 2, column 12: expected a comma or a closing brace/],
  ['[1] and more', /Line 1, column 5: expected the end of the file/],
  ['[{"a":1}]]', /Line 1, column 10/],
])('%j is refused with the place where it is damaged', async (text, message) => {
  await expect(parseJsonPages(text)).rejects.toThrow(message)
})

test.each([[null], [7], [[{ name: 'nested' }]], [{}]])(
  'an item %j of any list of a dump is imported or reported by its path',
  (junk) => {
    const file = {
      repo: 'acme/widgets',
      labels: ['ui', junk, { name: 'api' }],
      pulls: [junk, { number: 9 }],
      issues: [
        {
          number: 1,
          title: 'Issue',
          labels: [junk, 'ui'],
          assignees: [junk, { login: 'ada' }, { login: 'ben' }],
          reactions: [{ content: '+1' }, junk, junk],
          comments: [junk],
        },
        { number: 2, title: 'Other', reactionGroups: [junk] },
        junk,
      ],
    }
    const { tags, posts, members, findings } = planGithub(file, 'dump.json', {})
    expect(tags.map(({ name }) => name)).toEqual(['ui', 'api'])
    expect(members.map(({ name }) => name)).toEqual(['ada'])
    expect(posts.map(({ imported_votes }) => imported_votes)).toEqual([1, 0])
    const notes = findings.notes.map((note) => `${formatNote(note)}: ${note.count}`)
    expect(notes).toEqual([
      'labels: cannot be read, omitted: 1',
      'issues[].assignees: cannot be read, omitted: 1',
      'issues[].labels: cannot be read, omitted: 1',
    ])
    const lost = findings.not_mapped.map(({ path, count }) => `${path}: ${count}`)
    expect(lost).toContain('skipped: pull requests: 2')
    expect(lost).toContain('skipped: reactions that cannot be read: 3')
    expect(lost).toContain('issues[].assignees: 1')
    expect(findings.rejected.map(({ path }) => path)).toEqual([
      'issues[0].comments[0]',
      'issues[2]',
    ])
  },
)

test('what stands beside the issues of a dump is reported, also where it cannot be read', () => {
  const issues = [{ number: 1, title: 'Idea', url: 'https://github.com/acme/widgets/issues/1' }]
  const { findings } = planGithub(
    { issues, labels: 'bug, ui', pulls: 'many', repo: { name: 'widgets' }, taken: 'today' },
    'file.json',
    {},
  )
  expect(findings.not_mapped.map(({ path }) => path).toSorted()).toEqual([
    'labels',
    'pulls',
    'repo',
    'taken',
  ])
  const plain = planGithub({ issues, repo: 'acme/widgets' }, 'file.json', {})
  expect(plain.findings.empty.filter((path) => !path.includes('[]'))).toEqual([])
})
