// `npm run bench -- reports`: measures the pages of campaigns and of a report; docs/performance.md explains each figure.
//   --campaigns 1200   --links 1000   --runs 3   --cpu 1   --rtt 0
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'

import { buildOrExit, isStale } from '../build.mjs'
import { findBrowser, launchOptions } from '../find-browser.mjs'
import { caller, ownerKey, startService } from '../running-service.mjs'
import { baselineTarget, startBaseline } from './baseline.mjs'
import { frames, medians, round, table } from './figures.mjs'
import { connectedPage } from './ours.mjs'
import { counters, heapAfterCollection, meter, openPage, visit, watchRoundTrips } from './page.mjs'
import { suites } from './suites.mjs'

const CALLERS = 8
const STEP = 16
const BASELINE_CARDS = 1000

const ROW = '[data-testid=row]'
const TILE = '[data-panel=tiles] li'

/** Goals of each page: a maximum figure; `fps` at least this share of the baseline's. */
const goals = {
  report: { roundTrips: 2, shift: 0 },
  links: { fps: 0.98, dom: 900 },
  campaigns: { heap: 100, sortScript: 50 },
}

async function createCampaigns(call, count, links) {
  const create = (index, more = {}) =>
    call('POST', '/campaigns', {
      import: true,
      name: `Letter ${index}`,
      status: 'sent',
      sent_at: new Date(Date.UTC(2023, 0, 1 + index)).toISOString(),
      stats: {
        recipients: 1000,
        delivered: 990,
        opens_unique: index % 900,
        clicks_unique: index % 90,
      },
      ...more,
    })
  const indexes = Array.from({ length: count - 1 }, (_, index) => index)
  const createAll = async () => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift())
      await create(index)
  }
  await Promise.all(Array.from({ length: CALLERS }, createAll))
  return create(count, {
    links: Array.from({ length: links }, (_, index) => ({
      url: `https://example.com/articles/${index}`,
      unique_clicks: links - index,
      total_clicks: 2 * (links - index),
    })),
  })
}

const pageOf = (target, path, card) => ({ ...target, card, board: () => path })

async function coldReport(browser, target, campaign, options) {
  const { page, cdp, close } = await openPage(browser, target, options)
  const bytes = meter(cdp)
  const roundTrips = watchRoundTrips(cdp)
  await visit(page, pageOf(target, `/email/campaigns/${campaign.id}`, TILE))
  const seen = await page.evaluate(() => {
    const { counts, shift } = window.bench
    return { tiles: counts.find(([, count]) => count > 0)[0], shift }
  })
  const { gzJS, requests } = await bytes(seen.tiles)
  await close()
  return {
    tiles: round(seen.tiles),
    shift: round(seen.shift, 3),
    roundTrips: roundTrips(seen.tiles),
    requests,
    gzJS: round(gzJS),
  }
}

async function scrollLinks(browser, target, campaign, options) {
  const { page, close } = await openPage(browser, target, options)
  await visit(page, pageOf(target, `/email/campaigns/${campaign.id}`, TILE))
  await page.getByRole('button', { name: /^Show all/ }).click()
  await page.getByText('example.com/articles/12', { exact: true }).scrollIntoViewIfNeeded()
  const row = await page.locator(ROW).nth(8).boundingBox()
  await page.mouse.move(row.x + 20, row.y + 10)
  await page.evaluate(() =>
    Object.assign(window.bench, { selector: '', frames: [], recording: true }),
  )
  for (let turn = 0; turn < 120; turn++) {
    const began = performance.now()
    await page.mouse.wheel(0, turn < 90 ? 300 : -900)
    await sleep(Math.max(0, STEP - (performance.now() - began)))
  }
  const seen = await page.evaluate(() => ({
    times: window.bench.frames,
    dom: document.getElementsByTagName('*').length,
  }))
  await close()
  return { fps: frames(seen.times.slice(1)).fps, dom: seen.dom }
}

async function sortCampaigns(browser, target, count, options) {
  const { page, cdp, close } = await openPage(browser, target, options)
  await visit(page, pageOf(target, '/email/campaigns', ROW))
  await page.getByRole('button', { name: 'Load all' }).click()
  await page.getByText(`${count.toLocaleString('en')} campaigns`, { exact: true }).waitFor()
  const heap = await heapAfterCollection(cdp)
  const before = await counters(cdp)
  await page.getByRole('table').getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(/sort=-open_rate/)
  await page.evaluate(() => window.bench.painted(() => true))
  const after = await counters(cdp)
  const dom = await page.evaluate(() => document.getElementsByTagName('*').length)
  await close()
  return { heap: round(heap), sortScript: round(after.script - before.script), dom }
}

function rowsOf(page, figures, baselineFps) {
  return Object.entries(figures).map(([figure, value]) => {
    const ratio = figure === 'fps' ? round(value / baselineFps, 2) : ''
    const goal = goals[page][figure]
    if (goal === undefined) return { page, figure, value, ratio }
    const met = figure === 'fps' ? ratio >= goal : value <= goal
    const bound = figure === 'fps' ? `>= ${goal}x` : `<= ${goal}`
    return { page, figure, value, ratio, goal: bound, met: met ? 'yes' : 'NO' }
  })
}

export async function measureReports(args) {
  const text = (fallback) => ({ type: 'string', default: fallback })
  const { values } = parseArgs({
    args,
    options: {
      campaigns: text('1200'),
      links: text('1000'),
      runs: text('3'),
      cpu: text('1'),
      rtt: text('0'),
    },
  })
  const options = { cpu: Number(values.cpu), rtt: Number(values.rtt) }
  const count = Number(values.campaigns)
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const service = await startService(folder)
  const baseline = await startBaseline()
  const browser = await chromium.launch(launchOptions(await findBrowser()))
  try {
    const key = ownerKey(folder)
    process.stderr.write(`Creating ${count} campaigns\n`)
    const campaign = await createCampaigns(caller(service.url, key), count, Number(values.links))
    const ours = connectedPage(service.url, key)
    const repeat = async (measure) => {
      const runs = []
      for (let run = 0; run < Number(values.runs); run++) runs.push(await measure())
      return medians(runs)
    }
    const floor = await repeat(() =>
      suites.scroll(browser, baselineTarget(baseline.url), BASELINE_CARDS, options),
    )
    const rows = [
      ...rowsOf('report', await repeat(() => coldReport(browser, ours, campaign, options))),
      ...rowsOf(
        'links',
        await repeat(() => scrollLinks(browser, ours, campaign, options)),
        floor.fps,
      ),
      ...rowsOf('campaigns', await repeat(() => sortCampaigns(browser, ours, count, options))),
    ]
    process.stdout.write(`${table(rows)}\n`)
  } finally {
    await browser.close()
    await service.stop()
    baseline.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
