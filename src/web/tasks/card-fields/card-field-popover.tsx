import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Board, Card } from '#client/resources.ts'
import { cardFieldText as text } from '#web/messages/en/card-fields.ts'
import type { CardField, OverlayAnchor } from '#web/tasks/board-state/board-context.ts'
import type { CardEdit } from '#web/tasks/card-changes/card-edit.rules.ts'
import { cardQuery } from '#web/tasks/cards/card-queries.data.ts'
import { useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { Popover } from '#web/ui/popup/popover.tsx'
import { DueEditor } from './due-editor.tsx'
import { LabelsEditor } from './labels-editor.tsx'
import { MembersEditor } from './members-editor.tsx'

interface CardFieldPopoverProps {
  field: CardField
  /** As they were when it opened; later changes are read from the cache. */
  cards: readonly Card[]
  board: Board
  /** What it is placed at; by default the card. */
  anchor?: OverlayAnchor
  onChange: (edit: CardEdit) => void
  onClose: () => void
}

/** Edits one field of a card, or of several: at the card, on a phone in a sheet. */
export function CardFieldPopover(props: CardFieldPopoverProps) {
  const { field, board, onChange, onClose } = props
  const cards = useCurrentCards(board, props.cards)
  const [first] = cards
  const anchor = () => first && document.querySelector(`[data-card-id="${CSS.escape(first.id)}"]`)
  const editor = { cards, board, onChange }
  return (
    <Popover
      title={text[field]}
      subtitle={cards.length === 1 ? (first?.name ?? '') : text.cards(cards.length)}
      anchor={props.anchor ?? anchor}
      side={props.anchor ? 'below' : 'beside'}
      onClose={onClose}
      className={field === 'due' || field === 'start' ? 'md:w-88' : 'md:w-75'}
    >
      {field === 'labels' && <LabelsEditor {...editor} />}
      {field === 'members' && <MembersEditor {...editor} />}
      {(field === 'due' || field === 'start') && (
        <DueEditor
          cards={cards}
          field={field === 'due' ? 'due_at' : 'start_at'}
          onChange={onChange}
          onDone={onClose}
        />
      )}
    </Popover>
  )
}

/** The cards as they are shown on the board now. */
function useCurrentCards(board: Board, cards: readonly Card[]): readonly Card[] {
  const loaded = useLoadedCards(board)
  // An open card may be in no list that is loaded.
  const { data: detail } = useQuery({ ...cardQuery(cards[0]?.id ?? ''), enabled: false })
  return useMemo(() => {
    const ids = new Set(cards.map(({ id }) => id))
    const current = new Map(
      loaded.cards.filter(({ id }) => ids.has(id)).map((card) => [card.id, card]),
    )
    return cards.map((card) => ({
      ...card,
      ...(card.id === detail?.id && detail),
      ...current.get(card.id),
    }))
  }, [loaded.cards, cards, detail])
}
