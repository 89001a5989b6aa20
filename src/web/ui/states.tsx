import Lock from 'lucide-react/icons/lock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { words } from '#web/words/en.ts'
import { announce } from './announce.tsx'
import { Button } from './button.tsx'
import { errorText } from './error-text.ts'
import { Icon } from './icon.tsx'

const said = words.app.states
const ErrorDetails = lazy(async () => ({
  default: (await import('./error-details.tsx')).ErrorDetails,
}))

interface SkeletonProps {
  label: string
  children: ReactNode
  /** How the wait goes on, from `useWait`; without it there is nothing to stop. */
  wait?: {
    readonly state: 'loading' | 'stopped' | 'offline'
    readonly onCancel: () => void
    readonly onRetry: () => void
  }
}

/** The wait before a first answer: nothing for 200 ms, then shapes of the size of what replaces them. */
export function Skeleton({ label, children, wait }: SkeletonProps) {
  const long = useAfter(8000)
  const state = wait?.state ?? 'loading'

  return (
    <div
      data-state="loading"
      aria-busy={state === 'loading'}
      aria-label={label}
      role="group"
      className="relative"
    >
      <div className="animate-appear">
        <div className={state === 'loading' ? 'animate-pulse' : 'opacity-55'} aria-hidden>
          {children}
        </div>
      </div>
      {(long || state !== 'loading') && (
        // Over the shapes, so that nothing below moves.
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
      )}
    </div>
  )
}

function useAfter(milliseconds: number): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return over
}

interface ProblemProps {
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
      <p className="text-ink-2">{errorText(error)}</p>
      <div className="flex flex-wrap gap-2">
        {onRetry && <Button onClick={onRetry}>{words.app.tryAgain}</Button>}
        {way}
      </div>
      <Suspense>
        <ErrorDetails error={error} />
      </Suspense>
    </div>
  )
}

/** Under the part that came: the rest did not. */
export function Partial({ text, onRetry, busy }: PartialProps) {
  useEffect(() => announce(text), [text])
  return (
    <p className="flex flex-wrap items-center gap-3 text-bad-ink">
      {text}
      <Button size="small" busy={busy} onClick={onRetry}>
        {words.app.tryAgain}
      </Button>
    </p>
  )
}

interface PartialProps {
  /** "Could not load the rest." */
  text: string
  onRetry: () => void
  busy: boolean
}

/** Why a page whose purpose is changing shows no way to change. */
export const ReadOnlyLine = ({ children }: { children: ReactNode }) => (
  <p className="mt-2 flex items-center gap-2 text-meta text-ink-3">
    <Icon of={Lock} size={14} />
    {children}
  </p>
)

interface EmptyProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** A filter hid everything, as opposed to nothing being there. */
  filtered?: boolean
}

/** Nothing here: what would be, and one next step. */
export function Empty({ title, children, action, filtered }: EmptyProps) {
  useEffect(() => {
    if (filtered) announce(title)
  }, [filtered, title])

  return (
    <div
      data-state={filtered ? 'filtered-empty' : 'empty'}
      className="grid max-w-md justify-items-start gap-3 py-8"
    >
      <h2 className="text-section">{title}</h2>
      {children && <p className="text-ink-2">{children}</p>}
      {action}
    </div>
  )
}
