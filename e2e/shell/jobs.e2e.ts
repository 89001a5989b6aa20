import { addTag, job, openList, rows, selectPage } from '../contact-rows.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('the leave guard confirms leaving the site during jobs', async ({ page, api }) => {
  await openList(page, api, 3)
  await expect(rows(page)).toHaveCount(3)
  await selectPage(page)
  const batch = await holdRequests(page, 'POST', /\/contacts\/batch/)
  await addTag(page, 'spring', 'Add to 3 contacts')
  await expect(job(page)).toHaveAttribute('data-state', 'running')
  await expect.poll(batch.count).toBe(1)
  const confirmDialog = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const warning = await confirmDialog
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
  await expect(job(page)).toHaveAttribute('data-state', 'running')
  batch.release()
})

test('the tab icon has a dot while offline', async ({ page, context }) => {
  const drawing = page.waitForResponse(
    (response) =>
      response.url().endsWith('/favicon.svg') && response.request().resourceType() === 'fetch',
  )
  await page.goto('/')
  await (await drawing).finished()
  const icon = page.locator('link[rel=icon]')
  await expect(icon).toHaveAttribute('href', /\/favicon\.svg$/)
  await context.setOffline(true)
  await expect(icon).toHaveAttribute('href', /^blob:/)
  await context.setOffline(false)
  await expect(icon).toHaveAttribute('href', /\/favicon\.svg$/)
})
