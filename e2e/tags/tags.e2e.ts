import type { Page } from '@playwright/test'
import fs from 'node:fs'

import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const SPICE = 'café, 🌶 & 50%'
const rows = (page: Page) => page.getByTestId('row')
const rowOf = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')

async function createList(api: Call, contacts: Record<string, string[]>) {
  const { id } = await api('POST /lists', { name: 'All customers' })
  for (const [name, tags] of Object.entries(contacts))
    await api('POST /lists/:list_id/contacts', {
      list_id: id,
      email_address: `${name}@example.com`,
      tags,
    })
  return id
}

async function choose(page: Page, tag: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${tag}` }).press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test(
  'G2 a tag with a comma and an emoji round-trips through the URL',
  { tag: '@both' },
  async ({ page, api }) => {
    const list_id = await createList(api, { ana: [SPICE, 'VIP'], ben: ['VIP'], cai: [] })
    await page.goto(`/email/lists/${list_id}/tags`)
    await expect(page.getByRole('heading', { level: 1, name: 'All customers' })).toBeVisible()
    await expect(rowOf(page, SPICE)).toContainText('1')
    await expect(rowOf(page, 'VIP')).toContainText('2')
    expect(await findThemeViolations(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = fs.readFileSync(await (await download).path(), 'utf8')
    expect(file).toContain(`"${SPICE}",1,`)

    await page.getByRole('searchbox', { name: 'Find by name' }).fill('cafe 🌶')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: SPICE }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('tag')).toBe(SPICE)

    // Another one, from the menu of the contact; in quotes a comma ends no tag.
    await choose(page, 'ana@example.com', 'Add tag')
    await dialog(page).getByRole('combobox', { name: 'Tags' }).pressSequentially('"Cardiff, Wales"')
    await expect(page.getByRole('option', { name: 'Create “Cardiff, Wales”' })).toBeVisible()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('button', { name: 'Add to 1 contact' }).click()
    const stored = () =>
      api('GET /lists/:list_id/contacts/:id_or_email', { list_id, id_or_email: 'ana@example.com' })
    await expect.poll(async () => (await stored()).tags).toContain('Cardiff, Wales')
    await choose(page, 'ana@example.com', 'Unsubscribe')
    await dialog(page).getByRole('button', { name: 'Unsubscribe 1 contact' }).click()
    await expect.poll(async () => (await stored()).status).toBe('unsubscribed')
    await expect(rowOf(page, 'ana@example.com')).toContainText('Unsubscribed')
    await page.getByRole('button', { name: 'Actions for ana@example.com' }).click()
    await expect(page.getByRole('menuitem', { name: 'Resubscribe' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Unsubscribe' })).toHaveCount(0)
  },
)

test('a tag is renamed, merged into another and deleted', async ({ page, api }) => {
  const list_id = await createList(api, { ana: [SPICE, 'VIP'], ben: ['VIP'], cai: [SPICE] })
  const tagsOf = async (name: string) =>
    (
      await api('GET /lists/:list_id/contacts/:id_or_email', {
        list_id,
        id_or_email: `${name}@example.com`,
      })
    ).tags
  await page.goto(`/email/lists/${list_id}/tags`)
  await choose(page, SPICE, 'Rename…')
  await dialog(page).getByLabel('Name').fill('hot')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'hot')).toBeVisible()
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, SPICE)).toBeVisible()
  expect(await tagsOf('cai')).toEqual([SPICE])

  // Someone spells it differently meanwhile, and its old name is taken before the undo.
  await choose(page, 'VIP', 'Rename…')
  await api('PATCH /lists/:list_id/tags/:tag', { list_id, tag: 'VIP', name: 'Vip' })
  await dialog(page).getByLabel('Name').fill('Gold')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Someone else changed Vip' })
  await expect(question.getByRole('definition')).toHaveText(['“Gold”', '“Vip”'])
  expect(await tagsOf('ben')).toEqual(['Vip'])
  await question.getByRole('button', { name: 'Use my version' }).click()
  await expect(rowOf(page, 'Gold')).toBeVisible()
  await api('POST /lists/:list_id/tags', { list_id, name: 'VIP' })
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).last().click()
  await expect(dialog(page)).toContainText('There is a tag VIP again.')
  await dialog(page).getByRole('button', { name: 'Undo anyway' }).click()
  await expect(rowOf(page, 'Gold')).toHaveCount(0)
  expect(await tagsOf('ben')).toEqual(['VIP'])

  await choose(page, SPICE, 'Rename…')
  await dialog(page).getByLabel('Name').fill('vip')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(
    `${SPICE} (2 contacts) becomes part of VIP (2 contacts).`,
  )
  expect(await tagsOf('cai')).toEqual([SPICE])
  await dialog(page).getByRole('button', { name: 'Merge tags' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, 'VIP')).toContainText('3')
  expect(await tagsOf('ana')).toEqual(['VIP'])

  await choose(page, 'VIP', 'Delete…')
  await expect(dialog(page)).toContainText('The tag is removed from 3 contacts.')
  await dialog(page).getByRole('button', { name: 'Delete tag' }).click()
  await expect(page.getByRole('heading', { name: 'No tags yet' })).toBeVisible()
  expect(await tagsOf('ana')).toEqual([])
})
