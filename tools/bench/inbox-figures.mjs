// Elements, search and keys of the inbox in the browser. Part of feedback.mjs.
import { quantile, round } from './figures.mjs'
import { goToNext, openPost, openInbox, requestsSince, ROW } from './inbox-page.mjs'
import { counters } from './page.mjs'

const WHEEL_TURNS = 40
const NEXT_POSTS = 30

const goals = { rows: 100, dom: 900, search: 300, before: 0 }

export const atMost = (figure, value, goal, unit = '') => ({
  figure,
  value: round(value, 2),
  goal: `<= ${goal}${unit}`,
  met: value <= goal ? 'yes' : 'NO',
})

const distribution = (figure, values, goal) => [
  { figure: `${figure}, median`, value: round(quantile(values, 0.5)) },
  goal === undefined
    ? { figure: `${figure}, 95 %`, value: round(quantile(values, 0.95)) }
    : atMost(`${figure}, 95 %`, quantile(values, 0.95), goal),
]

const countElements = (page) =>
  page.evaluate(
    (row) => ({
      all: document.getElementsByTagName('*').length,
      rows: document.querySelectorAll(row).length,
    }),
    ROW,
  )

/** Most rows and elements of the page while `scroller` is scrolled, and the script of its wheel turns. */
async function scroll({ page, cdp }, scroller) {
  const counts = [await countElements(page)]
  const scripts = []
  const box = await page.locator(scroller).boundingBox()
  await page.mouse.move(box.x + 100, box.y + 200)
  for (let turn = 0; turn < WHEEL_TURNS; turn++) {
    const before = await counters(cdp)
    await page.mouse.wheel(0, turn < WHEEL_TURNS * 0.8 ? 300 : -900)
    await page.evaluate(() => window.bench.painted(() => true))
    scripts.push((await counters(cdp)).script - before.script)
    counts.push(await countElements(page))
  }
  return {
    rows: Math.max(...counts.map(({ rows }) => rows)),
    all: Math.max(...counts.map(({ all }) => all)),
    scripts,
  }
}

const elementsOf = (figure, { rows, all }) => [
  atMost(`rows, ${figure}`, rows, goals.rows),
  atMost(`elements, ${figure}`, all, goals.dom),
]

/** Elements of the inbox alone, with a post, and with the post of 500 comments, each while it is scrolled. */
export async function measureInbox(browser, target, busiest, options) {
  const inbox = await openInbox(browser, target, options)
  const list = await scroll(inbox, '[data-testid=posts]')
  await openPost(inbox)
  const counts = [await scroll(inbox, '[data-testid=posts]')]
  for (let post = 0; post < NEXT_POSTS; post++) {
    await goToNext(inbox.page)
    await inbox.settle()
    const { rows, all } = await countElements(inbox.page)
    counts.push({ rows, all })
  }
  await inbox.close()
  const most = (name) => Math.max(...counts.map((count) => count[name]))
  const busy = await openInbox(browser, target, options, `/feedback/posts/${busiest}`)
  await busy.page.locator('[data-testid=comments] [data-state=ready]').waitFor()
  const beside = await scroll(busy, '[data-testid=posts]')
  const within = await scroll(busy, '.post-head')
  await busy.close()
  return [
    ...elementsOf('list', list),
    ...elementsOf(`with each of ${NEXT_POSTS} posts`, { rows: most('rows'), all: most('all') }),
    ...elementsOf('with the post of 500 comments', {
      rows: Math.max(beside.rows, within.rows),
      all: Math.max(beside.all, within.all),
    }),
    ...distribution('script of a wheel turn, ms', list.scripts),
  ]
}

/** Milliseconds from the last key of a search until its posts are painted, by what takes them. */
export async function measureSearch(browser, target, texts, options) {
  const { page, settle, close } = await openInbox(browser, target, options)
  const field = page.getByRole('search').getByRole('searchbox', { name: 'Search posts' })
  const steps = { wait: [], response: [], render: [], result: [] }
  for (const text of texts) {
    await field.fill('')
    await settle()
    const times = page.evaluate((search) => {
      const response = () =>
        window.inbox
          .requestsSince(window.lastInput)
          .find(({ name }) => new URLSearchParams(name.split('?')[1]).get('search') === search)
      const isShown = () =>
        response() !== undefined &&
        document.querySelector('[data-testid=posts][data-state=refreshing]') === null
      return window.bench.painted(isShown, 60_000).then((painted) => ({ ...response(), painted }))
    }, text)
    await field.pressSequentially(text)
    const { sent, ended, painted } = await times
    const input = await page.evaluate(() => window.lastInput)
    steps.wait.push(sent - input)
    steps.response.push(ended - sent)
    steps.render.push(painted - ended)
    steps.result.push(painted - input)
  }
  await close()
  return [
    ...distribution('key to request, ms', steps.wait),
    ...distribution('request to response, ms', steps.response),
    ...distribution('response to paint, ms', steps.render),
    ...distribution('key to result, ms', steps.result, goals.search),
  ]
}

/** From J to the paint of the next post, which was read ahead. */
export async function measureNext(browser, target, options) {
  const inbox = await openInbox(browser, target, options)
  await openPost(inbox)
  const [times, before] = [[], []]
  for (let post = 0; post < NEXT_POSTS; post++) {
    const { input, rendered, painted } = await goToNext(inbox.page)
    await inbox.settle()
    times.push(painted - input)
    const requests = await requestsSince(inbox.page, input)
    before.push(...requests.filter(({ sent }) => sent < rendered))
  }
  await inbox.close()
  return [
    ...distribution('J to the next post, ms', times),
    atMost('requests before its paint', before.length, goals.before),
    ...[...new Set(before.map(({ name }) => name.replace(/pst_\w+/, ':post_id')))].map((name) => ({
      figure: `  ${name}`,
    })),
  ]
}
