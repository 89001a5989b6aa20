import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { createEntryTexts } from './entry-texts.ts'
import type { MarkdownThread } from './markdown-thread.ts'
import { readEntryPage } from './public-changelog.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const noon = '2030-06-01T12:00:00.000Z'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(noon) }))
afterEach(() => void vi.useRealTimers())

test('a page with a text whose time was over is built again later', async () => {
  await owner.request('PATCH /workspace', { body: { public_changelog: true } })
  const body = { title: 'News', body: '*a*', publish_at: '2030-01-01T00:00:00.000Z' }
  const { id } = await owner.create('POST /feedback/changelog/entries', body)
  let isBusy = true
  const thread: MarkdownThread = {
    parse: () => Promise.resolve(isBusy ? 'timeout' : { html: '<p>formatted</p>' }),
  }
  const texts = createEntryTexts(thread)
  const db = service.database.readOnly(owner.workspace_id)
  const read = () =>
    readEntryPage({ db, now: new Date(), base_url: 'https://a.example', texts }, id)
  const first = await read()
  expect(first?.page.body).toContain('<pre class="plain" dir="auto">*a*')
  isBusy = false
  expect((await read())?.page.body).not.toContain('formatted')
  vi.setSystemTime(new Date(first?.valid_until ?? noon))
  const next = await read()
  expect(next?.page.body).toContain('<p dir="auto">formatted</p>')
  expect(next?.valid_until).toBeNull()
})
