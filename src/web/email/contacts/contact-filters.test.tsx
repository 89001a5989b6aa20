import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Capability } from '#contract/capabilities.ts'
import type { Input } from '#contract/endpoints.ts'
import { pageOf } from '#web/email/test-campaigns.ts'
import { paths } from '#web/paths.ts'
import { findThemeViolations } from '#web/test-axe.ts'
import { readFile, recordFiles } from '#web/test-files.ts'
import { waitForDeferredCode } from '#web/test-focus.ts'
import { emulatePhone, excessWidth, openPage } from '#web/test-page.tsx'

const list = { id: 'lst_1', name: 'Customers' }
const segment = { id: 'seg_1', list_id: list.id, name: 'Oslo', contact_count: 2 }
const counts = {
  total: 6,
  subscribed: 6,
  pending: 0,
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
}
const people = ['ada', 'bea', 'cai'].map((name) => ({
  id: `con_${name}`,
  list_id: list.id,
  email_address: `${name}@example.com`,
  status: 'subscribed' as const,
  tags: [] as string[],
  fields: {},
}))

const all: readonly Capability[] = ['filters', 'contacts.search', 'contacts.export', 'totals']

/** The contacts of a list; `read` are the filters of its requests, without pages and totals. */
async function openContacts(path: string, capabilities = all, isPaged = false) {
  const read: Partial<Input<'GET /lists/:list_id/contacts'>>[] = []
  const result = await openPage(
    path,
    {
      'GET /lists': pageOf([list]),
      'GET /lists/:list_id': { ...list, ...(isPaged && { counts }) },
      'GET /lists/:list_id/segments': pageOf([segment]),
      'GET /lists/:list_id/tags': pageOf(
        ['VIP', 'a,b', 'early'].map((name) => ({ name, list_id: list.id })),
      ),
      'GET /lists/:list_id/contacts': ({ input: { list_id: _list, ...filter } }) => {
        read.push(filter)
        if (isPaged && filter.starting_after === undefined)
          return Response.json({ data: people, paging: { next: 'con_cai' } })
        return Response.json(pageOf(filter.segment_id === undefined ? people : people.slice(0, 1)))
      },
      'GET /lists/:list_id/segments/:segment_id/contacts': () =>
        Response.json(pageOf(people.slice(0, 2))),
      'GET /lists/:list_id/export': ({ input: { list_id: _list, ...filter } }) => {
        read.push(filter)
        return new Response('email_address\r\nada@example.com\r\n')
      },
    },
    { capabilities },
  )
  await expect.element(page.getByTestId('row').first()).toBeVisible()
  return { ...result, read }
}

const rows = () => page.getByTestId('row')
const chip = (name: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })

test('contacts with any of several tags are found by keyboard', async () => {
  const { read } = await openContacts(paths.list(list.id))
  await waitForDeferredCode()
  chip('Tag').element().focus()
  await userEvent.keyboard('{Enter}')
  for (const name of ['VIP', 'a,b']) {
    page.getByRole('checkbox', { name, exact: true }).element().focus()
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('checkbox', { name, exact: true })).toBeChecked()
  }
  await expect.poll(() => read.at(-1)).toEqual({ tags: 'VIP,a\\,b' })
  expect(new URLSearchParams(location.search).getAll('tag')).toEqual(['VIP', 'a,b'])
  await userEvent.keyboard('{Escape}')
  await expect
    .element(page.getByRole('table'))
    .toHaveAccessibleName('Contacts of Customers, tag VIP or a,b')
})

test('a second tag chosen before the rows of the first come adds to it', async () => {
  const { read } = await openContacts(paths.list(list.id))
  await waitForDeferredCode()
  await chip('Tag').click()
  const option = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await expect.element(option('VIP')).toBeVisible()
  const options = ['VIP', 'a,b'].map((name) => option(name).element())
  for (const element of options) if (element instanceof HTMLElement) element.click()
  await expect.element(option('VIP')).toBeChecked()
  await expect.poll(() => read.at(-1)).toEqual({ tags: 'VIP,a\\,b' })
})

test('a segment is searched, and its matches are counted and exported', async () => {
  const files = recordFiles()
  const { read, requests } = await openContacts(paths.segment(list.id, segment.id))
  await expect.element(rows()).toHaveLength(2)
  expect(read).toEqual([])
  await page.getByRole('searchbox').fill('ada')
  await expect.element(rows()).toHaveLength(1)
  expect(read).toEqual([{ segment_id: segment.id, search: 'ada' }])
  await expect.element(page.getByText('1 contact', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Export/ })
    .click()
  await expect.poll(() => files.length).toBe(1)
  expect(files[0] && (await readFile(files[0]))).toContain('ada@example.com')
  expect(requests.some((line) => line.includes(`segments/${segment.id}/contacts?`))).toBe(false)

  // Another segment keeps the words, the list as well.
  await chip('Clear filter: Segment').click()
  await expect.poll(() => location.pathname + location.search).toBe(`${paths.list(list.id)}?q=ada`)
})

test('a server without filters combines a segment with nothing', async () => {
  const { read } = await openContacts(
    `${paths.segment(list.id, segment.id)}?q=ada&tag=VIP&tag=early&sort=-status`,
    ['contacts.search'],
  )
  await expect.element(rows()).toHaveLength(2)
  await expect.element(chip('Tag')).toBeDisabled()
  await expect
    .element(page.getByRole('columnheader', { name: 'Status' }))
    .not.toHaveAttribute('aria-sort')
  expect(read).toEqual([])
})

test('contacts are sorted by status and address in both directions', async () => {
  const { read } = await openContacts(paths.list(list.id))
  for (const [name, sorts] of [
    ['Status', ['status', '-status']],
    ['Email', ['email_address', '-email_address']],
  ] as const) {
    const head = page.getByRole('columnheader', { name })
    for (const sort of sorts) {
      await head.getByRole('button').first().click()
      await expect.poll(() => read.at(-1)).toEqual({ sort })
    }
    await expect.element(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').first().click()
    await expect.poll(() => location.search).toBe('')
  }
})

test('an export page by page has no order in which contacts move', async () => {
  const files = recordFiles()
  const { read } = await openContacts(`${paths.list(list.id)}?sort=-status`, ['filters'], true)
  expect(read).toEqual([{ sort: '-status' }])
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Export/ })
    .click()
  await expect.poll(() => files.length).toBe(1)
  expect(read.slice(1)).toEqual([{}, { starting_after: 'con_cai' }])
})

test('the filters of a segment fit a phone in both themes', async () => {
  await emulatePhone()
  await openContacts(`${paths.segment(list.id, segment.id)}?tag=VIP&tag=early&q=ada`)
  await expect.element(chip('Tag: VIP, early')).toBeVisible()
  expect(excessWidth()).toBeLessThanOrEqual(0)
  expect(await findThemeViolations()).toEqual([])
})
