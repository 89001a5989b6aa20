import Archive from 'lucide-react/icons/archive'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import Download from 'lucide-react/icons/download'
import MoveRight from 'lucide-react/icons/move-right'
import Tag from 'lucide-react/icons/tag'
import Trash from 'lucide-react/icons/trash-2'
import UserRound from 'lucide-react/icons/user-round'
import X from 'lucide-react/icons/x'
import {
  type ComponentProps,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { boardExportText as exportText } from '#web/messages/en/board-export.ts'
import { cardSelectionText as text } from '#web/messages/en/card-selection.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { ExportDialog } from '#web/tasks/board-export/export-dialog.tsx'
import { boardScope } from '#web/tasks/boards/boards.data.ts'
import { useLoadedCards, filterCards } from '#web/tasks/cards/use-list-cards.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isTyping } from '#web/ui/keyboard.ts'
import { announce } from '#web/ui/live-region.tsx'
import { BulkAction, BulkActionBar } from '#web/ui/table/bulk-action-bar.tsx'
import { type CardField, useBoard, useBoardActions, useBoardValues } from './board-context.ts'
import { useSelectedIds } from './card-selection.ts'
import './card-selection.css'
import { editSelected, removeSelected } from './selected-cards.ts'

/** What can be done with the selected cards; rendered while there are any. */
export function SelectionBar() {
  const actions = useBoardActions()
  const { selection, openEditor, openMoveDialog } = actions
  const { canEdit, offlineProps } = useBoardValues()
  const canDelete = useCapability('cards.delete')
  const ids = useSelectedIds(selection)
  const board = useBoard()
  const { cards } = useLoadedCards(board)
  const [isExporting, setExporting] = useState(false)
  const selected = cards.filter(({ id }) => ids.has(id))
  useCurrentSelection()

  const [first] = selected
  const isCompleted = selected.every(({ completed }) => completed)
  const edit =
    (field: CardField) =>
    ({ currentTarget }: MouseEvent) =>
      openEditor(field, selected, () => currentTarget)
  return (
    <div data-selection-bar>
      <BulkActionBar
        summary={
          <>
            <span className="shrink-0 text-cell font-medium">{text.selected(ids.size)}</span>
            <IconButton icon={X} label={text.clear} onClick={selection.clear} />
          </>
        }
      >
        {canEdit && first && (
          <>
            <Action
              {...offlineProps}
              of={MoveRight}
              onClick={({ currentTarget }) => openMoveDialog(first, () => currentTarget)}
            >
              {text.actions.move}
            </Action>
            <Action {...offlineProps} of={Tag} onClick={edit('labels')}>
              {text.actions.label}
            </Action>
            <Action {...offlineProps} of={CalendarDays} onClick={edit('due')}>
              {text.actions.due}
            </Action>
            <Action {...offlineProps} of={UserRound} onClick={edit('members')}>
              {text.actions.assign}
            </Action>
            <Action
              {...offlineProps}
              of={CircleCheckBig}
              onClick={() => editSelected(actions, selected, { completed: !isCompleted })}
            >
              {isCompleted ? text.actions.reopen : text.actions.complete}
            </Action>
            <Action
              {...offlineProps}
              of={Archive}
              onClick={() => removeSelected(actions, selected, 'archive')}
            >
              {text.actions.archive}
            </Action>
            {canDelete && (
              <Action
                {...offlineProps}
                of={Trash}
                onClick={() => removeSelected(actions, selected, 'delete')}
              >
                {text.actions.delete}
              </Action>
            )}
          </>
        )}
        <Action of={Download} onClick={() => setExporting(true)}>
          {exportText.selection}
        </Action>
      </BulkActionBar>
      {isExporting && (
        <ExportDialog board={board} selected={selected} onClose={() => setExporting(false)} />
      )}
    </div>
  )
}

interface ActionProps extends ComponentProps<typeof BulkAction> {
  of: ComponentProps<typeof Icon>['of']
}

const Action = ({ of, children, ...rest }: ActionProps) => (
  <BulkAction {...rest}>
    <Icon of={of} />
    {children}
  </BulkAction>
)

/** Announces the selection, deselects cards that left the board or the filter, and clears it on Esc and with the filter. */
function useCurrentSelection() {
  const { selection, registry } = useBoardActions()
  const { filter, labels } = useBoardValues()
  const { mutate } = useSession()
  const board = useBoard()
  const { pages, cards } = useLoadedCards(board)
  const { size } = useSelectedIds(selection)

  useEffect(() => void announce(text.selected(size)), [size])
  useEffect(
    () => () => {
      if (selection.ids().size === 0) announce(text.cleared)
    },
    [selection],
  )
  useEffect(() => {
    const retain = () => {
      // A card on its way to a list that is not loaded is in none.
      if (mutate.isMutating(boardScope(board.id))) return
      const visible = new Set(filterCards(cards, filter, labels).map(({ id }) => id))
      selection.retain((id) => visible.has(id))
    }
    retain()
    return mutate.subscribe(retain)
  }, [selection, mutate, board.id, pages, cards, filter, labels])

  const params = JSON.stringify({ ...filter, now: 0 })
  const firstParams = useRef(params)
  useEffect(() => {
    if (params !== firstParams.current) selection.clear()
  }, [selection, params])

  // The lists end above the bar.
  useLayoutEffect(() => {
    const { board: scroller } = registry
    scroller?.setAttribute('data-selecting', '')
    return () => scroller?.removeAttribute('data-selecting')
  }, [registry])

  useEffect(() => {
    const control = new AbortController()
    let isDragging = false
    // The drag sensors end a drag before this hears of the key.
    const onCapture = () => (isDragging = registry.dragged.get() !== null)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isDragging || isTyping(event)) return
      if (document.querySelector('dialog[open]') || isMenuOpen()) return
      selection.clear()
    }
    addEventListener('keydown', onCapture, { capture: true, signal: control.signal })
    addEventListener('keydown', onKeyDown, { signal: control.signal })
    return () => control.abort()
  }, [selection, registry])
}

const isMenuOpen = () => document.querySelector('[role=menu]') !== null
