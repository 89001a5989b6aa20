// Everything here writes campaigns, which the public API does not offer.
import type { Call } from '#client/api-client.ts'
import { findThemeViolations } from '../axe.ts'
import {
  createComplete,
  deleteCampaigns,
  dialog,
  openCampaigns,
  openMenu,
  rowOf,
} from '../campaign-rows.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

async function createAudience(api: Call, addresses: readonly string[]) {
  const list = await api('POST /lists', { name: 'All customers' })
  const contacts = []
  for (const email_address of addresses)
    contacts.push(
      await api('POST /lists/:list_id/contacts', {
        list_id: list.id,
        email_address,
        status: 'subscribed',
      }),
    )
  return { list, contacts }
}

const addresses = ['ana@example.com', 'ben@example.com', 'cai@example.com']

test('a campaign goes from draft to scheduled, canceled and sent', async ({ page, api }) => {
  const { list, contacts } = await createAudience(api, addresses)
  await openCampaigns(page)
  await page.getByRole('button', { name: 'New campaign' }).click()
  const form = dialog(page)
  await form.getByLabel('Name', { exact: true }).fill('Autumn letter')
  await expect(form).toContainText('add a subject, a sender and a list')
  await form.getByLabel('Subject').fill('The drying shed is open')
  await form.getByLabel('Sender address').fill('hello@example.com')
  await form.getByRole('combobox', { name: 'List' }).click()
  await page.getByRole('option', { name: /All customers/ }).click()
  await expect(form).toContainText('Would go to 3 subscribed contacts of All customers.')
  await expect(form).toContainText('Ready to be scheduled or sent.')
  expect(await findThemeViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Create draft' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(rowOf(page, 'Autumn letter')).toContainText('Draft')
  const [draft] = (await api('GET /campaigns', {})).data
  expect(draft).toMatchObject({ name: 'Autumn letter', status: 'draft', list_id: list.id })
  const campaign_id = draft?.id ?? ''

  await openMenu(page, 'Autumn letter', 'Schedule')
  await expect(dialog(page)).toContainText('to 3 subscribed contacts of All customers.')
  await expect(dialog(page)).toContainText('Your external sender delivers it.')
  await expect(dialog(page).getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Berlin/)
  expect(
    await dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBe(0)
  await dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(rowOf(page, 'Autumn letter')).toContainText('Scheduled')
  const scheduled = await api('GET /campaigns/:campaign_id', { campaign_id })
  expect(scheduled.scheduled_at).toMatch(/T0[78]:00:00/) // nine o’clock in Berlin

  await openMenu(page, 'Autumn letter', 'Cancel campaign')
  await expect(dialog(page)).toContainText('It won’t go out.')
  await dialog(page).getByRole('button', { name: 'Cancel campaign' }).click()
  await expect(rowOf(page, 'Autumn letter')).toContainText('Canceled')

  await openMenu(page, 'Autumn letter', 'Send now')
  await expect(dialog(page)).toContainText('goes to 3 subscribed contacts of All customers')
  await dialog(page).getByRole('button', { name: 'Send now' }).click()
  await expect(rowOf(page, 'Autumn letter')).toContainText('Sending')

  // The external sender reports.
  const at = new Date().toISOString()
  const event = (type: 'delivered' | 'opened', index: number) => ({
    id: `${type}-${index}`,
    type,
    at,
    contact_id: contacts[index]?.id ?? '',
  })
  const { results } = await api('POST /campaigns/:campaign_id/events', {
    campaign_id,
    events: [
      event('delivered', 0),
      event('delivered', 1),
      event('delivered', 2),
      event('opened', 0),
      { id: 'finished', type: 'finished', at },
    ],
  })
  expect(results).toHaveLength(5)
  await expect(rowOf(page, 'Autumn letter')).toContainText('Sent')
  await expect(rowOf(page, 'Autumn letter').locator('[data-column=open_rate]')).toContainText(
    '33.3%',
  )

  // What was sent keeps its content and can be renamed.
  await openMenu(page, 'Autumn letter', 'Rename')
  await expect(dialog(page).getByLabel('Subject')).toHaveCount(0)
  await dialog(page).getByLabel('Name', { exact: true }).fill('Autumn letter 2025')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Autumn letter 2025')).toContainText('Sent')
})

test('a draft is edited, duplicated, and deleted with Undo', async ({ page, api }) => {
  await test.step('the page of a draft edits and deletes it', async () => {
    const { id } = await api('POST /campaigns', { name: 'Old draft' })
    await page.goto(`/email/campaigns/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog(page).getByLabel('Name', { exact: true }).fill('New draft')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New draft' })).toBeVisible()

    await page.getByRole('button', { name: 'Actions for New draft' }).click()
    await page.getByRole('menuitem', { name: 'Delete draft' }).click()
    await expect(page).toHaveURL(/\/email\/campaigns$/)
    await expect(page.getByText('No campaigns yet')).toBeVisible()
    await page
      .getByTestId('toast')
      .filter({ hasText: 'Deleted' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(rowOf(page, 'New draft')).toBeVisible()
    expect((await api('GET /campaigns/:campaign_id', { campaign_id: id })).name).toBe('New draft')
    await deleteCampaigns(api)
  })

  await test.step('a duplicate begins with the content of its original', async () => {
    const { list } = await createAudience(api, addresses)
    await api('POST /campaigns', {
      name: 'Letter',
      subject: 'Hello',
      preview_text: 'News',
      from: { name: 'Ana', email_address: 'ana@example.com' },
      list_id: list.id,
    })
    await openCampaigns(page)
    await openMenu(page, 'Letter', 'Duplicate')
    await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Copy of Letter')
    await dialog(page).getByRole('button', { name: 'Create draft' }).click()
    await expect(rowOf(page, 'Copy of Letter')).toContainText('Draft')
    const [copy] = (await api('GET /campaigns', {})).data
    expect(copy).toMatchObject({
      name: 'Copy of Letter',
      subject: 'Hello',
      preview_text: 'News',
      from: { name: 'Ana', email_address: 'ana@example.com' },
      list_id: list.id,
    })
    await deleteCampaigns(api)
  })

  await test.step('deleting a draft or a canceled campaign is delayed and can be undone', async () => {
    await api('POST /campaigns', { name: 'Old draft' })
    await api('POST /campaigns', { name: 'Other draft' })
    // Canceled before it went out.
    const { id: campaign_id } = await createComplete(api, 'Letter')
    await api('POST /campaigns/:campaign_id/schedule', { campaign_id, send_at: inHours(48) })
    await api('POST /campaigns/:campaign_id/cancel', { campaign_id })
    await openCampaigns(page)
    await page.clock.install()
    for (const [name, item, status] of [
      ['Old draft', 'Delete draft', 'Draft'],
      ['Letter', 'Delete campaign', 'Canceled'],
    ] as const) {
      await openMenu(page, name, item)
      await expect(rowOf(page, name)).toHaveCount(0)
      const toast = page.getByTestId('toast').filter({ hasText: name })
      await toast.getByRole('button', { name: 'Undo' }).click()
      await expect(rowOf(page, name)).toContainText(status)

      await openMenu(page, name, item)
      await expect(rowOf(page, name)).toHaveCount(0)
      const deletion = page.waitForResponse((response) => response.request().method() === 'DELETE')
      await page.clock.fastForward(7000)
      expect((await deletion).status()).toBe(204)
      await expect(rowOf(page, name)).toHaveCount(0)
    }
    expect((await api('GET /campaigns', {})).data.map(({ name }) => name)).toEqual(['Other draft'])
  })
})
