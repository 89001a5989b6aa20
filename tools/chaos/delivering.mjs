// Kills one of the processes that deliver webhooks, and compares what a receiver got with the change feed.
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { createLedger, findLostWrites, startWriters, waitForWrites } from './writers.mjs'

const kinds = ['card.created', 'card.updated']
/** A killed process keeps its deliveries for 30 s. */
const patienceMs = 90_000

/** A receiver that remembers the bytes of every event, and how often it came. */
async function startReceiver() {
  const bodies = new Map()
  const wrong = []
  let requests = 0
  const server = http.createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const id = request.headers['webhook-id']
    requests += 1
    server.emit('delivery')
    if (bodies.has(id) && bodies.get(id) !== body) wrong.push(`${id} came with other bytes`)
    bodies.set(id, body)
    // Between the answer and its record is where a kill hurts.
    await sleep(Math.random() * 20)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}/in`,
    bodies,
    wrong,
    repeats: () => requests - bodies.size,
    nextRequest: () => once(server, 'delivery', { signal: AbortSignal.timeout(30_000) }),
    close: () => server.close(),
  }
}

async function readEvents(call) {
  const events = []
  let after = ''
  do {
    const page = await call('GET', `/events?kinds=${kinds.join(',')}&limit=100${after}`)
    events.push(...page.data)
    after = page.paging.next ? `&starting_after=${encodeURIComponent(page.paging.next)}` : ''
  } while (after)
  return events
}

/** Resolves when every event of the feed has arrived, or with those that have not once none has arrived for a while. */
async function findLostEvents(call, receiver) {
  let end = 0
  let least = Infinity
  for (;;) {
    const events = await readEvents(call)
    const lost = events.filter(({ id }) => !receiver.bodies.has(id))
    if (lost.length < least) end = Date.now() + patienceMs
    least = Math.min(least, lost.length)
    if (lost.length === 0 || Date.now() > end) return { count: events.length, lost }
    await sleep(500)
  }
}

/** On PostgreSQL a second process goes on; on the embedded engine the next one does. */
export async function deliverAndKill(target, { kills, writers, print }) {
  const receiver = await startReceiver()
  const settings = { WEBHOOK_ALLOW_PRIVATE: '1' }
  const ledger = createLedger()
  let board
  let other = target.engine === 'postgres' ? await target.open(settings) : undefined
  for (let kill = 1; kill <= kills; kill++) {
    const { service, call } = await target.open(settings)
    if (!board) {
      await call('POST', '/webhooks', { url: receiver.url, events: kinds })
      board = await call('POST', '/boards', {
        name: 'Chaos',
        lists: [{ name: 'a' }, { name: 'b' }],
      })
    }
    const running = startWriters(call, board, ledger, writers)
    await waitForWrites(ledger)
    // Every other kill hits a delivery that was sent and is not recorded; the others come at any moment.
    if (kill % 2 === 1) await receiver.nextRequest()
    service.child.kill('SIGKILL')
    await service.ended
    await running.stop()
    print(
      `kill ${kill}: ${ledger.acknowledged} writes acknowledged, ${receiver.bodies.size} events received, ${receiver.repeats()} repeats`,
    )
  }
  other ??= await target.open(settings)
  const lostWrites = await findLostWrites(other.call, board, ledger)
  const { count, lost } = await findLostEvents(other.call, receiver)
  await other.service.stop()
  receiver.close()
  print(
    `${kills} kills while delivering: ${ledger.acknowledged} acknowledged writes, ${lostWrites.length} lost; ${count} events, ${lost.length} lost, ${receiver.repeats()} repeats, ${receiver.wrong.length} with other bytes`,
  )
  for (const line of [...lostWrites, ...receiver.wrong].slice(0, 10)) print(`  ${line}`)
  return lostWrites.length + lost.length + receiver.wrong.length === 0 && count > 0
}
