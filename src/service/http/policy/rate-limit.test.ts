import { expect, test } from 'vitest'

import { perFile, servicePerFile } from '#service/http/test-service.ts'

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
