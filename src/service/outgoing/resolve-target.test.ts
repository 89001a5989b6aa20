import { isIP } from 'node:net'
import { expect, test } from 'vitest'

import { sendRequest } from './request.ts'
import { type Lookup, judgeResolvedTarget, lookupAddresses } from './resolve-target.ts'

const url = 'https://receiver.example.com/hooks'

/** A DNS server that gives one answer after the other, and the last one again. */
function answers(...answersInOrder: string[][]): Lookup {
  let count = 0
  return async () => {
    const answer = answersInOrder[Math.min(count++, answersInOrder.length - 1)] ?? []
    return answer.map((address) => ({ address, family: isIP(address) }))
  }
}

const send = (lookup: Lookup, options: { url?: string; allowPrivate?: boolean } = {}) =>
  sendRequest({ url, method: 'POST', headers: {}, allowPrivate: false, lookup, ...options })

test.each([
  [['1.1.1.1', '2606:4700::1111'], true],
  [['10.0.0.1'], false],
  [['1.1.1.1', '10.0.0.1'], false],
  [['::ffff:127.0.0.1'], false],
  [['1.1.1.1', '64:ff9b::7f00:1'], false],
  [['2606:4700::1111', 'fe80::1%eth0'], false],
])('registration judges every address of %j', async (addresses, isAllowed) => {
  const options = { allowPrivate: false, lookup: answers(addresses) }
  expect(await judgeResolvedTarget(url, options)).toMatchObject(
    isAllowed ? { isAllowed, url } : { isAllowed, code: 'host_not_allowed' },
  )
})

test('registration allows a name without an address, or without an answer', async () => {
  const lookups: Lookup[] = [
    answers([]),
    () => Promise.reject(new Error('ENOTFOUND')),
    () => new Promise(() => undefined),
  ]
  for (const lookup of lookups)
    expect(
      await judgeResolvedTarget(url, { allowPrivate: false, lookup, deadlineMs: 20 }),
    ).toMatchObject({ isAllowed: true })
})

test('registration looks up no address and no URL that is refused', async () => {
  const lookup: Lookup = (hostname) => {
    throw new Error(`looked up ${hostname}`)
  }
  for (const [text, isAllowed] of [
    ['https://1.1.1.1/', true],
    ['https://127.0.0.1/', false],
    ['http://receiver.example.com/', false],
  ] as const)
    expect(await judgeResolvedTarget(text, { allowPrivate: false, lookup })).toMatchObject({
      isAllowed,
    })
})

test('a name that turns private after registration is refused when sent', async () => {
  const lookup = answers(['1.1.1.1'], ['127.0.0.1'])
  expect(await judgeResolvedTarget(url, { allowPrivate: false, lookup })).toMatchObject({
    isAllowed: true,
  })
  expect(await send(lookup)).toMatchObject({ kind: 'failure', reason: 'address_not_allowed' })
})

test.each([
  [['1.1.1.1', '127.0.0.1']],
  [['127.0.0.1', '1.1.1.1']],
  [['::ffff:10.0.0.1']],
  [['fd00:ec2::254']],
])('a request whose name has the addresses %j is refused', async (addresses) => {
  const result = await send(answers(addresses))
  expect(result).toMatchObject({ kind: 'failure', reason: 'address_not_allowed' })
  expect(result).not.toHaveProperty('address')
  expect(JSON.stringify(result)).not.toContain(addresses[0])
})

test('plain http to a name with a public address is refused', async () => {
  const http = { url: 'http://receiver.example.com/', allowPrivate: true }
  for (const addresses of [['1.1.1.1'], ['127.0.0.1', '1.1.1.1']]) {
    const lookup = answers(addresses)
    expect(await send(lookup, http)).toMatchObject({ reason: 'address_not_allowed' })
    expect(await judgeResolvedTarget(http.url, { allowPrivate: true, lookup })).toMatchObject({
      code: 'https_required',
    })
  }
})

test('a name without an address fails as dns', async () => {
  const lookups: Lookup[] = [answers([]), () => Promise.reject(new Error('ENOTFOUND'))]
  for (const lookup of lookups) expect(await send(lookup)).toMatchObject({ reason: 'dns' })
})

test('lookups of one name share one query until it is answered', async () => {
  const first = lookupAddresses('localhost')
  expect(lookupAddresses('localhost')).toBe(first)
  expect((await first).map(({ address }) => address)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  )
  expect(lookupAddresses('localhost')).not.toBe(first)
})
