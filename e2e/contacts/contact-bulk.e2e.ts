import type { Route } from '@playwright/test'
import fs from 'node:fs'

import {
  addTag,
  bar,
  countContacts,
  job,
  openList,
  press,
  rows,
  selectPage,
  toast,
} from '../contact-rows.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

/** Requests that change contacts. */
const writes = /\/contacts\/(batch|ctc_[^/]+|[^/?]+)$/
const isWrite = (route: Route) => ['POST', 'PATCH', 'DELETE'].includes(route.request().method())

test(
  'C7 one refused contact of fifty is listed and tried again',
  { tag: '@both' },
  async ({ page, api, pageErrors }) => {
    const list_id = await openList(page, api, 50)
    const full = Array.from({ length: 100 }, (_, index) => `tag ${index}`)
    const contact = await api('POST /lists/:list_id/contacts', {
      list_id,
      email_address: 'c7@example.com',
      tags: full,
    })
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await selectPage(page)
    await addTag(page, 'spring', 'Add to 50 contacts')
    const failures = job(page).getByRole('listitem')
    await expect(failures).toHaveCount(1)
    await expect(failures).toContainText('c7@example.com')
    await expect(failures).toContainText('100')
    pageErrors.length = 0 // the rejected request
    await expect(job(page)).toContainText('Tag spring added to 49 contacts')
    expect(await countContacts(api, list_id, { tag: 'spring' })).toBe(49)

    const download = page.waitForEvent('download')
    await press(page, 'Download list')
    const file = fs.readFileSync(await (await download).path(), 'utf8')
    expect(file.trim().split('\n')).toHaveLength(2)
    expect(file).toContain('c7@example.com')

    await api('PATCH /lists/:list_id/contacts/:contact_id', {
      list_id,
      contact_id: contact.id,
      tags: full.slice(1),
    })
    await press(page, 'Retry 1')
    await expect(job(page)).toHaveCount(0)
    expect(await countContacts(api, list_id, { tag: 'spring' })).toBe(50)
  },
)

test('C4 C7 many contacts are deleted, and changed after the network was gone', async ({
  page,
  api,
  context,
}) => {
  await test.step('C4 many contacts are deleted after their number is typed', async () => {
    const list_id = await openList(page, api, 130)
    await rows(page).nth(1).getByRole('checkbox').click()
    await rows(page)
      .nth(4)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('4 selected')
    await selectPage(page)
    await press(page, 'Select all contacts of this list')
    await expect(bar(page)).toContainText('All 130 matching contacts selected')
    await expect(bar(page).getByRole('button', { name: 'Delete' })).toBeVisible()
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete 130 contacts?' })
    const button = dialog.getByRole('button', { name: 'Delete 130 contacts' })
    await dialog.getByLabel('Type 130 to confirm').fill('13')
    await button.click()
    await expect(dialog).toContainText('This isn’t the number of contacts.')
    expect(await countContacts(api, list_id, {})).toBe(130)
    await dialog.getByLabel('Type 130 to confirm').fill('130')
    const download = page.waitForEvent('download')
    await button.click()
    const file = fs.readFileSync(await (await download).path(), 'utf8')
    expect(file.trim().split('\n')).toHaveLength(131)
    expect(file).toContain('c129@example.com')
    await expect(job(page)).toContainText('130 contacts deleted')
    expect(await countContacts(api, list_id, {})).toBe(0)
    await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
  })

  await test.step('C7 a bulk change goes on after the network was gone', async () => {
    const size = isPublicProfile() ? 120 : 450
    const list_id = await openList(page, api, size)
    await selectPage(page)
    await press(page, 'Select all contacts of this list')
    let requests = 0
    await page.route(writes, async (route) => {
      if (!isWrite(route)) return route.fallback()
      requests += 1
      if (requests !== 2) return route.fallback()
      // The server handles it, but its response is lost.
      await route.fetch()
      await context.setOffline(true)
      return route.abort('connectionreset')
    })
    await bar(page).getByRole('button', { name: 'Unsubscribe' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: `Unsubscribe ${size} contacts` }).click()
    await expect(page.getByText('You’re offline', { exact: false }).first()).toBeVisible()
    expect(await countContacts(api, list_id, { status: 'unsubscribed' })).toBeLessThan(size)
    await context.setOffline(false)
    await expect(job(page)).toContainText(`${size} contacts unsubscribed`, { timeout: 30_000 })
    await expect(job(page).getByRole('listitem')).toHaveCount(0)
    expect(await countContacts(api, list_id, { status: 'unsubscribed' })).toBe(size)
    const unsubscribed = async () => {
      const changed: string[] = []
      for (let starting_after: string | undefined; ;) {
        const { data, paging } = await api('GET /events', {
          kinds: 'contact.unsubscribed',
          ...(starting_after !== undefined && { starting_after }),
        })
        changed.push(...data.map(({ data: event }) => JSON.stringify(event)))
        if (data.length === 0 || paging.next === null) return changed
        starting_after = paging.next
      }
    }
    // Events are listed a moment after their change.
    await expect.poll(async () => (await unsubscribed()).length).toBe(size)
    expect(new Set(await unsubscribed()).size).toBe(size)
  })
})

