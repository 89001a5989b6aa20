import { words } from '#web/messages/en/app.ts'
import { useSession } from './session.ts'
import { useKnown } from './use-capabilities.ts'
import { useOnline } from './use-connection.ts'

/** Why nothing can be changed at this moment, in words; undefined when it can. */
export function useWhyNot(): string | undefined {
  const { may_write } = useKnown()
  const { connection } = useSession()
  const online = useOnline()
  if (!may_write) return words.app.whyNot[connection.read_only ? 'choice' : 'key']
  return online ? undefined : words.app.whyNot.offline
}

export type Paused = typeof paused | undefined

/** Put on every control that changes something: while offline it stays, does nothing and says why (`app/paused.tsx`). */
export function usePaused(): Paused {
  return useOnline() ? undefined : paused
}

const paused = {
  'aria-disabled': true,
  'aria-describedby': 'why-paused',
  'data-tip': words.app.whyNot.offline,
} as const
