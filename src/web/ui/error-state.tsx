import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import { Button } from './button.tsx'
import { formatLoadError } from './error-message.ts'
import { Lazy, lazyChunk } from './lazy-chunk.tsx'
import { announce } from './live-region.tsx'
import { PageState } from './page-states.tsx'

// What support asks for; the rest of the state must not wait for it.
const details = lazyChunk(() => import('./error-details.tsx'))

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
      details={<Lazy chunk={details}>{({ ErrorDetails }) => <ErrorDetails error={error} />}</Lazy>}
    >
      {formatLoadError(error)}
    </PageState>
  )
}
