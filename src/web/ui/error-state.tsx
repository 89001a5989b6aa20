import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import { errorDetailsText } from '#web/messages/en/error-details.ts'
import { Button } from './button.tsx'
import { copyToClipboard } from './clipboard.ts'
import { formatLoadError } from './error-message.ts'
import { announce } from './live-region.tsx'
import { PageState } from './page-states.tsx'

interface ErrorStateProps {
  /** "Couldn’t load boards" */
  title: string
  error: ApiError
  onRetry: () => void
  /** Nothing else is on the page. */
  isPage?: boolean
}

/** A region that failed: what happened, what to do, and the details for support. */
export function ErrorState({ title, error, onRetry, isPage }: ErrorStateProps) {
  useEffect(() => announce(title, 'assertive'), [title])

  return (
    <PageState
      state="error"
      icon={TriangleAlert}
      title={title}
      isPage={isPage}
      action={
        <Button variant={isPage ? 'primary' : 'plain'} onClick={onRetry}>
          {messages.app.tryAgain}
        </Button>
      }
      details={<ErrorDetails error={error} />}
    >
      {formatLoadError(error)}
    </PageState>
  )
}

/** The fold-out of a failure: what support asks for, never the key. */
function ErrorDetails({ error }: { error: ApiError }) {
  const [time] = useState(() => new Date().toISOString())
  const rows = [
    [errorDetailsText.code, error.code],
    [errorDetailsText.message, error.message],
    [errorDetailsText.requestId, error.request_id],
    [errorDetailsText.time, time],
  ].filter(([, value]) => value)

  const text = rows.map((row) => row.join(': ')).join('\n')

  return (
    <details className="mt-2 max-w-full text-meta text-ink-2">
      <summary className="mx-auto w-fit rounded-chip py-1 text-ink-3 hover:text-ink">
        {errorDetailsText.details}
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-sunken p-3 text-start">
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
          onClick={() => void copyToClipboard(text, errorDetailsText.copied)}
        >
          {errorDetailsText.copyDetails}
        </Button>
      )}
    </details>
  )
}
