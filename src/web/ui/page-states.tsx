import type { LucideIcon } from 'lucide-react'
import Lock from 'lucide-react/icons/lock'
import { type ReactNode, useEffect, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { Button } from './button.tsx'
import { LoadingStatus, type LoadingControls } from './error-state.tsx'
import { Icon } from './icon.tsx'
import { announce } from './live-region.tsx'

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
      {(long || state !== 'loading') && <LoadingStatus state={state} controls={loading} />}
    </div>
  )
}

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
    <div
      data-state={filtered ? 'filtered-empty' : 'empty'}
      className="mx-auto grid w-full max-w-md justify-items-center gap-3 px-4 py-10 text-center text-balance"
    >
      {icon && (
        <span
          data-surface
          className="grid size-11 place-items-center rounded-card border border-line bg-sunken text-ink-3"
        >
          <Icon of={icon} size={20} />
        </span>
      )}
      <h2 className="text-section break-words">{title}</h2>
      {children && <p className="-mt-2 text-ink-2">{children}</p>}
      {action}
    </div>
  )
}
