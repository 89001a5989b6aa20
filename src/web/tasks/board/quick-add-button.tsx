import Plus from 'lucide-react/icons/plus'
import { useSyncExternalStore } from 'react'

import type { BoardList } from '#client/resources.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import {
  type QuickAddState,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import { getCardSaveState } from '#web/tasks/card-changes/card-save-state.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PendingCard, QuickAdd } from './quick-add.tsx'

export function QuickAddButton({ list, hidden }: { list: BoardList; hidden: boolean }) {
  const { openQuickAdd } = useBoardActions()
  const { offlineProps, layout } = useBoardValues()
  // A phone has one floating "New card" for the list in view, and the plus of its header.
  if (layout.isPhone) return <div className="h-1.5 shrink-0" />
  return (
    <button
      type="button"
      data-avoid-toasts
      {...offlineProps}
      hidden={hidden}
      data-quick-add
      aria-label={text.addAtBottom(list.name)}
      onClick={() => openQuickAdd({ list_id: list.id, position: 'bottom' })}
      className="m-1 flex h-9 shrink-0 items-center gap-2.5 rounded-card px-2 text-start text-cell text-ink-3 hover:bg-hover hover:text-ink"
    >
      <Icon of={Plus} />
      {text.addCard}
    </button>
  )
}

interface NewCardsProps {
  list: BoardList
  position: 'top' | 'bottom'
  quickAdd: QuickAddState | null
}

/** At one end of a list: its pending cards, and the quick add if it is open there. */
export function NewCards({ list, position, quickAdd }: NewCardsProps) {
  const session = useSession()
  const { newCards } = getCardSaveState(session)
  const all = useSyncExternalStore(newCards.subscribe, newCards.get)
  const cardsHere = all.filter((card) => card.list_id === list.id && card.position === position)
  return (
    <>
      {cardsHere.length > 0 && (
        <div className="max-h-[30dvh] shrink-0 overflow-y-auto">
          {cardsHere.map((card) => (
            <PendingCard key={card.key} card={card} list={list} />
          ))}
        </div>
      )}
      {quickAdd?.position === position && <QuickAdd list={list} quickAdd={quickAdd} />}
    </>
  )
}
