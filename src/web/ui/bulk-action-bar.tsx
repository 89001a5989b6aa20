import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactNode, useEffect } from 'react'

import { controlsText as text } from '#web/messages/en/controls.ts'
import { Button, IconButton } from './button.tsx'
import { announce } from './live-region.tsx'

interface BulkActionBarProps {
  count: number
  /** Instead of "3 selected", for a selection that is a rule: "About 1,200 contacts". */
  label?: string
  /** Offers what is beyond this page. */
  selectAll?: { label: string; onSelect: () => void } | undefined
  /** Quiet buttons; the first ones are visible on a phone. */
  children: ReactNode
  onClear: () => void
}

/**
 * What can be done with the selected items. Sticks to the bottom of the window, above the bottom bar of a phone, as the last
 * child of the list it belongs to. Nothing while nothing is selected.
 */
export function BulkActionBar({ count, label, selectAll, children, onClear }: BulkActionBarProps) {
  const selected = label ?? text.selected(count)
  const isOpen = count > 0
  useEffect(() => {
    if (isOpen) announce(selected)
  }, [isOpen, selected])
  if (!isOpen) return null
  return (
    <div
      role="group"
      aria-label={text.selection}
      data-bulk-actions
      data-surface
      data-no-print
      className="sticky bottom-[calc(0.75rem+var(--bottom-bar,0px))] z-20 mx-auto flex w-fit max-w-full animate-rise items-center gap-1 rounded-card border border-line-strong bg-raised py-1.5 ps-4 pe-1.5 shadow-float"
    >
      <div className="me-2 flex shrink-0 flex-wrap items-center gap-x-3.5 max-md:max-w-28">
        <span className="text-cell font-medium">{selected}</span>
        {selectAll && (
          <button
            type="button"
            onClick={selectAll.onSelect}
            className="min-h-6 rounded-chip text-start text-cell font-medium text-accent-ink underline decoration-accent-line underline-offset-3 hover:decoration-current pointer-coarse:min-h-11"
          >
            {selectAll.label}
          </button>
        )}
      </div>
      <Divider />
      <div className="flex min-w-0 [scrollbar-width:none] items-center gap-0.5 overflow-x-auto p-0.5">
        {children}
      </div>
      <Divider />
      <IconButton icon={X} label={text.clearSelection} onClick={onClear} />
    </div>
  )
}

const Divider = () => <span aria-hidden className="h-5 w-px shrink-0 bg-line-strong" />

/** One action of the bar. */
export const BulkAction = (props: ComponentProps<typeof Button>) => (
  <Button variant="quiet" {...props} className="shrink-0 not-disabled:text-ink!" />
)
