import Ellipsis from 'lucide-react/icons/ellipsis'
import { memo, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { Card } from '#contract/tasks/cards.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { useBoardContext } from '#web/tasks/board-state/board-context.ts'
import { animateDrop, animateError } from '#web/tasks/board-state/card-animations.ts'
import { factsOf } from '#web/tasks/cards/announcements.ts'
import type { CardError } from '#web/tasks/cards/card-save-state.ts'
import { sizeWords } from '#web/tasks/cards/use-list-cards.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CardGrip } from './board-dnd.tsx'
import { TileFace } from './card-content.tsx'

interface CardTileProps {
  card: Card
  index: number
  top: number
  height: number
  listName: string
  /** Cards in the list, and whether these are all. */
  size: number
  sure: boolean
  trouble: CardError | undefined
}

const shape =
  'group/card relative h-full -outline-offset-2 touch-manipulation rounded-card border px-2.75 py-2.5 select-none [-webkit-touch-callout:none]'
// Faded without transparency, so that its words can still be read.
const liftedShape = 'border-line bg-transparent saturate-40 [&_p]:text-ink-3'
const restingShape = 'border-line bg-surface shadow-rest hover:border-line-strong hover:shadow-lift'

const goneShape = `${liftedShape} transition-colors duration-slow`
const troubledShape = 'border-bad-solid bg-surface shadow-rest'

export const CardTile = memo(function CardTile(props: CardTileProps) {
  const { card, index, top, height, listName, size, sure, trouble } = props
  const {
    labels,
    layout,
    minute,
    mayChange,
    whyNot,
    paused,
    focus,
    toggleCompleted: tick,
  } = useBoardContext()
  const active = useSyncExternalStore(focus.subscribe, () => focus.stateOf(card.id)) !== 'none'
  const [pointed, setPointed] = useState(false)
  const spot = { list: { name: listName }, position: index + 1, size: sizeWords(size, sure) }
  const node = useRef<HTMLDivElement>(null)

  // A card that changed lists is a new element: the focus and the last step of its way follow it there.
  useLayoutEffect(() => {
    if (!node.current) return
    if (focus.take(card.id)) node.current.focus({ preventScroll: false })
    animateDrop(node.current, card.id)
  })
  useLayoutEffect(() => {
    const element = node.current
    // Moved to another list with the focus on it, by whomever: it takes the focus along.
    return () => {
      if (element && element === document.activeElement) focus.want(card.id)
    }
  }, [focus, card.id])
  const isTroubled = trouble !== undefined
  const isGone = trouble?.isGone === true
  useLayoutEffect(() => {
    if (isTroubled && !isGone && node.current) animateError(node.current)
  }, [isTroubled, isGone])

  const onTick = useCallback((completed: boolean) => tick(card, completed), [tick, card])
  return (
    <li
      data-index={index}
      style={{ top, height }}
      aria-posinset={index + 1}
      aria-setsize={sure ? size : -1}
      className="absolute inset-x-2"
    >
      <CardGrip
        ref={node}
        card_id={card.id}
        disabled={whyNot !== undefined || isGone}
        role="group"
        aria-roledescription={text.role}
        aria-label={card.name}
        // An element for the description would cost sixty more on a board.
        aria-description={factsOf(card, spot, labels, new Date(minute * 60_000))}
        tabIndex={active ? 0 : -1}
        data-testid="card"
        data-card-id={card.id}
        data-list-id={card.list_id}
        data-surface
        onFocus={() => focus.note(card.id)}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        className={shape}
        liftedClass={liftedShape}
        restingClass={isGone ? goneShape : isTroubled ? troubledShape : restingShape}
      >
        <TileFace
          card={card}
          labels={labels}
          layout={layout}
          minute={minute}
          onTick={mayChange && !isGone ? onTick : undefined}
          paused={paused}
          active={active}
        />
        {trouble && <TroubleLine trouble={trouble} />}
        {mayChange && !isGone && (pointed || active || layout.phone) && (
          <MenuButton card={card} active={active} />
        )}
      </CardGrip>
    </li>
  )
})

/** Only under the pointer or the focus, else a board would have sixty more buttons. */
function MenuButton({ card, active }: { card: Card; active: boolean }) {
  const { openMenu, paused } = useBoardContext()
  return (
    <IconButton
      {...paused}
      icon={Ellipsis}
      label={text.menuOf(card.name)}
      aria-haspopup="menu"
      tabIndex={active ? 0 : -1}
      onClick={() => openMenu(card)}
      className="absolute end-1 top-1 size-6! bg-surface opacity-0 group-focus-within/card:opacity-100 group-hover/card:opacity-100 pointer-coarse:opacity-100 pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
    />
  )
}

function TroubleLine({ trouble }: { trouble: CardError }) {
  return (
    <div className="mt-2 grid justify-items-start gap-1">
      <p className="line-clamp-2 h-[2.125rem] text-meta text-bad-ink">{trouble.message}</p>
      <Button size="small" className="h-7!" onClick={trouble.again}>
        {trouble.label ?? messages.app.tryAgain}
      </Button>
    </div>
  )
}
