// `npm run bench -- pages`: cold loads of pages with a generated workspace, where `--before` names another checkout with a
// build also of that one, in turns; docs/performance.md explains each figure.
//   --before ../checkout   --pages board,lists   --runs 7   --cpu 1   --rtt 0
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'

import { buildOrExit, isStale } from '../build.mjs'
import { findBrowser, launchOptions } from '../find-browser.mjs'
import * as service from '../running-service.mjs'
import { medians, round, table } from './figures.mjs'
import { connectedPage } from './ours.mjs'
import { suites } from './suites.mjs'

/** Slower than this, compared with `--before`, is not met. */
const MOST = 1.1
const FIGURES = ['firstCard', 'tti', 'gzJS', 'requests']

const ROW = '[data-testid=row]'
/** The address of each page, from the ids of a workspace, and what counts as its first item. */
const pages = {
  board: [({ board }) => `/boards/${board}`, '[data-testid=card]'],
  lists: [() => '/email/lists', ROW],
  contacts: [({ list }) => `/email/lists/${list}`, ROW],
  inbox: [() => '/feedback/posts', ROW],
  report: [({ campaign }) => `/email/campaigns/${campaign}`, '[data-panel=tiles] li'],
  overview: [() => '/', 'main h1'],
}

async function startExample({ runCli, startService, caller }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const { key } = JSON.parse(runCli(folder, {}, 'seed', '--size', 'small', '--json'))
  const { url, stop } = await startService(folder)
  const call = caller(url, key)
  const first = async (request) => (await call('GET', request)).data[0].id
  const boards = (await call('GET', '/boards?limit=100')).data
  const [board] = boards.toSorted((one, other) => other.card_count - one.card_count)
  const ids = {
    board: board.id,
    list: await first('/lists'),
    campaign: await first('/campaigns?status=sent'),
  }
  const end = async () => {
    await stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { ...connectedPage(url, key), ids, end }
}

async function measureInTurns(browser, sites, name, options) {
  const [address, card] = pages[name]
  const results = Object.fromEntries(Object.keys(sites).map((site) => [site, []]))
  for (let run = 0; run < options.runs; run++) {
    const turn = Object.entries(sites)
    for (const [site, target] of run % 2 === 0 ? turn : turn.toReversed()) {
      process.stderr.write(`${name} ${site} ${run + 1}\n`)
      const page = { ...target, card, board: () => address(target.ids) }
      results[site].push(await suites.load(browser, page, 0, options))
    }
  }
  return Object.fromEntries(Object.entries(results).map(([site, runs]) => [site, medians(runs)]))
}

function rowsOf(page, { before, now }) {
  return FIGURES.map((figure) => {
    if (!before) return { page, figure, now: now[figure] }
    const ratio = round(now[figure] / before[figure], 2)
    const isTime = figure === 'firstCard' || figure === 'tti'
    const goal = isTime ? { goal: `<= ${MOST}x`, met: ratio <= MOST ? 'yes' : 'NO' } : {}
    return { page, figure, before: before[figure], now: now[figure], ratio, ...goal }
  })
}

export async function measureFirstLoads(args) {
  const text = (fallback) => ({ type: 'string', default: fallback })
  const { values } = parseArgs({
    args,
    options: {
      before: { type: 'string' },
      pages: text(Object.keys(pages).join()),
      runs: text('7'),
      cpu: text('1'),
      rtt: text('0'),
    },
  })
  const options = {
    runs: Number(values.runs),
    cpu: Number(values.cpu),
    rtt: Number(values.rtt),
  }
  if (isStale()) buildOrExit()
  const sites = {}
  const browser = await chromium.launch(launchOptions(await findBrowser()))
  try {
    if (values.before) {
      const tools = path.resolve(values.before, 'tools/running-service.mjs')
      sites.before = await startExample(await import(pathToFileURL(tools).href))
    }
    sites.now = await startExample(service)
    const rows = []
    for (const name of values.pages.split(','))
      rows.push(...rowsOf(name, await measureInTurns(browser, sites, name, options)))
    process.stdout.write(`${table(rows)}\n`)
  } finally {
    await browser.close()
    for (const { end } of Object.values(sites)) await end()
  }
}
