import { addressOf } from './address.ts'
import type { AppOptions } from './app.ts'
import { type Answer, type Exchange, setHeader } from './asked.ts'
import { createKeys } from './authenticate.ts'
import { createCors } from './cors.ts'
import { methodNotAllowed, nothingAt } from './failures.ts'
import { createBuckets, createCounter } from './limits.ts'
import { type Endpoint, mount } from './mount.ts'
import { readSegments } from './read-query.ts'
import { createRoutes } from './routes.ts'
import { usualPace } from './stream-outlet.ts'
import { createStreams } from './stream.ts'
import { createUnchanged } from './unchanged.ts'

export const isOfApi = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/** Everything under `/v1`: who asks, which endpoint, and then its row. */
export function createApi(options: AppOptions) {
  const { config, database, feed } = options
  // A wrong key costs its sender, and nobody else: a right key is never refused for others' failures.
  const wrongKeys = createBuckets(config.rate && { refill: 10, burst: 1000 })
  const keys = createKeys(database, wrongKeys, options.trusted)
  const cors = createCors(config)
  const routes = createRoutes<Endpoint>()
  mount(
    routes,
    {
      ...options,
      count: createCounter(config.rate),
      unchanged: createUnchanged(),
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

  async function answer(exchange: Exchange): Promise<Answer> {
    const { asked, headers } = exchange
    cors.allow(exchange)
    if (asked.method === 'OPTIONS') return cors.preflight(exchange)
    setHeader(headers, 'Cache-Control', 'private, no-cache')
    setHeader(headers, 'Vary', 'Authorization, Origin, Accept-Encoding')
    const [, ...segments] = readSegments(asked)
    const address = addressOf(asked, config.trustProxy)
    const caller = await keys.callerOf(asked.headers.authorization, address, new Date())
    const found = routes.find(asked.method, segments)
    if (!found) throw nothingAt(asked.path)
    if ('allow' in found) throw methodNotAllowed(found.allow)
    return found.route({ ...exchange, caller }, found.path)
  }

  return { answer, streams }
}
