import type { BrowserContext, Page } from '@playwright/test'

import {
  confirm,
  createDraft,
  openPanel,
  openPanelStill,
  panel,
  publications,
  publishButton,
  readEntry,
  toast,
} from '../changelog-entry.ts'
import { blockEventStream, dropResponses } from '../faults.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

/** The person chose to publish without a delay. */
const publishWithoutDelay = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('workspace-admin:publish_wait', '0'))

async function close(page: Page, context: BrowserContext) {
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => context.pages().length).toBe(0)
}

test(
  'H1 T82 a draft is published once and moves, also when the response is lost',
  { tag: '@both' },
  async ({ page, api }) => {
    const draft = await createDraft(api)
    await openPanelStill(page, draft.id)
    await confirm(page, 'Publish')
    await expect(toast(page, 'Publishing Refills by post in 6 s')).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    await page.clock.runFor(5000)
    await expect(toast(page, 'Publishing Refills by post in 1 s')).toBeVisible()
    await expect(page.getByTestId('live-polite')).not.toContainText('in 1 s')
    expect(await publications(api)).toEqual([])
    await page.clock.runFor(2000)
    await expect.poll(() => publications(api)).toEqual([draft.id])
    await expect(toast(page, 'Published Refills by post')).toBeVisible()
    await expect(publishButton(page)).toHaveText('Manage publication')
    await expect(page.getByRole('list', { name: /Published/ })).toContainText('Refills by post')
    expect(await readEntry(api, draft.id)).toMatchObject({ status: 'published', notify: true })

    await test.step('T82 a lost response publishes once and is a success', async () => {
      const second = await createDraft(api, { title: 'Jars' })
      await page.clock.resume()
      await publishWithoutDelay(page)
      await openPanel(page, second.id)
      const fault = await dropResponses(page, 'POST', /\/publish$/)
      await confirm(page, 'Publish')
      await expect.poll(fault.count).toBeGreaterThan(0)
      await fault.end()
      await expect(toast(page, 'Published Jars')).toBeVisible()
      await expect.poll(() => publications(api)).toEqual([draft.id, second.id])
    })
  },
)

test('H3 H4 T82 T87 a publication waits 6 s, and closing the tab sends it', async ({
  page,
  api,
  context,
}) => {
  const published: string[] = []

  await test.step('H3 undoing within 6 s publishes nothing', async () => {
    const draft = await createDraft(api)
    await openPanelStill(page, draft.id)
    await confirm(page, 'Publish')
    await page.clock.runFor(5000)
    await toast(page, 'Publishing').getByRole('button', { name: 'Undo' }).click()
    await expect(publishButton(page)).not.toHaveAttribute('aria-busy')
    await page.clock.runFor(20_000)
    expect(await publications(api)).toEqual(published)
    expect((await readEntry(api, draft.id)).status).toBe('draft')
    await publishButton(page).click()
    await expect(panel(page)).toBeVisible()
    await page.clock.resume()
  })

  await test.step('T82 a double press publishes once', async () => {
    const draft = await createDraft(api, { title: 'Jars' })
    await openPanelStill(page, draft.id)
    await panel(page).getByRole('button', { name: 'Publish', exact: true }).dblclick()
    await expect(toast(page, 'Publishing')).toHaveCount(1)
    await page.clock.runFor(20_000)
    published.push(draft.id)
    await expect.poll(() => publications(api)).toEqual(published)
    await expect(toast(page, 'Published Jars')).toBeVisible()
    await expect.poll(() => publications(api)).toEqual(published)
    await page.clock.resume()
  })

  await test.step('T87 an entry changed during the delay is not published unseen', async () => {
    const draft = await createDraft(api)
    await openPanelStill(page, draft.id)
    await confirm(page, 'Publish')
    await page.route(/\/v1\/(events|feedback\/changelog\/entries)/, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    )
    const body = 'Somebody else wrote this.'
    await api('PATCH /feedback/changelog/entries/:entry_id', { entry_id: draft.id, body })
    await page.clock.runFor(7000)
    await page.clock.resume()
    await page.unrouteAll()
    await expect(toast(page, 'wasn’t published')).toBeVisible()
    expect(await publications(api)).toEqual(published)
  })

  await test.step('H4 T87 closing the tab during the delay publishes once', async () => {
    const draft = await createDraft(api)
    await openPanelStill(page, draft.id)
    await confirm(page, 'Publish')
    await expect(toast(page, 'Publishing')).toBeVisible()
    expect(await publications(api)).toEqual(published)
    await close(page, context)
    await expect.poll(() => publications(api)).toEqual([...published, draft.id])
  })
})

