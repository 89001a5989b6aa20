import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { paths } from '#web/paths.ts'
import { openPage } from '#web/test-page.tsx'

test('more filters are chosen by keyboard, of each parameter one value', async () => {
  const none = { data: [], paging: { next: null } }
  const { router, requests } = await openPage(
    `${paths.posts()}?votes=7`,
    { 'GET /feedback/posts': none },
    { capabilities: ['filters'] },
  )
  const search = () => router.state.location.search
  const chip = page.getByRole('button', { name: /^More filters/ })
  await expect.element(chip).toHaveTextContent('At least 7 votes')
  await chip.click()
  const option = (name: string) => page.getByRole('checkbox', { name })
  for (const name of ['No ETA', 'At least 10 votes', 'Created in the last 30 days']) {
    option(name).element().focus()
    await userEvent.keyboard(' ')
    await expect.element(option(name)).toBeChecked()
  }
  expect(search()).toBe('?votes=10&eta=none&created=30')
  await userEvent.keyboard('{ArrowUp}')
  expect(search()).toBe('?votes=10&eta=none&created=30')
  await option('Created in the last 7 days').click()
  await expect.element(option('Created in the last 30 days')).not.toBeChecked()
  await expect
    .poll(() => requests.at(-1))
    .toMatch(/^(?=.*votes_min=10)(?=.*eta=none).*created_since=/)
  await option('No ETA').click()
  await expect.poll(search).toBe('?votes=10&created=7')
})
