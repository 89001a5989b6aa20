import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import type { ChangelogEntry } from '#client/resources.ts'
import type { EntryVersion } from '#contract/feedback/changelog.ts'
import { body, buildEntry, openChangelog } from '#web/feedback/test-changelog.ts'
import { paths } from '#web/paths.ts'
import { errorResponse, type Responses, textsOf } from '#web/test-page.tsx'

const RESTORE = 'POST /feedback/changelog/entries/:entry_id/versions/:version_id/restore'
const actor = { type: 'member', id: 'mem_1', name: 'Ada' } as const
const at = new Date(Date.now() - 3_600_000).toISOString()
const version = (id: string, text: string, fields: Partial<EntryVersion> = {}): EntryVersion => ({
  ...{ id, at, actor, title: 'Refills by post', body: text },
  ...fields,
})

const drawer = () => page.getByRole('dialog', { name: 'Versions' })
const restoreButton = () => drawer().getByRole('button', { name: 'Restore this version' })

async function openVersions(entry: ChangelogEntry, versions: Responses, scope?: 'read') {
  const opened = await openChangelog(paths.entry(entry.id), {
    entries: [entry],
    responses: versions,
    ...(scope && { scope }),
  })
  await page.getByRole('button', { name: 'Entry actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  return opened
}

const older = version('ver_1', 'Earlier *text*', {
  title: 'First title',
  actor: { type: 'service', id: null, name: null },
})
const listOf = (entry: ChangelogEntry) => ({
  data: [version('ver_2', entry.body), older].map((one) => ({ ...one, entry_id: entry.id })),
  paging: { next: null },
})

test('a version is restored after a question, and stays in the editor', async () => {
  const entry = buildEntry({ publish_at: '2025-01-21T09:00:00.000Z' })
  const calls: object[] = []
  await openVersions(entry, {
    'GET /feedback/changelog/entries/:entry_id/versions': listOf(entry),
    [RESTORE]: ({ input, headers }) => {
      calls.push({ ...input, version: headers.get('if-match') })
      return { ...entry, title: older.title, body: older.body, version: '2', updated_at: at }
    },
  })
  await expect
    .poll(() => textsOf(drawer().getByRole('listitem')))
    .toEqual([
      'Refills by postAda · 1 hour ago · Current text',
      'First titleAuthor not recorded · 1 hour ago',
    ])
  await drawer().getByRole('button', { name: 'First title' }).click()
  await expect.element(drawer().getByText('text', { exact: true })).toBeVisible()
  await restoreButton().click()
  const question = page.getByRole('dialog', { name: 'Restore this version?' })
  await expect.element(question).toHaveTextContent('No subscriber gets an email.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(calls).toEqual([])
  await restoreButton().click()
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.element(page.getByTestId('toast')).toHaveTextContent('Restored a version')
  expect(calls).toEqual([{ entry_id: entry.id, version_id: 'ver_1', version: '"1"' }])
  await drawer().getByRole('button', { name: 'Close' }).last().click()
  await expect.element(body()).toHaveValue('Earlier *text*')
})

test('what was just written is saved before a version is restored', async () => {
  const entry = buildEntry()
  const order: string[] = []
  let current = entry
  const opened = openChangelog(paths.entry(entry.id), {
    entries: [entry],
    responses: {
      'GET /feedback/changelog/entries/:entry_id/versions': listOf(entry),
      'PATCH /feedback/changelog/entries/:entry_id': ({ input }) => {
        order.push(`save ${input.body}`)
        return (current = { ...current, ...input, version: '2', updated_at: at } as ChangelogEntry)
      },
      [RESTORE]: () => {
        order.push('restore')
        return { ...current, body: older.body, version: '3', updated_at: at }
      },
    },
  })
  await opened
  await body().fill('Just written')
  await page.getByRole('button', { name: 'Entry actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await drawer().getByRole('button', { name: 'First title' }).click()
  await restoreButton().click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.poll(() => order).toEqual(['save Just written', 'restore'])
})

test('a restore that fails says so and keeps the version open', async () => {
  const entry = buildEntry()
  await openVersions(entry, {
    'GET /feedback/changelog/entries/:entry_id/versions': listOf(entry),
    [RESTORE]: () => errorResponse(412, 'precondition_failed'),
  })
  await drawer().getByRole('button', { name: 'First title' }).click()
  await restoreButton().click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.element(drawer().getByRole('alert')).toHaveTextContent('This entry has changed.')
  await expect.element(restoreButton()).toBeVisible()
})

test('a key that only reads sees versions and restores none', async () => {
  const entry = buildEntry()
  await openVersions(
    entry,
    { 'GET /feedback/changelog/entries/:entry_id/versions': listOf(entry) },
    'read',
  )
  await drawer().getByRole('button', { name: 'First title' }).click()
  await expect.element(drawer().getByText('text', { exact: true })).toBeVisible()
  await expect.element(restoreButton()).not.toBeInTheDocument()
})
