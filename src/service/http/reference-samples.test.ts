import { afterEach, expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { openapi } from '#contract/openapi.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { describeEndpoint, parseReference } from '#web/developers/reference/reference.rules.ts'
import { exampleBody } from '#web/developers/reference/sample-values.rules.ts'
import { createOneOfEach, withIdsOf } from './test-resources.ts'
import { type TestService, openTestService } from './test-service.ts'

let service: TestService
afterEach(() => service.close())

const document: unknown = JSON.parse(JSON.stringify(openapi('http://x.test/v1', '1')))
const endpoints = parseReference(document)

/** The body that the API reference shows. */
function sampleOf(name: string): object {
  const endpoint = endpoints.find(({ id }) => id === name)
  const { body } = endpoint ? describeEndpoint(endpoint, document) : {}
  return body ? exampleBody(name, body.schema, document) : {}
}

/** The samples name things that this workspace does not have, and some changes come too late for a state. */
const isRefusedForId = ({ status, body }: { status: number; body: { error?: Refusal } }) =>
  status === 404 ||
  status === 409 ||
  (status === 422 && body.error?.details?.every(({ field }) => /(^|[._])ids?(\.\d+)?$/.test(field)))

interface Refusal {
  readonly details?: readonly { readonly field: string }[]
}

test('the service takes every sample body of the API reference, but for its invented ids', async () => {
  service = await openTestService()
  const owner = await service.workspace()
  const resources = await createOneOfEach(owner.request)
  const refused: unknown[] = []
  for (const [name] of rows.filter(([line]) => parseRequestLine(line).sendsBody)) {
    const body = sampleOf(name)
    const response = await owner.request(withIdsOf(resources, name), { body })
    if (response.status >= 300 && !isRefusedForId(response))
      refused.push([name, body, response.status, response.body.error])
  }
  expect(refused).toEqual([])
})
