import type { Download, Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import type { Call } from '#client/api-client.ts'
import { expect, inHours } from './fixtures.ts'
import { arrangeUrl } from './service.ts'

const LINKS = [
  ['https://fernandfield.example/shed', 802, 978],
  ['https://fernandfield.example/shop/oak-tray', 431, 537],
  ['https://fernandfield.example/visit#directions', 248, 296],
  ['https://hollispottery.example/autumn', 139, 182],
] as const

/** The counters of the campaign that the tests of a report are about. */
export const shedStats = {
  recipients: 24_310,
  delivered: 24_046,
  opens_unique: 10_003,
  opens_total: 15_872,
  clicks_unique: 1659,
  clicks_total: 1993,
  bounces_hard: 71,
  bounces_soft: 193,
  complaints: 2,
  unsubscribes: 51,
}

type CampaignInput = Parameters<typeof createSent>[1]

/** A campaign that went out, as an import creates it. */
export const createSent = (
  api: Call,
  campaign: {
    name: string
    subject?: string
    sent_at?: string
    stats?: object
    links?: readonly { url: string; unique_clicks: number; total_clicks: number }[]
    status?: 'sent' | 'sending' | 'draft' | 'scheduled'
    scheduled_at?: string
  },
) => api('POST /campaigns', { import: true, status: 'sent', ...campaign } as never) // the API checks the sample

/** A campaign like that of the pictures, with earlier ones to compare it with. */
export async function createShed(api: Call, more: Partial<CampaignInput> = {}, earlier = 5) {
  for (let n = 0; n < earlier; n += 1)
    await createSent(api, {
      name: `Letter ${n + 1}`,
      sent_at: inHours(-24 * (60 + 7 * n)),
      stats: {
        recipients: 1000,
        delivered: 962 + 7 * n,
        opens_unique: 300 + 30 * n,
        clicks_unique: 30 + 10 * n,
        unsubscribes: 1,
      },
    })
  return createSent(api, {
    name: 'The drying shed is open',
    sent_at: inHours(-24 * 10),
    stats: shedStats,
    links: LINKS.map(([url, unique_clicks, total_clicks]) => ({
      url,
      unique_clicks,
      total_clicks,
    })),
    ...more,
  })
}

/** A campaign to five contacts that an outside sender delivered. */
export async function createDelivered(
  api: Call,
  {
    name = 'Delivered',
    isOpened = true,
    isFinished = true,
  }: { name?: string; isOpened?: boolean; isFinished?: boolean } = {},
) {
  const list = await api('POST /lists', { name: 'All customers' })
  const names = ['ana', 'bo', 'cleo', 'dan', 'eve']
  const contacts: { id: string }[] = []
  for (const name of names)
    contacts.push(
      await api('POST /lists/:list_id/contacts', {
        list_id: list.id,
        email_address: `${name}@example.com`,
        status: 'subscribed',
      }),
    )
  const { id } = await api('POST /campaigns', {
    name,
    subject: name,
    from: { email_address: 'shop@example.com' },
    list_id: list.id,
  })
  await api('POST /campaigns/:campaign_id/send', { campaign_id: id })
  const event = (
    type: 'delivered' | 'opened' | 'clicked' | 'finished',
    index: number,
    more: { url?: string } = {},
  ) => ({
    id: `${type}-${index}`,
    type,
    at: new Date().toISOString(),
    contact_id: contacts[index]?.id ?? '',
    ...more,
  })
  const events = [
    ...names.map((_, index) => event('delivered', index)),
    ...(isOpened
      ? [
          event('opened', 0),
          event('opened', 1),
          event('clicked', 0, { url: 'https://fernandfield.example/shed' }),
        ]
      : []),
    ...(isFinished ? [event('finished', 0)] : []),
  ]
  await api('POST /campaigns/:campaign_id/events', { campaign_id: id, events })
  return { id, list_id: list.id }
}

/** A part of the report by its `data-panel`. */
export const panel = (page: Page, name: string) => page.locator(`[data-panel=${name}]`)

export async function openReport(page: Page, campaign_id: string) {
  await page.goto(`/email/campaigns/${campaign_id}`)
  await expect(page.locator('.report')).toBeVisible()
}

/** Changes the body of each report response. */
export const respondReport = (page: Page, change: (report: Record<string, unknown>) => unknown) =>
  page.route(/\/v1\/campaigns\/[^/]+\/report$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })

/** Imports files of another product by the command line. */
export async function importReports(key: string, files: Readonly<Record<string, string>>) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'reports-'))
  for (const [name, text] of Object.entries(files))
    await fs.writeFile(path.join(folder, name), text)
  const names = Object.keys(files).map((name) => path.join(folder, name))
  await promisify(execFile)(
    process.execPath,
    ['dist/service/cli.js', 'import', 'campaigns', ...names],
    { env: { ...process.env, WORKSPACE_URL: `${arrangeUrl()}/v1`, WORKSPACE_KEY: key } },
  )
  await fs.rm(folder, { recursive: true })
}

/** Downloads a file of the open report. */
export async function downloadReport(page: Page, item: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  return started
}

export const readDownload = async (file: Download) => fs.readFile(await file.path(), 'utf8')
