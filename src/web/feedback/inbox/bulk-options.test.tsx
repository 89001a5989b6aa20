import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Post } from '#client/resources.ts'
import { paths } from '#web/paths.ts'
import { openPage } from '#web/test-page.tsx'

test('a status chosen for many before statuses have loaded is set once', async () => {
  const posts: readonly Post[] = ['pst_1', 'pst_2'].map((id) => ({
    id,
    title: id,
    status: 'open',
    tags: [],
    version: '1',
  }))
  let respond: () => void = () => undefined
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  const changes: unknown[] = []
  await openPage(paths.posts(), {
    'GET /feedback/posts': { data: [...posts], paging: { next: null } },
    'GET /feedback/statuses': async () => {
      await response
      const status = { id: 'sts_1', key: 'planned', name: 'Planned', color: 'blue', order: 0 }
      return Response.json({ data: [status], paging: { next: null } })
    },
    'PATCH /feedback/posts/:post_id': ({ input }) => {
      changes.push(input)
      return Response.json({ ...posts.find(({ id }) => id === input.post_id), ...input })
    },
  })
  for (const { title } of posts)
    await page.getByRole('checkbox', { name: title }).click({ force: true })
  // The filter above the list has the same name.
  const actions = page.getByRole('group', { name: 'Selection' })
  await actions.getByRole('button', { name: 'Status', exact: true }).click()
  const options = page.getByRole('dialog', { name: 'Status' })
  await expect.element(options).toHaveTextContent('Searching')
  await userEvent.keyboard('planned{Enter}')
  await expect.element(options).toBeVisible()
  respond()
  await expect.element(options).not.toBeInTheDocument()
  await expect
    .poll(() => changes)
    .toEqual(posts.map(({ id }) => ({ post_id: id, status: 'planned' })))
})
