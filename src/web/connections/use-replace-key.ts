import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'

import { paths } from '#web/paths.ts'
import { activate, replaceConnection, saveConnection } from '#web/session/connections.ts'
import { useSession } from '#web/session/session.ts'
import { connectionOf } from './connection-of.ts'
import { isSameWorkspace } from './same-workspace.ts'
import type { CheckState } from './use-key-check.ts'

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
    session.ownKey.replace(next)
    void session.cache.invalidateQueries()
    await revalidate() // the shell shows which key this is
  }
  const openElsewhere = async () => {
    if (!elsewhere) return
    activate((await saveConnection(given(elsewhere))).fingerprint)
    await navigate(paths.overview())
  }
  return { goOn, elsewhere, openElsewhere }
}
