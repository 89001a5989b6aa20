// Everything here writes campaigns, which the public API does not offer.
import type { Page } from '@playwright/test'

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

const toasts = (page: Page) => page.getByTestId('toast')
const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' })

async function confirm(page: Page, item: string, title = `${item} Letter`) {
  await openMenu(page, 'Letter', item)
  await expect(dialog(page)).toHaveAccessibleName(title)
  await dialog(page).getByRole('button', { name: item, exact: true }).click()
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

test('undoing a schedule cancels it, undoing an edit leaves it', async ({ page, api }) => {
  await test.step('undoing a schedule cancels it, undoing that schedules it again', async () => {
    const { id: campaign_id } = await createComplete(api, 'Letter')
    const read = () => api('GET /campaigns/:campaign_id', { campaign_id })
    await openCampaigns(page)
    // One verb leads from each menu over its dialog to its toast.
    await confirm(page, 'Schedule')
    await expect(toasts(page)).toContainText('Scheduled Letter')
    await undo(page).click()
    await expect(rowOf(page, 'Letter')).toContainText('Canceled')
    expect((await read()).status).toBe('cancelled')

    const send_at = inHours(48)
    await api('POST /campaigns/:campaign_id/schedule', { campaign_id, send_at })
    await expect(rowOf(page, 'Letter')).toContainText('Scheduled')
    await confirm(page, 'Reschedule')
    await expect(toasts(page)).toContainText('Rescheduled Letter')
    expect((await read()).scheduled_at).not.toBe(send_at)
    await undo(page).click()
    await expect.poll(async () => (await read()).scheduled_at).toBe(send_at)
    await expect(rowOf(page, 'Letter')).toContainText('Scheduled')

    await confirm(page, 'Cancel campaign', 'Cancel Letter')
    await expect(toasts(page).last()).toContainText('Canceled Letter')
    await expect(rowOf(page, 'Letter')).toContainText('Canceled')
    await undo(page).click()
    await expect(rowOf(page, 'Letter')).toContainText('Scheduled')
    expect(await read()).toMatchObject({ status: 'scheduled', scheduled_at: send_at })
    await deleteCampaigns(api)
  })

  await test.step('undoing an edit leaves the schedule that someone has set since', async () => {
    const { id: campaign_id } = await createComplete(api, 'Letter')
    const read = () => api('GET /campaigns/:campaign_id', { campaign_id })
    await openCampaigns(page)
    await editSubject(page, 'Changed')
    await expect(undo(page)).toBeVisible()
    await api('POST /campaigns/:campaign_id/schedule', { campaign_id, send_at: inHours(48) })
    await undo(page).click()
    await expect.poll(async () => (await read()).subject).toBe('Hello')
    expect((await read()).status).toBe('scheduled')
  })
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

test('sending a campaign ends the undo of its creation, edits and schedule', async ({
  page,
  api,
}) => {
  await createComplete(api, 'Original')
  await openCampaigns(page)
  await openMenu(page, 'Original', 'Duplicate')
  await dialog(page).getByLabel('Name', { exact: true }).fill('Letter')
  await dialog(page).getByRole('button', { name: 'Create draft' }).click()
  await expect(toasts(page)).toContainText('Created Letter')
  await editSubject(page, 'Changed')
  await confirm(page, 'Schedule')
  await expect(undo(page).first()).toBeVisible()
  await confirm(page, 'Send now', 'Send Letter now')
  await expect(toasts(page)).toHaveText(/Sending Letter/)
  await expect(undo(page)).toHaveCount(0)
  await expectNoUndo(page)
  await expect(rowOf(page, 'Letter')).toContainText('Sending')
  const { data } = await api('GET /campaigns', {})
  expect(data.find(({ name }) => name === 'Letter')).toMatchObject({
    subject: 'Changed',
    status: 'sending',
  })
})
