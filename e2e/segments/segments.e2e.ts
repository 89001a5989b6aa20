import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, segment: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${segment}` }).press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test(
  'G1 opening a segment goes to /segments/:sid and shows its contacts',
  { tag: '@both' },
  async ({ page, api }) => {
    const { id: list_id } = await api('POST /lists', { name: 'All customers' })
    for (const name of ['ana', 'ben', 'cai'])
      await api('POST /lists/:list_id/contacts', {
        list_id,
        email_address: `${name}@example.com`,
        tags: name === 'ben' ? [] : ['VIP'],
      })
    const { id } = await api('POST /lists/:list_id/segments', {
      list_id,
      name: 'Regulars',
      filter: { match: 'all', conditions: [{ field: 'tag', op: 'is', value: 'VIP' }] },
    })
    await page.goto(`/email/lists/${list_id}/segments`)
    await expect(rows(page)).toContainText('Tag is “VIP”')
    await page.getByRole('link', { name: 'Regulars' }).click()
    await expect(page).toHaveURL(`/email/lists/${list_id}/segments/${id}`)
    await expect(page).toHaveTitle(/^Regulars, All customers, Lists/)
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('main')).toContainText('Tag is “VIP”')
    // Live: who loses the tag is gone.
    const contact = { list_id, id_or_email: 'ana@example.com' }
    const ana = await api('GET /lists/:list_id/contacts/:id_or_email', contact)
    await api('PATCH /lists/:list_id/contacts/:contact_id', {
      list_id,
      contact_id: ana.id,
      tags: [],
    })
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('cai@example.com')

    await page.goto(`/email/lists/${list_id}/segments/seg_none`)
    await page.getByRole('link', { name: 'Back to segments' }).click()
    await expect(rows(page)).toHaveCount(1)
  },
)

test('a segment is built from rules with a live count and samples', async ({ page, api }) => {
  const { id: list_id } = await api('POST /lists', { name: 'All customers' })
  const people = Array.from({ length: 7 }, (_, n) => `contact${n}@example.com`)
  for (const [n, email_address] of people.entries())
    await api('POST /lists/:list_id/contacts', {
      list_id,
      email_address,
      tags: n < 6 ? ['VIP'] : [],
      fields: { city: n < 2 ? 'Oslo' : 'Bergen' },
    })
  await page.goto(`/email/lists/${list_id}/segments`)
  await page.getByRole('button', { name: 'New segment' }).click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Customers in Oslo')
  await dialog(page).getByRole('button', { name: 'Create segment' }).click()
  await expect(dialog(page)).toContainText('Enter a value.')
  const first = dialog(page).getByRole('group', { name: 'Rule 1' })
  await first.getByLabel('Value').fill('vip')
  const preview = dialog(page).getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('6 contacts match')
  await expect(preview.getByRole('listitem')).toHaveCount(6)
  await expect(preview).toContainText('and 1 more')

  await dialog(page).getByRole('button', { name: 'Add rule' }).click()
  const second = dialog(page).getByRole('group', { name: 'Rule 2' })
  await expect(second.getByLabel('Field')).toBeFocused()
  await second.getByLabel('Field').selectOption('Merge field')
  await second.getByLabel('Field name').fill('city')
  await second.getByLabel('Value').fill('Oslo')
  await expect(preview).toContainText('2 contacts match')
  await dialog(page).getByText('Any rule').click()
  await expect(preview).toContainText('6 contacts match')
  await dialog(page).getByText('All rules').click()
  await expect(preview).toContainText('2 contacts match') // the count before is dimmed
  expect(await findThemeViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(rows(page)).toContainText('Tag is “vip” and city is “Oslo”')
  await expect(rows(page)).toContainText('2')
  const stored = async () => (await api('GET /lists/:list_id/segments', { list_id })).data
  expect((await stored())[0]?.filter).toEqual({
    match: 'all',
    conditions: [
      { field: 'tag', op: 'is', value: 'vip' },
      { field: 'fields.city', op: 'is', value: 'Oslo' },
    ],
  })

  await choose(page, 'Customers in Oslo', 'Edit…')
  await dialog(page).getByRole('button', { name: 'Remove rule 1' }).click()
  await dialog(page).getByLabel('Condition').selectOption('isn’t')
  await expect(preview).toContainText('5 contacts match')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rows(page)).toContainText('City isn’t “Oslo”')
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows(page)).toContainText('Tag is “vip” and city is “Oslo”')

  await choose(page, 'Customers in Oslo', 'Delete…')
  // Someone changes it meanwhile.
  await api('PATCH /lists/:list_id/segments/:segment_id', {
    list_id,
    segment_id: (await stored())[0]?.id ?? '',
    name: 'Oslo',
  })
  await dialog(page).getByRole('button', { name: 'Delete segment' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed Oslo' })
  await question.getByRole('button', { name: 'Delete anyway' }).click()
  await expect(page.getByRole('heading', { name: 'No segments yet' })).toBeVisible()
  expect(await stored()).toEqual([])
})
