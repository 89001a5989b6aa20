import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Post } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, openPage, type Responses, textsOf } from '#web/test-page.tsx'

const build = (title: string): Post => ({
  id: title.toLowerCase().replaceAll(' ', '-'),
  title,
  status: 'open',
  tags: [],
  vote_count: 2,
})
const posts = ['Newest', 'All blends', 'Every blend in one box'].map(build)
const [, blends, box] = posts as [Post, Post, Post]

async function openMerge(capabilities: readonly string[], responses: Responses = {}) {
  const opened = await openPage(
    paths.post(blends.id),
    {
      'GET /feedback/posts': ({ input }) =>
        ({
          data: posts.filter(({ title }) => !input.search || title.includes(input.search)),
          paging: { next: null },
        }) as Partial<ResponseBody<'GET /feedback/posts'>>,
      'GET /feedback/posts/similar': {
        data: [blends, box].map((post) => ({ ...post, match: ['blend'] })),
        paging: { next: null },
      } as unknown as Partial<ResponseBody<'GET /feedback/posts/similar'>>,
      'GET /feedback/posts/:post_id': { ...blends },
      ...responses,
    },
    { capabilities: ['posts.merge', ...capabilities] },
  )
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  return opened
}

const field = page.getByRole('combobox', { name: 'Post to keep' })
const options = () => textsOf(page.getByRole('listbox').getByRole('option'))

test('the merge dialog proposes similar posts first, and never the post itself', async () => {
  const { requests } = await openMerge(['posts.similar'])
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent('Until you type, similar posts come first.')
  await field.click()
  await expect
    .poll(options)
    .toEqual([
      expect.stringMatching(/^Every blend in one box.*2 votes · shares blend/),
      expect.stringMatching(/^Newest/),
    ])
  await userEvent.type(field, 'New')
  await expect.poll(options).toEqual([expect.stringMatching(/^Newest/)])
  expect(requests.filter((line) => line.includes('/similar'))).toEqual([
    'GET /feedback/posts/similar?text=All+blends',
  ])
})

test('the merge dialog says so where no post is like it', async () => {
  const { requests } = await openMerge(['posts.similar'], {
    'GET /feedback/posts/similar': { data: [], paging: { next: null } },
  })
  await expect
    .poll(() => requests.filter((line) => line.includes('/similar')))
    .toEqual(['GET /feedback/posts/similar?text=All+blends'])
  await field.click()
  await expect
    .poll(options)
    .toEqual([expect.stringMatching(/^Newest/), expect.stringMatching(/^Every blend/)])
  await expect.element(page.getByRole('dialog')).toHaveTextContent('The newest posts come first.')
})

test('the merge dialog says so where similar posts cannot be read', async () => {
  await openMerge(['posts.similar'], {
    'GET /feedback/posts/similar': () => errorResponse(422, 'validation_failed'),
  })
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Couldn’t load similar posts.')
})

test('the merge dialog has the newest first where no posts are similar', async () => {
  const { requests } = await openMerge([])
  await expect.element(page.getByRole('dialog')).toHaveTextContent('The newest posts come first.')
  await field.click()
  await expect
    .poll(options)
    .toEqual([expect.stringMatching(/^Newest/), expect.stringMatching(/^Every blend/)])
  expect(requests.filter((line) => line.includes('/similar'))).toEqual([])
})
