import {
  createDraft,
  openPanel,
  panel,
  publications,
  publishButton,
  toast,
} from '../changelog-entry.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('the panel switches on the public page and opens without its server', async ({
  page,
  api,
  context,
}) => {
  await test.step('the panel switches on the public page after a question', async () => {
    const draft = await createDraft(api)
    await openPanel(page, draft.id)
    await expect(panel(page)).toContainText('The public page is off')
    await panel(page).getByRole('button', { name: 'Switch on the public page' }).click()
    const question = page.getByRole('dialog', { name: 'Switch the public page on?' })
    await question.getByRole('button', { name: 'Switch on' }).click()
    await expect(panel(page)).toContainText('On the public page within a minute')
    await expect(panel(page)).not.toContainText('The public page is off')
    expect((await api('GET /workspace', {})).public_changelog).toBe(true)
  })

  await test.step('the panel opens after its server became unreachable', async () => {
    const draft = await createDraft(api)
    await page.goto(`/changelog/${draft.id}`)
    await expect(publishButton(page)).toBeVisible()
    await page.route('**/assets/**', (route) => route.abort())
    await publishButton(page).click()
    await expect(panel(page)).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('offline the text is kept on the device and publishing is paused', async () => {
    await page.goto('/changelog/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Refills by post')
    await context.setOffline(true)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Keep the jar.')
    const main = page.getByRole('main')
    await page.keyboard.press('Control+s')
    await expect(main.getByText('Kept on this device, not yet sent')).toBeVisible()
    await expect(main.getByText('Saving…')).toHaveCount(0)
    await expect(publishButton(page)).toHaveAttribute('aria-disabled', 'true')
    await publishButton(page).click({ force: true })
    await expect(toast(page, 'You’re offline. Changes are paused.')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(panel(page)).toHaveCount(0)

    await context.setOffline(false)
    await publishButton(page).click()
    await expect(panel(page)).toBeVisible()
    expect(await publications(api)).toEqual([])
  })
})
