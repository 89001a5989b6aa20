// Everything here writes campaigns, which the public API does not offer.
import type { Page } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { deleteCampaigns, dialog, openCampaigns, openMenu, rowOf } from '../campaign-rows.ts'
import { blockEventStream, holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

async function createList(api: Call, name: string) {
  const list = await api('POST /lists', { name })
  await api('POST /lists/:list_id/contacts', {
    list_id: list.id,
    email_address: 'ana@example.com',
    status: 'subscribed',
  })
  return list
}

const conflict = (page: Page) => page.getByRole('dialog', { name: 'Someone else changed Letter' })

const createSegment = (api: Call, list_id: string, name: string) =>
  api('POST /lists/:list_id/segments', {
    list_id,
    name,
    filter: {
      match: 'all',
      conditions: [{ field: 'email_address', op: 'contains', value: 'example' }],
    },
  })

test('a conflict of a campaign shows both and keeps what is typed', async ({ page, api }) => {
  await test.step('a conflict of lists shows names and takes the segment along', async () => {
    const first = await createList(api, 'All customers')
    const second = await createList(api, 'Newsletter')
    const mine = await createSegment(api, first.id, 'Berlin')
    const theirs = await createSegment(api, second.id, 'Paris')
    const { id: campaign_id } = await api('POST /campaigns', { name: 'Letter', list_id: first.id })
    await openCampaigns(page)
    await openMenu(page, 'Letter', 'Edit')
    await dialog(page).getByRole('combobox', { name: 'Segment' }).click()
    await page.getByRole('option', { name: /Berlin/ }).click()
    await api('PATCH /campaigns/:campaign_id', {
      campaign_id,
      list_id: second.id,
      segment_id: theirs.id,
    })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    const question = conflict(page)
    await expect(question.getByRole('definition')).toHaveText([
      '“Berlin in All customers”',
      '“Paris in Newsletter”',
    ])
    expect(await api('GET /campaigns/:campaign_id', { campaign_id })).toMatchObject({
      segment_id: theirs.id,
    })
    await question.getByRole('button', { name: 'Use my version' }).click()
    await expect(dialog(page)).toHaveCount(0)
    expect(await api('GET /campaigns/:campaign_id', { campaign_id })).toMatchObject({
      list_id: first.id,
      segment_id: mine.id,
    })
    await deleteCampaigns(api)
  })

  await test.step('a conflict is in view with both texts, and no list shows its id while it loads', async () => {
    const list = await createList(api, 'All customers')
    const { id: campaign_id } = await api('POST /campaigns', { name: 'Letter', list_id: list.id })
    await page.setViewportSize({ width: 1280, height: 480 })
    // The page itself requests the lists, for its filter.
    const held = await holdRequests(page, 'GET', /\/v1\/lists(\?|$)/)
    await openCampaigns(page)
    await openMenu(page, 'Letter', 'Edit')
    const field = dialog(page).getByRole('combobox', { name: 'List' })
    await expect(field).toHaveValue('Loading…')
    held.release()
    await expect(field).toHaveValue('All customers')

    await dialog(page).getByLabel('Subject').fill('Mine')
    const preview_text = 'Their preview'
    await api('PATCH /campaigns/:campaign_id', { campaign_id, subject: 'Theirs', preview_text })
    // The keys save with the top of the form in view.
    await dialog(page).getByLabel('Subject').press('Control+Enter')
    await expect(conflict(page).getByText('“Theirs”')).toBeInViewport()
    await expect(conflict(page).getByRole('definition')).toHaveText(['“Mine”', '“Theirs”'])
    const stored = () => api('GET /campaigns/:campaign_id', { campaign_id })
    // Enter replaces nothing that nobody has read; what was written can be used after all.
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    expect((await stored()).subject).toBe('Theirs')
    await page.getByTestId('toast').getByRole('button', { name: 'Use my version' }).click()
    await expect.poll(async () => (await stored()).subject).toBe('Mine')
    expect((await stored()).preview_text).toBe('Their preview')
    await deleteCampaigns(api)
  })

  await test.step('what is typed while a conflict loads is kept', async () => {
    // A page that knows of the other change has nothing to load.
    await blockEventStream(page)
    const { id: campaign_id } = await api('POST /campaigns', { name: 'Letter', subject: 'First' })
    await openCampaigns(page)
    await openMenu(page, 'Letter', 'Edit')
    await dialog(page).getByLabel('Subject').fill('Mine')
    await api('PATCH /campaigns/:campaign_id', { campaign_id, subject: 'Theirs' })
    const held = await holdRequests(page, 'GET', new RegExp(`/v1/campaigns/${campaign_id}$`))
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect.poll(held.count).toBe(1)
    await dialog(page).getByLabel('Preview text').fill('Typed meanwhile')
    await dialog(page).getByLabel('Subject').fill('Mine, longer')
    held.release()
    await expect(conflict(page).getByRole('definition')).toHaveText(['“Mine”', '“Theirs”'])
    await conflict(page).getByRole('button', { name: 'Use my version' }).click()
    await expect(conflict(page)).toHaveCount(0)
    const stored = () => api('GET /campaigns/:campaign_id', { campaign_id })
    await expect.poll(async () => (await stored()).subject).toBe('Mine')
    await expect(dialog(page).getByLabel('Preview text')).toHaveValue('Typed meanwhile')
    await expect(dialog(page).getByLabel('Subject')).toHaveValue('Mine, longer')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toHaveCount(0)
    expect(await stored()).toMatchObject({
      subject: 'Mine, longer',
      preview_text: 'Typed meanwhile',
    })
  })
})

test('an undo of a campaign asks before it replaces what someone changed', async ({
  page,
  api,
}) => {
  await test.step('undoing an edit asks first when someone changed the same field', async () => {
    const { id: campaign_id } = await api('POST /campaigns', { name: 'Letter', subject: 'First' })
    const stored = () => api('GET /campaigns/:campaign_id', { campaign_id })
    const undo = page.getByTestId('toast').getByRole('button', { name: 'Undo' })
    await openCampaigns(page)
    await openMenu(page, 'Letter', 'Edit')
    await dialog(page).getByLabel('Subject').fill('Mine')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await api('PATCH /campaigns/:campaign_id', { campaign_id, subject: 'Theirs' })
    await undo.click()
    await expect(dialog(page)).toContainText(
      'The subject of Letter has changed since, to “Theirs”.',
    )
    expect((await stored()).subject).toBe('Theirs')
    const written = page.waitForRequest((request) => request.method() === 'PATCH')
    const { version } = await stored()
    await dialog(page).getByRole('button', { name: 'Undo anyway' }).click()
    expect((await written).headers()['if-match']).toBe(`"${version}"`)
    await expect.poll(async () => (await stored()).subject).toBe('First')
    await deleteCampaigns(api)
  })

  await test.step('undoing an edit keeps what someone changed in another field', async () => {
    const { id: campaign_id } = await api('POST /campaigns', { name: 'Letter', subject: 'First' })
    const stored = () => api('GET /campaigns/:campaign_id', { campaign_id })
    await openCampaigns(page)
    await openMenu(page, 'Letter', 'Edit')
    await dialog(page).getByLabel('Subject').fill('Mine')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await api('PATCH /campaigns/:campaign_id', { campaign_id, preview_text: 'Theirs' })

    // Someone changes the subject too, between the check and the undo.
    const held = await holdRequests(page, 'PATCH', new RegExp(`/v1/campaigns/${campaign_id}$`))
    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(held.count).toBe(1)
    await api('PATCH /campaigns/:campaign_id', { campaign_id, subject: 'Newer' })
    held.release()
    await expect(dialog(page)).toContainText('The subject of Letter has changed since, to “Newer”.')
    expect(await stored()).toMatchObject({ subject: 'Newer', preview_text: 'Theirs' })
    await dialog(page).getByRole('button', { name: 'Undo anyway' }).click()
    await expect.poll(async () => (await stored()).subject).toBe('First')
    expect((await stored()).preview_text).toBe('Theirs')
    await deleteCampaigns(api)
  })

  await test.step('undoing a creation asks before it deletes what someone changed', async () => {
    await page.route('**/events/stream', (route) => route.abort())
    await openCampaigns(page)
    await page.getByRole('button', { name: 'New campaign' }).click()
    await dialog(page).getByLabel('Name', { exact: true }).fill('Letter')
    await dialog(page).getByRole('button', { name: 'Create draft' }).click()
    await expect(rowOf(page, 'Letter')).toContainText('Draft')
    const [draft] = (await api('GET /campaigns', {})).data
    // Someone changes it between the check and the undo.
    const held = await holdRequests(page, 'DELETE', /\/v1\/campaigns\//)
    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(held.count).toBe(1)
    await api('PATCH /campaigns/:campaign_id', { campaign_id: draft?.id ?? '', subject: 'Theirs' })
    held.release()
    await expect(conflict(page)).toContainText('It isn’t deleted yet.')
    expect((await api('GET /campaigns', {})).data).toHaveLength(1)
    await conflict(page).getByRole('button', { name: 'Delete anyway' }).click()
    await expect(page.getByText('No campaigns yet')).toBeVisible()
  })
})
