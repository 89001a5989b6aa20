import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { words } from '#web/messages/en/en.ts'
import { Button } from './button.tsx'
import { ErrorDetails } from './error-details.tsx'
import { errorText, failedLoadText } from './error-message.ts'
import { Icon } from './icon.tsx'
import { announce } from './live-region.tsx'

const said = words.app.states

// In every first load: what failed may be the network that a part of its own would come by.

/** How a wait goes on, from `query/use-wait.ts`. */
export interface WaitState {
  readonly state: 'loading' | 'stopped' | 'offline'
  readonly onCancel: () => void
  readonly onRetry: () => void
}

interface LongWaitProps {
  state: WaitState['state']
  wait: WaitState | undefined
}

/** A wait that is long or does not go on. It lies over the shapes, so that nothing below moves. */
export const LongWait = ({ state, wait }: LongWaitProps) => (
  <p
    role="status"
    data-surface
    className="absolute start-0 top-0 flex items-center gap-3 rounded-card border border-line bg-raised px-4 py-2.5 text-ink-2 shadow-float"
  >
    {state === 'loading' ? said.stillLoading : said[state]}
    {wait && state !== 'offline' && (
      <Button size="small" onClick={state === 'stopped' ? wait.onRetry : wait.onCancel}>
        {state === 'stopped' ? words.app.tryAgain : words.app.cancel}
      </Button>
    )}
  </p>
)

export interface ProblemProps {
  /** "Boards could not be loaded." */
  title: string
  error: ApiError
  onRetry?: () => void
  /** Another way on, such as a link to the list. */
  way?: ReactNode
}

/** A region that failed: what happened, what to do, and the details for support. */
export function Problem({ title, error, onRetry, way }: ProblemProps) {
  useEffect(() => announce(title, 'assertive'), [title])

  return (
    <div data-state="error" className="grid max-w-xl justify-items-start gap-3 py-6">
      <h2 className="flex items-center gap-2 text-section">
        <Icon of={TriangleAlert} className="text-bad-solid" />
        {title}
      </h2>
      <p className="text-ink-2">{(onRetry ? failedLoadText : errorText)(error)}</p>
      <div className="flex flex-wrap gap-2">
        {onRetry && <Button onClick={onRetry}>{words.app.tryAgain}</Button>}
        {way}
      </div>
      <ErrorDetails error={error} />
    </div>
  )
}
