import type { Caller, Verbs } from '#service/context.ts'
import type { EndpointDependencies } from '#service/http/endpoint/endpoint-dependencies.ts'
import { type Endpoint, mountEndpoints } from '#service/http/endpoint/mount-endpoints.ts'
import { createEventStreams } from '#service/http/event-stream/event-stream.ts'
import { type StreamTimings, defaultTimings } from '#service/http/event-stream/sse-writer.ts'
import { clientAddress, createAuthenticator } from '#service/http/policy/authentication.ts'
import { createConditionalReads } from '#service/http/policy/conditional-reads.ts'
import { createCors } from '#service/http/policy/cors.ts'
import { createTokenBuckets, createRateLimiter } from '#service/http/policy/rate-limit.ts'
import type { EventFeed } from '#service/outbox/event-feed.ts'
import type { Refusal } from '#service/refusal.ts'
import { methodNotAllowed, routeNotFound } from './error-response.ts'
import { type HttpResponse, type RequestContext, setHeader } from './http-message.ts'
import { createRouter, parseSegments } from './router.ts'

export interface ApiOptions extends Omit<EndpointDependencies, 'limitRate' | 'conditionalReads'> {
  readonly feed: EventFeed
  /** A factory, because revoking a key clears the key cache of this process. */
  readonly verbs: (clearKeyCache: () => void) => Verbs
  /** Keys that only this process accepts, by SHA-256. */
  readonly trusted?: ReadonlyMap<string, Caller>
  /** Of the event stream; tests shorten them. */
  readonly timings?: StreamTimings
}

export const isApiPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/** The handler of everything under `/v1`: CORS, authentication, routing, then the endpoint. */
export function createApi(options: ApiOptions) {
  const { config, database, feed } = options
  // Invalid keys are limited per address; a valid key from the same address still works.
  const invalidKeyBuckets = createTokenBuckets(config.rate && { refill: 10, burst: 1000 })
  const { authenticate, clearCache } = createAuthenticator(
    database,
    invalidKeyBuckets,
    options.trusted,
  )
  const cors = createCors(config)
  const router = createRouter<Endpoint>()
  mountEndpoints(
    router,
    {
      ...options,
      limitRate: createRateLimiter(config.rate),
      conditionalReads: createConditionalReads(),
    },
    options.verbs(clearCache),
  )
  const streams = createEventStreams({
    database,
    feed,
    authenticate: (authorization) => authenticate(authorization, '', new Date()),
    timings: options.timings ?? defaultTimings,
  })
  // The event stream is not part of the public API document.
  if (config.profile === 'full') router.add('GET', '/events/stream', streams.handle)

  async function handle(context: RequestContext, refusal?: Refusal): Promise<HttpResponse> {
    const { request, headers } = context
    cors.allowOrigin(context)
    if (request.method === 'OPTIONS') return cors.preflight(context)
    setHeader(headers, 'Cache-Control', 'private, no-cache')
    setHeader(headers, 'Vary', 'Authorization, Origin, Accept-Encoding')
    // After CORS, and after preflights, without which a page of another origin could not read it.
    if (refusal) throw refusal
    const [, ...segments] = parseSegments(request)
    const address = clientAddress(request, config.trustProxy)
    const caller = await authenticate(request.headers.authorization, address, new Date())
    const match = router.find(request.method, segments)
    if (!match) throw routeNotFound(request.path)
    if ('allow' in match) throw methodNotAllowed(match.allow)
    return match.route({ ...context, caller, address }, match.params)
  }

  return { handle, streams }
}
