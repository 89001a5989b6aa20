import { type Endpoint, mount } from '#service/http/endpoint/mount-endpoints.ts'
import { readSegments } from '#service/http/endpoint/parse-query.ts'
import { createStreams } from '#service/http/event-stream/event-stream.ts'
import { usualPace } from '#service/http/event-stream/sse-writer.ts'
import { addressOf, createKeys } from '#service/http/policy/authentication.ts'
import { createConditionalReads } from '#service/http/policy/conditional-reads.ts'
import { createCors } from '#service/http/policy/cors.ts'
import { createTokenBuckets, createRateLimiter } from '#service/http/policy/rate-limit.ts'
import type { AppOptions } from './app.ts'
import { methodNotAllowed, routeNotFound } from './error-response.ts'
import { type HttpResponse, type RequestContext, setHeader } from './http-message.ts'
import { createRoutes } from './router.ts'

export const isOfApi = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/** Everything under `/v1`: who asks, which endpoint, and then its row. */
export function createApi(options: AppOptions) {
  const { config, database, feed } = options
  // A wrong key costs its sender, and nobody else: a right key is never refused for others' failures.
  const wrongKeys = createTokenBuckets(config.rate && { refill: 10, burst: 1000 })
  const keys = createKeys(database, wrongKeys, options.trusted)
  const cors = createCors(config)
  const routes = createRoutes<Endpoint>()
  mount(
    routes,
    {
      ...options,
      count: createRateLimiter(config.rate),
      unchanged: createConditionalReads(),
      rate: config.rate,
      profile: config.profile,
      publicUrl: config.publicUrl,
      checksAnswers: options.checksAnswers === true,
      noteWrites: options.noteWrites ?? (() => undefined),
    },
    options.verbs(() => keys.forget()),
  )
  const streams = createStreams({
    database,
    feed,
    callerOf: (authorization) => keys.callerOf(authorization, '', new Date()),
    pace: options.pace ?? usualPace,
  })
  // A service of the plain document has no stream.
  if (config.profile === 'full') routes.add('GET', '/events/stream', streams.answer)

  async function answer(exchange: RequestContext): Promise<HttpResponse> {
    const { asked, headers } = exchange
    cors.allow(exchange)
    if (asked.method === 'OPTIONS') return cors.preflight(exchange)
    setHeader(headers, 'Cache-Control', 'private, no-cache')
    setHeader(headers, 'Vary', 'Authorization, Origin, Accept-Encoding')
    const [, ...segments] = readSegments(asked)
    const address = addressOf(asked, config.trustProxy)
    const caller = await keys.callerOf(asked.headers.authorization, address, new Date())
    const found = routes.find(asked.method, segments)
    if (!found) throw routeNotFound(asked.path)
    if ('allow' in found) throw methodNotAllowed(found.allow)
    return found.route({ ...exchange, caller }, found.path)
  }

  return { answer, streams }
}
