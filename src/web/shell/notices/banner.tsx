import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'

import { announce } from '#web/ui/live-region.tsx'

const toneClasses = {
  warn: 'border-warn-line bg-warn-soft text-warn-ink',
  ok: 'border-ok-line bg-ok-soft text-ok-ink',
}

interface BannerProps {
  tone?: keyof typeof toneClasses
  /** Announced once, when the banner appears. */
  text: string
  /** Shown instead of `text`. */
  children?: ReactNode
}

export function Banner({ tone = 'warn', text, children }: BannerProps) {
  useEffect(() => announce(text), [text])
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5 text-cell md:px-7 ${toneClasses[tone]}`}
    >
      {children ?? text}
    </div>
  )
}

const actionClass =
  'inline-flex min-h-6 items-center rounded-chip font-semibold underline pointer-coarse:min-h-11'

export const BannerLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={actionClass}>
    {children}
  </Link>
)

export const BannerAction = ({
  onClick,
  children,
}: {
  onClick: () => void
  children: ReactNode
}) => (
  <button type="button" className={actionClass} onClick={onClick}>
    {children}
  </button>
)
