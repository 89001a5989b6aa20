// The measurements of a page; docs/performance.md explains each figure.
import { setTimeout as sleep } from 'node:timers/promises'

import { frames, quantile, round } from './figures.mjs'
import { counters, heapAfterCollection, meter, openPage, visit } from './page.mjs'

const TO = 3
const STEP = 16

async function load(browser, target, size, options) {
  const { page, cdp, close } = await openPage(browser, target, options)
  const bytes = meter(cdp)
  await visit(page, target, size)
  const seen = await page.evaluate(() => {
    const { counts, long, paint, shift } = window.bench
    const full = counts.filter(([, count]) => count > 0)
    const all = full.at(-1)[0]
    return {
      paint,
      firstCard: full[0][0],
      tti: Math.max(all, ...long.map(([began, took]) => began + took)),
      blocked: long.reduce((sum, [, took]) => sum + took - 50, 0),
      shift,
      dom: document.getElementsByTagName('*').length,
    }
  })
  const { task, script } = await counters(cdp)
  const result = {
    ...seen,
    task,
    script,
    ...(await bytes(seen.firstCard)),
    heap: await heapAfterCollection(cdp),
  }
  await close()
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, round(value, 2)]))
}

/** Coordinates of the first card of the first list and of its drop position. */
const dragCoordinates = (page, target) =>
  page.evaluate(
    ({ list, card, to }) => {
      const lists = [...document.querySelectorAll(list)]
      const source = lists[0].querySelector(card)
      const from = source.getBoundingClientRect()
      const into = lists[to].getBoundingClientRect()
      return {
        text: source.textContent.trim().slice(0, 40),
        x: from.x + from.width / 2,
        y: from.y + Math.min(20, from.height / 2),
        toX: into.x + into.width / 2,
        toY: Math.min(innerHeight - 160, Math.max(into.y + 60, 320)),
      }
    },
    { list: target.list, card: target.card, to: TO },
  )

/** Called before the button goes up: on a busy page, input is handled before an evaluation. */
const observeDrop = (page, target, text) =>
  page.evaluate(
    ({ list, card, to, text: cardText }) => {
      const { bench } = window
      bench.dragFrames = bench.frames.slice()
      const hasCard = (element) =>
        [...element.querySelectorAll(card)].some((item) =>
          item.textContent.trim().startsWith(cardText),
        )
      const placed = () => {
        const lists = [...document.querySelectorAll(list)]
        return hasCard(lists[to]) && !hasCard(lists[0])
      }
      // The countdown of a toast is not part of the drop.
      const onBoard = ({ effect, playState }) =>
        playState === 'running' && effect?.target?.closest(`${list}, [data-bench-overlay]`)
      const settled = () =>
        !document.getAnimations().some(onBoard) && !document.querySelector('[data-bench-overlay]')
      bench.drop = new Promise((resolve) => {
        addEventListener(
          'pointerup',
          async ({ timeStamp }) => {
            const placedAt = await bench.painted(placed)
            resolve({
              dropPlaced: placedAt - timeStamp,
              dropSettled: (await bench.painted(settled)) - timeStamp,
            })
          },
          { capture: true, once: true },
        )
      })
    },
    { list: target.list, card: target.card, to: TO, text },
  )

function watchConfirmation(cdp) {
  const moves = new Set()
  const seen = { at: undefined }
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method === 'POST' && /\/(move|batch)$/.test(request.url)) moves.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId }) => {
    if (moves.has(requestId)) seen.at ??= performance.now()
  })
  return seen
}

async function drag(browser, target, size, options, prepare) {
  const { page, cdp, close } = await openPage(browser, target, options)
  await visit(page, target, size)
  await prepare?.(page)
  const points = await dragCoordinates(page, target)
  const confirmation = watchConfirmation(cdp)
  const moveTimes = []
  const moveTo = async (x, y) => {
    const began = performance.now()
    await page.mouse.move(x, y)
    moveTimes.push(performance.now() - began)
    await sleep(Math.max(0, STEP - (performance.now() - began)))
  }

  await page.mouse.move(points.x, points.y)
  await sleep(300)
  await page.evaluate(() =>
    Object.assign(window.bench, {
      selector: '',
      frames: [],
      long: [],
      events: [],
      recording: true,
    }),
  )
  const before = await counters(cdp)
  const began = performance.now()
  await page.mouse.down()
  await moveTo(points.x + 4, points.y + 4)
  await moveTo(points.x + 9, points.y + 9)
  const lift = performance.now() - began
  for (let step = 1; step <= 60; step++) {
    const part = step / 60
    await moveTo(
      points.x + (points.toX - points.x) * part,
      points.y + (points.toY - points.y) * part,
    )
  }
  for (let step = 1; step <= 30; step++)
    await moveTo(points.toX + (step % 2), points.toY + Math.sin(step / 5) * 90)
  const after = await counters(cdp)

  await observeDrop(page, target, points.text)
  const released = performance.now()
  await page.mouse.up()
  const drop = await page.evaluate(() => window.bench.drop)
  for (let tries = 0; tries < 40 && confirmation.at === undefined; tries++) await sleep(50)
  const seen = await page.evaluate(() => ({
    times: window.bench.dragFrames,
    worst: Math.max(0, ...window.bench.events),
    long: window.bench.long.length,
  }))
  await target.undoDrop?.(page)
  await close()
  return {
    ...frames(seen.times.slice(1)),
    lift: round(lift),
    ackP95: round(quantile(moveTimes, 0.95)),
    taskPerMove: round((after.task - before.task) / 90, 2),
    scriptPerMove: round((after.script - before.script) / 90, 2),
    worstEvent: seen.worst,
    longTasks: seen.long,
    dropPlaced: round(drop.dropPlaced),
    dropSettled: round(drop.dropSettled),
    confirmed: round((confirmation.at ?? NaN) - released),
  }
}

async function scroll(browser, target, size, options) {
  const { page, close } = await openPage(browser, target, options)
  await visit(page, target, size)
  const { x, y } = await dragCoordinates(page, target)
  await page.mouse.move(x, y + 150)
  await page.evaluate(
    ({ card, at }) => {
      const { bench } = window
      Object.assign(bench, { selector: '', frames: [], recording: true, blank: 0, looks: 0 })
      const heights = [0.35, 0.5, 0.65].map((part) => part * innerHeight)
      const showsCard = (height) =>
        document.elementsFromPoint(at, height).some((element) => element.closest(card))
      bench.onFrame = () => {
        bench.looks += 1
        if (!heights.some(showsCard)) bench.blank += 1
      }
    },
    { card: target.card, at: x },
  )
  for (let turn = 0; turn < 120; turn++) {
    const began = performance.now()
    await page.mouse.wheel(0, turn < 90 ? 300 : -900)
    await sleep(Math.max(0, STEP - (performance.now() - began)))
  }
  await sleep(300)
  const seen = await page.evaluate(() => {
    const { frames: times, blank, looks } = window.bench
    return { times, blank: blank / looks, dom: document.getElementsByTagName('*').length }
  })
  await close()
  const { fps, frameP95 } = frames(seen.times.slice(1))
  return { fps, frameP95, blankPct: round(seen.blank * 100), dom: seen.dom }
}

/** The baseline drags one card: it has no selection. */
const stack = (browser, target, size, options) =>
  drag(browser, target, size, options, target.selectStack)

export const suites = { load, drag, stack, scroll }
