// Requests per second, closed loop with keep-alive. Baseline and product take turns, so a busy machine slows both.
import autocannon from 'autocannon'
import fs from 'node:fs'

import { medians } from './figures.mjs'

export const CONNECTIONS = [1, 16, 64]

const fire = (target, request, connections, seconds) => {
  let count = 0
  const setupRequest = (defaults) => {
    const index = count++
    const body = request.body ? JSON.stringify(request.body(index)) : undefined
    return {
      ...defaults,
      method: request.method ?? 'GET',
      path: request.path(index),
      headers: { ...target.headers, ...request.headers },
      body,
    }
  }
  return autocannon({
    url: target.url,
    connections,
    duration: seconds,
    setupClient: (client) => client.setRequests([{ setupRequest }]),
  })
}

async function turn(target, name, connections, seconds) {
  const { requests, latency, errors, ...result } = await fire(
    target,
    target.requests[name],
    connections,
    seconds,
  )
  const rejected = result['4xx'] + result['5xx'] + errors
  return { rate: requests.average, p99: latency.p99, rejected }
}

/** One row per number of connections. The baseline lacks some of the requests. */
export async function compare(targets, name, { seconds, rounds, goal }) {
  const rows = []
  for (const connections of CONNECTIONS) {
    const turns = Object.fromEntries(targets.map((target) => [target.name, []]))
    for (let round = 0; round < rounds; round++)
      for (const target of targets.filter(({ requests }) => name in requests)) {
        process.stderr.write(`${name} ${connections} ${target.name} ${round + 1}\n`)
        turns[target.name].push(await turn(target, name, connections, seconds))
      }
    const [baseline, ours] = targets.map((target) => medians(turns[target.name]))
    const ratio = Number((ours.rate / baseline.rate).toFixed(2))
    rows.push({
      request: name,
      connections,
      'baseline /s': Math.round(baseline.rate) || '',
      'ours /s': Math.round(ours.rate),
      'baseline p99': baseline.p99,
      'ours p99': ours.p99,
      ratio: ratio || '',
      goal: goal && `>= ${goal}x`,
      met: goal && (ratio >= goal ? 'yes' : 'NO'),
      rejected: (baseline.rejected ?? 0) + ours.rejected || '',
    })
  }
  return rows
}

/** Resident memory of a process in MiB; undefined where the system does not report it. */
export function residentMemory(pid) {
  const file = `/proc/${pid}/status`
  if (!fs.existsSync(file)) return undefined
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(file, 'utf8'))[1]) / 1024)
}
