import { expect, test } from 'vitest'

import { createServerClock } from './server-clock.ts'
import { testSession } from './test-session.ts'

const here = Date.parse('2026-11-21T10:00:00Z')

test.each([
  ['Sat, 21 Nov 2026 10:00:02 GMT', 0],
  ['Sun, 22 Nov 2026 10:00:00 GMT', 86_400_000],
  ['2026-11-20T10:00:00.000Z', -86_400_000],
  [null, 0],
  ['no time at all', 0],
])('T97 when the service says %s its clock is %i ms ahead', (time, ahead) => {
  const clock = createServerClock(() => here)
  clock.sync(time)
  expect([clock.offset(), clock.now()]).toEqual([ahead, new Date(here + ahead)])
})

test('T97 a wrong device clock is corrected by the Date header', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString()
  const { session } = await testSession((_, response) => {
    response.setHeader('date', tomorrow)
    response.end('{"data": []}')
  })
  await session.call('GET /boards', {})
  expect(Math.round(session.clock.offset() / 3_600_000)).toBe(24)
})
