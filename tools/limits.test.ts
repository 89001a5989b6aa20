import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { httpLimits } from '../src/contract/http-limits.rules.ts'
import { openapi } from '../src/contract/openapi.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const { perClient, connections, pipelined, silentSeconds, streamsPerKey } = httpLimits
const all = connections.toLocaleString('en')

test.each([
  ['README.md', perClient, all, pipelined, `${silentSeconds} s`],
  ['SECURITY.md', `${perClient} connections`],
  ['docs/behavior/server.md', perClient, all, `more than ${pipelined} requests`, silentSeconds],
  ['docs/guides/api-client.md', perClient, `more than ${pipelined}`, `${streamsPerKey} of a key`],
  ['src/web/messages/en/reference-topics.ts', perClient, `more than ${pipelined}`],
])('%s names the limits of the server', (file, ...limits) => {
  const text = read(file)
  for (const limit of limits) expect(text).toMatch(new RegExp(`\\b${limit}\\b`))
})

test('OpenAPI says when a client gets 429, and what to do', () => {
  expect(openapi('https://x.io/v1', '1')).toMatchObject({
    components: {
      responses: {
        rate_limited: {
          description: expect.stringContaining(`${perClient} requests`),
          headers: { 'Retry-After': expect.anything() },
        },
      },
    },
  })
})
