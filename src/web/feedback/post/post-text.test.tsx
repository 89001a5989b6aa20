import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Post } from '#client/resources.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, openPage } from '#web/test-page.tsx'

test('the heading takes the focus of a text that is saved after a question', async () => {
  const post: Post = { id: 'pst_1', title: 'More light', status: 'open', tags: [], version: '1' }
  let respond: () => void = () => undefined
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  await openPage(
    paths.post(post.id),
    {
      'GET /feedback/posts/:post_id': () => post,
      'PATCH /feedback/posts/:post_id': async ({ input, headers }) => {
        if (headers.get('if-match') === '"1"') {
          Object.assign(post, { title: 'Less light', version: '2' })
          return errorResponse(412, 'precondition_failed')
        }
        await response
        return Response.json(Object.assign(post, input, { version: '3' }))
      },
    },
    { capabilities: ['etag'] },
  )
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Warm light')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Use my version' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  // A frame that is due comes before React renders.
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) =>
    queueMicrotask(() => run(performance.now())),
  )
  respond()
  await expect.element(title).not.toBeInTheDocument()
  const heading = page.getByRole('heading', { name: 'Warm light', level: 1 })
  await expect.element(heading).toHaveFocus()
})
