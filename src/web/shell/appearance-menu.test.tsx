import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { openWithBoards, pageOf } from '#web/tasks/test-boards.ts'

async function choose(name: RegExp) {
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('the exact times preference applies without a reload', async () => {
  const publish_at = new Date(Date.now() + 72 * 3_600_000).toISOString()
  await openWithBoards('/', undefined, {
    'GET /feedback/changelog/entries': pageOf([
      { id: 'ent_1', title: 'Soon', body: '', publish_at, status: 'scheduled' as const },
    ]),
  })
  const next = page.getByRole('region', { name: 'Changelog' }).getByRole('time')
  const text = () => next.query()?.textContent
  await expect.poll(text).toMatch(/^in \d days$/)
  await choose(/^Exact/)
  await expect.poll(text).toMatch(/^\d+ \w+, \d\d:\d\d$/)
  await choose(/^Relative/)
  await expect.poll(text).toMatch(/^in \d days$/)
})
