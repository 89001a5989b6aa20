import type { Config } from '#service/config.ts'
import type { Caller, Verbs } from '#service/context.ts'
import type { Database } from '#service/db/db.ts'
import type { Cursors } from '#service/db/pagination.ts'
import type { ResourceLocators } from '#service/http/endpoint/endpoint-dependencies.ts'
import { jsonResponse } from '#service/http/endpoint/json-response.ts'
import type { EventStreams } from '#service/http/event-stream/event-stream.ts'
import type { StreamTimings } from '#service/http/event-stream/sse-writer.ts'
import { createDashboard } from '#service/http/static/static-files.ts'
import type { Log } from '#service/log.ts'
import type { EventFeed } from '#service/outbox/event-feed.ts'
import { createApi, isApiPath } from './api.ts'
import { errorResponse, routeNotFound } from './error-response.ts'
import {
  type HttpResponse,
  type RequestContext,
  type RequestHandler,
  isReadRequest,
  startResponse,
  setHeader,
} from './http-message.ts'
import { createFetch } from './in-process-adapter.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly cursors: Cursors
  /** Made here, because revoking a key clears what this process remembers of keys. */
  readonly verbs: (clearKeyCache: () => void) => Verbs
  readonly locators: ResourceLocators
  readonly log: Log
  readonly version: string
  /** The built dashboard, when this process serves it. */
  readonly dashboard?: string
  /** Keys of this process alone, by SHA-256. */
  readonly trusted?: ReadonlyMap<string, Caller>
  readonly validateResponses?: boolean
  readonly onWrites?: (count: number) => void
  readonly feed: EventFeed
  /** Of the change feed; tests make it short. */
  readonly timings?: StreamTimings | undefined
}

export interface App {
  readonly handle: RequestHandler
  /** The same for who asks inside this process. */
  readonly fetch: (request: Request) => Promise<Response>
}

/** The whole service as one function: the API under `/v1`, and the dashboard everywhere else. */
export function createApp(options: AppOptions): {
  readonly app: App
  readonly streams: EventStreams
} {
  const { config, log } = options
  const { answer: answerApi, streams } = createApi(options)
  const facts = healthRoutes(options.database)
  const answerDashboard =
    options.dashboard === undefined
      ? undefined
      : createDashboard(options.dashboard, config.connectOrigins)

  async function answer(context: RequestContext): Promise<HttpResponse> {
    const { request } = context
    if (isApiPath(request.path)) return answerApi(context)
    const fact = isReadRequest(request) ? facts.get(request.path) : undefined
    if (fact) return fact(context)
    const answered = await answerDashboard?.(context)
    if (!answered) throw routeNotFound(request.path)
    return answered
  }

  async function handle(request: Parameters<RequestHandler>[0]): Promise<HttpResponse> {
    const started = performance.now()
    const context = { request, ...startResponse(request.headers['x-request-id']) }
    const answered = await answer(context).catch((thrown: unknown) =>
      errorResponse(context, thrown, log),
    )
    const ms = Math.round(performance.now() - started)
    const { request_id } = context
    log('debug', 'request', { request_id, method: request.method, status: answered.status, ms })
    return answered
  }

  return { app: { handle, fetch: createFetch(handle) }, streams }
}

type HealthHandler = (context: RequestContext) => Promise<HttpResponse>

/** Health and the sign-in page's facts: no key needed, and nothing else told. */
function healthRoutes(database: Database): ReadonlyMap<string, HealthHandler> {
  return new Map<string, HealthHandler>([
    ['/healthz', async (context) => jsonResponse(context, 200, '{"ok":true}')],
    [
      '/readyz',
      async (context) => {
        await database.pool.selectFrom('instance').select('id').execute()
        return jsonResponse(context, 200, '{"ok":true}')
      },
    ],
    [
      '/config.json',
      async (context) => {
        setHeader(context.headers, 'Cache-Control', 'no-cache')
        return jsonResponse(context, 200, '{"default_base_url":"/v1"}')
      },
    ],
  ])
}
