import type { Config } from '#service/config.ts'
import type { Caller, Verbs } from '#service/context.ts'
import type { Database } from '#service/db/db.ts'
import type { Cursors } from '#service/db/pagination.ts'
import type { ResourceLocators } from '#service/http/endpoint/endpoint-dependencies.ts'
import { jsonResponse } from '#service/http/endpoint/json-response.ts'
import type { Streams } from '#service/http/event-stream/event-stream.ts'
import type { StreamTimings } from '#service/http/event-stream/sse-writer.ts'
import { createDashboard } from '#service/http/static/static-files.ts'
import type { Log } from '#service/log.ts'
import type { Feed } from '#service/outbox/event-feed.ts'
import { createApi, isOfApi } from './api.ts'
import { errorResponse, routeNotFound } from './error-response.ts'
import {
  type HttpResponse,
  type RequestContext,
  type RequestHandler,
  isRead,
  startResponse,
  setHeader,
} from './http-message.ts'
import { fetchOf } from './in-process-adapter.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly cursors: Cursors
  /** Made here, because revoking a key clears what this process remembers of keys. */
  readonly verbs: (forgetKeys: () => void) => Verbs
  readonly located: ResourceLocators
  readonly log: Log
  readonly version: string
  /** The built dashboard, when this process serves it. */
  readonly dashboard?: string
  /** Keys of this process alone, by SHA-256. */
  readonly trusted?: ReadonlyMap<string, Caller>
  readonly checksAnswers?: boolean
  readonly noteWrites?: (count: number) => void
  readonly feed: Feed
  /** Of the change feed; tests make it short. */
  readonly pace?: StreamTimings | undefined
}

export interface App {
  readonly handle: RequestHandler
  /** The same for who asks inside this process. */
  readonly fetch: (request: Request) => Promise<Response>
}

/** The whole service as one function: the API under `/v1`, and the dashboard everywhere else. */
export function createApp(options: AppOptions): { readonly app: App; readonly streams: Streams } {
  const { config, log } = options
  const { answer: answerApi, streams } = createApi(options)
  const facts = healthRoutes(options.database)
  const answerDashboard =
    options.dashboard === undefined
      ? undefined
      : createDashboard(options.dashboard, config.connectOrigins)

  async function answer(exchange: RequestContext): Promise<HttpResponse> {
    const { asked } = exchange
    if (isOfApi(asked.path)) return answerApi(exchange)
    const fact = isRead(asked) ? facts.get(asked.path) : undefined
    if (fact) return fact(exchange)
    const answered = await answerDashboard?.(exchange)
    if (!answered) throw routeNotFound(asked.path)
    return answered
  }

  async function handle(asked: Parameters<RequestHandler>[0]): Promise<HttpResponse> {
    const started = performance.now()
    const exchange = { asked, ...startResponse(asked.headers['x-request-id']) }
    const answered = await answer(exchange).catch((thrown: unknown) =>
      errorResponse(exchange, thrown, log),
    )
    const ms = Math.round(performance.now() - started)
    const { request_id } = exchange
    log('debug', 'request', { request_id, method: asked.method, status: answered.status, ms })
    return answered
  }

  return { app: { handle, fetch: fetchOf(handle) }, streams }
}

type Fact = (exchange: RequestContext) => Promise<HttpResponse>

/** Health and the sign-in page's facts: no key needed, and nothing else told. */
function healthRoutes(database: Database): ReadonlyMap<string, Fact> {
  return new Map<string, Fact>([
    ['/healthz', async (exchange) => jsonResponse(exchange, 200, '{"ok":true}')],
    [
      '/readyz',
      async (exchange) => {
        await database.pool.selectFrom('instance').select('id').execute()
        return jsonResponse(exchange, 200, '{"ok":true}')
      },
    ],
    [
      '/config.json',
      async (exchange) => {
        setHeader(exchange.headers, 'Cache-Control', 'no-cache')
        return jsonResponse(exchange, 200, '{"default_base_url":"/v1"}')
      },
    ],
  ])
}
