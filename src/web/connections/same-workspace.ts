import type { QueryClient } from '@tanstack/react-query'

import { createApi } from '#client/api-client.ts'
import type { Call } from '#client/api-client.ts'
import type { Me } from '#contract/developers/workspace.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import type { KeySession } from '#web/session/session.ts'

type Shown = Pick<KeySession, 'abilities' | 'cache'>
interface Offered {
  readonly base_url: string
  readonly key: string
  readonly me: Me | undefined
}

/**
 * Whether another key opens the workspace a session shows. A service that names no workspace is asked, with the new key,
 * for something this page has read: another workspace's key does not find it.
 */
export async function isSameWorkspace({ abilities, cache }: Shown, offered: Offered) {
  const known = abilities.get().me
  if (known && offered.me) return known.workspace.id === offered.me.workspace.id
  const question = somethingRead(cache)
  return question !== undefined && finds(createApi(offered), question)
}

/** A read of one thing by its id that this page has an answer to. */
function somethingRead(cache: QueryClient) {
  const answered = cache.getQueryCache().findAll({ predicate: ({ state }) => Boolean(state.data) })
  // Every key is made by `endpointQuery`: a request line and its input.
  const keys = answered.map(({ queryKey }) => queryKey as readonly [EndpointName, object])
  return keys.find(([name]) => parseRequestLine(name).params.length > 0)
}

/** Any failure is a no: going on with another workspace's key is worse than asking once more. */
const finds = (call: Call, [name, input]: readonly [EndpointName, object]) =>
  call(name, input as never).then(
    () => true, // `input` as above
    () => false,
  )
