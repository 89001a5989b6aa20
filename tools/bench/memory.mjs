// `npm run bench -- memory`: what the page still holds after so many navigations between the boards, a board and the
// overview. The page of a long list is measured by `-- contacts --only paging`.
//   --navigations 200
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { buildOrExit, isStale } from '../build.mjs'
import { ownerKey, startService } from '../running-service.mjs'
import { round, table } from './figures.mjs'
import { ourTarget } from './ours.mjs'
import { heapAfterCollection, launchWithoutJit, openPage, visit } from './page.mjs'

const CARDS = 100
const GROWTH = 1.1
/** Rounds of three navigations before the first look, in which caches fill. */
const WARM_ROUNDS = 10
/** Code that every page loads once it is idle, which may be late. */
const LATER_CODE = ['nav-counts', 'overlay-dialogs', 'job-tray']

/** Navigates as a link does, without a page load, and waits for what the page shows. */
async function follow(page, address, ready) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
  await page.locator(ready).first().waitFor()
}

async function measureNavigations(browser, target, navigations) {
  const { page, cdp, close } = await openPage(browser, target)
  const laterCode = Promise.all(
    LATER_CODE.map((name) =>
      page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)),
    ),
  )
  await visit(page, target, CARDS)
  // The probe counts cards in each frame for as long as it has a selector.
  await page.evaluate(() => (window.bench.selector = ''))
  await laterCode
  const goRound = async () => {
    await follow(page, '/boards', '[data-page=boards] [data-testid=row]')
    await follow(page, target.board(CARDS), '[data-page=board] [data-testid=card]')
    await follow(page, '/', '[data-page=overview] [data-state=ready]')
  }
  for (let count = 0; count < WARM_ROUNDS; count++) await goRound()
  const before = await heapAfterCollection(cdp)
  for (let count = 0; count < navigations; count += 3) await goRound()
  const after = await heapAfterCollection(cdp)
  await close()
  const growth = round(after / before, 2)
  return [
    { figure: 'heap before, MB', value: round(before, 2) },
    { figure: `heap ${navigations} navigations later, MB`, value: round(after, 2) },
    {
      figure: 'growth',
      value: growth,
      goal: `<= ${GROWTH}x`,
      met: growth <= GROWTH ? 'yes' : 'NO',
    },
  ]
}

export async function measureMemory(args) {
  const { values } = parseArgs({
    args,
    options: { navigations: { type: 'string', default: '200' } },
  })
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const service = await startService(folder)
  const browser = await launchWithoutJit()
  try {
    const target = await ourTarget(service.url, ownerKey(folder), [CARDS])
    const rows = await measureNavigations(browser, target, Number(values.navigations))
    process.stdout.write(`${table(rows)}\n`)
  } finally {
    await browser.close()
    await service.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
