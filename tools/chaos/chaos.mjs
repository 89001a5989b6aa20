// `npm run chaos`: kills and stops the service during writes and counts lost writes and double publications.
//   --kills 20   --writers 8   --only publishing, importing, …
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { buildOrExit, isStale } from '../build.mjs'
import { caller, ownerKey, startService } from '../running-service.mjs'
import { importAndKill } from './importing.mjs'
import { findWrongPublications, publishAndKill } from './publishing.mjs'
import { stopUnderLoad } from './stopping.mjs'
import { createLedger, findLostWrites, startWriters, waitForWrites } from './writers.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    writers: { type: 'string', default: '8' },
    only: { type: 'string' },
  },
})

const print = (line) => process.stdout.write(`${line}\n`)

/** Kills the service repeatedly during writes, on one folder. */
async function killDuringWrites(folder) {
  const ledger = createLedger()
  let board
  let lost = []
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const service = await startService(folder)
    const call = caller(service.url, ownerKey(folder))
    if (board) lost = await findLostWrites(call, board, ledger)
    board ??= await call('POST', '/boards', {
      name: 'Chaos',
      lists: ['a', 'b', 'c'].map((name) => ({ name })),
    })
    const writers = startWriters(call, board, ledger, Number(values.writers))
    await waitForWrites(ledger)
    service.child.kill('SIGKILL')
    await service.ended
    await writers.stop()
    print(`kill ${kill}: ${ledger.acknowledged} writes acknowledged so far, ${lost.length} lost`)
    if (lost.length > 0) break
  }
  const service = await startService(folder)
  lost = await findLostWrites(caller(service.url, ownerKey(folder)), board, ledger)
  await service.stop()
  for (const line of lost.slice(0, 10)) print(`  ${line}`)
  print(`${values.kills} kills: ${ledger.acknowledged} acknowledged writes, ${lost.length} lost`)
  return lost.length === 0 && ledger.acknowledged > 0
}

/** A second process on the same folder must refuse to start and not disturb the first. */
async function startTwice(folder) {
  const first = await startService(folder)
  const refusal = await startService(folder).then(
    async (second) => {
      await second.stop()
      return undefined
    },
    (error) => error.message.trim().split('\n').at(-1),
  )
  const alive = await fetch(`${first.url}/readyz`)
  await first.stop()
  print(`second process on one folder: ${refusal ?? 'STARTED'}`)
  return refusal !== undefined && alive.ok
}

/** SIGTERM during writes: requests in flight are finished, the exit code is 0. */
async function stopDuringWrites(folder) {
  const service = await startService(folder)
  const call = caller(service.url, ownerKey(folder))
  const ledger = createLedger()
  const board = await call('POST', '/boards', { name: 'Stopping', lists: [{ name: 'a' }] })
  const writers = startWriters(call, board, ledger, 4)
  await waitForWrites(ledger)
  service.child.kill('SIGTERM')
  const [code] =
    service.child.exitCode === null ? await once(service.child, 'exit') : [service.child.exitCode]
  await writers.stop()
  const restarted = await startService(folder)
  const lost = await findLostWrites(caller(restarted.url, ownerKey(folder)), board, ledger)
  await restarted.stop()
  print(
    `SIGTERM during writes: exit code ${code}, ${ledger.acknowledged} writes, ${lost.length} lost`,
  )
  return code === 0 && lost.length === 0
}

/** SIGTERM beside busy connections: each ends with a response, and the process within 8 s. */
async function stopBesideBusyConnections(folder) {
  let wrong = 0
  for (let stop = 1; stop <= Number(values.kills); stop++) {
    const service = await startService(folder)
    const key = ownerKey(folder)
    const { code, seconds, answered, resets } = await stopUnderLoad({
      service,
      key,
      connections: 32,
    })
    print(
      `stop ${stop}: exit code ${code} after ${seconds.toFixed(1)} s, ${answered} requests answered, ${resets.length} reset`,
    )
    for (const reset of resets.slice(0, 5)) print(`  ${reset}`)
    if (code !== 0 || seconds > 8 || resets.length > 0) wrong += 1
  }
  return wrong === 0
}

/** Kills the service while it publishes drafts and scheduled entries. */
async function killWhilePublishing(folder) {
  let lost = 0
  const wrong = []
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const open = async () => {
      const service = await startService(folder)
      const key = ownerKey(folder)
      return { service, key, call: caller(service.url, key) }
    }
    const round = await publishAndKill(await open())
    const restarted = await open()
    wrong.push(...(await findWrongPublications(restarted, round)))
    await restarted.service.stop()
    lost += round.lost
  }
  for (const line of wrong.slice(0, 10)) print(`  ${line}`)
  print(
    `${values.kills} kills while publishing: ${lost} responses lost, ${wrong.length} entries not published exactly once`,
  )
  return wrong.length === 0
}

/** Kills the service in the middle of an import, which the next process ends. */
async function killWhileImporting(folder) {
  const wrong = []
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const round = await importAndKill(folder)
    print(
      `kill ${kill}: after ${round.killedAt} rows, ${round.wrong.join(', ') || 'each written once'}`,
    )
    wrong.push(...round.wrong)
  }
  print(`${values.kills} kills while importing: ${wrong.length} faults`)
  return wrong.length === 0
}

const faults = {
  writes: killDuringWrites,
  twice: startTwice,
  stopping: stopDuringWrites,
  busy: stopBesideBusyConnections,
  publishing: killWhilePublishing,
  importing: killWhileImporting,
}

if (isStale()) buildOrExit()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-'))
const results = []
for (const [name, fault] of Object.entries(faults))
  if (values.only === undefined || values.only === name) results.push(await fault(folder))
fs.rmSync(folder, { recursive: true, force: true })
process.exitCode = results.every(Boolean) ? 0 : 1
