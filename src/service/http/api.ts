import { type Endpoint, mountEndpoints } from '#service/http/endpoint/mount-endpoints.ts'
import { parseSegments } from '#service/http/endpoint/parse-query.ts'
import { createEventStreams } from '#service/http/event-stream/event-stream.ts'
import { defaultTimings } from '#service/http/event-stream/sse-writer.ts'
import { clientAddress, createAuthenticator } from '#service/http/policy/authentication.ts'
import { createConditionalReads } from '#service/http/policy/conditional-reads.ts'
import { createCors } from '#service/http/policy/cors.ts'
import { createTokenBuckets, createRateLimiter } from '#service/http/policy/rate-limit.ts'
import type { AppOptions } from './app.ts'
import { methodNotAllowed, routeNotFound } from './error-response.ts'
import { type HttpResponse, type RequestContext, setHeader } from './http-message.ts'
import { createRouter } from './router.ts'

export const isApiPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/** Everything under `/v1`: who asks, which endpoint, and then its row. */
export function createApi(options: AppOptions) {
  const { config, database, feed } = options
  // A wrong key costs its sender, and nobody else: a right key is never refused for others' failures.
  const wrongKeys = createTokenBuckets(config.rate && { refill: 10, burst: 1000 })
  const keys = createAuthenticator(database, wrongKeys, options.trusted)
  const cors = createCors(config)
  const routes = createRouter<Endpoint>()
  mountEndpoints(
    routes,
    {
      ...options,
      limitRate: createRateLimiter(config.rate),
      conditionalReads: createConditionalReads(),
      rate: config.rate,
      profile: config.profile,
      publicUrl: config.publicUrl,
      validateResponses: options.validateResponses === true,
      onWrites: options.onWrites ?? (() => undefined),
    },
    options.verbs(() => keys.clearCache()),
  )
  const streams = createEventStreams({
    database,
    feed,
    authenticate: (authorization) => keys.authenticate(authorization, '', new Date()),
    timings: options.timings ?? defaultTimings,
  })
  // A service of the plain document has no stream.
  if (config.profile === 'full') routes.add('GET', '/events/stream', streams.handle)

  async function answer(context: RequestContext): Promise<HttpResponse> {
    const { request, headers } = context
    cors.allow(context)
    if (request.method === 'OPTIONS') return cors.preflight(context)
    setHeader(headers, 'Cache-Control', 'private, no-cache')
    setHeader(headers, 'Vary', 'Authorization, Origin, Accept-Encoding')
    const [, ...segments] = parseSegments(request)
    const address = clientAddress(request, config.trustProxy)
    const caller = await keys.authenticate(request.headers.authorization, address, new Date())
    const found = routes.find(request.method, segments)
    if (!found) throw routeNotFound(request.path)
    if ('allow' in found) throw methodNotAllowed(found.allow)
    return found.route({ ...context, caller }, found.path)
  }

  return { answer, streams }
}
