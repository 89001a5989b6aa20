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
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test(
  'a bulk change reads all that match in one whole stream',
  { tag: '@additions' }, // exports and batches
  async ({ page, api }) => {
    const list_id = await openList(page, api, 1000)
    await selectPage(page)
    await press(page, 'Select all contacts of this list')
    const requests = recordRequests(page)
    const exported = page.waitForRequest(/\/export\?/)
    await addTag(page, 'spring', 'Add to 1,000 contacts')
    await exported
    await expect(job(page)).toContainText('Tag spring added to 1,000 contacts')
    await expect(rows(page).first()).toContainText('spring')
    expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(5)
    // Of the table, at the end: neither pages of the job nor refetches after each of its requests.
    expect(requests.length).toBeLessThanOrEqual(7)

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
    await page.getByRole('button', { name: 'Unsubscribe 1,000 contacts' }).click()
    await expect(job(page)).toContainText('1,000 contacts unsubscribed')
    expect(await countContacts(api, list_id, { status: 'unsubscribed' })).toBe(1000)
  },
)