test('H7 T82 T83 entries are published without delay, and taken back', async ({
  page,
  api,
  context,
  signIn,
}) => {
  const published: string[] = []
  await publishWithoutDelay(page)
  // For the last step, which waits for this time.
  const publish_at = new Date(Date.now() + 20_000).toISOString()
  const scheduled = await createDraft(api, { title: 'At the same time', publish_at })

  await test.step('T83 publishing a scheduled entry cancels its schedule', async () => {
    const entry = await createDraft(api, { title: 'Scheduled', publish_at })
    await openPanel(page, entry.id)
    const now = panel(page).getByRole('radio', { name: 'Now' })
    if ((await now.count()) > 0) await now.check()
    else await expect(panel(page)).toContainText('Scheduled entries can’t be changed here.')
    await confirm(page, 'Publish now')
    await expect(toast(page, 'Published Scheduled')).toBeVisible()
    published.push(entry.id)
    await expect.poll(() => publications(api)).toEqual(published)
  })

  /** Without the entry that is published at its time, during any of the steps. */
  const publishedByHand = async () => (await publications(api)).filter((id) => id !== scheduled.id)

  await test.step('H7 three actions from the overview, or Ctrl Enter and Enter', async () => {
    const draft = await createDraft(api)
    await page.goto('/')
    await page.getByRole('link', { name: 'Refills by post' }).click()
    await publishButton(page).click()
    await confirm(page, 'Publish')
    published.push(draft.id)
    await expect.poll(publishedByHand).toEqual(published)

    const second = await createDraft(api, { title: 'Jars' })
    await page.goto(`/changelog/${second.id}`)
    await expect(publishButton(page)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(panel(page).getByRole('button', { name: 'Publish', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    published.push(second.id)
    await expect.poll(publishedByHand).toEqual(published)
  })

  await test.step('T82 an entry published in another tab is a success', async () => {
    const draft = await createDraft(api)
    const other = await context.newPage()
    await signIn(other)
    await blockEventStream(other)
    await publishWithoutDelay(other)
    for (const tab of [page, other]) await openPanel(tab, draft.id)
    // The second tab has not heard of the first: it still offers to publish.
    let hasSent = false
    await other.route(/\/v1\/(events|feedback\/changelog\/entries)/, (route) => {
      const isRead = route.request().method() === 'GET'
      hasSent ||= !isRead
      return isRead && !hasSent ? route.abort() : route.fallback()
    })
    await confirm(page, 'Publish')
    await expect(toast(page, 'Published Refills by post')).toBeVisible()
    const { published_at } = await readEntry(api, draft.id)
    await confirm(other, 'Publish')
    await expect(toast(other, 'Published Refills by post')).toBeVisible()
    published.push(draft.id)
    await expect.poll(publishedByHand).toEqual(published)
    expect((await readEntry(api, draft.id)).published_at).toBe(published_at)
    await other.close()
  })

  await test.step('a published entry is taken back after a question, and mails nobody again', async () => {
    await api('POST /feedback/changelog/subscribers', { email: 'ana@example.com' })
    const entry = await createDraft(api, { publish_at: inHours(-1) })
    await openPanel(page, entry.id)
    await expect(panel(page)).toContainText('No one is emailed again.')
    await panel(page).getByRole('button', { name: 'Unpublish' }).click()
    await page
      .getByRole('dialog', { name: 'Unpublish Refills by post?' })
      .getByRole('button', { name: 'Unpublish' })
      .click()
    await expect(toast(page, 'Unpublished Refills by post')).toBeVisible()
    expect(await readEntry(api, entry.id)).toMatchObject({ status: 'draft', publish_at: null })

    await publishButton(page).click()
    await expect(panel(page)).toContainText('No one is emailed.')
    await panel(page)
      .getByRole('switch', { name: /Email subscribers/ })
      .click()
    await expect(panel(page)).toContainText('No one is emailed again')
    await confirm(page, 'Publish')
    published.push(entry.id, entry.id)
    await expect.poll(publishedByHand).toEqual(published)
    const { data } = await api('GET /events', { kinds: 'changelog.published' })
    const ofEntry = data.filter((event) => Reflect.get(event.data, 'id') === entry.id)
    expect(ofEntry.map((event) => event.data['notify'])).toEqual([true, false])
  })

  await test.step('T83 another entry of the same time is published, and no other', async () => {
    await expect
      .poll(async () => (await publications(api)).toSorted(), { timeout: 40_000 })
      .toEqual([...published, scheduled.id].toSorted())
  })
})
