// The pages of the changelog in the browser: rows of a long list, and typing in a long entry. Part of changelog.mjs.
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'

import { findBrowser, launchOptions } from '../find-browser.mjs'
import { quantile, round } from './figures.mjs'
import { connectedPage } from './ours.mjs'
import { openPage, watchRoundTrips } from './page.mjs'

const KEYS = 40
/** Ten keys a second: faster than people write for long. */
const KEY_MS = 100
const ROW = '[data-testid=row]'

const atMost = (figure, value, goal) => ({
  figure,
  value: round(value),
  goal: `<= ${goal}`,
  met: value <= goal ? 'yes' : 'NO',
})

/** The most rows in the document while all entries are loaded and scrolled through. */
async function countRows(page, url, entries) {
  await page.goto(`${url}/changelog?tab=published`)
  const rows = page.locator(ROW)
  const scroller = page.getByTestId('entries')
  const more = page.getByRole('button', { name: 'Load more' })
  await rows.first().waitFor()
  while ((await more.count()) > 0) {
    const height = await scroller.evaluate((box) => box.scrollHeight)
    await more.click()
    await page.waitForFunction(
      ([before]) => document.querySelector('[data-testid=entries]').scrollHeight !== before,
      [height],
    )
  }
  const counts = []
  for (let part = 0; part <= 10; part++) {
    await scroller.evaluate((box, share) => (box.scrollTop = share * box.scrollHeight), part / 10)
    await sleep(100)
    counts.push(await rows.count())
  }
  const last = await rows.last().getAttribute('aria-posinset')
  if (Number(last) !== entries) throw new Error(`The list ends with entry ${last}.`)
  return Math.max(...counts)
}

// Runs in the page: the script of each key, and when the preview shows it.
function watchTyping() {
  const preview = document.querySelector('.editor-preview article')
  const typing = { scripts: [], inputs: [], previews: [] }
  let began = 0
  addEventListener('keydown', () => (began = performance.now()), { capture: true })
  // After the listeners of the page and what they changed.
  addEventListener('input', () => {
    typing.scripts.push(performance.now() - began)
    typing.inputs.push(began)
  })
  const watch = () => {
    const [{ length }] = /z*$/.exec(preview.textContent.trimEnd())
    while (typing.previews.length < length) typing.previews.push(performance.now())
    requestAnimationFrame(watch)
  }
  watch()
  window.typing = typing
}

async function measureTyping(page, url, entry) {
  await page.addInitScript(
    () => (window.bench.selector = '.editor-write textarea:not([data-title-field])'),
  )
  await page.goto(`${url}/changelog/${entry.id}`)
  const body = page.getByRole('textbox', { name: 'Text', exact: true })
  await body.waitFor()
  await page.waitForFunction(
    () => document.querySelector('.editor-preview article')?.textContent.length > 50_000,
  )
  await body.focus()
  await page.keyboard.press('Control+End')
  await sleep(500)
  const opened = await page.evaluate(() => {
    window.bench.selector = ''
    return window.bench.counts[0][0]
  })
  await page.evaluate(watchTyping)
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('z')
    await sleep(KEY_MS)
  }
  await page.waitForFunction((keys) => window.typing.previews.length === keys, KEYS)
  const { scripts, inputs, previews } = await page.evaluate(() => window.typing)
  return { opened, scripts, lags: previews.map((time, index) => time - inputs[index]) }
}

/** Rows of figures with their goals. */
export async function measureChangelogPages({ url, key, entries, longEntry }) {
  const target = connectedPage(url, key)
  const browser = await chromium.launch(launchOptions(await findBrowser()))
  try {
    const list = await openPage(browser, target)
    const rows = await countRows(list.page, url, entries)
    await list.close()
    const editor = await openPage(browser, target)
    const roundTrips = watchRoundTrips(editor.cdp)
    const { opened, scripts, lags } = await measureTyping(editor.page, url, longEntry)
    await editor.close()
    return [
      atMost(`rows of ${entries} entries, elements`, rows, 99),
      atMost('open to writing, round trips', roundTrips(opened), 2),
      atMost('script of a key, median, ms', quantile(scripts, 0.5), 16),
      atMost('script of a key, 95 %, ms', quantile(scripts, 0.95), 16),
      atMost('preview behind a key, median, ms', quantile(lags, 0.5), 200),
      atMost('preview behind a key, 95 %, ms', quantile(lags, 0.95), 200),
    ]
  } finally {
    await browser.close()
  }
}
