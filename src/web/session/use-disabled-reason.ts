import { useOnline } from '#web/external-store.ts'
import { messages } from '#web/messages/en/app.ts'
import { useSession } from './session.ts'
import { useSessionCapabilities } from './use-capabilities.ts'

/** Why nothing can be changed at this moment, in words; undefined when it can. */
export function useDisabledReason(): string | undefined {
  const { can_write } = useSessionCapabilities()
  const { connection } = useSession()
  const online = useOnline()
  if (!can_write) return messages.app.disabledReasons[connection.read_only ? 'choice' : 'key']
  return online ? undefined : messages.app.disabledReasons.offline
}
