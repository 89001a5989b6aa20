import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Post } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, openPage, type Responses, section, textsOf } from '#web/test-page.tsx'

const build = (title: string, changes: Partial<Post> = {}): Post => ({
  id: title.toLowerCase().replaceAll(' ', '-'),
  title,
  status: 'open',
  tags: [],
  vote_count: 2,
  ...changes,
})
const pageOf = (data: readonly Post[]) =>
  ({ data: [...data], paging: { next: null } }) as Partial<ResponseBody<'GET /feedback/posts'>>
const similarTo = (data: readonly (Post & { match: string[] })[]) =>
  ({ data: [...data], paging: { next: null } }) as Partial<
    ResponseBody<'GET /feedback/posts/similar'>
  >

const boards = { data: [{ id: 'fbd_1', name: 'Ideas' }], paging: { next: null } } as Partial<
  ResponseBody<'GET /feedback/boards'>
>
const blends = { ...build('Every blend in one box'), match: ['blend', 'box'] }
const merged = build('All blends', { merged_into_id: 'x' })

const openForm = (responses: Responses, capabilities: readonly string[] = ['posts.similar']) =>
  openPage(paths.newPost(), { 'GET /feedback/boards': boards, ...responses }, { capabilities })

const similar = section('Similar posts')
const field = page.getByLabelText('Title')
const asks = (requests: readonly string[], path: string) =>
  requests.filter((line) => line.includes(path))

test('similar posts appear as the title is typed, without moving the form', async () => {
  const { requests } = await openForm({ 'GET /feedback/posts/similar': similarTo([blends]) })
  await expect
    .element(similar)
    .toHaveTextContent('Posts that share words with the title appear here.')
  await expect
    .element(page.getByRole('form', { name: 'New post' }).getByLabelText('Board'))
    .toBeVisible()
  const placeOf = () => page.getByLabelText('Details').element().getBoundingClientRect().top
  const before = placeOf()
  await userEvent.type(field, 'all blends')
  await expect.element(similar.getByRole('link', { name: blends.title })).toBeVisible()
  expect(textsOf(similar.getByRole('listitem'))).toEqual([
    expect.stringContaining('Shares blend, box'),
  ])
  await expect.element(similar.getByRole('status')).toHaveTextContent('1 post found')
  expect(placeOf()).toBe(before)
  expect(asks(requests, '/similar')).toEqual([expect.stringContaining('text=all')])
  expect(asks(requests, 'search=')).toEqual([])
  const link = similar.getByRole('link', { name: blends.title }).element()
  expect(link.getAttribute('href')).toBe(paths.post(blends.id))
})

test('a title that no post is like says so, and a failure offers another try', async () => {
  let fails = true
  await openForm({
    'GET /feedback/posts/similar': () =>
      fails ? errorResponse(500, 'internal_error') : similarTo([]),
  })
  await userEvent.type(field, 'Gift cards')
  await expect.element(similar).toHaveTextContent('Couldn’t load similar posts.')
  fails = false
  await similar.getByRole('button', { name: 'Try again' }).click()
  await expect.element(similar.getByRole('status')).toHaveTextContent('No similar posts found.')
})

test('the posts of an earlier title are not counted for a new one', async () => {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await openForm({
    'GET /feedback/posts/similar': ({ input }) =>
      input.text === 'blends'
        ? similarTo([blends])
        : asked.then(() => Response.json(similarTo([]))),
  })
  await userEvent.type(field, 'blends')
  await expect.element(similar.getByRole('status')).toHaveTextContent('1 post found')
  await userEvent.type(field, ' of tea')
  await expect
    .element(similar.getByRole('status'))
    .toHaveTextContent('Posts that share words with the title appear here.')
  await expect.element(similar.getByRole('link', { name: blends.title })).toBeVisible()
  answer()
  await expect.element(similar.getByRole('status')).toHaveTextContent('No similar posts found.')
})

test('a search with more than five posts does not say their number', async () => {
  const many = Array.from({ length: 7 }, (_, index) => build(`Blends ${index}`))
  await openForm({ 'GET /feedback/posts': pageOf(many) }, [])
  await userEvent.type(field, 'blends')
  await expect.element(similar.getByRole('status')).toHaveTextContent('Showing the first 5 posts')
})

test('without similar posts of the server, the title is searched', async () => {
  const { requests } = await openForm(
    {
      'GET /feedback/posts': ({ input }) =>
        pageOf(input.search === 'blends' ? [build('New blends'), merged] : []),
    },
    [],
  )
  await expect.element(similar).toHaveTextContent('Posts with every word of the title appear here.')
  await userEvent.type(field, 'blends')
  await expect.poll(() => textsOf(similar.getByRole('listitem'))).toHaveLength(1)
  await expect.element(similar).not.toHaveTextContent('Shares')
  await userEvent.type(field, ' of tea')
  await expect
    .element(similar.getByRole('status'))
    .toHaveTextContent('No posts found with every word of the title.')
  expect(asks(requests, '/similar')).toEqual([])
})