test(
  'three contacts are unsubscribed and restored by keyboard alone',
  { tag: '@both' },
  async ({ page, api }) => {
    const list_id = await openList(page, api, 4)
    // Of those who are selected, one has unsubscribed before; an undo must not subscribe them again (T24).
    const { id } = await api('GET /lists/:list_id/contacts/:id_or_email', {
      list_id,
      id_or_email: 'c2@example.com',
    })
    await api('PATCH /lists/:list_id/contacts/:contact_id', {
      list_id,
      contact_id: id,
      status: 'unsubscribed',
    })
    await page.reload()
    await expect(rows(page)).toHaveCount(4)
    await page.keyboard.press('ArrowDown')
    // Without a selection for the row at the cursor; what is typed at once is kept.
    await page.keyboard.press('t')
    await page.keyboard.type('early')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove early' })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(rows(page).first()).toContainText('early')
    await expect(rows(page).first().getByRole('link')).toBeFocused()
    for (const key of ['x', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
    await expect(bar(page)).toContainText('3 selected')
    const action = bar(page).getByRole('button', { name: 'Unsubscribe' })
    await expect(action).toBeVisible()
    for (let step = 0; step < 20; step++) {
      if (await action.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Unsubscribe 2 contacts?' })
    await expect(dialog).toContainText('1 selected contact gets no email already')
    await page.keyboard.press('Enter')
    await expect(toast(page)).toContainText('2 contacts unsubscribed')
    await expect.poll(() => countContacts(api, list_id, { status: 'unsubscribed' })).toBe(3)
    await expect(action).toBeFocused()
    // One of the two is changed by someone else, so it is left alone.
    const other = await rows(page).first().getAttribute('data-id')
    const change = { list_id, contact_id: other ?? '' }
    for (const status of ['subscribed', 'pending'] as const)
      await api('PATCH /lists/:list_id/contacts/:contact_id', { ...change, status })
    await page.keyboard.press('Control+z')
    await expect(job(page)).toContainText('1 contact changed back. 1 contact has changed since')
    expect(await countContacts(api, list_id, { status: 'unsubscribed' })).toBe(1)
    await expect(rows(page).filter({ hasText: 'Unsubscribed' })).toHaveCount(1)
    await expect(rows(page).first()).toContainText('Pending')
  },
)

test('Ctrl Enter while contacts are read starts once they are', async ({ page, api }) => {
  await page.clock.install()
  const list_id = await openList(page, api, 2)
  await expect(rows(page)).toHaveCount(2)
  const reads = await holdRequests(page, 'GET', /\/contacts/)
  await page.clock.fastForward(61_000) // rows that old are read again
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('t')
  await page.keyboard.type('early')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove early' })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toContainText('Reading')
  await page.keyboard.press('Control+Enter')
  reads.release()
  await expect(dialog).toHaveCount(0)
  await expect(rows(page).first()).toContainText('early')
  expect(await countContacts(api, list_id, { tag: 'early' })).toBe(1)
})

test('T96 two tabs together send four requests and obey Retry-After', async ({
  page,
  context,
  api,
  signIn,
}) => {
  const size = isPublicProfile() ? 30 : 450
  const list_id = await openList(page, api, size)
  const other = await context.newPage()
  await signIn(other)
  await other.goto(`/email/lists/${list_id}`)
  let [requests, inFlight, most] = [0, 0, 0]
  await context.route(writes, async (route) => {
    if (!isWrite(route)) return route.fallback()
    requests += 1
    most = Math.max(most, ++inFlight)
    const isLimited = requests % 3 === 0
    const response = isLimited ? undefined : await route.fetch()
    // Before the page has the response: it sends its next request at once.
    inFlight -= 1
    if (response) await route.fulfill({ response })
    else
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '1', 'access-control-allow-origin': '*' },
        json: { error: { code: 'rate_limited', message: 'Slow down.', request_id: 'req_1' } },
      })
  })
  for (const tab of [page, other]) {
    await selectPage(tab)
    if (size > 100) await press(tab, 'Select all contacts of this list')
  }
  await addTag(page, 'spring', `Add to ${size} contacts`)
  await bar(other).getByRole('button', { name: 'Unsubscribe' }).click()
  await other.getByRole('button', { name: `Unsubscribe ${size} contacts` }).click()
  const done = async () => [
    await countContacts(api, list_id, { tag: 'spring' }),
    await countContacts(api, list_id, { status: 'unsubscribed' }),
  ]
  await expect.poll(done, { timeout: 60_000 }).toEqual([size, size])
  // Batches are sent one after the other, in all tabs together.
  expect(most).toBeLessThanOrEqual(isPublicProfile() ? 4 : 1)
  await expect(job(page).getByRole('listitem')).toHaveCount(0)
  await expect(job(other).getByRole('listitem')).toHaveCount(0)
})
