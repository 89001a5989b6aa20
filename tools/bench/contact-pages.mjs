// The table of contacts in the browser. Part of contacts.mjs.
import { quantile, round } from './figures.mjs'
import { counters, heapAfterCollection, openPage, visit } from './page.mjs'

const ROW = '[data-testid=row]'
const RATIO = 1.2
const COLUMNS = 8
const KEYS = 30
const WHEEL_TURNS = 40
/** As many as fill the cache of pages that Previous and Back show at once. */
const WARM_PAGES = 20

const goals = { dom: 900, script: 50, heap: 150, growth: 1.1 }

const atMost = (figure, value, goal, unit = '') => ({
  figure,
  value: round(value, 2),
  goal: `<= ${goal}${unit}`,
  met: value <= goal ? 'yes' : 'NO',
})

// Runs in the page before its code.
function watchInput() {
  const stamp = () => (window.lastInput = performance.now())
  for (const type of ['click', 'keydown']) addEventListener(type, stamp, { capture: true })
  /** What the table says and shows; undefined while it loads. */
  window.tableState = () => {
    const table = document.querySelector('table.data-table')
    const row = table?.querySelector('[data-testid=row]')
    if (!row || table.parentElement.dataset.state !== 'ready') return undefined
    const pager = document.querySelector('[data-pager]')?.textContent
    return [table.caption.textContent, row.dataset.id, pager].join('\n')
  }
}

/** Milliseconds from the last press or key of `action` until the table shows other rows. */
async function timeOf(page, action) {
  const painted = page.evaluate(
    (before) => {
      const isChanged = () => ![undefined, before].includes(window.tableState())
      return window.bench.painted(isChanged, 120_000)
    },
    await page.evaluate(() => window.tableState()),
  )
  painted.catch(() => undefined) // the error of the action says more
  await action()
  return (await painted) - (await page.evaluate(() => window.lastInput))
}

