import { buildList, row, rows } from '../contact-rows.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('a list deleted while its drawer is open keeps what is typed', async ({ page, api }) => {
  const { list_id, path } = await buildList(api, 1)
  await page.goto(path)
  await row(page, 'c001@').getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'c001@example.com' })
  const city = dialog.getByLabel('Value of city')
  await city.fill('Bristol')
  await api('PATCH /lists/:list_id', { list_id, archived: true })
  await api('DELETE /lists/:list_id', { list_id })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(page.getByText('This list was just deleted.')).toHaveCount(1)
  await expect(page.getByText('Add contact')).toHaveCount(0)
  await city.press('Tab')
  await expect(city).toHaveValue('Bristol')
})

test('5.1 a page opened before is readable offline, its drawer locked', async ({
  page,
  api,
  context,
}) => {
  const { list_id, path } = await buildList(api, 2)
  await page.goto('/email/lists')
  await page.getByRole('link', { name: 'All customers' }).click()
  await row(page, 'c001@').getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'c001@example.com' })
  await expect(dialog.getByLabel('Value of city')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page).toHaveURL('/email/lists')
  await context.setOffline(true)
  await expect(page.getByText(/You’re offline\..*Saved copy from/)).toBeVisible()
  await page.getByRole('link', { name: 'All customers' }).click()
  await expect(page).toHaveURL(path)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.locator('[data-state=error], [data-state=offline]')).toHaveCount(0)
  await row(page, 'c001@').getByRole('link').click()
  await expect(dialog).toContainText('You’re offline. Changes are paused.')
  await expect(dialog.getByLabel('Value of city')).not.toBeEditable()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // What was typed before is kept, and saved once the network is back.
  await context.setOffline(false)
  await row(page, 'c001@').getByRole('link').click()
  await dialog.getByLabel('Value of city').fill('Bristol')
  await context.setOffline(true)
  await expect(dialog).toContainText('What you changed isn’t saved yet.')
  await context.setOffline(false)
  const stored = () =>
    api('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email: 'c001@example.com' })
  await expect.poll(async () => (await stored()).fields['city']).toBe('Bristol')
})
