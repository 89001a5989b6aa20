import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Post } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, openPage, type Responses, section, textsOf } from '#web/test-page.tsx'

const build = (id: string, changes: Partial<Post>): Post => ({
  id,
  title: id,
  status: 'open',
  tags: [],
  comment_count: 0,
  ...changes,
})
const dark = build('Dark mode', {
  vote_count: 12,
  imported_votes: 400,
  votes_total: 412,
  merged_imported_votes: 0,
  external_ref: 'github:acme/widgets#7',
})
const letters = build('Larger letters', { vote_count: 30, imported_votes: 0, votes_total: 30 })

function openPost(posts: readonly Post[], path: string, responses: Responses = {}) {
  const data: Responses = {
    'GET /feedback/posts': { data: [...posts], paging: { next: null } } as Partial<
      ResponseBody<'GET /feedback/posts'>
    >,
    'GET /feedback/posts/:post_id': ({ input }) => ({
      ...posts.find(({ id }) => id === input.post_id),
    }),
    ...responses,
  }
  return openPage(path, data, { capabilities: ['posts.sort', 'posts.merge'] })
}

const votes = () => textsOf(section('Votes').getByRole('paragraph'))
const counts = () => textsOf(page.getByTestId('votes'))

test('a post with imported votes shows their total and parts', async () => {
  const { requests } = await openPost([dark, letters], `${paths.post(dark.id)}?sort=votes`)
  await expect.poll(votes).toEqual(['412 votes: 12 with names, 400 imported from GitHub'])
  await expect
    .poll(counts)
    .toEqual(['412412 votes: 12 with names, 400 imported from GitHub', '3030 votes'])
  const number = page.getByTestId('votes').first()
  const title = '412 votes: 12 with names, 400 imported from GitHub'
  await expect.element(number).toHaveAttribute('title', title)
  expect(requests.filter((line) => line.includes('sort=votes'))).not.toEqual([])
})

test.each([
  [{ vote_count: 0, votes_total: 400 }, '400 votes, all imported from GitHub'],
  [{ external_ref: 'customers:7' }, '412 votes: 12 with names, 400 imported'],
  [
    { merged_imported_votes: 30 },
    '412 votes: 12 with names, 370 imported from GitHub, 30 imported with merged posts',
  ],
  [{ imported_votes: 0, votes_total: 12 }, '12 votes'],
])('the votes of a post say what they consist of: %o', async (changes, sentence) => {
  await openPost([{ ...dark, ...changes }], paths.post(dark.id))
  await expect.poll(() => votes().join()).toContain(sentence)
})

test('a server without totals shows the votes that it counts', async () => {
  const { votes_total: _total, imported_votes: _imported, ...older } = dark
  await openPost([older], paths.post(dark.id))
  await expect.poll(votes).toEqual(['12 votes'])
  expect(counts()).toEqual(['1212 votes'])
})

test('a vote on imported ones counts at once and rolls back exactly', async () => {
  const user = { id: 'usr_1', name: 'Asha', email: 'asha@example.com', external_id: null }
  let reject: () => void = () => undefined
  const rejected = new Promise<void>((resolve) => {
    reject = resolve
  })
  await openPost([dark, letters], paths.post(dark.id), {
    'GET /feedback/users': { data: [user], paging: { next: null } } as Partial<
      ResponseBody<'GET /feedback/users'>
    >,
    'POST /feedback/posts/:post_id/votes': async () => {
      await rejected
      return errorResponse(409, 'conflict')
    },
    // Nothing is read again, so that only the rollback restores the numbers.
    'GET /feedback/posts/:post_id': () => new Promise(() => undefined),
  })
  await section('Votes').getByRole('button', { name: 'Add a vote' }).click()
  await userEvent.fill(page.getByRole('combobox', { name: 'Vote of' }), 'asha')
  await page.getByRole('option', { name: 'Asha' }).click()
  await expect
    .poll(() => votes()[0])
    .toContain('413 votes: 13 with names, 400 imported from GitHub')
  expect(counts()[0]).toContain('413 votes: 13 with names')
  reject()
  await expect.element(section('Votes')).toHaveTextContent('Refused for this test.')
  expect(votes()[0]).toContain('412 votes: 12 with names, 400 imported from GitHub')
  expect(counts()).toEqual(['412412 votes: 12 with names, 400 imported from GitHub', '3030 votes'])
})

test('merging imported votes says that each of them counts', async () => {
  await openPost([dark, letters], paths.post(dark.id))
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await userEvent.fill(page.getByRole('combobox', { name: 'Post to keep' }), 'Larger')
  await page.getByRole('option', { name: 'Larger letters' }).click()
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent(
      /This post\s*412 votes\s*Post to keep\s*30 votes\s*After merging\s*At most 442 votes.*Each imported vote without a name counts\./,
    )
})
