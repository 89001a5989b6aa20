import {
  createDraft,
  openPanel,
  panel,
  publications,
  publishButton,
  readEntry,
  toast,
} from '../changelog-entry.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test(
  'an empty or wrong date is refused beside the field with the focus',
  { tag: '@additions' }, // changelog.edit
  async ({ page, api }) => {
    const draft = await createDraft(api)
    await openPanel(page, draft.id)
    await panel(page).getByRole('radio', { name: 'At a set time' }).check()
    const date = panel(page).getByLabel('Date', { exact: true })
    const time = panel(page).getByLabel('Time', { exact: true })
    const schedule = panel(page).getByRole('button', { name: 'Schedule', exact: true })

    await date.fill('')
    await schedule.click()
    await expect(panel(page).getByText('Choose a date and a time.')).toBeVisible()
    await expect(date).toBeFocused()
    await expect(date).toHaveAttribute('aria-invalid', 'true')

    await page.keyboard.type('garbage')
    await schedule.click()
    await expect(panel(page).getByText('Enter a date, such as')).toBeVisible()
    await expect(date).toBeFocused()

    await date.fill('2035-03-24')
    await time.fill('')
    await page.keyboard.press('Control+Enter')
    await expect(time).toBeFocused()
    await expect(time).toHaveAttribute('aria-invalid', 'true')
    expect(await readEntry(api, draft.id)).toMatchObject({ status: 'draft', publish_at: null })

    await page.keyboard.type('11:15')
    await page.keyboard.press('Control+Enter')
    await expect(panel(page)).toHaveCount(0)
    expect(await readEntry(api, draft.id)).toMatchObject({ publish_at: '2035-03-24T10:15:00.000Z' })
  },
)

test(
  'the time zone of the workspace is proposed, and found by its present name',
  { tag: '@additions' }, // workspace.write
  async ({ page, api }) => {
    await api('PATCH /workspace', { time_zone: 'Asia/Tokyo' })
    const draft = await createDraft(api)
    await openPanel(page, draft.id)
    await panel(page).getByRole('radio', { name: 'At a set time' }).check()
    const zone = panel(page).getByRole('combobox', { name: 'Time zone' })
    await expect(zone).toHaveValue(/^Tokyo/)
    for (const name of ['Kathmandu', 'Kolkata', 'Kyiv', 'Ho Chi Minh']) {
      await zone.fill(name)
      await page.getByRole('option').first().click()
      await expect(zone).toHaveValue(new RegExp(`^${name}`))
      await expect(panel(page)).toContainText(`in ${name}`)
    }
    await zone.fill('EST')
    await expect(page.getByRole('option').first()).toContainText('New York')
  },
)

test('the panel opens after its server became unreachable', async ({ page, api }) => {
  const draft = await createDraft(api)
  const loaded = page.waitForResponse(/publish-panel/)
  await page.goto(`/changelog/${draft.id}`)
  await expect(publishButton(page)).toBeVisible()
  await page.mouse.move(300, 300)
  await (await loaded).finished()
  await page.route('**/assets/**', (route) => route.abort())
  await publishButton(page).click()
  await expect(panel(page)).toBeVisible()
})

test('offline the text is kept on the device and publishing is paused', async ({
  page,
  api,
  context,
}) => {
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

test(
  'the panel switches on the public page after a question',
  { tag: '@additions' }, // workspace.write
  async ({ page, api }) => {
    const draft = await createDraft(api)
    await openPanel(page, draft.id)
    await expect(panel(page)).toContainText('The public page is off')
    await panel(page).getByRole('button', { name: 'Switch on the public page' }).click()
    const question = page.getByRole('dialog', { name: 'Switch the public page on?' })
    await question.getByRole('button', { name: 'Switch on' }).click()
    await expect(panel(page)).toContainText('On the public page within a minute')
    await expect(panel(page)).not.toContainText('The public page is off')
    expect((await api('GET /workspace', {})).public_changelog).toBe(true)
  },
)

test(
  'a published entry names what Ctrl Enter does',
  { tag: '@additions' }, // changelog.edit
  async ({ page, api }) => {
    const draft = await createDraft(api)
    await api('POST /feedback/changelog/entries/:entry_id/publish', { entry_id: draft.id })
    await page.goto(`/changelog/${draft.id}`)
    await expect(publishButton(page)).toHaveText('Manage publication')
    await expect(page.locator('.editor-hint')).toContainText('Manage publication')
  },
)

test('a phone has one row of tools and a close button beside the title', async ({ page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/changelog/new')
  const tools = page.getByRole('toolbar').getByRole('button')
  await expect(tools.first()).toBeVisible()
  const tops = await tools.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const draft = await createDraft(api)
  await page.goto(`/changelog/${draft.id}`)
  await publishButton(page).click()
  const middle = async (name: 'heading' | 'button', text: string) => {
    const box = await panel(page).getByRole(name, { name: text, exact: true }).boundingBox()
    return box ? box.y + box.height / 2 : 0
  }
  const title = await middle('heading', 'Publish this entry')
  expect(Math.abs((await middle('button', 'Close')) - title)).toBeLessThan(2)
})

test('the surface of the changelog reaches the edge of the window', async ({ page }) => {
  await page.goto('/changelog')
  await expect(page.getByRole('heading', { name: 'Select an entry to read it' })).toBeVisible()
  const gutter = () => getComputedStyle(document.documentElement).scrollbarGutter
  expect(await page.evaluate(gutter)).toBe('auto')
})
