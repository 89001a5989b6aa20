import { expect, onTestFinished, test, vi } from 'vitest'

import { openTestService, perFile, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile({ RATE_LIMIT: '1/5' })
const owner = perFile(() => service.workspace())

test('rate limiting returns Retry-After and is separate per key', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => owner.request('GET /boards')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.body.error.code).toBe('rate_limited')
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"default";q=5;w=5')
  expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"default";r=\d;t=\d$/)
  expect((await (await service.workspace()).request('GET /boards')).status).toBe(200)
})

test('B41 rate limiting of invalid keys does not affect a valid one', async () => {
  const fresh = await service.workspace()
  const statuses = new Set<number>()
  for (let turn = 0; turn < 1100; turn++)
    statuses.add((await fresh.request('GET /boards', { key: `wrong-${turn}` })).status)
  expect(statuses).toEqual(new Set([401, 429]))
  expect((await fresh.request('GET /boards')).status).toBe(200)
})

test('invalid keys from one IPv6 network share a rate limit', async () => {
  const { database } = service
  const behindProxy = await openTestService({ RATE_LIMIT: '1/5', TRUST_PROXY: '1' }, { database })
  onTestFinished(() => behindProxy.close())
  const guess = async (address: string) => {
    const headers = { Authorization: 'Bearer wrong', 'X-Forwarded-For': address }
    const url = 'http://service.test/v1/boards'
    return (await behindProxy.app.fetch(new Request(url, { headers }))).status
  }
  let turn = 0
  const guessAgain = () => guess(`2001:db8::${(turn += 1).toString(16)}`)
  expect(await guessAgain()).toBe(401)
  await expect.poll(guessAgain, { interval: 0 }).toBe(429)
  expect(await guess('2001:db8:0:1::1')).toBe(401)
})

/** As when somebody sets the clock of the machine. */
function setClockBack(ms: number) {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ms })
}
const HOUR = 3_600_000

test('a bucket fills again when the clock is set back an hour', async () => {
  const fresh = await service.workspace()
  const status = async () => (await fresh.request('GET /boards')).status
  await expect.poll(status, { interval: 0 }).toBe(429)
  setClockBack(HOUR)
  await expect.poll(status).toBe(200)
})

test('a revoked key stays revoked when the clock is set back an hour', async () => {
  const { database } = service
  const fresh = await service.workspace()
  const { id, key } = await fresh.create('POST /api-keys', { name: 'Other', scope: 'read' })
  const status = async () => (await fresh.request('GET /me', { key })).status
  expect(await status()).toBe(200)
  setClockBack(HOUR)
  // By another process, which clears its own cache only.
  await database.pool
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .execute()
  await expect.poll(status).toBe(401)
})

test('an expired key stays expired when the clock is set back an hour', async () => {
  const fresh = await service.workspace()
  const expires_at = new Date(Date.now() + 1500).toISOString()
  const draft = { name: 'Brief', scope: 'read', expires_at }
  const { key } = await fresh.create('POST /api-keys', draft)
  const status = async () => (await fresh.request('GET /me', { key })).status
  expect(await status()).toBe(200)
  setClockBack(HOUR)
  await expect.poll(status).toBe(401)
})
