import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { feedbackImporter } from './feedback-importer.ts'
import { parseFeedbackTable, planTables } from './parse-feedback-csv.ts'
import { planFider } from './parse-fider.ts'

const file = (name: string, text: string) => ({ path: `exports/${name}`, name, text })
const fider = (...rows: string[]) => {
  const header =
    'number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags'
  return planFider(parseFeedbackTable(file('fider.csv', [header, ...rows].join('\r\n'))), {})
}
const tables = (files: Record<string, string>, options = {}) =>
  planTables(
    Object.entries(files).map(([name, text]) => parseFeedbackTable(file(name, text))),
    options,
  )
const places = ({ findings }: ReturnType<typeof fider>) =>
  findings.rejected.map(({ kind, path, reason }) => `${kind}, ${path}: ${reason}`)

test('a row of Fider becomes a post with what the team answered', () => {
  const result = fider(
    '12,"Dark, please",Eyes hurt,2024-05-06T10:00:00Z,Ada Moss,31,4,started,Ben Reed,2024-05-08T09:00:00Z,"On it",,,"ui, theme"',
  )
  expect(result.posts).toMatchObject([
    {
      external_ref: 'fider:12',
      path: 'fider.csv row 2',
      title: 'Dark, please',
      status: 'in_progress',
      tags: ['ui', 'theme'],
      user_ref: 'fider:Ada Moss',
      imported_votes: 31,
      created_at: '2024-05-06T10:00:00.000Z',
      updated_at: '2024-05-08T09:00:00.000Z',
    },
  ])
  expect(result.comments).toMatchObject([
    { body: 'On it', internal: false, author: { member_ref: 'fider:ben reed' } },
  ])
  expect(result.findings.not_mapped.map(({ path, amount }) => `${path}: ${amount}`)).toEqual([
    'fider.csv column "comments_count": 1 cell',
  ])
  expect(result.findings.notes.map(formatNote)).toEqual([
    'tags: split at its separators; a tag that has one itself came out as two',
  ])
})

test.each([
  ['open', 'open'],
  ['planned', 'planned'],
  ['started', 'in_progress'],
  ['completed', 'complete'],
  ['declined', 'closed'],
  ['duplicate', 'closed'],
])('what Fider calls %s is %s', (word, status) => {
  expect(fider(`1,A,,,Ada,0,0,${word},,,,,,`).posts[0]?.status).toBe(status)
})

