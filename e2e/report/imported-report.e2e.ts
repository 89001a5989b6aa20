import fs from 'node:fs/promises'

import { applyCampaigns } from '#client/importers/campaigns/campaigns-importer.ts'
import { planCampaigns } from '#client/importers/campaigns/parse-campaigns.ts'
import { expect, test } from '../fixtures.ts'
import { mailchimpReport } from '../mailchimp-reports.ts'
import { openReport, panel } from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('counters that a source does not report are named, not zero', async ({ page, api }) => {
  await applyCampaigns(api, planCampaigns(mailchimpReport, 'report.csv', { time_zone: 'UTC' }))
  const [campaign] = (await api('GET /campaigns', {})).data
  await openReport(page, campaign?.id ?? '')
  const counter = (name: string) => page.locator(`[data-stat=${name}] td`).first()
  const figures = {
    recipients: '1,000',
    delivered: '995',
    opens_unique: '350',
    opens_total: '500',
    clicks_unique: '100',
    clicks_total: '150',
    bounces: '5',
    complaints: '0',
    unsubscribes: '5',
  }
  for (const [name, figure] of Object.entries(figures))
    await expect(counter(name)).toHaveText(figure)
  for (const name of ['bounces_hard', 'bounces_soft', 'opens_machine'])
    await expect(counter(name)).toHaveCount(0)
  await expect(panel(page, 'stats')).toContainText(
    'Not reported: Opens by mail apps, Hard bounces, Soft bounces.',
  )
  await expect(panel(page, 'tiles')).toContainText('35.2%')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Counters (CSV)' }).click()
  const csv = await fs.readFile(await (await download).path(), 'utf8')
  expect(csv).toContain(',bounces,5\r\n')
  for (const name of ['bounces_hard', 'bounces_soft', 'opens_machine'])
    expect(csv).toContain(`,${name},\r\n`)
})
