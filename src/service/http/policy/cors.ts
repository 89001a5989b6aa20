import type { Config } from '#service/config.ts'
import type { Answer, Exchange } from '#service/http/http-message.ts'
import { additionalHeaders } from './extra-headers.ts'

const exposed = [
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Idempotent-Replayed',
].join(',')

/** Which other origins may call, never with credentials. */
export function createCors({ corsOrigins, profile }: Config) {
  const asked = [
    'Authorization',
    'Content-Type',
    ...(profile === 'public' ? [] : additionalHeaders),
  ]
  const preflight = [
    'Access-Control-Allow-Methods',
    'GET,HEAD,POST,PATCH,DELETE',
    'Access-Control-Allow-Headers',
    asked.join(','),
    'Access-Control-Max-Age',
    '600',
  ]
  return {
    /** Tells the browser of a friend that its page may read the answer. */
    allow({
      asked: {
        headers: { origin },
      },
      headers,
    }: Exchange): void {
      if (origin === undefined || !corsOrigins.includes(origin)) return
      headers.push('Access-Control-Allow-Origin', origin)
      headers.push('Access-Control-Expose-Headers', exposed)
    },
    /** Needs no key. */
    preflight: ({ headers }: Exchange): Answer => ({
      status: 204,
      headers: [...headers, ...preflight],
      body: null,
    }),
  }
}
