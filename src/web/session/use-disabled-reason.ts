import { messages } from '#web/messages/en/app.ts'
import { useSession } from './session.ts'
import { useSessionCapabilities } from './use-capabilities.ts'
import { useOnline } from './use-connection.ts'

/** Why nothing can be changed at this moment, in words; undefined when it can. */
export function useDisabledReason(): string | undefined {
  const { can_write } = useSessionCapabilities()
  const { connection } = useSession()
  const online = useOnline()
  if (!can_write) return messages.app.disabledReasons[connection.read_only ? 'choice' : 'key']
  return online ? undefined : messages.app.disabledReasons.offline
}

export type OfflineProps = typeof paused | undefined

/** Put on every control that changes something: while offline it stays, does nothing and says why (`shell/notices/status-banners.tsx`). */
export function useOfflineProps(): OfflineProps {
  return useOnline() ? undefined : paused
}

const paused = {
  'aria-disabled': true,
  'aria-describedby': 'why-paused',
  'data-tip': messages.app.disabledReasons.offline,
} as const
