// Everything here writes campaigns, which the public document does not offer.
import type { Call } from '#client/api-client.ts'
import { dialog, openCampaigns, openMenu, rowOf } from '../campaign-rows.ts'
import { holdRequests } from '../faults.ts'
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

const createSegment = (api: Call, list_id: string, name: string) =>
  api('POST /lists/:list_id/segments', {
    list_id,
    name,
    filter: {
      match: 'all',
      conditions: [{ field: 'email_address', op: 'contains', value: 'example' }],
    },
  })

test('a conflict of lists shows names and takes the segment along', async ({ page, api }) => {
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
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await save.click()
  await expect(dialog(page).getByRole('definition')).toHaveText([
    'Berlin in All customers',
    'Paris in Newsletter',
  ])
  expect(await api('GET /campaigns/:campaign_id', { campaign_id })).toMatchObject({
    segment_id: theirs.id,
  })
  await save.click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await api('GET /campaigns/:campaign_id', { campaign_id })).toMatchObject({
    list_id: first.id,
    segment_id: mine.id,
  })
})

test('a conflict is in view with both texts, and no list shows its id while it loads', async ({
  page,
  api,
}) => {
  const list = await createList(api, 'All customers')
  const { id: campaign_id } = await api('POST /campaigns', { name: 'Letter', list_id: list.id })
  await page.setViewportSize({ width: 1280, height: 480 })
  await openCampaigns(page)
  const held = await holdRequests(page, 'GET', /\/v1\/lists(\?|$)/)
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
  await expect(dialog(page).getByText('Someone changed this campaign')).toBeInViewport()
  await expect(dialog(page).getByRole('definition')).toHaveText(['Mine', 'Theirs'])
  await expect(dialog(page).getByLabel('Preview text')).toHaveValue('Their preview')
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('Mine')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await api('GET /campaigns/:campaign_id', { campaign_id })).toMatchObject({
    subject: 'Mine',
    preview_text: 'Their preview',
  })
})

test('what is typed while a conflict loads is kept', async ({ page, api }) => {
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
  await expect(dialog(page).getByRole('definition')).toHaveText(['Mine, longer', 'Theirs'])
  await expect(dialog(page).getByLabel('Preview text')).toHaveValue('Typed meanwhile')
  await expect(dialog(page).getByLabel('Subject')).toHaveValue('Mine, longer')
})

test('undoing an edit asks first when someone changed the same field', async ({ page, api }) => {
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
  await expect(dialog(page)).toContainText('Letter has changed since.')
  expect((await stored()).subject).toBe('Theirs')
  const written = page.waitForRequest((request) => request.method() === 'PATCH')
  const { version } = await stored()
  await dialog(page).getByRole('button', { name: 'Undo anyway' }).click()
  expect((await written).headers()['if-match']).toBe(`"${version}"`)
  await expect.poll(async () => (await stored()).subject).toBe('First')
})

test('undoing an edit keeps what someone changed in another field', async ({ page, api }) => {
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
  await expect(dialog(page)).toContainText('Letter has changed since.')
  expect(await stored()).toMatchObject({ subject: 'Newer', preview_text: 'Theirs' })
  await dialog(page).getByRole('button', { name: 'Undo anyway' }).click()
  await expect.poll(async () => (await stored()).subject).toBe('First')
  expect((await stored()).preview_text).toBe('Theirs')
})

test('undoing a creation asks before it deletes what someone changed', async ({ page, api }) => {
  await openCampaigns(page)
  await page.getByRole('button', { name: 'New campaign' }).click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Letter')
  await dialog(page).getByRole('button', { name: 'Create draft' }).click()
  await expect(rowOf(page, 'Letter')).toContainText('Draft')
  const [draft] = (await api('GET /campaigns', {})).data
  await api('PATCH /campaigns/:campaign_id', { campaign_id: draft?.id ?? '', subject: 'Theirs' })
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page)).toContainText('Letter has changed since you created it.')
  expect((await api('GET /campaigns', {})).data).toHaveLength(1)
  await dialog(page).getByRole('button', { name: 'Undo anyway' }).click()
  await expect(page.getByText('No campaigns yet')).toBeVisible()
})
