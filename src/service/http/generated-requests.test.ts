import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { createJudge } from './test-described-responses.ts'
import { type GeneratedRequest, requestsOf } from './test-generated-requests.ts'
import { createIds } from './test-ids.ts'
import { oneOfEach } from './test-resources.ts'
import { type TestService, openTestService } from './test-service.ts'

// `FUZZ_SEEDS=1,2,3,4,5 FUZZ_RUNS=10000` is the long version, before a release.
const runs = Number(process.env['FUZZ_RUNS'] ?? 2000)
const seeds = (process.env['FUZZ_SEEDS'] ?? '20260117').split(',').map(Number)

let service: TestService
afterEach(() => service.close())

const jsonRows = rows.filter(([name]) => !name.endsWith('/stream'))
const requests = fc.oneof(...jsonRows.map(([name, row]) => requestsOf(name, row)))

test.each(seeds)(
  `G3 ${runs} generated requests cause no server error and match the OpenAPI document, seed %i`,
  async (seed) => {
    service = await openTestService()
    const owner = await service.workspace()
    const ids = createIds([(await owner.request('GET /me')).body.key.id])
    ids.learn(JSON.stringify(await oneOfEach(owner.request)))
    const judge = createJudge()
    const answered = new Map<string, Set<number>>()

    const send = async ({ method, target, headers, body }: GeneratedRequest) => {
      const answer = await service.app.fetch(
        new Request(`http://service.test/v1${ids.filled(target)}`, {
          method,
          headers: {
            Authorization: `Bearer ${owner.key}`,
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: ids.filled(body) }),
        }),
      )
      const type = answer.headers.get('content-type') ?? ''
      return { status: answer.status, type, text: await answer.text() }
    }
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answer = await send(request)
        ids.learn(answer.text)
        const statuses = answered.get(request.name) ?? new Set()
        answered.set(request.name, statuses.add(answer.status))
        expect({ status: answer.status, isFailure: answer.status >= 500 }).toMatchObject({
          isFailure: false,
        })
        expect(judge(request.name, answer)).toBeUndefined()
      }),
      { seed, numRuns: runs, endOnFailure: true },
    )
    // A run that is only ever refused would prove little.
    const succeeded = [...answered.values()].filter((statuses) =>
      [...statuses].some((status) => status < 300),
    )
    expect(succeeded.length).toBeGreaterThan(jsonRows.length * 0.8)
  },
  60_000 + runs * 150,
)