test('a chain of duplicates resolves to its last post', () => {
  const row = (number: number, original: number | '') =>
    `${number},Post ${number},,,Ada,0,0,duplicate,,,,${original},,`
  const result = fider(row(1, 2), row(2, 3), row(3, ''), row(4, 99), row(5, 6), row(6, 5))
  expect(result.posts.map(({ duplicate_of }) => duplicate_of)).toEqual([
    'fider:3',
    'fider:3',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(result.findings.notes.map((note) => [formatNote(note), note.count])).toEqual([
    ['original_number: not in the file, omitted', 1],
    ['original_number: circular, omitted', 2],
  ])
})

test('rows of Fider that are no posts are rejected by their row', () => {
  const result = fider(',No number,,,,,,,,,,,,', '2,,,,,,,,,,,,,', '3,Long,,,,,,,,,,,,,extra')
  expect(places(result)).toEqual([
    'posts, fider.csv row 2: missing number',
    'posts, fider.csv row 4: more cells than columns',
    'posts, fider.csv row 3: it has no title',
  ])
  expect(result.findings.read.posts).toBe(3)
})

const posts = 'id,title,body,author_email,author_name,status,tags,vote_count,created_at\n'

test('tables of posts, comments, notes and votes are one import', () => {
  const result = tables({
    'posts.csv': `${posts}1,One,Text,Ada@Example.com,Ada,Under Review,"a,""b, c""",5,2024-05-06 10:00:00\n2,Two,,,,,,,\n`,
    'comments.csv':
      'post_id,body,author_email,is_staff,created_at\n1,Hello,ada@example.com,false,\n1,Noted,ben@example.com,TRUE,2024-05-07T00:00:00Z\n1,Again,,,\n',
    'internal-notes.csv': 'post_id,body,author_email\n1,Only us,\n',
    'votes.csv':
      'post_id,voter_email,weight\n1,ada@example.com,1\n1,cy@example.com,1\n9,cy@example.com,\n',
  })
  expect(result.board).toEqual({ external_ref: 'csv:board', name: 'posts' })
  expect(result.posts[0]).toMatchObject({
    external_ref: 'csv:1',
    status: 'under_review',
    tags: ['a', 'b, c'],
    user_ref: 'mail:ada@example.com',
    created_at: '2024-05-06T10:00:00.000Z',
  })
  expect(result.posts[1]).toMatchObject({ status: undefined, user_ref: 'csv:unknown' })
  expect(
    result.comments.map(({ external_ref, internal, author }) => [external_ref, internal, author]),
  ).toEqual([
    ['csv:1/comment', false, { user_ref: 'mail:ada@example.com' }],
    ['csv:1/comment/2024-05-07T00:00:00.000Z', false, { member_ref: 'csv:ben@example.com' }],
    ['csv:1/comment/1', false, { user_ref: 'csv:unknown' }],
    ['csv:1/note', true, 'team'],
  ])
  expect(result.votes.map(({ post_ref, user_ref }) => [post_ref, user_ref])).toEqual([
    ['csv:1', 'mail:ada@example.com'],
    ['csv:1', 'mail:cy@example.com'],
    ['csv:9', 'mail:cy@example.com'],
  ])
  expect(result.users.map(({ ref }) => ref)).toEqual([
    'mail:ada@example.com',
    'csv:unknown',
    'mail:cy@example.com',
  ])
  expect(result.findings.not_mapped.map(({ path }) => path)).toEqual(['votes.csv column "weight"'])
})

test('of a count of votes only those are left whose voters are not named', () => {
  const votes = 'post_id,voter_email\n1,a@example.com\n1,A@example.com\n1,b@example.com\n'
  const text = `${posts}1,One,,,,,,5,\n`
  expect(tables({ 'posts.csv': text }).posts[0]?.imported_votes).toBe(5)
  expect(tables({ 'posts.csv': text, 'votes.csv': votes }).posts[0]?.imported_votes).toBe(3)
})

test('rows that name nothing are rejected by file and row, values that are none are left out', () => {
  const result = tables({
    'posts.csv': `${posts},Nameless,,,,,,,\n1,One,,,,,,many,yesterday\n1,Again,,,,,,,\n`,
    'comments.csv': 'post_id,body\n,Text\n1,\n',
    'votes.csv': 'post_id,voter_email\n,a@example.com\n1,\n1,b@example.com,x\n',
  })
  expect(places(result).toSorted()).toEqual([
    'comments, comments.csv row 2: missing post_id',
    'comments, comments.csv row 3: it is blank',
    'posts, posts.csv row 2: missing id',
    'posts, posts.csv row 4: duplicate id: the first one is used',
    'votes, votes.csv row 2: missing post_id',
    'votes, votes.csv row 3: missing voter_email',
    'votes, votes.csv row 4: more cells than columns',
  ])
  expect(result.findings.notes.map(formatNote)).toEqual([
    'no author, imported as "Unknown"',
    'vote_count: not a number, imported as 0',
    'created_at: not a date and time, omitted',
  ])
})

test('a response becomes a comment of the team', () => {
  const result = tables({
    'posts.csv':
      'id,title,response,response_by,response_at\n1,One,Soon,ben@example.com,2024-05-06\n',
  })
  expect(result.comments).toMatchObject([
    { external_ref: 'csv:1/response', body: 'Soon', author: { member_ref: 'csv:ben@example.com' } },
  ])
})

test('an address stands for a name only where no other is known', () => {
  const { members, users, findings } = tables({
    'posts.csv':
      'id,title,author_email,author_name,response,response_by\n1,One,ada@example.com,ADA,Soon,ben@example.com\n',
    'comments.csv':
      'post_id,body,author_email,author_name,is_staff\n1,Hi,ben@example.com,Ben,true\n1,Ho,ada@example.com,Ada,false\n',
  })
  expect(members).toMatchObject([{ external_ref: 'csv:ben@example.com', name: 'Ben' }])
  // The same name in other letters is no other name.
  expect(users).toMatchObject([{ ref: 'mail:ada@example.com', name: 'ADA' }])
  expect(findings.notes.map(formatNote)).toEqual([])
})

test('the source option distinguishes two sites with equal ids', () => {
  const result = tables({ 'posts.csv': `${posts}1,One,,,,,,,\n` }, { source: 'canny' })
  expect(result.posts[0]?.external_ref).toBe('canny:1')
  expect(result.board).toEqual({ external_ref: 'canny:board', name: 'canny' })
})

test('notes are never taken for comments by guessing', () => {
  const text = 'post_id,body\n1,Secret\n'
  expect(() => parseFeedbackTable(file('data.csv', text))).toThrow('Comments or internal notes?')
  expect(parseFeedbackTable(file('data.csv', 'post_id,body,is_staff\n1,a,b\n')).kind).toBe(
    'comments',
  )
  expect(parseFeedbackTable(file('notes.csv', 'post_id,body,is_staff\n1,a,b\n')).kind).toBe('notes')
})

test('a file of any other kind is refused by its name, and with it all files', async () => {
  const good = file('posts.csv', `${posts}1,One,,,,,,,\n`)
  const wrong = file('people.csv', 'name,email\nAda,a@example.com\n')
  await expect(feedbackImporter({})([good, wrong])).rejects.toThrow('Unknown columns: name, email.')
  const dump = file('issues.json', '[{"number":1,"title":"One","state":"open"}]')
  expect((await feedbackImporter({})([good, dump])).map(({ path }) => path)).toEqual([
    'exports/issues.json',
    'exports/posts.csv',
  ])
})

test('dates of a column have the order that its rows show, and each column its own', () => {
  const text =
    'id,title,created_at,updated_at\n1,One,03/04/2023,3/4/2023\n2,Two,13/04/2023,3/14/2023\n'
  const [first] = tables({ 'posts.csv': text }).posts
  expect(first).toMatchObject({
    created_at: '2023-04-03T00:00:00.000Z',
    updated_at: '2023-03-04T00:00:00.000Z',
  })
  const unclear = file('votes.csv', 'post_id,voter_email,created_at\n1,ada@example.com,03/04/2023')
  expect(() => parseFeedbackTable(unclear)).toThrow(/"created_at" can be read in either order/)
  const chosen = parseFeedbackTable(unclear, { date_order: 'day_first' })
  expect(planTables([chosen], {}).votes[0]?.created_at).toBe('2023-04-03T00:00:00.000Z')
})

test('a second row of one number of Fider is rejected', () => {
  const row = (title: string) => `12,${title},,2024-05-06T10:00:00Z,Ada Moss,3,0,open,,,,,,`
  const result = fider(row('First'), row('Second'))
  expect(result.posts.map(({ title }) => title)).toEqual(['First'])
  expect(places(result)).toEqual([
    'posts, fider.csv row 3: duplicate number: only the first row of it is read',
  ])
})
