import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { EventKind } from '#contract/events.ts'
import { readConfig } from '#service/config.ts'
import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import type { StreamTimings } from '#service/http/event-stream/sse-writer.ts'
import { createLog } from '#service/log.ts'
import { createWorkspace } from '#service/new-workspace.ts'
import { type OpenService, type OutgoingOptions, openService } from '#service/open-service.ts'

interface RequestOptions {
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
  /** Null sends none. */
  readonly key?: string | null
}

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests read responses untyped; the service itself validates them (`validateResponses`).
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export type SendRequest = (line: string, options?: RequestOptions) => Promise<TestResponse>

// oxlint-disable-next-line typescript/no-explicit-any -- as in `TestResponse`
export type CreateResource = (line: string, body: object) => Promise<any>

export interface TestWorkspace {
  readonly workspace_id: string
  readonly key: string
  /** `request('POST /boards', { body })`, relative to `/v1`, with the owner's key. */
  readonly request: SendRequest
  /** The resource that `create('POST /boards', { name })` returns; throws when the service refuses it. */
  readonly create: CreateResource
  /** The kinds of the events written since the last look, oldest first. */
  readonly events: () => Promise<EventKind[]>
}

export interface TestService extends OpenService {
  readonly database: Database
  readonly workspace: (name?: string) => Promise<TestWorkspace>
}

/** The instance secret of every service of the tests. */
export const TEST_SECRET = Buffer.alloc(32, 7).toString('base64')

interface ServiceOptions {
  readonly timings?: StreamTimings
  /** Of another service of the test, which closes it. */
  readonly database?: Database
  readonly outgoing?: OutgoingOptions
}

/** One object for all tests of the file, with the properties that `open` returns before the first of them. */
export function perFile<T extends object>(open: () => Promise<T>): T {
  const current = {} as T
  beforeAll(async () => void Object.assign(current, await open()))
  return current
}

/** Likewise, with the properties that `open` returns before each test. */
export function perTest<T extends object>(open: () => Promise<T>): T {
  const current = {} as T
  beforeEach(async () => {
    for (const name of Object.keys(current)) Reflect.deleteProperty(current, name)
    Object.assign(current, await open())
  })
  return current
}

/** A service that runs while the tests of the file do. */
export function servicePerFile(
  env?: Record<string, string>,
  options?: ServiceOptions,
): TestService {
  const service = perFile(() => openTestService(env, options))
  afterAll(() => service.close())
  return service
}

/** A workspace of its own for each test. One for all tests is `perFile(() => service.workspace())`. */
export const workspacePerTest = (service: TestService, name?: string): TestWorkspace =>
  perTest(() => service.workspace(name))

/** The whole service in this process, on the engine under test. Every answer is parsed with its row's schema. */
export async function openTestService(
  env: Record<string, string> = {},
  more: ServiceOptions = {},
): Promise<TestService> {
  const database = more.database ?? (await openTestDatabase())
  const config = readConfig({
    RATE_LIMIT: 'off',
    INSTANCE_SECRET: TEST_SECRET,
    ...env,
  })
  const log = createLog('error')
  const service = await openService({ validateResponses: true, ...more, config, log, database })
  return {
    ...service,
    workspace: async (name = 'Test') => openWorkspace(service, name),
    async close() {
      await service.close()
      if (!more.database) await database.close()
    },
  }
}

async function openWorkspace(service: OpenService, name: string): Promise<TestWorkspace> {
  const { workspace_id, owner_key } = await createWorkspace(service.database, name)
  const request: SendRequest = (line, options = {}) =>
    sendRequest(service, line, { key: owner_key.key, ...options })
  let lastId = ''
  return {
    workspace_id,
    key: owner_key.key,
    request,
    async create(line, body) {
      const response = await request(line, { body })
      if (response.status >= 400) throw new Error(`${line}: ${response.status} ${response.text}`)
      return response.body
    },
    async events() {
      const rows = await service.database.pool
        .selectFrom('events')
        .select(['id', 'kind'])
        .where('workspace_id', '=', workspace_id)
        .where('id', '>', lastId)
        .orderBy('id')
        .execute()
      lastId = rows.at(-1)?.id ?? lastId
      // The outbox writes no other kinds.
      return rows.map(({ kind }) => kind as EventKind)
    },
  }
}

/** One request, of no workspace in particular. */
export async function sendRequest(
  service: Pick<OpenService, 'app'>,
  line: string,
  options: RequestOptions,
): Promise<TestResponse> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const payload =
    options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const httpRequest = new Request(`http://service.test/v1${path}`, {
    method,
    headers: {
      ...(options.key == null ? {} : { Authorization: `Bearer ${options.key}` }),
      ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const response = await service.app.fetch(httpRequest)
  const text = await response.text()
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}

/** The status and the code of the first detail. */
export const reason = ({ status, body }: TestResponse): [number, string | undefined] => [
  status,
  body?.error?.details?.[0]?.code,
]
