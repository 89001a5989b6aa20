// `npm run bench`: measures the built product and a hand-written baseline in turns and prints the ratios.
//   --suite load,drag,stack,scroll   --size 1000,5000   --runs 3   --cpu 1   --rtt 0
// `npm run bench -- api`: measures the service on PostgreSQL, see service.mjs; `-- delivery`: a campaign, see delivery.mjs;
// `-- reports`: the pages of campaigns, see reports.mjs; `-- changelog`: the public changelog, see changelog.mjs;
// `-- import`: a file of contacts, see import.mjs; `-- contacts`: the table of contacts, see contacts.mjs;
// `-- feedback`: posts and people, see feedback.mjs; `-- load`: many connections, see load.mjs; `-- webhooks`: deliveries, see webhooks.mjs; `-- soak`: a
// long run, see soak.mjs; `-- memory`: many navigations, see memory.mjs; `-- pages`: cold loads, see pages.mjs.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'

import { buildOrExit, isStale } from '../build.mjs'
import { findBrowser, launchOptions } from '../find-browser.mjs'
import { ownerKey, startService } from '../running-service.mjs'
import { baselineTarget, startBaseline } from './baseline.mjs'
import { measureChangelog } from './changelog.mjs'
import { measureContacts } from './contacts.mjs'
import { measureDelivery } from './delivery.mjs'
import { measureFeedback } from './feedback.mjs'
import { medians, table } from './figures.mjs'
import { measureImport } from './import.mjs'
import { measureLoad } from './load.mjs'
import { measureMemory } from './memory.mjs'
import { ourTarget } from './ours.mjs'
import { measureFirstLoads } from './pages.mjs'
import { measureReports } from './reports.mjs'
import { measureService } from './service.mjs'
import { measureSoak } from './soak.mjs'
import { suites } from './suites.mjs'
import { measureWebhooks } from './webhooks.mjs'

const others = {
  api: measureService,
  load: measureLoad,
  soak: measureSoak,
  delivery: measureDelivery,
  reports: measureReports,
  changelog: measureChangelog,
  contacts: measureContacts,
  feedback: measureFeedback,
  import: measureImport,
  memory: measureMemory,
  pages: measureFirstLoads,
  webhooks: measureWebhooks,
}
const measureOther = others[process.argv[2]]
if (measureOther) {
  await measureOther(process.argv.slice(3))
  process.exit()
}

const text = (fallback) => ({ type: 'string', default: fallback })
const { values } = parseArgs({
  options: {
    suite: text('load,drag,scroll'),
    size: text('1000,5000'),
    runs: text('3'),
    cpu: text('1'),
    rtt: text('0'),
  },
})
const sizes = values.size.split(',').map(Number)
const suiteNames = values.suite.split(',')
const options = { cpu: Number(values.cpu), rtt: Number(values.rtt) }

/** Goals: a maximum ratio to the baseline (for fps a minimum), or a maximum figure. */
const dragGoals = {
  frameP95: ['ratio', 1.5],
  taskPerMove: ['ratio', 1.5],
  lift: ['ratio', 3],
  dropPlaced: ['ratio', 1.5],
}
const goals = {
  load: {
    tti: ['ratio', 2],
    dom: ['figure', 900],
    heap: ['figure', 12],
    // Until the page is idle; tools/bundle.test.ts checks the first load.
    gzJS: ['figure', 260],
    requests: ['figure', 16],
    requestsFirst: ['figure', 12],
  },
  drag: dragGoals,
  stack: dragGoals,
  scroll: { fps: ['atLeast', 0.98], blankPct: ['figure', 0] },
}

function verdict(suite, figure, ours, ratio) {
  const [kind, bound] = goals[suite]?.[figure] ?? []
  if (!kind) return {}
  const met = { ratio: ratio <= bound, atLeast: ratio >= bound, figure: ours <= bound }[kind]
  const sign = kind === 'atLeast' ? '>=' : '<='
  return { goal: `${sign} ${bound}${kind === 'figure' ? '' : 'x'}`, met: met ? 'yes' : 'NO' }
}

async function measurePages(browser, targets) {
  const rows = []
  for (const suite of suiteNames.filter((name) => name in suites))
    for (const size of sizes) {
      const runs = { baseline: [], ours: [] }
      for (let run = 0; run < Number(values.runs); run++)
        for (const target of targets) {
          process.stderr.write(`${suite} ${size} ${target.name} ${run + 1}\n`)
          runs[target.name].push(await suites[suite](browser, target, size, options))
        }
      const [baseline, ours] = [medians(runs.baseline), medians(runs.ours)]
      for (const figure of Object.keys(ours)) {
        const ratio = Number((ours[figure] / baseline[figure]).toFixed(2))
        rows.push({
          suite,
          size,
          figure,
          baseline: baseline[figure],
          ours: ours[figure],
          ratio: Number.isFinite(ratio) ? ratio : '',
          ...verdict(suite, figure, ours[figure], ratio),
        })
      }
    }
  return [...rows, ...growth(rows)]
}

/** How much slower the largest board of a run loads than its smallest, where they differ a hundredfold. */
function growth(rows) {
  const times = rows.filter(({ suite, figure }) => suite === 'load' && figure === 'tti')
  const [least, most] = [times.at(0), times.at(-1)]
  if (!least || most.size < 100 * least.size) return []
  const ratio = Number((most.ours / least.ours).toFixed(2))
  const size = `${least.size}-${most.size}`
  const met = ratio <= 1.15 ? 'yes' : 'NO'
  return [{ suite: 'load', size, figure: 'ttiGrowth', ours: ratio, goal: '<= 1.15', met }]
}

if (isStale()) buildOrExit()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
const baseline = await startBaseline()
const service = await startService(folder)
const browser = await chromium.launch(launchOptions(await findBrowser()))
try {
  process.stderr.write(`Creating boards of ${sizes.join(' and ')} cards\n`)
  const ours = await ourTarget(service.url, ownerKey(folder), sizes)
  const targets = [baselineTarget(baseline.url), ours]
  const rows = await measurePages(browser, targets)
  if (rows.length > 0) process.stdout.write(`${table(rows)}\n`)
} finally {
  await browser.close()
  await service.stop()
  baseline.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
