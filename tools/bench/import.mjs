// `npm run bench -- import`: imports a CSV file of contacts as a job and exports the list, on a private PostgreSQL.
// Then imports files of contacts and of a board with the command line, see import-command.mjs, and another such file on
// the page, by the service and by the browser, see import-page.mjs.
//   --rows 100000 --command-rows 200000 --cards 6000 --only job,command,page
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildOrExit, isStale } from '../build.mjs'
import { findPostgres } from '../find-postgres.mjs'
import { startPrivateCluster } from '../private-cluster.mjs'
import { caller, ownerKey, startService } from '../running-service.mjs'
import { round, table } from './figures.mjs'
import { measureImportCommand } from './import-command.mjs'
import { measureImportPage } from './import-page.mjs'
import { residentMemory } from './requests.mjs'

const goals = { seconds: 60, memory: 100 }

const towns = ['Ulm', 'Bonn', 'Kiel', 'Trier', 'Jena', 'Halle']
const tags = ['vip', 'news', '"beta,test"', 'spring', '']

/** Rows as an export of another service has them: an address, two names, a town, tags, and perhaps one bad row in a thousand. */
export function createFile(rows, { hasBadRows, first = 0 }) {
  const lines = ['Email Address,First Name,Last Name,Town,Tags,Status']
  for (let index = first; index < first + rows; index++) {
    const isBad = hasBadRows && index % 1000 === 999
    const address = isBad ? `nobody ${index}` : `reader${index}@example.com`
    const tag = tags[index % tags.length].replaceAll('"', '""')
    const status = index % 10 === 0 ? 'unsubscribed' : 'subscribed'
    const town = towns[index % towns.length]
    lines.push(`${address},First ${index},Last ${index % 977},${town},"${tag}",${status}`)
  }
  return lines.join('\r\n')
}

/** Waits for the end of the import. Returns its time, and by how many MiB the process was larger meanwhile. */
async function runImport(call, pid, list_id, csv) {
  const before = residentMemory(pid)
  let most = before
  const sampler = setInterval(() => (most = Math.max(most, residentMemory(pid))), 100)
  const began = performance.now()
  const { id } = await call('POST', `/lists/${list_id}/imports`, { csv })
  let job
  do {
    await sleep(100)
    job = await call('GET', `/lists/${list_id}/imports/${id}`)
  } while (job.finished_at === null)
  const seconds = (performance.now() - began) / 1000
  clearInterval(sampler)
  if (job.status !== 'completed') throw new Error(`The import ended as ${JSON.stringify(job)}`)
  return { counts: job.counts, seconds, memory: most - before }
}

/** Reads an export to its end. Returns its time, and by how many MiB the process was larger meanwhile. */
async function runExport(url, key, pid, list_id) {
  const before = residentMemory(pid)
  let most = before
  const sampler = setInterval(() => (most = Math.max(most, residentMemory(pid))), 100)
  const began = performance.now()
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/v1/lists/${list_id}/export`, { headers })
  let lines = 0
  for await (const chunk of response.body) for (const byte of chunk) if (byte === 10) lines += 1
  clearInterval(sampler)
  return { rows: lines - 1, seconds: (performance.now() - began) / 1000, memory: most - before }
}

const met = (figure, goal) => ({ goal: `<= ${goal}`, met: figure <= goal ? 'yes' : 'NO' })
const line = (figure, value, goal) => ({
  figure,
  value: round(value),
  ...(goal === undefined ? {} : met(value, goal)),
})

async function measureJob({ url, key, call, pid, rows }) {
  const { id } = await call('POST', '/lists', { name: 'Everybody' })
  const csv = createFile(rows, { hasBadRows: true })
  const first = await runImport(call, pid, id, csv)
  const second = await runImport(call, pid, id, csv)
  const exported = await runExport(url, key, pid, id)
  return [
    line('size of the file, MiB', csv.length / 1_048_576),
    line(`import of ${rows} rows, s`, first.seconds, goals.seconds),
    line('created', first.counts.created),
    line('failed', first.counts.failed),
    line('more resident memory, MiB', first.memory, goals.memory),
    line('import of the same file again, s', second.seconds, goals.seconds),
    line('unchanged', second.counts.skipped),
    line('more resident memory, MiB', second.memory, goals.memory),
    line(`export of ${exported.rows} contacts, s`, exported.seconds),
    line('more resident memory, MiB', exported.memory, goals.memory),
  ]
}

const options = {
  rows: { type: 'string', default: '100000' },
  'command-rows': { type: 'string', default: '200000' },
  cards: { type: 'string', default: '6000' },
  only: { type: 'string', default: 'job,command,page' },
}

export async function measureImport(args) {
  const { values } = parseArgs({ args, options })
  const rows = Number(values.rows)
  const commandRows = Number(values['command-rows'])
  const parts = new Set(values.only.split(','))
  const postgres = findPostgres()
  if (!postgres?.bin) throw new Error('Requires the programs of PostgreSQL 15 or later.')
  if (isStale()) buildOrExit()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const cluster = await startPrivateCluster(postgres.bin, {})
  const service = await startService(folder, { DATABASE_URL: cluster.url })
  const saveFile = (name, count) => {
    const file = path.join(folder, name)
    fs.writeFileSync(file, createFile(count, { hasBadRows: false }))
    return file
  }
  try {
    const key = ownerKey(folder)
    const call = caller(service.url, key)
    const target = { url: service.url, key, call }
    const figures = []
    if (parts.has('job'))
      figures.push(...(await measureJob({ ...target, pid: service.child.pid, rows })))
    if (parts.has('command')) {
      const contacts = { rows: commandRows, file: saveFile('contacts.csv', commandRows) }
      const cards = Number(values.cards)
      figures.push(...(await measureImportCommand({ ...target, folder, contacts, cards })))
    }
    if (parts.has('page')) {
      const file = saveFile('readers.csv', rows)
      figures.push(...(await measureImportPage({ ...target, rows, file })))
    }
    process.stdout.write(`${table(figures)}\n`)
  } finally {
    await service.stop()
    cluster.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
