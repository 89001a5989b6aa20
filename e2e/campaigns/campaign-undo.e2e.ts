// Everything here writes campaigns, which the public document does not offer.
import type { Page } from '@playwright/test'

import { createComplete, dialog, openCampaigns, openMenu, rowOf } from '../campaign-rows.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const toasts = (page: Page) => page.getByTestId('toast')
const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' })

async function confirm(page: Page, item: string, button = item) {
  await openMenu(page, 'Letter', item)
  await dialog(page).getByRole('button', { name: button, exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

async function expectNoUndo(page: Page) {
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Nothing to undo')).toHaveCount(1)
}

async function editSubject(page: Page, subject: string) {
  await openMenu(page, 'Letter', 'Edit')
  await dialog(page).getByLabel('Subject').fill(subject)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

test('undoing a schedule cancels it, undoing that schedules it again', async ({ page, api }) => {
  const { id: campaign_id } = await createComplete(api, 'Letter')
  const read = () => api('GET /campaigns/:campaign_id', { campaign_id })
  await openCampaigns(page)
  await confirm(page, 'Schedule')
  await expect(toasts(page)).toContainText('Scheduled Letter')
  await undo(page).click()
  await expect(rowOf(page, 'Letter')).toContainText('Canceled')
  expect((await read()).status).toBe('cancelled')

  const send_at = inHours(48)
  await api('POST /campaigns/:campaign_id/schedule', { campaign_id, send_at })
  await expect(rowOf(page, 'Letter')).toContainText('Scheduled')
  await confirm(page, 'Reschedule')
  expect((await read()).scheduled_at).not.toBe(send_at)
  await undo(page).click()
  await expect.poll(async () => (await read()).scheduled_at).toBe(send_at)
  await expect(rowOf(page, 'Letter')).toContainText('Scheduled')

  await confirm(page, 'Cancel campaign')
  await expect(rowOf(page, 'Letter')).toContainText('Canceled')
  await undo(page).click()
  await expect(rowOf(page, 'Letter')).toContainText('Scheduled')
  expect(await read()).toMatchObject({ status: 'scheduled', scheduled_at: send_at })
})

test('a campaign that was canceled before it went out is deleted', async ({ page, api }) => {
  const { id: campaign_id } = await createComplete(api, 'Letter')
  await api('POST /campaigns/:campaign_id/schedule', { campaign_id, send_at: inHours(48) })
  await api('POST /campaigns/:campaign_id/cancel', { campaign_id })
  await openCampaigns(page)
  await page.clock.install()
  await openMenu(page, 'Letter', 'Delete campaign')
  await expect(rowOf(page, 'Letter')).toHaveCount(0)
  await undo(page).click()
  await expect(rowOf(page, 'Letter')).toContainText('Canceled')
  await openMenu(page, 'Letter', 'Delete campaign')
  const deletion = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.clock.fastForward(7000)
  expect((await deletion).status()).toBe(204)
  expect((await api('GET /campaigns', {})).data).toEqual([])
})

test('undoing an edit asks first when the campaign was scheduled since', async ({ page, api }) => {
  const { id: campaign_id } = await createComplete(api, 'Letter')
  const read = () => api('GET /campaigns/:campaign_id', { campaign_id })
  await openCampaigns(page)
  await editSubject(page, 'Changed')
  await expect(undo(page)).toBeVisible()
  await api('POST /campaigns/:campaign_id/schedule', { campaign_id, send_at: inHours(48) })
  await undo(page).click()
  await expect(dialog(page)).toContainText('Letter has changed since.')
  await dialog(page).getByRole('button', { name: 'Undo anyway' }).click()
  await expect.poll(async () => (await read()).subject).toBe('Hello')
  expect((await read()).status).toBe('scheduled')
})

test('sending a campaign ends the undo of its schedule', async ({ page, api }) => {
  const { id: campaign_id } = await createComplete(api, 'Letter')
  await openCampaigns(page)
  await confirm(page, 'Schedule')
  await expect(undo(page)).toBeVisible()
  await confirm(page, 'Send now')
  await expect(toasts(page)).toHaveText(/Sending Letter/)
  await expectNoUndo(page)
  expect((await api('GET /campaigns/:campaign_id', { campaign_id })).status).toBe('sending')
})

test('undoing a schedule is refused once the campaign is sent', async ({ page, api }) => {
  const { id: campaign_id } = await createComplete(api, 'Letter')
  await openCampaigns(page)
  await confirm(page, 'Schedule')
  await expect(undo(page)).toBeVisible()
  await api('POST /campaigns/:campaign_id/send', { campaign_id })
  await undo(page).click()
  await expect(toasts(page)).toHaveText(/Can’t undo: sending of Letter has started/)
  await expect(dialog(page)).toHaveCount(0)
  await expectNoUndo(page)
  expect((await api('GET /campaigns/:campaign_id', { campaign_id })).status).toBe('sending')
})

test('sending a campaign ends the undo of its creation', async ({ page, api }) => {
  await createComplete(api, 'Letter')
  await openCampaigns(page)
  await openMenu(page, 'Letter', 'Duplicate')
  await dialog(page).getByLabel('Name', { exact: true }).fill('Second')
  await dialog(page).getByRole('button', { name: 'Create draft' }).click()
  await expect(toasts(page)).toContainText('Created Second')
  await openMenu(page, 'Second', 'Send now')
  await dialog(page).getByRole('button', { name: 'Send now', exact: true }).click()
  await expect(toasts(page)).toHaveText(/Sending Second/)
  await expectNoUndo(page)
  await expect(rowOf(page, 'Second')).toContainText('Sending')
})

test('sending a campaign ends the undo of its edits', async ({ page, api }) => {
  const { id: campaign_id } = await createComplete(api, 'Letter')
  await openCampaigns(page)
  await editSubject(page, 'Changed')
  await expect(undo(page)).toBeVisible()
  await confirm(page, 'Send now')
  await expect(toasts(page)).toHaveText(/Sending Letter/)
  await expect(undo(page)).toHaveCount(0)
  await expectNoUndo(page)
  expect(await api('GET /campaigns/:campaign_id', { campaign_id })).toMatchObject({
    subject: 'Changed',
    status: 'sending',
  })
})
