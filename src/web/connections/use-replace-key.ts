import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'

import { createApiClient, type Call } from '#client/api-client.ts'
import type { Me } from '#contract/developers/workspace.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { paths } from '#web/paths.ts'
import { activate, replaceConnection, saveConnection } from '#web/session/connections.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import type { CheckState } from './api-key-field.tsx'
import { connectionOf } from './sign-in-redirect.ts'

type Accepted = Extract<CheckState, { outcome: 'accepted' }>

/** Goes on with another key: in place when it is of the same workspace, else only as a connection of its own. */
export function useAnotherKey(key: string) {
  const session = useSession()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [elsewhere, setElsewhere] = useState<Accepted>()
  const { keep, read_only } = session.connection
  const given = (checked: Accepted) => ({ ...connectionOf(checked, { key, keep, read_only }) })

  const goOn = async (checked: Accepted) => {
    if (!(await isSameWorkspace(session, { ...checked, key }))) return setElsewhere(checked)
    const next = await replaceConnection(session.connection, given(checked))
    activate(next.fingerprint)
    session.apiKey.replace(next)
    void session.queryClient.invalidateQueries()
    await revalidate() // the shell shows which key this is
  }
  const openElsewhere = async () => {
    if (!elsewhere) return
    activate((await saveConnection(given(elsewhere))).fingerprint)
    await navigate(paths.overview())
  }
  return { goOn, elsewhere, openElsewhere }
}

type Shown = Pick<KeySession, 'capabilities' | 'queryClient'>
interface Offered {
  readonly base_url: string
  readonly key: string
  readonly me: Me | undefined
}

/**
 * Whether another key opens the workspace a session shows. A service that names no workspace is asked, with the new key,
 * for something this page has read: another workspace's key does not find it.
 */
export async function isSameWorkspace({ capabilities, queryClient }: Shown, offered: Offered) {
  const known = capabilities.get().me
  if (known && offered.me) return known.workspace.id === offered.me.workspace.id
  const question = somethingRead(queryClient)
  return question !== undefined && finds(createApiClient(offered), question)
}

/** A read of one thing by its id that this page has an answer to. */
function somethingRead(queryClient: QueryClient) {
  const answered = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => Boolean(state.data) })
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
