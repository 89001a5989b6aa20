import Ellipsis from 'lucide-react/icons/ellipsis'
import { memo, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { Card } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { animateDrop, animateError } from '#web/tasks/board-state/card-animations.ts'
import { useIsSelected } from '#web/tasks/board-state/card-selection.ts'
import type { CardError } from '#web/tasks/card-changes/card-save-state.ts'
import { formatCardFacts } from '#web/tasks/cards/announcements.ts'
import { formatCount } from '#web/tasks/cards/use-list-cards.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { CardContent } from './card-content.tsx'

interface CardTileProps {
  card: Card
  index: number
  top: number
  height: number
  listName: string
  isSorted: boolean
  /** Number of cards in the list. */
  size: number
  isSizeKnown: boolean
  error: CardError | undefined
  /** Its mutation has had no response for a while. */
  isSaving: boolean
}

const cardClass =
  'group/card relative h-full -outline-offset-2 touch-manipulation rounded-card border px-2.75 py-card select-none [-webkit-touch-callout:none]'
// Faded without transparency, so that the text stays readable.
const draggedClass = 'border-line bg-transparent saturate-40 [&_a]:text-ink-3'
const restingClass = 'border-line bg-surface shadow-rest hover:border-line-strong hover:shadow-lift'

// On the lower edge, so that the height of the card stays.
const savingClass =
  'absolute end-2 -bottom-2 rounded-chip border border-line bg-surface px-1.5 text-tag text-ink-2'
const goneClass = `${draggedClass} transition-colors duration-slow`
const errorClass = 'border-bad-solid bg-surface shadow-rest'

export const CardTile = memo(function CardTile(props: CardTileProps) {
  const { card, index, top, height, listName, size, isSizeKnown, error, isSaving } = props
  const { focus, registry, selection, toggleCompleted } = useBoardActions()
  const { labels, layout, minute, canEdit, disabledReason, offlineProps } = useBoardValues()
  const isTabStop = useSyncExternalStore(focus.subscribe, () => focus.stateOf(card.id)) !== 'none'
  const isSelected = useIsSelected(selection, card.id)
  const { dragged } = registry
  const isDragged = useSyncExternalStore(dragged.subscribe, () => dragged.get()?.id === card.id)
  const [isHovered, setHovered] = useState(false)
  const position = {
    list: { name: listName },
    position: index + 1,
    size: formatCount(size, isSizeKnown),
  }
  const dragReason = disabledReason ?? (props.isSorted ? text.sortedReason : undefined)
  const facts = formatCardFacts(card, position, labels, new Date(minute * 60_000))
  const node = useRef<HTMLDivElement>(null)

  // A card that changed lists is a new element: focus and drop animation follow it.
  useLayoutEffect(() => {
    if (!node.current) return
    // A dropped card is in view, and scrolling to it would force one more layout.
    const preventScroll = animateDrop(node.current, card.id)
    if (focus.consumeRequest(card.id)) node.current.focus({ preventScroll })
  })
  useLayoutEffect(() => {
    const element = node.current
    // A focused card keeps the focus when anyone moves it to another list.
    return () => {
      if (element && element === document.activeElement) focus.request(card.id)
    }
  }, [focus, card.id])
  const hasError = error !== undefined
  const isGone = error?.isGone === true
  useLayoutEffect(() => {
    if (hasError && !isGone && node.current) animateError(node.current)
  }, [hasError, isGone])

  const onToggle = useCallback(
    (completed: boolean) => toggleCompleted(card, completed),
    [toggleCompleted, card],
  )
  return (
    <li
      data-index={index}
      style={{ top, height }}
      aria-posinset={index + 1}
      aria-setsize={isSizeKnown ? size : -1}
      className="absolute inset-x-2"
    >
      <div
        ref={node}
        // A drag that cannot start says why.
        draggable={dragReason !== undefined}
        onDragStart={(event) => {
          event.preventDefault()
          if (dragReason) toast({ text: dragReason })
        }}
        role="group"
        aria-roledescription={text.role}
        aria-label={card.name}
        // An attribute: an element per description would add sixty to a board.
        aria-description={[isSelected && text.selected, isSaving && messages.app.saving, facts]
          .filter(Boolean)
          .join(' ')}
        tabIndex={isTabStop ? 0 : -1}
        data-testid="card"
        data-card-id={card.id}
        data-gone={isGone || undefined}
        data-selected={isSelected || undefined}
        data-list-id={card.list_id}
        // The card just moved has the focus.
        data-avoid-toasts={isTabStop || undefined}
        data-surface
        onFocus={() => focus.setCurrent(card.id)}
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        className={`${cardClass} ${isDragged ? draggedClass : isGone ? goneClass : hasError ? errorClass : restingClass}`}
      >
        <CardContent
          card={card}
          labels={labels}
          layout={layout}
          minute={minute}
          isIndented={canEdit || card.completed}
          onToggle={canEdit && !isGone ? onToggle : undefined}
          offlineProps={offlineProps}
          isTabStop={isTabStop}
        />
        {error && <CardErrorMessage error={error} />}
        {isSaving && <span className={savingClass}>{messages.app.saving}</span>}
        {canEdit && !isGone && (isHovered || isTabStop || layout.isPhone) && (
          <MenuButton card={card} isTabStop={isTabStop} />
        )}
      </div>
    </li>
  )
})

/** Rendered only on hover or focus, or a board would have sixty more buttons. */
function MenuButton({ card, isTabStop }: { card: Card; isTabStop: boolean }) {
  const { openMenu } = useBoardActions()
  return (
    <IconButton
      icon={Ellipsis}
      label={text.cardMenu(card.name)}
      aria-haspopup="menu"
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => openMenu(card)}
      className="absolute end-1 top-1 size-6! bg-surface opacity-0 group-focus-within/card:opacity-100 group-hover/card:opacity-100 pointer-coarse:opacity-100 pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
    />
  )
}

function CardErrorMessage({ error }: { error: CardError }) {
  return (
    <div className="mt-2 grid justify-items-start gap-1">
      <p className="line-clamp-2 h-[2.125rem] text-meta text-bad-ink">{error.message}</p>
      <Button size="small" className="h-7!" onClick={error.retry}>
        {error.label ?? messages.app.tryAgain}
      </Button>
    </div>
  )
}
