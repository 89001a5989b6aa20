import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { randomBytes } from 'node:crypto'

import type { Config } from '#service/config.ts'
import type { Caller, Verbs } from '#service/context.ts'
import type { Database } from '#service/db/db.ts'
import type { Cursors } from '#service/db/paging.ts'
import type { Log } from '#service/log.ts'
import type { Feed } from '#service/outbox/feed.ts'
import { Refusal } from '#service/refusal.ts'
import { addressOf } from './address.ts'
import { createKeys } from './authenticate.ts'
import type { Env } from './env.ts'
import { additionalHeaders } from './extra-headers.ts'
import { answerFailure } from './failures.ts'
import { createBuckets } from './limits.ts'
import { type Located, mount } from './mount.ts'
import { refuseUnreadableAddress } from './read-query.ts'
import { everywhere } from './security-headers.ts'
import { serveDashboard } from './static.ts'
import { type Pace, usualPace } from './stream-outlet.ts'
import { type Streams, mountStream } from './stream.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly cursors: Cursors
  /** Made here, because revoking a key clears what this process remembers of keys. */
  readonly verbs: (forgetKeys: () => void) => Verbs
  readonly located: Located
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
  readonly pace?: Pace | undefined
}

/** The whole service as one `fetch`: the API under `/v1`, and the dashboard everywhere else. */
export function createApp(options: AppOptions): {
  readonly app: Hono<Env>
  readonly streams: Streams
} {
  const { config, database, log } = options
  // A wrong key costs its sender, and nobody else: a right key is never refused for others' failures.
  const wrongKeys = createBuckets(config.rate && { refill: 10, burst: 1000 })
  const keys = createKeys(database, wrongKeys, options.trusted)
  const app = new Hono<Env>({ strict: false })

  app.onError((thrown, c) => answerFailure(c, thrown, log))
  app.notFound((c) => answerFailure(c, nothingHere(c.req.path), log))
  app.use(traced(log))
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(everywhere)) c.header(name, value)
    c.set('address', addressOf(c, config.trustProxy))
    await next()
  })
  serveFacts(app, database)
  app.use('/v1/*', allowOrigins(config))
  app.use('/v1/*', async (c, next) => {
    c.header('Cache-Control', 'private, no-cache')
    c.header('Vary', 'Authorization, Origin, Accept-Encoding')
    refuseUnreadableAddress(c.req.url)
    c.set(
      'caller',
      await keys.callerOf(c.req.header('authorization'), c.get('address'), new Date()),
    )
    await next()
  })
  const streams = mountStream(app, {
    database,
    feed: options.feed,
    callerOf: (authorization) => keys.callerOf(authorization, '', new Date()),
    pace: options.pace ?? usualPace,
    offered: config.profile === 'full',
  })
  mount(
    app,
    {
      database,
      cursors: options.cursors,
      keyBuckets: createBuckets(config.rate),
      version: options.version,
      rate: config.rate,
      profile: config.profile,
      publicUrl: config.publicUrl,
      located: options.located,
      checksAnswers: options.checksAnswers === true,
      noteWrites: options.noteWrites ?? (() => undefined),
    },
    options.verbs(() => keys.forget()),
  )
  app.all('/v1/*', (c) => {
    throw nothingHere(c.req.path)
  })
  if (options.dashboard !== undefined) serveDashboard(app, options.dashboard, config.connectOrigins)
  return { app, streams }
}

const nothingHere = (path: string) =>
  new Refusal('not_found', `There is nothing at ${path.slice(0, 200)}.`)

/** Health and the sign-in page's facts: no key needed, and nothing else told. */
function serveFacts(app: Hono<Env>, database: Database): void {
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    await database.pool.selectFrom('instance').select('id').execute()
    return c.json({ ok: true })
  })
  app.get('/config.json', (c) => {
    c.header('Cache-Control', 'no-cache')
    return c.json({ default_base_url: '/v1' })
  })
}

const traced =
  (log: Log): MiddlewareHandler<Env> =>
  async (c, next) => {
    const given = c.req.header('x-request-id')
    // It is logged, so a key that was put there by mistake is no name for a request.
    const harmless = given !== undefined && /^(?!wsk_)[\w.-]{1,64}$/.test(given)
    const requestId = harmless ? given : newRequestId()
    c.set('requestId', requestId)
    c.header('X-Request-Id', requestId)
    const started = performance.now()
    await next()
    const ms = Math.round(performance.now() - started)
    const { method } = c.req
    log('debug', 'request', { request_id: requestId, method, status: c.res.status, ms })
  }

const newRequestId = () => `req_${randomBytes(9).toString('base64url')}`

const allowOrigins = ({ corsOrigins, profile }: Config) =>
  cors({
    origin: (origin) => (corsOrigins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      ...(profile === 'public' ? [] : additionalHeaders),
    ],
    exposeHeaders: [
      'ETag',
      'Location',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Request-Id',
      'Idempotent-Replayed',
    ],
    maxAge: 600,
  })
