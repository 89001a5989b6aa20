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
  /** A query, or several combined. */
  query: {
    data: Data | undefined
    error: ApiError | null
    refetch: () => unknown
  }
  wait: LoadingState
  /** On a phone, each row has a line below its title. */
  hasTwoLines?: boolean
  children: (data: Data) => ReactNode
}

// Room for five rows and a note of two lines on a phone, so that nothing moves when the content is loaded.
const frame = (hasTwoLines = false) =>
  `${hasTwoLines ? 'min-h-[calc(8.25rem+5*3.25rem)]' : 'min-h-[calc(8.25rem+5*var(--spacing-row))]'} grid md:min-h-[calc(7.5rem+5*var(--spacing-row))] grid-cols-1 content-start gap-3 rounded-tray border border-line bg-surface p-4 shadow-rest md:p-5`

/** The place of a panel that is not rendered yet. */
export const PanelFrame = ({ hasTwoLines }: Pick<PanelProps<unknown>, 'hasTwoLines'>) => (
  <div data-surface className={frame(hasTwoLines)} />
)

/** One panel of the overview, with its own loading and error states. */
export function Panel<Data>(props: PanelProps<Data>) {
  const { title, to, query, wait, hasTwoLines, children } = props
  const heading = useId()
  const { data, error } = query
  const state = data !== undefined && !wait.showSkeleton ? 'ready' : error ? 'error' : 'loading'
  return (
    <section
      aria-labelledby={heading}
      data-state={state}
      data-surface
      className={frame(hasTwoLines)}
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={heading} className="text-section">
          {title}
        </h2>
        {to && (
          <Link
            to={to}
            aria-describedby={heading}
            className="rounded-chip text-meta font-medium text-accent-ink hover:underline"
          >
            {overviewText.viewAll}
          </Link>
        )}
      </div>
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

interface PanelRowProps {
  id: string
  children: ReactNode
  /** The page of the item, once there is one. */
  to?: string
  fact?: ReactNode
}

/** One item of a panel. A fact that leaves the title too little room goes below it. */
export const PanelRow = ({ id, children, to, fact }: PanelRowProps) => (
  <li
    data-testid="row"
    data-id={id}
    className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line py-1 last:border-0"
  >
    {to ? (
      <Link to={to} className={`${rowTitle} rounded-chip hover:text-accent-ink hover:underline`}>
        {children}
      </Link>
    ) : (
      <span className={rowTitle}>{children}</span>
    )}
    <span className="flex shrink-0 items-center gap-2 text-meta text-ink-3">{fact}</span>
  </li>
)

const rowTitle = 'min-w-0 flex-[1_1_10rem] truncate'

/** What holds for the whole panel, in a quiet tone. */
export const PanelNote = ({ children }: { children: ReactNode }) => (
  <p className="text-meta text-ink-3">{children}</p>
)
