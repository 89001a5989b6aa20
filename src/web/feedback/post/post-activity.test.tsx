import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import type { Activity } from '#contract/activity.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, openPage, type Responses, section, textsOf } from '#web/test-page.tsx'

const post = {
  id: 'pst_1',
  title: 'Dark mode',
  status: 'open',
  tags: [],
  comment_count: 0,
  version: '1',
}
const hour = 3_600_000
const activity = (
  id: string,
  event: string,
  changes: Activity['changes'] = {},
  actor: Activity['actor'] = { type: 'member', id: 'mem_1', name: 'Ada' },
): Activity & { post_id: string } => ({
  ...{ id, post_id: post.id },
  at: new Date(Date.now() - 2 * hour).toISOString(),
  actor,
  event,
  changes,
})
const change = (from: unknown, to: unknown) => ({ from, to })

type Pages = NonNullable<Responses['GET /feedback/posts/:post_id/activity']>

const openPost = (pages: Pages, more: Responses = {}, isReader = false) =>
  openPage(
    paths.post(post.id),
    {
      'GET /feedback/posts': { data: [post], paging: { next: null } } as Partial<
        ResponseBody<'GET /feedback/posts'>
      >,
      'GET /feedback/posts/:post_id': post,
      'GET /feedback/posts/:post_id/activity': pages,
      ...more,
    },
    { capabilities: ['posts.activity'], ...(isReader && { scope: 'read' }) },
  )
const lines = () => textsOf(section('Activity').getByRole('paragraph'))

test('the activity of a post says who changed what, and when', async () => {
  const key = { type: 'key', id: 'key_1', name: null } as const
  const data = [
    activity('9', 'post.status_changed', {
      status: change('open', 'planned'),
      status_name: change('Open', 'Planned'),
    }),
    activity('8', 'post.updated', {
      tags: change(['a', 'b'], ['c']),
      eta: change('2026-01-31', null),
    }),
    activity('7', 'post.updated', { owner: change(null, { id: 'mem_2', name: 'Grace' }) }, key),
    activity('6', 'post.merged', {
      merged_post_id: change(null, 'x'),
      merged_post_title: change(null, 'Night'),
    }),
    activity('5', 'post.updated', { board_id: change('x', 'y'), board_name: change('Old', 'New') }),
    activity('4', 'post.updated', { details: change(true, false) }),
    activity('3', 'post.unheard_of', { unheard_of: change(1, 2) }),
    activity('2', 'post.created', {}, { type: 'service', id: null, name: null }),
  ]
  await openPost({ data, paging: { next: null } })
  await expect
    .poll(lines)
    .toEqual([
      'Ada set the status to Planned 2 hours ago',
      'Ada added the tag c, removed the tags a, b, removed the ETA 2 hours ago',
      'A deleted API key assigned this to Grace 2 hours ago',
      'Ada merged in Night 2 hours ago',
      'Ada moved this to the board New 2 hours ago',
      'Ada removed the details 2 hours ago',
      'Ada changed this post 2 hours ago',
      'The server created this post 2 hours ago',
    ])
})

test('older activity follows on request, also for a key that only reads', async () => {
  const next = 'cursor'
  await openPost(
    ({ input }) =>
      input.starting_after === next
        ? { data: [activity('1', 'post.created')], paging: { next: null } }
        : { data: [activity('2', 'post.restored')], paging: { next } },
    {},
    true,
  )
  await section('Activity').getByRole('button', { name: 'Show older' }).click()
  await expect
    .poll(lines)
    .toEqual(['Ada restored this post 2 hours ago', 'Ada created this post 2 hours ago'])
  await expect.element(page.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument()
})

test('activity that cannot be loaded is read again on request', async () => {
  let isDown = true
  await openPost(() =>
    isDown ? errorResponse(404, 'not_found') : { data: [], paging: { next: null } },
  )
  await expect.element(section('Activity')).toHaveTextContent('Couldn’t load the activity.')
  isDown = false
  await section('Activity').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(lines).toEqual(['No changes are recorded.'])
})

test('a saved change of the post is in its activity', async () => {
  let version = '1'
  const status = { id: 's', key: 'open', name: 'Open', category: 'open' } as const
  const planned = { id: 'p', key: 'planned', name: 'Planned', category: 'active' } as const
  await openPost(
    () => ({
      data:
        version === '1'
          ? []
          : [activity('1', 'post.status_changed', { status_name: change('Open', 'Planned') })],
      paging: { next: null },
    }),
    {
      'GET /feedback/statuses': { data: [status, planned], paging: { next: null } } as Partial<
        ResponseBody<'GET /feedback/statuses'>
      >,
      'PATCH /feedback/posts/:post_id': () => {
        version = '2'
        return { ...post, status: 'planned', version }
      },
    },
  )
  await expect.poll(lines).toEqual(['No changes are recorded.'])
  await page.getByRole('button', { name: /^Status: / }).click()
  await page.getByRole('dialog', { name: 'Status' }).getByText('Planned').click()
  await expect.poll(lines).toEqual(['Ada set the status to Planned 2 hours ago'])
})
