// The import page in the browser: its main thread and its memory while a file is read and imported. Part of import.mjs.
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'

import { findBrowser, launchOptions } from '../find-browser.mjs'
import { round } from './figures.mjs'
import { connectedPage } from './ours.mjs'
import { openPage } from './page.mjs'
import { residentMemory } from './requests.mjs'

const goals = { task: 100, memory: 200, rows: 1000 }

/** The resident memory of the processes that run pages and their workers, MiB. */
async function watchMemory(browser) {
  const cdp = await browser.newBrowserCDPSession()
  const read = async () => {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    return renderers.reduce((sum, { id }) => sum + (residentMemory(id) ?? 0), 0)
  }
  const before = await read()
  let most = before
  let isEnded = false
  const sampling = (async () => {
    while (!isEnded) {
      most = Math.max(most, await read())
      await sleep(100)
    }
  })()
  return async () => {
    isEnded = true
    await sampling
    return most - before
  }
}

/** Imports a file as a person does. The option to stop at a row makes the browser send the rows itself. */
async function importFile(browser, { url, key }, list_id, file, { isByBrowser }) {
  const { page, close } = await openPage(browser, connectedPage(url, key))
  await page.goto(`${url}/email/lists/${list_id}/import`)
  const press = (name) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await page.locator('[data-step=file]').waitFor()
  await sleep(500)
  await page.evaluate(() => (window.bench.long.length = 0))
  const memory = await watchMemory(browser)
  const began = performance.now()
  await page.locator('input[type=file]').setInputFiles(file)
  await press('Next')
  await page.locator('[data-step=check]').getByRole('button', { name: 'Next' }).waitFor()
  const read = (performance.now() - began) / 1000
  await press('Next')
  if (isByBrowser) await page.getByRole('radio', { name: 'Stop the import' }).check()
  const sent = performance.now()
  await press(/^Import [\d,]+ rows$/)
  await page.locator('[data-step=done]').waitFor({ timeout: 600_000 })
  const seconds = (performance.now() - sent) / 1000
  const cell = await page.locator('[data-outcome=created] td').textContent()
  const tasks = await page.evaluate(() => window.bench.long.map(([, duration]) => duration))
  const more = await memory()
  await close()
  const created = Number(cell.replaceAll(',', ''))
  return { created, read, seconds, task: Math.max(0, ...tasks), memory: more }
}

const line = (figure, value, goal, met) => ({
  figure,
  value: round(value),
  ...(goal === undefined ? {} : { goal, met: met ? 'yes' : 'NO' }),
})

/** Rows of figures with their goals, for an import by the service and one by the browser. */
export async function measureImportPage({ url, key, call, rows, file }) {
  const browser = await chromium.launch(launchOptions(await findBrowser()))
  try {
    const figures = []
    for (const isByBrowser of [false, true]) {
      const { id } = await call('POST', '/lists', { name: 'From the page' })
      const result = await importFile(browser, { url, key }, id, file, { isByBrowser })
      if (result.created !== rows) throw new Error(`The page added ${result.created} contacts.`)
      const perSecond = rows / result.seconds
      const who = isByBrowser ? 'by the browser' : 'by the service, on the page'
      figures.push(
        line(`${rows} rows ${who}: read and checked, s`, result.read),
        line('imported, s', result.seconds),
        line('rows a second', perSecond, `>= ${goals.rows}`, perSecond >= goals.rows),
        line('longest task, ms', result.task, `<= ${goals.task}`, result.task <= goals.task),
        line(
          'more memory of the page, MiB',
          result.memory,
          `<= ${goals.memory}`,
          result.memory <= goals.memory,
        ),
      )
    }
    return figures
  } finally {
    await browser.close()
  }
}
