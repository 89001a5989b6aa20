import { useSyncExternalStore } from 'react'

import type { Capability } from '#contract/capabilities.ts'
import type { Me } from '#contract/developers/workspace.ts'
import type { Change } from '#web/session/mutations/undo-history.ts'
import type { KeyState } from './api-key.ts'
import type { Known } from './capabilities.ts'
import { useSession } from './session.ts'

/** All that is known of this server and this key. */
export function useKnown(): Known {
  const { abilities } = useSession()
  return useSyncExternalStore(abilities.subscribe, abilities.get)
}

/** Whether this server offers an addition. */
export const useCan = (capability: Capability): boolean => useKnown().capabilities.has(capability)

/** Whether controls that change things are shown. */
export const useMayWrite = (): boolean => useKnown().may_write

/** Workspace, key and limits; absent on a server of the public document alone. */
export const useMe = (): Me | undefined => useKnown().me

/** Whether the service still accepts this session's key. */
export function useKeyState(): KeyState {
  const { keyState } = useSession()
  return useSyncExternalStore(keyState.subscribe, keyState.get)
}

/** What can be taken back, newest first. */
export function useRecentChanges(): readonly Change[] {
  const { undo } = useSession()
  return useSyncExternalStore(undo.subscribe, undo.list)
}
