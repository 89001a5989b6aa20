// Posts that are opened one after the other in the browser. Part of feedback.mjs.
import { quantile, round } from './figures.mjs'
import { atMost } from './inbox-figures.mjs'
import {
  goToNext,
  openPost,
  openInbox,
  requestsSince,
  ROW,
  timePost,
  watchInbox,
  watchRequests,
} from './inbox-page.mjs'
import { heapAfterCollection, openPage } from './page.mjs'

const LATENCY_MS = 100
/** So many that what is kept of those before is full. */
const WARM_POSTS = 20
const PUBLIC_POSTS = 20
const SPEED_RATIO = 1.2

const goals = { roundTrips: 2, growth: 1.1, requests: 4 }

/** How many requests had to wait for one another. */
function depthOf(requests) {
  let [depth, ended] = [0, -1]
  for (;;) {
    const next = requests.filter(({ sent }) => sent > ended)
    if (next.length === 0) return depth
    depth += 1
    ended = Math.min(...next.map((request) => request.ended))
  }
}

/** In the page: the moment at which the comments and the voters of the open post are painted. */
const untilReady = (page) =>
  page.evaluate(() =>
    window.bench.painted(
      () =>
        document.querySelector('[data-testid=comments] > ul[data-state=ready]') !== null &&
        document.querySelector('.votes-list[data-state=ready]') !== null,
      60_000,
    ),
  )

/** Round trips until comments and voters of a post are there: from the list, where the code is, and from its address. */
export async function measureOpening(browser, target, { id, title }, options) {
  const conditions = { ...options, rtt: options.rtt || LATENCY_MS }
  const inbox = await openInbox(browser, target, conditions)
  // The first may be the post itself, as the newest.
  await openPost(inbox, 3)
  await inbox.page.getByRole('searchbox', { name: 'Search posts' }).fill(title)
  const row = inbox.page.locator(`${ROW}[data-id="${id}"]`)
  await row.waitFor()
  await inbox.settle()
  const { input } = await timePost(inbox.page, id, () => row.getByRole('link').click())
  const shown = await untilReady(inbox.page)
  await inbox.settle()
  // What comments and voters need: the list, the cards and the filters beside them are requested later.
  const needed = new RegExp(`^/me$|^/feedback/posts/${id}(/(comments|votes).*)?$`)
  const isNeeded = ({ name }) => needed.test(name)
  const requests = (await requestsSince(inbox.page, input)).filter(isNeeded)
  await inbox.close()

  const { page, close } = await openPage(browser, target, conditions)
  await page.addInitScript(watchInbox)
  const settle = watchRequests(page)
  await page.goto(`${target.url}/feedback/posts/${id}`)
  const cold = await untilReady(page)
  await settle()
  const own = (await requestsSince(page, 0)).filter(isNeeded)
  await close()
  return [
    atMost('round trips from the list', depthOf(requests), goals.roundTrips),
    { figure: 'requests from the list', value: requests.length },
    { figure: `press to comments and voters, ms`, value: round(shown - input) },
    atMost('round trips from its address', depthOf(own), goals.roundTrips),
    { figure: 'address to comments and voters, ms', value: round(cold) },
  ]
}

async function memoryOf(cdp) {
  const heap = await heapAfterCollection(cdp)
  const { metrics } = await cdp.send('Performance.getMetrics')
  return { heap, nodes: metrics.find(({ name }) => name === 'Nodes').value }
}

/** Memory of the page before and after so many posts that are opened by J. */
export async function measureReading(browser, target, { posts, ...options }) {
  const inbox = await openInbox(browser, target, options)
  await openPost(inbox)
  const first = await memoryOf(inbox.cdp)
  const read = async (count) => {
    const times = []
    for (let post = 0; post < count; post++) {
      const { input, painted } = await goToNext(inbox.page)
      times.push(painted - input)
      await inbox.settle()
    }
    return times
  }
  await read(WARM_POSTS)
  const before = await memoryOf(inbox.cdp)
  const times = await read(posts)
  const last = await memoryOf(inbox.cdp)
  await inbox.close()
  const tenth = Math.ceil(posts / 10)
  const early = quantile(times.slice(0, tenth), 0.5)
  const late = quantile(times.slice(-tenth), 0.5)
  return [
    { figure: 'heap of post 1, MB', value: round(first.heap, 2) },
    { figure: `heap of post ${1 + WARM_POSTS}, MB`, value: round(before.heap, 2) },
    { figure: `heap ${posts} posts later, MB`, value: round(last.heap, 2) },
    atMost(`growth over ${posts} posts`, last.heap / before.heap, goals.growth, 'x'),
    { figure: 'nodes before and after', value: `${before.nodes} ${last.nodes}` },
    { figure: 'next post, first tenth, ms', value: round(early) },
    { figure: 'next post, last tenth, ms', value: round(late) },
    atMost('last tenth to first', late / early, SPEED_RATIO, 'x'),
  ]
}

/** Requests of each post that is opened on a service of the public API alone. */
export async function measurePublic(browser, target, options) {
  const inbox = await openInbox(browser, target, options)
  const counts = []
  const rest = new Set()
  for (let post = 0; post < PUBLIC_POSTS; post++) {
    const from = await inbox.page.evaluate(() => performance.now())
    await (post === 0 ? openPost(inbox) : goToNext(inbox.page))
    await inbox.settle()
    const requests = await requestsSince(inbox.page, from)
    counts.push(requests.length)
    for (const { name } of requests) rest.add(name.replace(/pst_\w+/, ':post_id'))
  }
  await inbox.close()
  return [
    atMost('requests of a post, most', Math.max(...counts), goals.requests),
    { figure: 'requests of a post, median', value: quantile(counts, 0.5) },
    ...[...rest].map((name) => ({ figure: `  ${name}` })),
  ]
}
