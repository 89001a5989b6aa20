// `npm run bench -- changelog`: measures the pages of the changelog and the public changelog on a private PostgreSQL. The
// baseline is a ping, and for the page itself a response of as many bytes.
//   --entries 1500   --seconds 2   --rounds 3   --turns 30
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { buildOrExit, isStale } from '../build.mjs'
import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { caller, ownerKey, startService } from '../running-service.mjs'
import { measureChangelogPages } from './editor.mjs'
import { quantile, round, table } from './figures.mjs'
import { compare, residentMemory } from './requests.mjs'
import { startBaseline } from './service.mjs'

const goals = { rebuilt: 20, page: 30 * 1024, feed: 1_000_000, ratio: 0.6 }
const HOUR_MS = 3_600_000
/** The most that the service accepts is 100,000. */
const LONG_BODY = 99_900

/** Three to nine changes, about as long as the release notes of libraries. */
const bodyOf = (index) =>
  ['### Added', '### Fixed']
    .map((title, part) => {
      const changes = Array.from(
        { length: 2 + ((index + part) % 4) },
        (_, line) =>
          `- Ensure \`option-${line}\` works with **every** format ([#${index}${line}](https://example.com/${index}/${line}))`,
      )
      return [title, '', ...changes].join('\n')
    })
    .join('\n\n')

async function fillEntries(call, count) {
  const labels = []
  for (const name of ['New', 'Improved', 'Fixed'])
    labels.push((await call('POST', '/feedback/changelog/labels', { name, color: 'green' })).id)
  for (let first = 0; first < count; first += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, count - first) }, (_, offset) => {
        const index = first + offset
        return call('POST', '/feedback/changelog/entries', {
          title: `Version 1.${index}`,
          body: bodyOf(index),
          label_ids: [labels[index % 3]],
          publish_at: new Date(Date.now() - (count - index) * HOUR_MS).toISOString(),
          import: true,
        })
      }),
    )
}

/** A draft that is as long as one can be. */
const createLongEntry = (call) => {
  const text = Array.from({ length: 1000 }, (_, index) => bodyOf(index)).join('\n\n')
  return call('POST', '/feedback/changelog/entries', {
    title: 'Long',
    body: `${text.slice(0, LONG_BODY)}\n\n`,
  })
}

async function read(url) {
  const began = performance.now()
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  return { ms: performance.now() - began, bytes: Buffer.byteLength(text), response }
}

/** The bytes that a browser receives. */
async function countCompressed(url) {
  const [response] = await once(http.get(url, { headers: { 'accept-encoding': 'br' } }), 'response')
  let bytes = 0
  for await (const chunk of response) bytes += chunk.length
  return bytes
}

/** Median time of a page that has to be built again, because something in its workspace has changed. */
async function measureRebuilt(call, url, turns) {
  const times = []
  for (let turn = 0; turn < turns; turn++) {
    await call('POST', '/feedback/changelog/entries', { title: `Draft ${turn}` })
    times.push((await read(url)).ms)
  }
  return quantile(times, 0.5)
}

export async function measureChangelog(args) {
  const number = (fallback) => ({ type: 'string', default: String(fallback) })
  const { values } = parseArgs({
    args,
    options: { entries: number(1500), seconds: number(2), rounds: number(3), turns: number(30) },
  })
  const postgres = findPostgres()
  if (!postgres?.bin) throw new Error('Requires the programs of PostgreSQL 15 or later.')
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const cluster = await startPrivateCluster(postgres.bin, {})
  const service = await startService(folder, { DATABASE_URL: cluster.url })
  const baseline = await startBaseline(cluster.url)
  try {
    const call = caller(service.url, ownerKey(folder))
    process.stderr.write(`Creating ${values.entries} entries\n`)
    await fillEntries(call, Number(values.entries))
    await call('PATCH', '/workspace', { public_changelog: true })
    const page = `${service.url}/p/changelog`
    const last = `${page}?page=${Math.ceil(Number(values.entries) / 20)}`
    const turns = Number(values.turns)
    // In this order: each is the first request of its kind.
    const [coldPage, coldFeed] = [await read(page), await read(`${page}.atom`)]
    const rebuilt = await measureRebuilt(call, page, turns)
    const rebuiltLast = await measureRebuilt(call, last, turns)
    const rebuiltFeed = await measureRebuilt(call, `${page}.atom`, turns)
    const atMost = (value, goal) => ({ goal: `<= ${goal}`, met: value <= goal ? 'yes' : 'NO' })
    const rows = [
      { figure: 'page, first of all, ms', value: round(coldPage.ms) },
      { figure: 'feed, first of all, ms', value: round(coldFeed.ms) },
      {
        figure: 'page after a change, ms',
        value: round(rebuilt),
        ...atMost(rebuilt, goals.rebuilt),
      },
      {
        figure: 'last page after a change, ms',
        value: round(rebuiltLast),
        ...atMost(rebuiltLast, goals.rebuilt),
      },
      { figure: 'feed after a change, ms', value: round(rebuiltFeed) },
      { figure: 'page, bytes', value: coldPage.bytes, ...atMost(coldPage.bytes, goals.page) },
      { figure: 'feed, bytes', value: coldFeed.bytes, ...atMost(coldFeed.bytes, goals.feed) },
    ]
    process.stdout.write(`${table(rows)}\n\n`)
    const pageRows = await measureChangelogPages({
      url: service.url,
      key: ownerKey(folder),
      entries: Number(values.entries),
      longEntry: await createLongEntry(call),
    })
    process.stdout.write(`${table(pageRows)}\n\n`)
    const etag = coldPage.response.headers.get('etag')
    const ping = { path: () => '/ping' }
    const bytes = await countCompressed(page)
    const sameBytes = { path: () => `/bytes/${bytes}` }
    const targets = [
      {
        name: 'baseline',
        url: baseline.url,
        headers: {},
        requests: { page: sameBytes, unchanged: ping },
      },
      {
        name: 'ours',
        url: service.url,
        headers: { 'accept-encoding': 'br' },
        requests: {
          page: { path: () => '/p/changelog' },
          unchanged: { path: () => '/p/changelog', headers: { 'if-none-match': etag } },
        },
      },
    ]
    const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) }
    const rates = []
    for (const name of ['page', 'unchanged'])
      rates.push(...(await compare(targets, name, { ...options, goal: goals.ratio })))
    process.stdout.write(`${table(rates)}\n\n`)
    process.stdout.write(`Resident memory: ${residentMemory(service.child.pid)} MiB\n`)
  } finally {
    await service.stop()
    baseline.stop()
    cluster.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
