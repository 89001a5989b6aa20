import { type ReactNode, useEffect } from 'react'

import { announce } from '#web/ui/live-region.tsx'

const looks = {
  warn: 'border-warn-line bg-warn-soft text-warn-ink',
  ok: 'border-ok-line bg-ok-soft text-ok-ink',
}

interface LineProps {
  tone?: keyof typeof looks
  /** Read out once, when the line comes. */
  text: string
  /** What stands there, when it is more than was read out. */
  children?: ReactNode
}

/** A slim line over the page. */
export function ConnectionLine({ tone = 'warn', text, children }: LineProps) {
  useEffect(() => announce(text), [text])
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5 text-cell md:px-7 ${looks[tone]}`}
    >
      {children ?? text}
    </div>
  )
}

/** A way on, inside such a line. */
export const BannerAction = ({
  onClick,
  children,
}: {
  onClick: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    className="min-h-6 rounded-chip font-semibold underline pointer-coarse:min-h-11"
    onClick={onClick}
  >
    {children}
  </button>
)
