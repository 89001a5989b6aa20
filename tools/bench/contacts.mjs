// `npm run bench -- contacts`: measures the table of contacts with the huge workspace on a private PostgreSQL. Its largest
// list is compared with 800 of its contacts in a list of their own, in turns; docs/performance.md explains each figure.
//   --size huge   --turns 20   --runs 3   --pages 500   --tagged 10000   --cpu 1
// `--database URL --key KEY --data FOLDER` measure a workspace that is there already.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'

import { buildOrExit, isStale } from '../build.mjs'
import { findBrowser, launchOptions } from '../find-browser.mjs'
import { caller } from '../running-service.mjs'
import { measureContactPages, measurePaging, measureTable } from './contact-pages.mjs'
import { findCommonValues, measureContactRequests } from './contact-requests.mjs'
import { measureBulkTag } from './contact-tagging.mjs'
import { table } from './figures.mjs'
import { connectedPage } from './ours.mjs'
import { launchWithoutJit } from './page.mjs'
import { startWorkspace } from './seeded-workspace.mjs'

const SMALL = 800
const BATCH = 200

/** Copies the newest contacts of a list, with its segments, into a list of their own; the same list the next time. */
async function copyList(call, lists, source, count) {
  const name = `${count} of ${source.name}`
  const existing = lists.find((list) => list.name === name)
  if (existing) return existing.id
  process.stderr.write(`Copying ${count} contacts\n`)
  const { id } = await call('POST', '/lists', { name })
  let cursor = ''
  for (let copied = 0; copied < count; copied += BATCH) {
    const operations = []
    while (operations.length < Math.min(BATCH, count - copied)) {
      const page = await call('GET', `/lists/${source.id}/contacts?limit=100${cursor}`)
      cursor = `&starting_after=${encodeURIComponent(page.paging.next)}`
      for (const { email_address, status, tags, fields, created_at } of page.data)
        operations.push({ op: 'upsert', email_address, status, tags, fields, created_at })
    }
    const path_ = `/lists/${id}/contacts/batch`
    const { results } = await call('POST', path_, { import: true, operations })
    const failed = results.find(({ error }) => error)
    if (failed) throw new Error(`A contact was not copied: ${failed.error.message}`)
  }
  return id
}

/** The first page of tags and segments is part of what the page of a list requests. */
async function copyTagsAndSegments(call, from, to) {
  const { data } = await call('GET', `/lists/${to}/segments`)
  if (data.length > 0) return
  const tagNames = async (list) => {
    const names = new Set()
    let cursor = ''
    do {
      const page = await call('GET', `/lists/${list}/tags?limit=100${cursor}`)
      for (const { name } of page.data) names.add(name)
      cursor = page.paging.next && `&starting_after=${encodeURIComponent(page.paging.next)}`
    } while (cursor)
    return names
  }
  // The contacts brought theirs.
  const existing = await tagNames(to)
  for (const name of await tagNames(from))
    if (!existing.has(name)) await call('POST', `/lists/${to}/tags`, { name })
  const { data: segments } = await call('GET', `/lists/${from}/segments`)
  for (const { name, filter } of segments.toReversed())
    await call('POST', `/lists/${to}/segments`, { name: name.slice(0, 250), filter })
}

const all = ['requests', 'pages', 'table', 'paging', 'tagging']

export async function measureContacts(args) {
  const text = (fallback) => ({ type: 'string', default: fallback })
  const { values } = parseArgs({
    args,
    options: {
      size: text('huge'),
      only: text(all.join(',')),
      turns: text('20'),
      runs: text('5'),
      pages: text('500'),
      tagged: text('10000'),
      cpu: text('1'),
      rtt: text('0'),
      database: text(''),
      key: text(''),
      data: text(''),
    },
  })
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const workspace = await startWorkspace(folder, values)
  const browser = await chromium.launch(launchOptions(await findBrowser()))
  try {
    const { url, key } = workspace
    const call = caller(url, key)
    const { data } = await call('GET', '/lists?limit=100')
    const largest = data.toSorted((a, b) => b.counts.total - a.counts.total)[0]
    const lists = { large: largest.id, small: await copyList(call, data, largest, SMALL) }
    await copyTagsAndSegments(call, lists.large, lists.small)
    const target = connectedPage(url, key)
    const options = { cpu: Number(values.cpu), rtt: Number(values.rtt) }
    const suites = {
      requests: async () => {
        const common = await findCommonValues(call, lists)
        return measureContactRequests(call, lists, common, Number(values.turns))
      },
      pages: async () => {
        const common = await findCommonValues(call, lists)
        return measureContactPages(browser, target, lists, common, {
          ...options,
          runs: Number(values.runs),
        })
      },
      table: () => measureTable(browser, target, lists.large, options),
      paging: async () => {
        const plain = await launchWithoutJit()
        const pages = Number(values.pages)
        return measurePaging(plain, target, lists.large, { ...options, pages }).finally(() =>
          plain.close(),
        )
      },
      tagging: async () => {
        const count = Number(values.tagged)
        const list = await copyList(call, data, largest, count)
        return measureBulkTag(browser, target, list, count, options)
      },
    }
    for (const name of values.only.split(','))
      process.stdout.write(`${table(await suites[name]())}\n\n`)
  } finally {
    await browser.close()
    await workspace.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
