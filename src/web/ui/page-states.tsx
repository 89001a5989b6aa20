import type { LucideIcon } from 'lucide-react'
import Lock from 'lucide-react/icons/lock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { Button } from './button.tsx'
import { useLostFocus, useRestoreFocusOf } from './focus-return.ts'
import { Icon } from './icon.tsx'
import { announce } from './live-region.tsx'
import { useTitle } from './page-title.tsx'

const text = messages.app.states

interface PageStateProps {
  state: 'error' | 'missing' | 'offline' | 'empty' | 'filtered-empty'
  icon?: LucideIcon | undefined
  title: string
  /** The state is the whole page, so its heading is the h1 and names the tab. */
  isPage?: boolean | undefined
  /** One sentence: what it means, or what to do. */
  children?: ReactNode
  action?: ReactNode
  details?: ReactNode
}

/** What a page or region shows instead of its content, in the middle of the space it has. */
export function PageState(props: PageStateProps) {
  const { state, icon, title, isPage, children, action, details } = props
  const container = useRef<HTMLDivElement>(null)
  useRestoreFocusOf(container)
  return (
    <div
      ref={container}
      data-state={state}
      className="m-auto grid w-full max-w-md justify-items-center gap-3 px-4 py-10 text-center text-balance"
    >
      {icon && (
        <span
          data-surface
          className={`grid size-11 place-items-center rounded-card border ${state === 'error' ? 'border-bad-line bg-bad-soft text-bad-ink' : 'border-line bg-sunken text-ink-3'}`}
        >
          <Icon of={icon} size={20} />
        </span>
      )}
      {isPage ? (
        <PageHeading title={title} state={state} />
      ) : (
        <h2 className="text-section break-words">{title}</h2>
      )}
      {children && <p className="-mt-2 text-ink-2">{children}</p>}
      {action && <div className="flex flex-wrap justify-center gap-2">{action}</div>}
      {details}
    </div>
  )
}

function PageHeading({ title, state }: Pick<PageStateProps, 'title' | 'state'>) {
  useTitle(state === 'error' ? messages.app.errorTitle(title) : title)
  // What it replaces may have had the focus.
  useLostFocus()
  return (
    <h1 tabIndex={-1} className="font-display text-detail break-words">
      {title}
    </h1>
  )
}

/** `stopped` by the person, `offline` until the network is back; from `query/use-loading-state.ts`. */
export interface LoadingControls {
  readonly state: 'loading' | 'stopped' | 'offline'
  readonly onCancel: () => void
  readonly onRetry: () => void
}

interface SkeletonProps {
  label: string
  children: ReactNode
  /** From `useLoadingState`; without it loading cannot be canceled. */
  loading?: LoadingControls
}

/** The loading state: nothing for 200 ms, then shapes the size of the content. */
export function Skeleton({ label, children, loading }: SkeletonProps) {
  const long = useTimeout(8000)
  const state = loading?.state ?? 'loading'

  if (state === 'offline') {
    return (
      <PageState state="offline" icon={TriangleAlert} title={text.offline}>
        {text.offlineDescription}
      </PageState>
    )
  }
  return (
    <div data-state="loading" aria-busy={state === 'loading'} aria-label={label} role="group">
      {(long || state !== 'loading') && <LoadingStatus state={state} controls={loading} />}
      <div className="animate-appear">
        <div className={state === 'loading' ? 'animate-pulse' : 'opacity-55'} aria-hidden>
          {children}
        </div>
      </div>
    </div>
  )
}

interface LoadingStatusProps {
  state: 'loading' | 'stopped'
  controls: LoadingControls | undefined
}

/** Loading that is slow or was stopped. */
export const LoadingStatus = ({ state, controls }: LoadingStatusProps) => (
  <p role="status" className="mb-4 flex items-center gap-3 text-ink-2">
    {state === 'loading' ? text.stillLoading : text.stopped}
    {controls && (
      <Button size="small" onClick={state === 'stopped' ? controls.onRetry : controls.onCancel}>
        {state === 'stopped' ? messages.app.tryAgain : messages.app.cancel}
      </Button>
    )}
  </p>
)

function useTimeout(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isOver
}

/** Under the part that came: the rest did not. */
export function PartialError({ text, onRetry, busy }: PartialErrorProps) {
  useEffect(() => announce(text), [text])
  return (
    <p className="flex flex-wrap items-center gap-3 text-bad-ink">
      {text}
      <Button size="small" busy={busy} onClick={onRetry}>
        {messages.app.tryAgain}
      </Button>
    </p>
  )
}

interface PartialErrorProps {
  /** "Couldn’t load more." */
  text: string
  onRetry: () => void
  busy: boolean
}

/** Why a page whose purpose is changing shows no way to change. */
export const ReadOnlyHint = ({ children }: { children: ReactNode }) => (
  <p className="mt-2 flex items-center gap-2 text-meta text-ink-3">
    <Icon of={Lock} size={14} />
    {children}
  </p>
)

interface EmptyStateProps {
  title: string
  icon?: LucideIcon
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** A filter hid everything, as opposed to nothing being there. */
  filtered?: boolean
}

/** Nothing here: what would be, and one next step. */
export function EmptyState({ title, icon, children, action, filtered }: EmptyStateProps) {
  useEffect(() => {
    if (filtered) announce(title)
  }, [filtered, title])

  return (
    <PageState
      state={filtered ? 'filtered-empty' : 'empty'}
      icon={icon}
      title={title}
      action={action}
    >
      {children}
    </PageState>
  )
}
