import { expect, inHours, test } from '../fixtures.ts'
import { createSent, createShed, openReport, panel, respondReport } from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('a campaign on its way without delivered has no progress', async ({ page, api }) => {
  const { id } = await createSent(api, { name: 'On its way', status: 'sending' })
  const stats = { recipients: 24_000, opens_unique: 1, bounces_hard: 2 }
  await respondReport(page, (report) => ({ ...report, stats }))
  await openReport(page, id)
  await expect(page.getByRole('heading', { name: 'Sending now' })).toBeVisible()
  await expect(page.locator('[data-stat=recipients]')).toContainText('24,000')
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.locator('main')).not.toContainText('handed over')
})

test('recipients without deliveries have a title of their own', async ({ page, api }) => {
  const cases = [
    ['sent', { recipients: 3, delivered: 0 }, 'Nothing delivered', 'emails to 3 recipients'],
    ['sent', { delivered: 0 }, 'Nothing delivered', 'None of the emails were delivered'],
    ['cancelled', { recipients: 3, delivered: 0 }, 'No deliveries reported', 'so far'],
    ['paused', { recipients: 3, delivered: 0 }, 'No deliveries reported', 'so far'],
  ] as const
  for (const [status, stats, title, text] of cases) {
    const { id } = await createSent(api, { name: 'Letter', sent_at: inHours(-90) })
    await page.route(new RegExp(`/v1/campaigns/${id}$`), async (route) => {
      const response = await route.fetch()
      const campaign = (await response.json()) as object
      await route.fulfill({ response, json: { ...campaign, status } })
    })
    await respondReport(page, (report) => ({ ...report, stats }))
    await openReport(page, id)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.locator('.report-notice')).toContainText(text)
    await expect(page.getByRole('heading', { name: 'No recipients' })).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Rates' })).toHaveCount(0)
    await page.unrouteAll()
  }
})

test('a report is refetched each minute for two days only', async ({ page, api }) => {
  for (const [days, isRefetched] of [
    [1, true],
    [10, false],
  ] as const) {
    const { id } = await createShed(api, { sent_at: inHours(-24 * days) }, 0)
    await page.clock.install()
    await openReport(page, id)
    await expect(page.getByRole('list', { name: 'Rates' })).toBeVisible()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.clock.fastForward(61_000)
    // A request after those of the timers.
    const last = page.waitForRequest(/\/last$/)
    await page.evaluate(() => void fetch('/last').catch(() => undefined))
    await last
    expect(requests.includes(`/v1/campaigns/${id}/report`)).toBe(isRefetched)
    page.removeAllListeners('request')
  }
})

test('drafts, scheduled and sending campaigns say what they are', async ({ page, api }) => {
  const draft = await createSent(api, { name: 'Spring workshops', status: 'draft' })
  await openReport(page, draft.id)
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0)

  const scheduled = await createSent(api, {
    name: 'Winter sale',
    status: 'scheduled',
    scheduled_at: inHours(50),
  })
  await openReport(page, scheduled.id)
  await expect(page.getByText(/It goes out in 2 days/)).toBeVisible()

  const sending = await createSent(api, {
    name: 'On its way',
    status: 'sending',
    stats: { recipients: 24_300, delivered: 4100, bounces_hard: 20 },
  })
  await openReport(page, sending.id)
  await expect(page.getByText('4,120 of about 24,300 handed over')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Sending now' })).toHaveAttribute(
    'aria-valuenow',
    '4120',
  )
  await expect(page.getByRole('list', { name: 'Rates' })).toHaveCount(0)
  await expect(panel(page, 'stats')).toContainText('24,300')
})

test('a campaign on its way loses nobody before its first delivery', async ({ page, api }) => {
  const { id } = await createSent(api, {
    name: 'On its way',
    status: 'sending',
    stats: { recipients: 220, delivered: 0, bounces_hard: 0, opens_unique: 0 },
  })
  await openReport(page, id)
  await expect(panel(page, 'stats')).toContainText('220')
  await expect(panel(page, 'funnel').locator('[data-bar]')).toHaveCount(1)
  await expect(panel(page, 'funnel')).not.toContainText('didn’t arrive')
  await expect(panel(page, 'stats')).not.toContainText('%')
})

test('the facts of a report wrap at twice the text size', async ({ page, api }) => {
  const { id } = await createShed(api)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openReport(page, id)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const isInside = () =>
    page.locator('.report-meta').evaluate((meta) =>
      [...meta.querySelectorAll('*')].every((part) => {
        const [inner, outer] = [part.getBoundingClientRect(), meta.getBoundingClientRect()]
        return inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1
      }),
    )
  await expect.poll(isInside).toBe(true)
  expect(await page.locator('.report-meta').evaluate((meta) => meta.clientHeight)).toBeGreaterThan(
    48,
  )
})
