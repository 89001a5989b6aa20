import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { words } from '#web/words/en.ts'
import { announce } from './announce.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** The wait before a first answer: nothing for 200 ms, then shapes of the size of what replaces them. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 8000)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div data-state="loading" aria-busy="true" aria-label={label} role="group">
      <div className="animate-appear">
        <div className="animate-pulse" aria-hidden>
          {children}
        </div>
      </div>
      {long && <p className="mt-4 text-ink-3">{words.app.states.stillLoading}</p>}
    </div>
  )
}

/** What a person is told about an error of the service, in plain words. */
export function errorText(error: ApiError): string {
  const texts: Record<string, string> = words.app.errors
  const known = texts[error.code]
  if (known) return known
  return error.status >= 500 || error.status === 0 ? words.app.errors.server : error.message
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
      <ErrorDetails error={error} />
    </div>
  )
}

function ErrorDetails({ error }: { error: ApiError }) {
  const said = words.app.states
  const [time] = useState(() => new Date().toISOString())
  const rows = [
    [said.code, error.code],
    [said.message, error.message],
    [said.requestId, error.request_id],
    [said.time, time],
  ].filter(([, value]) => value)

  const copy = async () => {
    await navigator.clipboard.writeText(rows.map((row) => row.join(': ')).join('\n'))
    announce(said.copied)
  }

  return (
    <details className="text-meta text-ink-2">
      <summary className="rounded-chip py-1 text-ink-3 hover:text-ink">{said.details}</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-sunken p-3">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="font-mono text-code break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {'clipboard' in navigator && (
        <Button size="small" look="quiet" className="mt-1" onClick={() => void copy()}>
          {said.copyDetails}
        </Button>
      )}
    </details>
  )
}

interface EmptyProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** A filter hid everything, as opposed to nothing being there. */
  filtered?: boolean
}

/** Nothing here: what would be, and one next step. */
export function Empty({ title, children, action, filtered }: EmptyProps) {
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
