import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { BackgroundGate } from './background-gate.ts'

const never = 60_000

test('background work enters at once while no request uses the connection', async () => {
  const gate = new BackgroundGate({ maxWaitMs: never })
  const leave = await gate.enterInBackground()
  leave()
  ;(await gate.enterInBackground())()
})

test('requests go before background work that waits', async () => {
  const gate = new BackgroundGate({ maxWaitMs: never })
  const order: string[] = []
  const leaveFirst = gate.enter()
  const background = gate.enterInBackground().then(() => order.push('background'))
  const leaveSecond = gate.enter()
  leaveFirst()
  await sleep(20)
  order.push('second request')
  leaveSecond()
  await background
  expect(order).toEqual(['second request', 'background'])
})

test('background work waits for the next statement of a request', async () => {
  const quietMs = 50
  const gate = new BackgroundGate({ quietMs, maxWaitMs: never })
  let isIn = false
  const leave = gate.enter()
  const background = gate.enterInBackground().then(() => (isIn = true))
  leave()
  const leaveAgain = gate.enter()
  await sleep(2 * quietMs)
  expect(isIn).toBe(false)
  leaveAgain()
  await background
})

test('background work is not starved by requests', async () => {
  const gate = new BackgroundGate({ maxWaitMs: 10 })
  gate.enter()
  ;(await gate.enterInBackground())()
  await gate.enterInBackground()
})

test('background work goes one after the other', async () => {
  const gate = new BackgroundGate({ maxWaitMs: never })
  const leave = await gate.enterInBackground()
  let isIn = false
  const second = gate.enterInBackground().then((leaveSecond) => {
    isIn = true
    return leaveSecond
  })
  await sleep(20)
  expect(isIn).toBe(false)
  leave()
  ;(await second)()
})
