import type { Context } from 'hono'

import type { Env } from './env.ts'

/** Where a request came from. Only the hops that `TRUST_PROXY` vouches for are read; the rest anyone could write. */
export function addressOf(c: Context<Env>, trustProxy: number): string {
  const direct = c.env?.incoming?.socket.remoteAddress ?? 'in-process'
  if (trustProxy === 0) return direct
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  return hops.filter(Boolean).at(-trustProxy) ?? direct
}
