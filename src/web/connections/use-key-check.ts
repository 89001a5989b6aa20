import { useCallback, useEffect, useState } from 'react'

import { checkConnection, cleanKey, type ConnectionCheck } from '#web/session/connection-check.ts'

export type CheckState = { outcome: 'idle' } | { outcome: 'checking' } | ConnectionCheck

const IDLE: CheckState = { outcome: 'idle' }

/** Asks about a key 300 ms after typing stops, and drops the answer when something else was typed meanwhile. */
export function useKeyCheck(base_url: string, typedKey: string) {
  const key = cleanKey(typedKey)
  const question = key && `${base_url}\n${key}`
  const [checked, setChecked] = useState({ question: '', state: IDLE })

  const check = useCallback(
    async (signal?: AbortSignal): Promise<CheckState> => {
      setChecked({ question, state: { outcome: 'checking' } })
      const state = await checkConnection({ base_url, key }, { signal })
      setChecked({ question, state })
      return state
    },
    [question, base_url, key],
  )

  useEffect(() => {
    if (!question) return
    const abort = new AbortController()
    // Only a check that was dropped rejects.
    const timer = setTimeout(() => check(abort.signal).catch(() => undefined), 300)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [question, check])

  return { key, state: checked.question === question ? checked.state : IDLE, check }
}
