import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef } from 'react'

import { selectionText } from '#web/messages/en/selection.ts'
import { tableText } from '#web/messages/en/table.ts'
import { IconButton } from '#web/ui/button.tsx'
import { isTyping } from '#web/ui/keyboard.ts'
import type { TableSelectionControl } from './table-selection.tsx'

interface SelectionSummaryProps {
  selection: TableSelectionControl
  /** Ids of the page on screen. */
  page: readonly string[]
  /** Whether the filter matches rows on other pages. */
  hasMore: boolean
  /** How many rows match, in words: "about 1,004,000 contacts". */
  matching?: string
  /** In place of the words about a filter, where there is none. */
  selectAll?: string | undefined
}

/** How many rows are selected, the offer to select those on other pages, and a button that clears; for `BulkActionBar`. */
export function SelectionSummary(props: SelectionSummaryProps) {
  const { selection, page, hasMore, matching, selectAll = tableText.selectMatching } = props
  const { ids, allMatching } = selection
  const clearButton = useRef<HTMLButtonElement>(null)
  // Rows have a handler of their own.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isHere = (event.target as Element).closest('h1, [data-bulk-actions]')
    if (event.key !== 'Escape' || isTyping(event)) return
    if (isHere || event.target === document.body) selection.clear()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const canSelectMatching = !allMatching && hasMore && selection.pageState(page) === 'all'
  const selectMatching = () => {
    clearButton.current?.focus() // the button that was pressed goes
    selection.selectAllMatching()
  }
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-3.5 max-md:max-w-28">
        <span className="text-cell font-medium">
          {allMatching ? (matching ?? selectionText.allSelected) : selectionText.selected(ids.size)}
        </span>
        {canSelectMatching && (
          <button
            type="button"
            onClick={selectMatching}
            className="min-h-6 rounded-chip text-start text-cell font-medium text-accent-ink underline decoration-accent-line underline-offset-3 hover:decoration-current pointer-coarse:min-h-11"
          >
            {selectAll}
          </button>
        )}
      </div>
      <IconButton
        ref={clearButton}
        icon={X}
        label={tableText.clearSelection}
        onClick={selection.clear}
      />
    </>
  )
}
