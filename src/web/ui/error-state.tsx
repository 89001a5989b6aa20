import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import { Button } from './button.tsx'
import { copyToClipboard } from './clipboard.ts'
import { formatError, formatLoadError } from './error-message.ts'
import { Icon } from './icon.tsx'
import { announce } from './live-region.tsx'

const statesText = messages.app.states

// In every first load: what failed may be the network that a part of its own would come by.

/** `stopped` by the person, `offline` until the network is back; from `query/use-loading-state.ts`. */
export interface LoadingControls {
  readonly state: 'loading' | 'stopped' | 'offline'
  readonly onCancel: () => void
  readonly onRetry: () => void
}

interface LongWaitProps {
  state: LoadingControls['state']
  controls: LoadingControls | undefined
}

/** A wait that is long or does not go on. It lies over the shapes, so that nothing below moves. */
export const LoadingStatus = ({ state, controls }: LongWaitProps) => (
  <p
    role="status"
    data-surface
    className="absolute start-0 top-0 flex items-center gap-3 rounded-card border border-line bg-raised px-4 py-2.5 text-ink-2 shadow-float"
  >
    {state === 'loading' ? statesText.stillLoading : statesText[state]}
    {controls && state !== 'offline' && (
      <Button size="small" onClick={state === 'stopped' ? controls.onRetry : controls.onCancel}>
        {state === 'stopped' ? messages.app.tryAgain : messages.app.cancel}
      </Button>
    )}
  </p>
)

interface ErrorStateProps {
  /** "Couldn’t load boards" */
  title: string
  error: ApiError
  onRetry?: () => void
  /** Another way on, such as a link to the list. */
  action?: ReactNode
}

/** A region that failed: what happened, what to do, and the details for support. */
export function ErrorState({ title, error, onRetry, action }: ErrorStateProps) {
  useEffect(() => announce(title, 'assertive'), [title])

  return (
    <div data-state="error" className="grid max-w-xl justify-items-start gap-3 py-6">
      <h2 className="flex items-center gap-2 text-section">
        <Icon of={TriangleAlert} className="text-bad-solid" />
        {title}
      </h2>
      <p className="text-ink-2">{(onRetry ? formatLoadError : formatError)(error)}</p>
      <div className="flex flex-wrap gap-2">
        {onRetry && <Button onClick={onRetry}>{messages.app.tryAgain}</Button>}
        {action}
      </div>
      <ErrorDetails error={error} />
    </div>
  )
}

/** The fold-out of a failure: what support asks for, never the key. */
function ErrorDetails({ error }: { error: ApiError }) {
  const [time] = useState(() => new Date().toISOString())
  const rows = [
    [statesText.code, error.code],
    [statesText.message, error.message],
    [statesText.requestId, error.request_id],
    [statesText.time, time],
  ].filter(([, value]) => value)

  const text = rows.map((row) => row.join(': ')).join('\n')

  return (
    <details className="text-meta text-ink-2">
      <summary className="rounded-chip py-1 text-ink-3 hover:text-ink">
        {statesText.details}
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-sunken p-3">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="font-mono text-code break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {'clipboard' in navigator && (
        <Button
          size="small"
          variant="quiet"
          className="mt-1"
          onClick={() => void copyToClipboard(text, statesText.copied)}
        >
          {statesText.copyDetails}
        </Button>
      )}
    </details>
  )
}
