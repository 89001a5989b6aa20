import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import type { LoadingState } from '#web/query/use-loading-state.ts'
import { Button } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { Skeleton } from '#web/ui/page-states.tsx'

interface PanelProps<Data> {
  title: string
  /** The page behind the panel, once there is one. */
  to?: string
  /** A query, or several made into one. */
  query: {
    data: Data | undefined
    error: ApiError | null
    refetch: () => unknown
  }
  wait: LoadingState
  children: (data: Data) => ReactNode
}

// Room for five rows and a note, of two lines on a phone, which is what a panel says: nothing moves when they come.
const frame =
  'grid min-h-[calc(7.125rem+5*var(--spacing-row))] md:min-h-[calc(6.625rem+5*var(--spacing-row))] grid-cols-1 content-start gap-3 rounded-tray border border-line bg-surface p-4 shadow-rest md:p-5'

/** Where a panel will be. */
export const PanelFrame = () => <div data-surface className={frame} />

/** One quiet panel of the overview, with its own waiting and failing. */
export function Panel<Data>({ title, to, query, wait, children }: PanelProps<Data>) {
  const heading = useId()
  const { data, error } = query
  const state = data !== undefined && !wait.showSkeleton ? 'ready' : error ? 'error' : 'loading'
  return (
    <section aria-labelledby={heading} data-state={state} data-surface className={frame}>
      <h2 id={heading} className="text-section">
        {to ? (
          <Link to={to} className="rounded-chip hover:text-accent-ink hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      {state === 'loading' && <Rows title={title} wait={wait} />}
      {state === 'ready' && data !== undefined && children(data)}
      {state === 'error' && (
        <div className="grid justify-items-start gap-2">
          <p>{overviewText.failed(title)}</p>
          {error && <p className="text-ink-2">{formatLoadError(error)}</p>}
          <Button size="small" onClick={() => void query.refetch()}>
            {messages.app.tryAgain}
          </Button>
        </div>
      )}
    </section>
  )
}

const Rows = ({ title, wait }: { title: string; wait: LoadingState }) => (
  <Skeleton label={overviewText.loading(title)} loading={wait}>
    <div className="grid gap-3">
      {[80, 65, 72].map((width) => (
        <div key={width} style={{ width: `${width}%` }} className="h-6 rounded-chip bg-sunken" />
      ))}
    </div>
  </Skeleton>
)

/** One line of a panel: what it is, and a fact at its end. */
export const PanelRow = ({ children, fact }: { children: ReactNode; fact?: ReactNode }) => (
  <li
    data-testid="row"
    className="flex min-h-row items-center justify-between gap-3 border-b border-line py-1 last:border-0"
  >
    <span className="min-w-0 truncate">{children}</span>
    <span className="flex shrink-0 items-center gap-2 text-meta text-ink-3">{fact}</span>
  </li>
)

/** What holds for the whole panel, in a quiet tone. */
export const PanelNote = ({ children }: { children: ReactNode }) => (
  <p className="text-meta text-ink-3">{children}</p>
)
