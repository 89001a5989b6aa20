// `npm run chaos`: kills and stops the service and its database during writes, starts several at once, moves the clock, fills
// the disk, and counts lost writes and what happened twice.
//   --kills 20   --writers 8   --only publishing,importing,clock,…   --engine embedded,postgres (both by default)
import { once } from 'node:events'
import { parseArgs } from 'node:util'

import { buildOrExit, isStale } from '../build.mjs'
import { moveClock } from './clock.mjs'
import { killDatabase, stopWithoutDatabase } from './database.mjs'
import { deliverAndKill } from './delivering.mjs'
import { fillDisk, whyNoSmallDisk } from './disk.mjs'
import { importAndKill } from './importing.mjs'
import { findWrongPublications, publishAndKill } from './publishing.mjs'
import { startTogether } from './starting.mjs'
import { stopBehindLock, stopUnderLoad } from './stopping.mjs'
import { availableEngines, createTarget } from './target.mjs'
import { createLedger, findLostWrites, startWriters, waitForWrites } from './writers.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    writers: { type: 'string', default: '8' },
    only: { type: 'string' },
    engine: { type: 'string' },
  },
})

const print = (line) => process.stdout.write(`${line}\n`)

/** Kills the service repeatedly during writes, on one folder. */
async function killDuringWrites(target) {
  const ledger = createLedger()
  let board
  let lost = []
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const { service, call } = await target.open()
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
  const { service, call } = await target.open()
  lost = await findLostWrites(call, board, ledger)
  await service.stop()
  for (const line of lost.slice(0, 10)) print(`  ${line}`)
  print(`${values.kills} kills: ${ledger.acknowledged} acknowledged writes, ${lost.length} lost`)
  return lost.length === 0 && ledger.acknowledged > 0
}

/** A second process on the same folder must refuse to start and not disturb the first. */
async function startTwice(target) {
  const first = await target.open()
  const refusal = await target.open().then(
    async (second) => {
      await second.service.stop()
      return undefined
    },
    (error) => error.message.trim().split('\n').at(-1),
  )
  const alive = await fetch(`${first.service.url}/readyz`)
  await first.service.stop()
  print(`second process on one folder: ${refusal ?? 'STARTED'}`)
  return refusal !== undefined && alive.ok
}

/** Of processes that start at once on an empty database, one creates the workspace and its key. */
async function startFirstTogether(target) {
  let wrong = 0
  for (let attempt = 1; attempt <= Number(values.kills); attempt++) {
    const { right, lines } = await startTogether(target, attempt)
    print(`start ${attempt}: ${lines.join('; ') || right}`)
    if (lines.length > 0) wrong += 1
  }
  print(`${values.kills} starts at once: ${wrong} wrong`)
  return wrong === 0
}

/** SIGTERM during writes: requests in flight are finished, the exit code is 0. */
async function stopDuringWrites(target) {
  const { service, call } = await target.open()
  const ledger = createLedger()
  const board = await call('POST', '/boards', { name: 'Stopping', lists: [{ name: 'a' }] })
  const writers = startWriters(call, board, ledger, 4)
  await waitForWrites(ledger)
  service.child.kill('SIGTERM')
  const [code] =
    service.child.exitCode === null ? await once(service.child, 'exit') : [service.child.exitCode]
  await writers.stop()
  const restarted = await target.open()
  const lost = await findLostWrites(restarted.call, board, ledger)
  await restarted.service.stop()
  print(
    `SIGTERM during writes: exit code ${code}, ${ledger.acknowledged} writes, ${lost.length} lost`,
  )
  return code === 0 && lost.length === 0
}

