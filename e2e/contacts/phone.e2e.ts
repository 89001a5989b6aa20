import { addTag, bar, countContacts, openList, rows, toast } from '../contact-rows.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a long press selects a contact, which is tagged', async ({ page, api }) => {
  const list_id = await openList(page, api, 3)
  const box = await rows(page).nth(1).boundingBox()
  const point = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + 20 }
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await expect(bar(page)).toContainText('1 selected')
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(bar(page)).toContainText('1 selected')
  // A tap goes on selecting, and every action is in the window.
  await rows(page).nth(2).getByRole('link').tap()
  await expect(bar(page)).toContainText('2 selected')
  for (const action of await bar(page).getByRole('button').all())
    await expect(action).toBeInViewport({ ratio: 1 })
  await addTag(page, 'spring', 'Add to 2 contacts')
  await expect(toast(page)).toContainText('Tag spring added to 2 contacts')
  await expect(rows(page).nth(2)).toContainText('spring')
  expect(await countContacts(api, list_id, { tag: 'spring' })).toBe(2)
})

test('the page scrolls after a skeleton, and its end is clear of buttons', async ({
  page,
  api,
}) => {
  const contacts = await holdRequests(page, 'GET', /\/lists\/[^/]+\/contacts/)
  await openList(page, api, 150)
  await expect(page.locator('[data-state=loading]')).toBeVisible()
  contacts.release()
  await expect(rows(page).first()).toBeVisible()
  await expect(async () => {
    await page.mouse.wheel(0, 100_000)
    await expect(rows(page).last()).toContainText('c50@', { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Next' }).click({ timeout: 5000 })
  await expect(rows(page).first()).toBeInViewport()
  await expect(rows(page).first()).toContainText('c49@')
})
