import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'

import { createApiClient, type Call } from '#client/api-client.ts'
import type { Me } from '#contract/developers/me.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { paths } from '#web/paths.ts'
import { activate, replaceConnection, saveConnection } from '#web/session/connections.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import { type AcceptedCheck, toNewConnection } from './sign-in-redirect.ts'

/** Continues with another key: in place for the same workspace, otherwise as a separate connection. */
export function useReplaceKey(key: string) {
  const session = useSession()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [otherWorkspace, setOtherWorkspace] = useState<AcceptedCheck>()
  const { keep, read_only } = session.connection
  const newConnection = (checked: AcceptedCheck) =>
    toNewConnection(checked, { key, keep, read_only })

  const replaceKey = async (checked: AcceptedCheck) => {
    if (!(await isSameWorkspace(session, { ...checked, key }))) return setOtherWorkspace(checked)
    const next = await replaceConnection(session.connection, newConnection(checked))
    activate(next.fingerprint)
    session.apiKey.replace(next)
    void session.queryClient.invalidateQueries()
    await revalidate() // the shell shows which key this is
  }
  const openOtherWorkspace = async () => {
    if (!otherWorkspace) return
    activate((await saveConnection(newConnection(otherWorkspace))).fingerprint)
    await navigate(paths.overview())
  }
  return { replaceKey, otherWorkspace, openOtherWorkspace }
}

type CurrentSession = Pick<KeySession, 'capabilities' | 'queryClient'>
interface KeyCandidate {
  readonly base_url: string
  readonly key: string
  readonly me: Me | undefined
}

/**
 * Whether a key is of the session's workspace. A service without `GET /me` gets one cached request again with the new key:
 * the key of another workspace does not find the resource.
 */
export async function isSameWorkspace(
  { capabilities, queryClient }: CurrentSession,
  candidate: KeyCandidate,
) {
  const me = capabilities.get().me
  if (me && candidate.me) return me.workspace.id === candidate.me.workspace.id
  const request = findCachedRequest(queryClient)
  return request !== undefined && canRead(createApiClient(candidate), request)
}

/** A cached request for one resource by its id. */
function findCachedRequest(queryClient: QueryClient) {
  const queries = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => Boolean(state.data) })
  // `endpointQuery` builds every key: a request line and its input.
  const keys = queries.map(({ queryKey }) => queryKey as readonly [EndpointName, object])
  return keys.find(([name]) => parseRequestLine(name).params.length > 0)
}

/** Any failure counts as no: continuing with the key of another workspace would be worse than asking again. */
const canRead = (call: Call, [name, input]: readonly [EndpointName, object]) =>
  call(name, input as never).then(
    () => true, // `input` as above
    () => false,
  )