/** Waits for the requests of the page, so that what one step counts in the background is not part of the next. */
function watchRequests(page) {
  const pending = new Set()
  const isRead = (request) => /\/v1\/(?!events\/stream)/.test(request.url())
  page.on('request', (request) => isRead(request) && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async () => {
    for (let tries = 0; tries < 600 && pending.size > 0; tries++) await page.waitForTimeout(50)
  }
}

async function openList(browser, target, list, options) {
  const opened = await openPage(browser, target, options)
  await opened.page.addInitScript(watchInput)
  const settle = watchRequests(opened.page)
  await visit(opened.page, { ...target, card: ROW, board: () => `/email/lists/${list}` })
  const rows = await opened.page.evaluate(() => {
    const { counts } = window.bench
    // What counts rows in each frame would be part of what is measured.
    window.bench.selector = ''
    return counts.find(([, count]) => count > 0)[0]
  })
  return { ...opened, rows, settle }
}

async function chooseFilter(page, filter, option) {
  await page.getByRole('button', { name: filter, exact: true }).click()
  const search = page.getByRole('searchbox', { name: `Search ${filter}` })
  const radio = page.getByRole('radio', { name: option, exact: true })
  await radio.or(search).first().waitFor()
  if (await search.isVisible()) await search.fill(option)
  return timeOf(page, () => radio.click())
}

/** Back to the list without a filter. The first Escape may only clear the field of a popover. */
async function goBack(page) {
  const dialog = page.getByRole('dialog')
  for (let tries = 0; tries < 3 && (await dialog.count()) > 0; tries++) {
    await page.keyboard.press('Escape')
    await page.evaluate(() => window.bench.painted(() => true))
  }
  await timeOf(page, () => page.evaluate(() => history.back()))
}

/** What a person does with a list, in milliseconds each. */
async function openAndUse(browser, target, lists, size, values, options) {
  const { page, rows, settle, close } = await openList(browser, target, lists[size], options)
  const times = { 'open, rows': rows }
  await settle()
  times['next page'] = await timeOf(page, () => page.keyboard.press(']'))
  await goBack(page)
  await settle()
  times['filter: status'] = await chooseFilter(page, 'Status', 'Subscribed')
  await goBack(page)
  await settle()
  times['filter: tag'] = await chooseFilter(page, 'Tag', values.tag)
  await goBack(page)
  await settle()
  const finder = page.getByRole('search').getByRole('searchbox')
  times['find by a word in all'] = await timeOf(page, async () => {
    await finder.fill('example')
    await finder.press('Enter')
  })
  await settle()
  // A search replaces its history entry.
  await timeOf(page, () => finder.fill(''))
  await settle()
  await finder.fill(values.address)
  const drawer = page.evaluate(
    (address) =>
      window.bench.painted(
        () => document.querySelector('dialog[open] h2')?.textContent.includes(address),
        120_000,
      ),
    values.address,
  )
  await finder.press('Enter')
  times['find by address'] = (await drawer) - (await page.evaluate(() => window.lastInput))
  await page.keyboard.press('Escape')
  await settle()
  times['segment'] = await chooseFilter(page, 'Segment', values.segment.name)
  await close()
  return times
}

/** Medians of both lists, each of them first in turns. */
export async function measureContactPages(browser, target, lists, values, { runs, ...options }) {
  const times = { small: [], large: [] }
  for (let run = 0; run < runs; run++)
    for (const size of run % 2 === 0 ? ['small', 'large'] : ['large', 'small']) {
      process.stderr.write(`${size} list ${run + 1}\n`)
      times[size].push(await openAndUse(browser, target, lists, size, values, options))
    }
  return Object.keys(times.small[0]).map((page) => {
    const median = (size) =>
      quantile(
        times[size].map((each) => each[page]),
        0.5,
      )
    const [small, large] = [median('small'), median('large')]
    const ratio = round(large / small, 2)
    return {
      page,
      'small, ms': round(small),
      'large, ms': round(large),
      ratio,
      goal: `<= ${RATIO}x`,
      met: ratio <= RATIO ? 'yes' : 'NO',
    }
  })
}

const countElements = (page) => page.evaluate(() => document.getElementsByTagName('*').length)

async function chooseColumns(page) {
  const heads = () => page.locator('.data-table th[data-column], .data-table thead th').count()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.waitFor()
  const before = await chooser.getByRole('checkbox', { checked: true }).count()
  for (let chosen = before; chosen < COLUMNS; chosen++)
    await chooser.getByRole('checkbox', { checked: false }).first().check()
  await page.keyboard.press('Escape')
  return heads()
}

/** Milliseconds of script until the next paint. */
async function scriptOf(page, cdp, action) {
  const before = await counters(cdp)
  await action()
  await page.evaluate(() => window.bench.painted(() => true))
  return (await counters(cdp)).script - before.script
}

async function repeat(count, measure) {
  const values = []
  for (let turn = 0; turn < count; turn++) values.push(await measure(turn))
  return values
}

/** Elements of 100 rows with eight columns, and the script of what is done with rows. */
export async function measureTable(browser, target, list, options) {
  const { page, cdp, close } = await openList(browser, target, list, options)
  await chooseColumns(page)
  const elements = [await countElements(page)]
  const frame = await page.locator('.data-table').boundingBox()
  await page.mouse.move(frame.x + 200, frame.y + 200)
  const scrolls = await repeat(WHEEL_TURNS, async (turn) => {
    const by = turn < WHEEL_TURNS * 0.8 ? 300 : -900
    const script = await scriptOf(page, cdp, () => page.mouse.wheel(0, by))
    elements.push(await countElements(page))
    return script
  })
  const press = (key) => () => scriptOf(page, cdp, () => page.keyboard.press(key))
  const cursor = await repeat(KEYS, press('j'))
  const selection = await repeat(KEYS, press('x'))
  const range = await repeat(KEYS, press('Shift+ArrowDown'))
  const jumps = await repeat(KEYS, (turn) => press(turn % 2 === 0 ? 'End' : 'Home')())
  const header = page.getByRole('checkbox', { name: 'Select all on this page' })
  const wholePage = await repeat(KEYS, () => scriptOf(page, cdp, () => header.click()))
  elements.push(await countElements(page))
  await close()
  const scripts = (figure, values) => [
    { figure: `${figure}, median`, value: round(quantile(values, 0.5), 2) },
    atMost(`${figure}, 95 %`, quantile(values, 0.95), goals.script),
    { figure: `${figure}, most`, value: round(Math.max(...values), 2) },
  ]
  return [
    atMost('elements, most', Math.max(...elements), goals.dom),
    ...scripts('script of a wheel turn, ms', scrolls),
    ...scripts('script of a key of the cursor, ms', cursor),
    ...scripts('script of a selection, ms', selection),
    ...scripts('script of a range, ms', range),
    ...scripts('script of Home and End, ms', jumps),
    ...scripts('script of selecting the page, ms', wholePage),
  ]
}

async function memoryOf(cdp) {
  const heap = await heapAfterCollection(cdp)
  const { metrics } = await cdp.send('Performance.getMetrics')
  const nodes = metrics.find(({ name }) => name === 'Nodes').value
  return { heap, nodes }
}

/** Memory of the page before and after so many pages, and the elements of each. */
export async function measurePaging(browser, target, list, { pages, ...options }) {
  const { page, cdp, close } = await openList(browser, target, list, options)
  await chooseColumns(page)
  const first = await memoryOf(cdp)
  const goToNext = () => timeOf(page, () => page.keyboard.press(']'))
  await repeat(WARM_PAGES, goToNext)
  const before = await memoryOf(cdp)
  const elements = []
  const times = await repeat(pages, async () => {
    const time = await goToNext()
    elements.push(await countElements(page))
    return time
  })
  const last = await memoryOf(cdp)
  await close()
  const tenth = Math.ceil(pages / 10)
  const early = quantile(times.slice(0, tenth), 0.5)
  const late = quantile(times.slice(-tenth), 0.5)
  return [
    { figure: 'heap of page 1, MB', value: round(first.heap, 2) },
    { figure: `heap of page ${1 + WARM_PAGES}, MB`, value: round(before.heap, 2) },
    atMost(`heap ${pages} pages later, MB`, last.heap, goals.heap),
    atMost(`growth over ${pages} pages`, last.heap / before.heap, goals.growth, 'x'),
    atMost('elements, most', Math.max(...elements), goals.dom),
    { figure: 'nodes before and after', value: `${before.nodes} ${last.nodes}` },
    { figure: 'next page, first tenth, ms', value: round(early) },
    { figure: 'next page, last tenth, ms', value: round(late) },
    atMost('last tenth to first', late / early, RATIO, 'x'),
  ]
}
