import { useSyncExternalStore } from 'react'

import type { Capability } from '#contract/capabilities.ts'
import type { Me } from '#contract/developers/me.ts'
import type { UndoableChange } from '#web/session/mutations/undo-history.ts'
import type { KeyState } from './api-key.ts'
import type { SessionCapabilities } from './capabilities.ts'
import { useSession } from './session.ts'

/** All that is known of this server and this key. */
export function useSessionCapabilities(): SessionCapabilities {
  const { capabilities } = useSession()
  return useSyncExternalStore(capabilities.subscribe, capabilities.get)
}

/** Whether this server offers an addition. */
export const useCapability = (capability: Capability): boolean =>
  useSessionCapabilities().capabilities.has(capability)

/** Whether controls that change things are shown. */
export const useCanWrite = (): boolean => useSessionCapabilities().can_write

/** Workspace, key and limits; absent on a server of the public API alone. */
export const useMe = (): Me | undefined => useSessionCapabilities().me

/** Whether the server still accepts this session's key. */
export function useKeyState(): KeyState {
  const { keyState } = useSession()
  return useSyncExternalStore(keyState.subscribe, keyState.get)
}

/** What can be taken back, newest first. */
export function useRecentChanges(): readonly UndoableChange[] {
  const { undo } = useSession()
  return useSyncExternalStore(undo.subscribe, undo.list)
}
