// Requests a second, closed loop with keep-alive: the floor and the product in turns, so that a busy minute meets both.
import autocannon from 'autocannon'
import fs from 'node:fs'

import { middle } from './figures.mjs'

export const CONNECTIONS = [1, 16, 64]

const fire = (target, request, connections, seconds) => {
  let count = 0
  const setupRequest = (given) => {
    const at = count++
    const body = request.body ? JSON.stringify(request.body(at)) : undefined
    return {
      ...given,
      method: request.method ?? 'GET',
      path: request.path(at),
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
  const refused = result['4xx'] + result['5xx'] + errors
  return { rate: requests.average, p99: latency.p99, refused }
}

/** One row for each number of connections. The floor has no counterpart of every request. */
export async function compare(targets, name, { seconds, rounds, goal }) {
  const rows = []
  for (const connections of CONNECTIONS) {
    const turns = Object.fromEntries(targets.map((target) => [target.name, []]))
    for (let round = 0; round < rounds; round++)
      for (const target of targets.filter(({ requests }) => name in requests)) {
        process.stderr.write(`${name} ${connections} ${target.name} ${round + 1}\n`)
        turns[target.name].push(await turn(target, name, connections, seconds))
      }
    const [floor, ours] = targets.map((target) => middle(turns[target.name]))
    const ratio = Number((ours.rate / floor.rate).toFixed(2))
    rows.push({
      request: name,
      connections,
      'floor /s': Math.round(floor.rate) || '',
      'ours /s': Math.round(ours.rate),
      'floor p99': floor.p99,
      'ours p99': ours.p99,
      ratio: ratio || '',
      goal: goal && `>= ${goal}x`,
      met: goal && (ratio >= goal ? 'yes' : 'NO'),
      refused: (floor.refused ?? 0) + ours.refused || '',
    })
  }
  return rows
}

/** Resident memory of a process in MiB; undefined where the system does not tell. */
export function residentMemory(pid) {
  const file = `/proc/${pid}/status`
  if (!fs.existsSync(file)) return undefined
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(file, 'utf8'))[1]) / 1024)
}
