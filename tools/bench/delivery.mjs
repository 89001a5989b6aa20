// `npm run bench -- delivery`: measures delivery events of one campaign, and its report, on a private PostgreSQL.
//   --recipients 24000   --events 100000   --batch 5000   --rounds 300
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { buildOrExit, isStale } from '../build.mjs'
import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { caller, ownerKey, startService } from '../running-service.mjs'
import { quantile, round, table } from './figures.mjs'
import { fill, numberedAddress } from './fill.mjs'

// The ten events of the small campaign are one click on each link, so both reports have the same links.
const LINKS = 10
const goals = { seconds: 30, ratio: 1.2 }

/** Which event a recipient has in each round: one delivery first, then mostly opens. */
const types = ['delivered', 'opened', 'opened', 'clicked', 'machine']
const startedAt = Date.now() - 72 * 3_600_000

/** Every tenth contact of the filled list is unsubscribed, so it is no recipient. */
const recipientNumber = (index) => Math.floor(index / 9) * 10 + (index % 9) + 1

function eventOf(number, recipients) {
  const index = (number * 7919) % recipients
  const type = types[Math.floor(number / recipients) % types.length]
  const event = {
    id: `event-${number}`,
    type: type === 'machine' ? 'opened' : type,
    at: new Date(startedAt + number * 2000).toISOString(),
    email_address: numberedAddress(recipientNumber(index)),
  }
  if (type === 'machine') return { ...event, machine: true }
  if (type === 'delivered' && index % 250 === 0) return { ...event, type: 'bounced', hard: true }
  if (type === 'clicked' && index % 400 === 0) return { ...event, type: 'unsubscribed' }
  return type === 'clicked'
    ? { ...event, url: `https://example.com/link-${number % LINKS}` }
    : event
}

async function sendCampaign(call, list_id) {
  const from = { email_address: 'hello@example.com' }
  const { id } = await call('POST', '/campaigns', { name: 'News', subject: 'News', from, list_id })
  const began = performance.now()
  const { stats } = await call('POST', `/campaigns/${id}/send`, {})
  return { id, recipients: stats.recipients, sendMs: performance.now() - began }
}

/** The events cover three days, so the campaigns must be as old: earlier events are rejected. */
async function moveToStart(databaseUrl) {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  await db.query('update campaigns set audience_at = $1', [new Date(startedAt)])
  await db.end()
}

/** Sends the events one batch after the other; returns the time of each in milliseconds. */
async function report(call, campaign, { first, count, batch }) {
  const times = []
  for (let sent = 0; sent < count; sent += batch) {
    const events = Array.from({ length: Math.min(batch, count - sent) }, (_, index) =>
      eventOf(first + sent + index, campaign.recipients),
    )
    const began = performance.now()
    const { results } = await call('POST', `/campaigns/${campaign.id}/events`, { events })
    times.push(performance.now() - began)
    const rejected = results.filter(({ status }) => status !== 201)
    if (rejected.length > 0) throw new Error(`Rejected: ${JSON.stringify(rejected[0])}`)
  }
  return times
}

/** Median time of the reports in milliseconds, read in turns. */
async function readReports(call, campaigns, rounds) {
  const times = campaigns.map(() => [])
  for (let turn = 0; turn < rounds; turn++)
    for (const [index, { id }] of campaigns.entries()) {
      const began = performance.now()
      await call('GET', `/campaigns/${id}/report`)
      times[index].push(performance.now() - began)
    }
  return times.map((each) => quantile(each, 0.5))
}

export async function measureDelivery(args) {
  const number = (fallback) => ({ type: 'string', default: String(fallback) })
  const { values } = parseArgs({
    args,
    options: {
      recipients: number(24_000),
      events: number(100_000),
      batch: number(5000),
      rounds: number(300),
    },
  })
  const [recipients, count, batch, rounds] = ['recipients', 'events', 'batch', 'rounds'].map(
    (name) => Number(values[name]),
  )
  const postgres = findPostgres()
  if (!postgres?.bin) throw new Error('Requires the programs of PostgreSQL 15 or later.')
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const cluster = await startPrivateCluster(postgres.bin, {})
  const service = await startService(folder, { DATABASE_URL: cluster.url })
  try {
    const call = caller(service.url, ownerKey(folder))
    const { workspace } = await call('GET', '/me')
    const list = await call('POST', '/lists', { name: 'Everybody' })
    const contacts = recipientNumber(recipients - 1)
    await fill(cluster.url, [{ workspace_id: workspace.id, list_id: list.id, count: contacts }])
    // Both are sent first: who bounces is in no later audience.
    const small = await sendCampaign(call, list.id)
    const large = await sendCampaign(call, list.id)
    await moveToStart(cluster.url)
    await report(call, small, { first: 3 * recipients, count: LINKS, batch: LINKS })
    const times = await report(call, large, { first: 0, count, batch })
    const seconds = times.reduce((sum, time) => sum + time, 0) / 1000
    const [few, many] = await readReports(call, [small, large], rounds)
    const met = (figure, goal) => ({ goal: `<= ${goal}`, met: figure <= goal ? 'yes' : 'NO' })
    const ratio = round(many / few, 2)
    const rows = [
      { figure: 'recipients', value: large.recipients },
      { figure: 'freeze the audience, ms', value: round(large.sendMs) },
      { figure: `${count} events, s`, value: round(seconds, 1), ...met(seconds, goals.seconds) },
      { figure: 'slowest batch, ms', value: round(Math.max(...times)) },
      { figure: 'report of ten events, ms', value: round(few, 2) },
      { figure: `report of ${count} events, ms`, value: round(many, 2) },
      { figure: 'ratio of the reports', value: ratio, ...met(ratio, goals.ratio) },
    ]
    process.stdout.write(`${table(rows)}\n`)
  } finally {
    await service.stop()
    cluster.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
