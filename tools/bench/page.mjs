// A measured page: fresh context (cold cache), the injected probe, and Chromium's counters.
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'

import { findBrowser, launchOptions } from '../find-browser.mjs'
import { probe } from './probe.mjs'

/** Code that the engine compiles again as it grows hot is most of a growing heap, and not ours to keep flat. */
export async function launchWithoutJit() {
  const options = launchOptions(await findBrowser())
  const plainCode = '--js-flags=--no-opt --no-maglev --no-sparkplug'
  return chromium.launch({ ...options, args: [...(options.args ?? []), plainCode] })
}

export async function openPage(browser, target, { cpu = 1, rtt = 0 } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (target.prepare) await context.addInitScript(target.prepare.script, target.prepare.argument)
  await context.addInitScript(probe)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'timeTicks' })
  await cdp.send('Network.enable', { maxTotalBufferSize: 100e6, maxResourceBufferSize: 50e6 })
  if (cpu !== 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (rtt > 0) {
    const conditions = {
      offline: false,
      latency: rtt,
      downloadThroughput: -1,
      uploadThroughput: -1,
    }
    await cdp.send('Network.emulateNetworkConditions', conditions)
  }
  return { page, cdp, close: () => context.close() }
}

/** Chromium's main-thread counters, times in ms. */
export async function counters(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const value = (name) => metrics.find((metric) => metric.name === name)?.value ?? NaN
  return {
    task: value('TaskDuration') * 1000,
    script: value('ScriptDuration') * 1000,
    layout: (value('LayoutDuration') + value('RecalcStyleDuration')) * 1000,
    heap: value('JSHeapUsedSize') / 1048576,
  }
}

export async function heapAfterCollection(cdp) {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  return (await counters(cdp)).heap
}

/** Counts requests, those before the first card too, and their KiB after gzip -9, so that servers are comparable. */
export function meter(cdp) {
  const requests = new Map()
  let start
  cdp.on('Network.requestWillBeSent', ({ timestamp }) => (start ??= timestamp))
  cdp.on('Network.responseReceived', ({ requestId, type }) => requests.set(requestId, { type }))
  cdp.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const request = requests.get(requestId)
    if (request) request.at = (timestamp - start) * 1000
  })
  return async (firstCard) => {
    const sum = { requests: 0, requestsFirst: 0, gzJS: 0, gzCSS: 0 }
    for (const [requestId, { type, at }] of requests) {
      if (at === undefined) continue
      sum.requests += 1
      if (at < firstCard) sum.requestsFirst += 1
      const kind = { Script: 'gzJS', Stylesheet: 'gzCSS' }[type]
      if (!kind) continue
      const response = await cdp
        .send('Network.getResponseBody', { requestId })
        .catch(() => undefined)
      if (!response) continue
      const bytes = Buffer.from(response.body, response.base64Encoded ? 'base64' : 'utf8')
      sum[kind] += gzipSync(bytes, { level: 9 }).length / 1024
    }
    return sum
  }
}

/** How many requests of the API before `limit` ms had to wait for one another. */
export function watchRoundTrips(cdp) {
  const requests = new Map()
  let start
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    start ??= timestamp
    if (request.url.includes('/v1/')) requests.set(requestId, { sent: timestamp - start })
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const request = requests.get(requestId)
    if (request) request.ended = timestamp - start
  })
  return (limit) => {
    const before = [...requests.values()].filter(({ sent }) => sent * 1000 < limit)
    let [depth, ended] = [0, -1]
    for (;;) {
      const next = before.filter(({ sent }) => sent > ended)
      if (next.length === 0) return depth
      depth += 1
      ended = Math.min(...next.map((request) => request.ended ?? Infinity))
    }
  }
}

/** Opens a board and waits until cards are rendered and the page has been idle for a while. */
export async function visit(page, target, size, { quiet = 800, limit = 120_000 } = {}) {
  await page.addInitScript((selector) => (window.bench.selector = selector), target.card)
  await page.goto(target.url + target.board(size), { waitUntil: 'commit', timeout: limit })
  const end = Date.now() + limit
  for (;;) {
    await sleep(100)
    const idle = await page
      .evaluate(() => {
        const { counts, long } = window.bench
        const [changed, count] = counts.at(-1) ?? [0, 0]
        const [began, took] = long.at(-1) ?? [0, 0]
        return count > 0 ? performance.now() - Math.max(changed, began + took) : 0
      })
      .catch(() => 0)
    if (idle > quiet) return
    if (Date.now() > end) throw new Error(`No cards at ${target.url}${target.board(size)}.`)
  }
}
