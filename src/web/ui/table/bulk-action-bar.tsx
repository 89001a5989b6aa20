import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'

import { controlsText as text } from '#web/messages/en/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusReturn } from '#web/ui/focus-return.ts'

interface BulkActionBarProps {
  /** How many are selected and how to change that: the `SelectionSummary` of a table. */
  summary: ReactNode
  /** Quiet buttons; the first ones are visible on a phone. */
  children: ReactNode
}

/**
 * What can be done with the selected items. Sticks to the bottom of the window, above the bottom bar of a phone, as the last
 * child of the list it belongs to. Rendered while something is selected; the selection announces itself.
 */
export function BulkActionBar({ summary, children }: BulkActionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { onFocus, returnFocus } = useFocusReturn()
  useLayoutEffect(() => {
    const region = bar.current
    return () => {
      if (region) returnFocus(region)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only when it goes, with the focus in it
  }, [])
  return (
    <div
      ref={bar}
      role="group"
      aria-label={text.selection}
      data-bulk-actions
      data-avoid-toasts
      data-surface
      data-no-print
      onFocus={onFocus}
      className="sticky bottom-[calc(0.75rem+var(--bottom-bar,0px))] z-20 mx-auto flex w-fit max-w-full animate-rise items-center gap-1 rounded-card border border-line-strong bg-raised py-1 ps-4 pe-1 shadow-float"
    >
      {summary}
      <span aria-hidden className="h-5 w-px shrink-0 bg-line-strong" />
      <div className="flex min-w-0 [scrollbar-width:none] items-center gap-0.5 overflow-x-auto p-1">
        {children}
      </div>
    </div>
  )
}

/** One action of the bar. */
export const BulkAction = (props: ComponentProps<typeof Button>) => (
  <Button variant="quiet" {...props} className="shrink-0 not-disabled:text-ink!" />
)
