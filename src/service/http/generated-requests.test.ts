import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { createResponseValidator } from './test-described-responses.ts'
import { type GeneratedRequest, requestsOf } from './test-generated-requests.ts'
import { createIds } from './test-ids.ts'
import { createOneOfEach } from './test-resources.ts'
import { type TestService, openTestService } from './test-service.ts'

// `FUZZ_SEEDS=1,2,3,4,5 FUZZ_RUNS=10000` is the long version, before a release.
const runs = Number(process.env['FUZZ_RUNS'] ?? 2500)
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
    // Several, or one early deletion of a list leaves nothing to ask for below it.
    for (let turn = 0; turn < 3; turn++)
      ids.collect(JSON.stringify(await createOneOfEach(owner.request)))
    const validate = createResponseValidator()
    const statusesByName = new Map<string, Set<number>>()

    const send = async ({ method, target, headers, body }: GeneratedRequest) => {
      const response = await service.app.fetch(
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
      const type = response.headers.get('content-type') ?? ''
      return { status: response.status, type, text: await response.text() }
    }
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const response = await send(request)
        ids.collect(response.text)
        const statuses = statusesByName.get(request.name) ?? new Set()
        statusesByName.set(request.name, statuses.add(response.status))
        expect({ status: response.status, isFailure: response.status >= 500 }).toMatchObject({
          isFailure: false,
        })
        expect(validate(request.name, response)).toBeUndefined()
      }),
      { seed, numRuns: runs, endOnFailure: true },
    )
    // A run that is only ever refused would prove little.
    const succeeded = [...statusesByName.values()].filter((statuses) =>
      [...statuses].some((status) => status < 300),
    )
    expect(succeeded.length).toBeGreaterThan(jsonRows.length * 0.8)
  },
  60_000 + runs * 150,
)
