import type { Context } from 'hono'

import { Refusal, invalidField } from '#service/refusal.ts'
import type { Env } from './env.ts'

/** Each parameter once, and never empty: a filter that was given by mistake must not be ignored. */
export function readQuery(c: Context<Env>): Record<string, string> {
  const given = new URL(c.req.url).searchParams
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of given) {
    if (name in query)
      throw invalidField(name, 'repeated', `The parameter ${name} may be given once.`)
    if (value === '') throw invalidField(name, 'empty', `The parameter ${name} is empty.`)
    query[name] = value
  }
  return query
}

/** What the path names. No id holds a control character, so none such is there. */
export function readPath(c: Context<Env>): Record<string, string> {
  const path: Record<string, string> = c.req.param()
  for (const id of Object.values(path))
    if (/\p{Cc}/u.test(id)) throw new Refusal('not_found', 'No such id exists.')
  return path
}

/** Percent-encoding that means nothing cannot be parsed, so it is a 400 and not a missing resource. */
export function refuseUnreadableAddress(url: string): void {
  if (url.length > 8192)
    throw new Refusal('validation_error', 'The address is longer than 8 KiB.', { status: 400 })
  const { pathname, search } = new URL(url)
  try {
    decodeURIComponent(pathname)
    decodeURIComponent(search)
  } catch {
    throw new Refusal('validation_error', 'The address holds a broken percent-encoding.', {
      status: 400,
    })
  }
}