/** SIGTERM beside busy connections: each ends with a response, and the process within 8 s. */
async function stopBesideBusyConnections(target) {
  let wrong = 0
  for (let stop = 1; stop <= Number(values.kills); stop++) {
    const { code, seconds, answered, resets } = await stopUnderLoad({
      ...(await target.open()),
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

/** SIGTERM while a statement waits in PostgreSQL: the process ends within 8 s all the same. */
async function stopWhileLocked(target) {
  const { code, seconds } = await stopBehindLock(target, await target.open())
  print(`SIGTERM behind a lock: exit code ${code} after ${seconds.toFixed(1)} s`)
  return code === 0 && seconds <= 8
}

/** Kills the service while it publishes drafts and scheduled entries. */
async function killWhilePublishing(target) {
  let lost = 0
  const wrong = []
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const round = await publishAndKill(await target.open())
    const restarted = await target.open()
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
async function killWhileImporting(target) {
  const wrong = []
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const round = await importAndKill(target)
    print(
      `kill ${kill}: after ${round.killedAt} rows, ${round.wrong.join(', ') || 'each written once'}`,
    )
    wrong.push(...round.wrong)
  }
  print(`${values.kills} kills while importing: ${wrong.length} faults`)
  return wrong.length === 0
}

/** Kills one of two processes while they deliver webhooks; on the embedded engine, the only one. */
const killWhileDelivering = (target) =>
  deliverAndKill(target, {
    kills: Number(values.kills),
    writers: Number(values.writers),
    print,
  })

/** Kills PostgreSQL during writes, publications, an import and an event stream, and starts it again. */
async function killDatabaseDuringWrites(target) {
  const opened = await target.open()
  const wrong = []
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    const round = await killDatabase(target, opened, kill, Number(values.writers))
    print(`kill ${kill}: ${round.summary}`)
    for (const line of round.wrong.slice(0, 10)) print(`  ${line}`)
    wrong.push(...round.wrong)
  }
  const { code, took, isRight } = await stopWithoutDatabase(target, opened)
  print(`SIGTERM without a database: exit code ${code} after ${took} s`)
  print(`${values.kills} kills of the database: ${wrong.length} faults`)
  return wrong.length === 0 && isRight
}

const moveClockDuringWrites = (target) =>
  moveClock(target, { rounds: Math.ceil(Number(values.kills) / 4), writers: 2, print })

/** Fills the disk of the database during writes, and empties it again. */
async function fillDiskDuringWrites(target) {
  const reason = whyNoSmallDisk()
  if (reason !== undefined) {
    print(`disk, ${target.engine}: SKIPPED, ${reason}`)
    return undefined
  }
  const wrong = []
  for (let round = 1; round <= Math.ceil(Number(values.kills) / 4); round++) {
    const { summary, lines } = await fillDisk(target, round, Number(values.writers))
    print(`disk ${round}: ${summary}`)
    for (const line of lines.slice(0, 10)) print(`  ${line}`)
    wrong.push(...lines)
  }
  print(`full disk: ${wrong.length} faults`)
  return wrong.length === 0
}

const faults = [
  ['writes', killDuringWrites],
  ['twice', startTwice, 'embedded'],
  ['first', startFirstTogether],
  ['stopping', stopDuringWrites],
  ['busy', stopBesideBusyConnections],
  ['locked', stopWhileLocked, 'postgres'],
  ['publishing', killWhilePublishing],
  ['importing', killWhileImporting],
  ['webhooks', killWhileDelivering],
  ['clock', moveClockDuringWrites],
  ['disk', fillDiskDuringWrites],
  ['database', killDatabaseDuringWrites, 'postgres'],
]

if (isStale()) buildOrExit()
const chosen = values.only?.split(',')
const results = []
const skipped = []
for (const engine of values.engine?.split(',') ?? availableEngines()) {
  const target = await createTarget(engine)
  try {
    for (const [name, fault, only = engine] of faults) {
      if (only !== engine || chosen?.includes(name) === false) continue
      print(`${name}, ${engine}`)
      const result = await fault(target)
      if (result === undefined) skipped.push(`${name}, ${engine}`)
      else results.push(result)
    }
  } finally {
    await target.endServices()
    target.remove()
  }
}
// Again at the end, where it is not overlooked.
for (const name of skipped) print(`SKIPPED: ${name}`)
process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1
