import { useOnline } from '#web/external-store.ts'
import { messages } from '#web/messages/en/app.ts'

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
