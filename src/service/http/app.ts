import type { Database } from '#service/db/db.ts'
import { jsonResponse } from '#service/http/endpoint/json-response.ts'
import type { EventStreams } from '#service/http/event-stream/event-stream.ts'
import { createDashboard } from '#service/http/static/static-files.ts'
import type { Log } from '#service/log.ts'
import { Refusal } from '#service/refusal.ts'
import { type ApiOptions, createApi, isApiPath } from './api.ts'
import type { DiskWatch } from './disk-watch.ts'
import { diskFull, errorResponse, routeNotFound } from './error-response.ts'
import {
  type HttpRequest,
  type HttpResponse,
  type RequestContext,
  type RequestHandler,
  isReadRequest,
  setHeader,
  startResponse,
} from './http-message.ts'
import { createPublicPages, isPublicPath } from './public-pages.ts'

export interface AppOptions extends ApiOptions {
  readonly log: Log
  readonly disk: DiskWatch
  /** The folder of the built dashboard, when this process serves it. */
  readonly dashboard?: string
}

export interface App {
  readonly handle: RequestHandler
  /** The same handler for callers in this process: the command line and the tests. */
  readonly fetch: (request: Request) => Promise<Response>
}

/** The whole service as one request handler: the API under `/v1`, public pages under `/p`, else the dashboard. */
export function createApp(options: AppOptions): {
  readonly app: App
  readonly streams: EventStreams
  /** Fails `/readyz`, so that load balancers send nothing more, and ends the event streams. */
  readonly beginShutdown: () => void
} {
  const { config, log } = options
  const publicPages = createPublicPages(options.database, config)
  const { handle: handleApi, streams } = createApi({
    ...options,
    onWrites() {
      publicPages.onWrites()
      options.onWrites()
    },
  })
  let isStopping = false
  const healthRoutes = createHealthRoutes(options.database, options.disk, () => isStopping)
  const handleDashboard =
    options.dashboard === undefined
      ? undefined
      : createDashboard(options.dashboard, config.connectOrigins)

  async function dispatch(context: RequestContext, refusal?: Refusal): Promise<HttpResponse> {
    const { request } = context
    if (isApiPath(request.path)) return handleApi(context, refusal)
    if (refusal) throw refusal
    if (isPublicPath(request.path)) return publicPages.handle(context)
    const healthRoute = isReadRequest(request) ? healthRoutes.get(request.path) : undefined
    if (healthRoute) return healthRoute(context)
    const response = await handleDashboard?.(context)
    if (!response) throw routeNotFound(request.path)
    return response
  }

  async function handle(request: HttpRequest, refusal?: Refusal): Promise<HttpResponse> {
    const started = performance.now()
    const context = { request, ...startResponse(request.headers['x-request-id']) }
    const response = await dispatch(context, refusal).catch((error: unknown) =>
      errorResponse(context, error, log),
    )
    const ms = Math.round(performance.now() - started)
    const { request_id } = context
    log('debug', 'request', { request_id, method: request.method, status: response.status, ms })
    return response
  }

  const beginShutdown = () => {
    isStopping = true
    streams.close()
  }
  return { app: { handle, fetch: createFetch(handle) }, streams, beginShutdown }
}

/** Health checks and the configuration of the sign-in page. None needs a key, so none may reveal more. */
function createHealthRoutes(
  database: Database,
  disk: DiskWatch,
  isStopping: () => boolean,
): ReadonlyMap<string, (context: RequestContext) => Promise<HttpResponse>> {
  return new Map([
    ['/healthz', async (context) => jsonResponse(context, 200, '{"ok":true}')],
    [
      '/readyz',
      async (context) => {
        if (isStopping()) throw new Refusal('service_unavailable', 'The server is stopping.')
        await database.pool.selectFrom('instance').select('id').execute()
        if (disk.isFull()) throw diskFull()
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

/** The in-process adapter: the handler with the interface of `fetch`. */
const createFetch =
  (handle: RequestHandler): App['fetch'] =>
  async (request) => {
    const { status, headers, body } = await handle(toHttpRequest(request))
    const pairs: [string, string][] = []
    for (let index = 0; index < headers.length; index += 2)
      pairs.push([headers[index] ?? '', headers[index + 1] ?? ''])
    // `Uint8Array` may be backed by shared memory, which `Response` does not accept; these bytes never are.
    const payload = body as string | Uint8Array<ArrayBuffer> | ReadableStream | null
    return new Response(request.method === 'HEAD' ? null : payload, { status, headers: pairs })
  }

function toHttpRequest(request: Request): HttpRequest {
  const { origin, pathname, search } = new URL(request.url)
  const readBytes = async (limit: number) => {
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.byteLength > limit ? undefined : bytes
  }
  return {
    method: request.method,
    path: pathname,
    search,
    headers: Object.fromEntries(request.headers),
    origin,
    peer: 'in-process',
    body: request.body === null ? undefined : readBytes,
  }
}
