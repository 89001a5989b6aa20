import {
  addTag,
  bar,
  countContacts,
  job,
  openList,
  press,
  recordRequests,
  rows,
  selectPage,
} from '../contact-rows.ts'
import { blockEventStream } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('a bulk change reads all that match in one whole stream', async ({ page, api }) => {
  // Its events refetch the table as well, as often as they arrive apart.
  await blockEventStream(page)
  const list_id = await openList(page, api, 600)
  await selectPage(page)
  await press(page, 'Select all contacts of this list')
  const requests = recordRequests(page)
  const exported = page.waitForRequest(/\/export\?/)
  await addTag(page, 'spring', 'Add to 600 contacts')
  await exported
  await expect(job(page)).toContainText('Tag spring added to 600 contacts')
  await expect(rows(page).first()).toContainText('spring')
  expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(3)
  // Of the table, at the end: neither pages of the job nor refetches after each of its requests.
  expect(requests.length).toBeLessThanOrEqual(4)

  await page.reload()
  await selectPage(page)
  await press(page, 'Select all contacts of this list')
  // As by a proxy that ends a response early, but correctly.
  await page.route(/\/export\?/, async (route) => {
    const response = await route.fetch()
    const lines = (await response.text()).split('\n')
    await route.fulfill({ response, body: `${lines.slice(0, 300).join('\n')}\n` })
  })
  await bar(page).getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('button', { name: 'Unsubscribe 600 contacts' }).click()
  await expect(job(page)).toContainText('600 contacts unsubscribed')
  expect(await countContacts(api, list_id, { status: 'unsubscribed' })).toBe(600)
})
