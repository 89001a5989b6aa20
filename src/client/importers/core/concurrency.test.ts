import { expect, test } from 'vitest'

import { forEachConcurrently } from './concurrency.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('items start in order, never more at a time than the limit', async () => {
  const begun: number[] = []
  let now = 0
  let most = 0
  await forEachConcurrently(3, numbers(20), async (item) => {
    begun.push(item)
    most = Math.max(most, (now += 1))
    await turn()
    now -= 1
  })
  expect([begun, most]).toEqual([numbers(20), 3])
})

test('a failure starts no further item and rejects when all have settled', async () => {
  const begun: number[] = []
  let unfinished = 0
  const work = forEachConcurrently(2, numbers(20), async (item) => {
    begun.push(item)
    unfinished += 1
    await turn()
    unfinished -= 1
    if (item === 2) throw new Error('two')
  })
  await expect(work).rejects.toThrow('two')
  expect([begun.length < 6, unfinished]).toEqual([true, 0])
})

test('an empty list resolves at once', async () => {
  await expect(forEachConcurrently(4, [], async () => undefined)).resolves.toBeUndefined()
})
