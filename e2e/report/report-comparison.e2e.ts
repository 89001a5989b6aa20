import type { Page } from '@playwright/test'

import { rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { createSent, createShed, openReport, panel, respondReport } from '../report-data.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const tiles = (page: Page) => page.getByRole('list', { name: 'Rates' })
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' })
const sentCampaigns = /\/v1\/campaigns\?[^/]*status=sent/

/** The first page of sent campaigns, changed. */
const respondSent = (page: Page, change: (body: { data: object[]; paging: object }) => object) =>
  page.route(sentCampaigns, async (route) => {
    if (route.request().url().includes('starting_after')) return route.fallback()
    const response = await route.fetch()
    const body = (await response.json()) as { data: object[]; paging: object }
    await route.fulfill({ response, json: change(body) })
  })

/** Texts that are drawn on any canvas of the page. */
async function recordCanvasTexts(page: Page) {
  await page.addInitScript(() => {
    const texts: string[] = []
    Object.assign(globalThis, { canvasTexts: texts })
    type FillText = (
      this: CanvasRenderingContext2D,
      ...input: Parameters<CanvasText['fillText']>
    ) => void
    const { prototype } = CanvasRenderingContext2D
    // As a function of its context: `prototype.fillText` would be an unbound method.
    const fillText = Reflect.get(prototype, 'fillText') as FillText
    prototype.fillText = function (...input) {
      texts.push(input[0])
      fillText.apply(this, input)
    }
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'canvasTexts') as string[])
}

async function downloadImage(page: Page) {
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Light image' }).click()
  await download
}

test('a later page that fails makes the comparison fail', async ({ page, api }) => {
  const { id } = await createShed(api)
  await respondSent(page, (body) => ({ ...body, paging: { next: 'later' } }))
  const fault = await rejectRequests(page, 'GET', /starting_after=later/, 403, 'forbidden')
  await openReport(page, id)
  await expect(page.getByText('Comparison not available.')).toBeVisible()
  await expect(tiles(page)).toContainText('41.6%')
  await expect(tiles(page)).not.toContainText(/average|Nothing to compare/)

  await fault.end()
  await page.route(/starting_after=later/, (route) =>
    route.fulfill({ json: { data: [], paging: { next: null } } }),
  )
  await retry(page).click()
  await expect(tiles(page)).toContainText('above your average')
  await expect(page.getByText('Comparison not available.')).toHaveCount(0)
})

test('stats of an earlier campaign that fail make the comparison fail', async ({ page, api }) => {
  const { id } = await createShed(api)
  const earlier: string[] = []
  await respondSent(page, (body) => ({
    ...body,
    data: body.data.map((campaign) => {
      const campaign_id = String(Reflect.get(campaign, 'id'))
      if (campaign_id !== id) earlier.push(campaign_id)
      return { ...campaign, stats: undefined }
    }),
  }))
  const other = new RegExp(`/v1/campaigns/(?!${id})[^/?]+$`)
  const fault = await rejectRequests(page, 'GET', other, 403, 'forbidden')
  await openReport(page, id)
  await expect(page.getByText('Comparison not available.')).toBeVisible()
  await expect(tiles(page)).not.toContainText(/average|Nothing to compare/)
  await fault.end()
  await retry(page).click()
  await expect(tiles(page)).toContainText('above your average')
  expect(earlier.length).toBeGreaterThanOrEqual(5)
})

test('an image without a comparison has no line of it', async ({ page, api }) => {
  const { id } = await createShed(api)
  const readTexts = await recordCanvasTexts(page)
  const fault = await rejectRequests(page, 'GET', sentCampaigns, 403, 'forbidden')
  await openReport(page, id)
  await expect(page.getByText('Comparison not available.')).toBeVisible()
  await downloadImage(page)
  expect(await readTexts()).toContain('41.6%')
  expect((await readTexts()).join(' ')).not.toMatch(/compare|average/)

  await fault.end()
  await retry(page).click()
  await expect(tiles(page)).toContainText('above your average')
  await downloadImage(page)
  expect(await readTexts()).toContain('above your average')
})

test(
  'an image has a legend, the workspace, and no card without links',
  { tag: '@both' },
  async ({ page, api, workspace }) => {
    const { id } = await createShed(api)
    const readTexts = await recordCanvasTexts(page)
    await respondReport(page, (report) => ({ ...report, links: [] }))
    await openReport(page, id)
    await expect(tiles(page)).toContainText('above your average')
    await downloadImage(page)
    const name = isPublicProfile() ? new URL(page.url()).host : workspace.name
    for (const text of [name, 'This campaign', 'Your last 5 sent campaigns', 'Average'])
      expect(await readTexts()).toContain(text)
    expect(await readTexts()).not.toContain('Links')
  },
)

test('an image of a campaign on its way has no zeros', async ({ page, api }) => {
  const stats = { recipients: 24_000, delivered: 4120, bounces_hard: 3 }
  const { id } = await createSent(api, { name: 'On its way', status: 'sending', stats })
  const readTexts = await recordCanvasTexts(page)
  await openReport(page, id)
  await expect(panel(page, 'stats')).toBeVisible()
  await downloadImage(page)
  const texts = await readTexts()
  expect(texts).toContain('Sending now: 4,123 of about 24,000 handed over')
  expect(texts).toContain('Delivered')
  expect(texts).not.toContain('Opened')
  expect(texts).not.toContain('Open rate')
})
