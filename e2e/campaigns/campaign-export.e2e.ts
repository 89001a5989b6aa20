import type { Page } from '@playwright/test'
import fs from 'node:fs/promises'

import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')
const job = (page: Page) => page.getByTestId('job')

/** A list of campaigns without stats, each of which `respond` serves with its own request. */
async function respondCampaigns(
  page: Page,
  count: number,
  respond: (index: number) => Promise<'sent' | 'rejected'>,
) {
  const campaigns = Array.from({ length: count }, (_, index) => ({
    id: `cmp_${index}`,
    name: `Letter ${index}`,
    status: 'sent',
  }))
  const requests = new Set<number>()
  await page.route(/\/v1\/campaigns(\?.*)?$/, (route) =>
    route.fulfill({ json: { data: campaigns, paging: { next: null } } }),
  )
  await page.route(/\/v1\/campaigns\/cmp_\d+$/, async (route) => {
    const index = Number(/\d+$/.exec(route.request().url())?.[0])
    requests.add(index)
    if ((await respond(index)) === 'sent')
      return route.fulfill({
        json: { ...campaigns[index], stats: { recipients: 100, open_rate: 0.4 } },
      })
    const error = { code: 'forbidden', message: 'Refused for this test.', request_id: 'req_1' }
    return route.fulfill({ status: 403, json: { error } })
  })
  await page.goto('/email/campaigns')
  await expect(rows(page).first()).toBeVisible()
  return requests
}

const rateOf = (page: Page, name: string) =>
  rows(page).filter({ hasText: name }).locator('[data-column=open_rate]')

test('an export that is stopped requests no more campaigns', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const requests = await respondCampaigns(page, 400, async () => {
    await released
    return 'sent'
  })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await job(page).getByRole('button', { name: 'Stop' }).click()
  release()
  await expect(job(page)).toContainText('stopped')
  await rows(page)
    .first()
    .evaluate((row) => {
      let scroller = row.parentElement
      while (scroller && scroller.scrollHeight <= scroller.clientHeight)
        scroller = scroller.parentElement
      scroller?.scrollTo(0, scroller.scrollHeight)
    })
  await expect(rateOf(page, 'Letter 399')).toContainText('40.0%')
  // Between the rows at the top and those at the end, which request their own.
  expect(requests.has(200)).toBe(false)
})

test(
  'an export without the counters of some campaigns is partial',
  { tag: '@both' },
  async ({ page }) => {
    await respondCampaigns(page, 60, async (index) => (index === 59 ? 'rejected' : 'sent'))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^campaigns-\d{4}-\d\d-\d\d-partial\.csv$/)
    expect((await fs.readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(61)
    await expect(job(page)).toContainText('60 of 60, 1 failed')
    await expect(job(page)).toContainText('60 campaigns exported, 1 without its counters')
  },
)

test('copied links of the list and the comparison name the workspace', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const sent = { import: true, status: 'sent' as const, sent_at: '2025-01-20T09:00:00Z' }
  const { id } = await api('POST /campaigns', { ...sent, name: 'Letter' })
  for (const address of ['/email/campaigns?status=sent', `/email/campaigns/compare?ids=${id}`]) {
    await page.goto(address)
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByTestId('toast')).toContainText('need a key for this workspace')
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(link.searchParams.get('ws')).toMatch(/^[a-z0-9-]+$/)
    link.searchParams.delete('ws')
    expect(link.pathname + link.search).toBe(address)
  }
})
