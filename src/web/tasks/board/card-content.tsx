import { memo } from 'react'

import type { Label, Card } from '#client/resources.ts'
import { boardText } from '#web/messages/en/board.ts'
import { paths } from '#web/paths.ts'
import type { BoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { measureTexts } from '#web/tasks/board-state/text-measure.ts'
import { memberNames } from '#web/tasks/cards/card-copies.rules.ts'
import {
  cardHeight,
  countRows,
  LABEL_BAR_WIDTH,
  labelsHeight,
} from '#web/tasks/cards/card-height.rules.ts'
import { DueBadge } from '#web/tasks/cards/due-badge.tsx'
import { dueOf } from '#web/tasks/cards/due.rules.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { chipShape, LabelBar, LabelChip } from '#web/ui/label/label-chip.tsx'
import type { LabelsById } from '#web/ui/label/labels-by-id.ts'
import type { OfflineProps } from '#web/ui/use-offline-props.ts'

const MAX_AVATARS = 3
const titleClass = 'text-body font-medium normal-nums wrap-anywhere'

const labelsOf = (card: Card, labels: LabelsById): Label[] =>
  (card.label_ids ?? []).flatMap((id) => labels.get(id) ?? [])
const membersOf = (card: Card, { hasMembers }: BoardLayout) => (hasMembers && card.members) || []

const labelRows = (
  card: Card,
  labels: LabelsById,
  { contentWidth: inside, rem, hasLabelBars }: BoardLayout,
): number => {
  const names = labelsOf(card, labels).map(({ name }) => name)
  const widths = hasLabelBars
    ? names.map(() => LABEL_BAR_WIDTH * rem)
    : measureTexts(names, chipShape).map(({ width }) => width)
  return countRows(widths, inside, rem / 4)
}

const hasFooter = (card: Card, layout: BoardLayout): boolean =>
  card.due_at != null ||
  membersOf(card, layout).length > 0 ||
  (card.completed && card.completed_at != null)

interface CardHeightOptions {
  readonly labels: LabelsById
  readonly layout: BoardLayout
  readonly canEdit: boolean
  readonly hasError: (card_id: string) => boolean
}

/** All labels of the board in one layout, not those of each card in its own. */
const measureLabels = (labels: LabelsById) =>
  void measureTexts(
    [...labels.values()].map(({ name }) => name),
    chipShape,
  )

/** Heights of cards in pixels without rendering them: their titles are measured together, once. */
export function cardHeights(
  cards: readonly Card[],
  { labels, layout, canEdit, hasError }: CardHeightOptions,
): number[] {
  measureLabels(labels)
  const measureTitles = (some: readonly Card[], width: number) =>
    measureTexts(
      some.map(({ name }) => name),
      titleClass,
      width,
    ).map(({ height }, index) => [some[index]?.id, height] as const)
  const isIndented = (card: Card) => canEdit || card.completed
  const titleHeights = new Map([
    ...measureTitles(cards.filter(isIndented), layout.titleWidth),
    ...measureTitles(
      cards.filter((card) => !isIndented(card)),
      layout.contentWidth,
    ),
  ])
  return cards.map((card) => {
    const lines = Math.round((titleHeights.get(card.id) ?? 0) / layout.titleLineHeight)
    const parts = {
      labelRowCount: labelRows(card, labels, layout),
      titleLines: Math.min(Math.max(lines, 1), layout.maxTitleLines),
      hasFooter: hasFooter(card, layout),
      hasError: hasError(card.id),
    }
    return cardHeight(parts, layout)
  })
}

interface CardContentProps {
  card: Card
  labels: LabelsById
  layout: BoardLayout
  minute: number
  /** Omitted, only completed cards have a mark, and it is no button. */
  onToggle?: ((completed: boolean) => void) | undefined
  offlineProps?: OfflineProps
  /** Inside the drag overlay, which shows the toggle without its function. */
  isOverlay?: boolean
  /** Beside the toggle, or the mark of a completed card. */
  isIndented: boolean
  /** The card is in the tab order, so Tab continues into it. */
  isTabStop?: boolean
}

/** As few elements as possible: a board renders about sixty cards. */
export const CardContent = memo(function CardContent(props: CardContentProps) {
  const { card, labels, layout, minute, onToggle, offlineProps, isOverlay, isTabStop } = props
  const indent = props.isIndented ? 'ps-5.5' : ''
  const now = new Date(minute * 60_000)
  const due = dueOf(card, now)
  const members = membersOf(card, layout)
  const cardLabels = labelsOf(card, labels)
  const top =
    (layout.cardPadding + labelsHeight(labelRows(card, labels, layout), layout) - 0.75) * layout.rem

  return (
    <>
      {cardLabels.length > 0 && (
        <div className="mb-1 flex flex-wrap gap-1">
          {cardLabels.map((label) =>
            layout.hasLabelBars ? (
              <LabelBar key={label.id} label={label} />
            ) : (
              <LabelChip key={label.id} label={label} />
            ),
          )}
        </div>
      )}
      <CompletedToggle
        card={card}
        top={top + layout.titleLineHeight / 2}
        onToggle={onToggle}
        offlineProps={offlineProps}
        isOverlay={isOverlay}
        tabIndex={isTabStop ? 0 : -1}
      />
      <a
        href={isOverlay ? undefined : paths.card(card.board_id, card.id)}
        // The card is dragged, not the link.
        draggable={false}
        tabIndex={isTabStop ? 0 : -1}
        className={`-my-0.5 py-0.5 ${layout.maxTitleLines === 2 ? 'line-clamp-2' : 'line-clamp-4'} ${indent} ${titleClass} ${card.completed ? 'text-ink-3' : ''}`}
      >
        {card.name}
      </a>
      {hasFooter(card, layout) && (
        <div
          className={`mt-[calc(var(--spacing-card)-0.25rem)] flex h-6 items-center gap-2 ${indent}`}
        >
          {due && <DueBadge due={due} now={now} tabIndex={isTabStop ? 0 : undefined} />}
          {members.length > 0 && (
            <span className="ms-auto flex gap-1">
              {[...memberNames(members)].slice(0, MAX_AVATARS).map(([id, name]) => (
                <Avatar key={id} id={id} name={name} />
              ))}
              {members.length > MAX_AVATARS && (
                <span className="text-tag text-ink-3">+{members.length - MAX_AVATARS}</span>
              )}
            </span>
          )}
        </div>
      )}
      {layout.hasIds && (
        <p className={`mt-1 h-4 truncate font-mono text-tag text-ink-3 ${indent}`}>{card.id}</p>
      )}
    </>
  )
})

interface CompletedToggleProps {
  card: Card
  top: number
  onToggle: ((completed: boolean) => void) | undefined
  offlineProps: OfflineProps
  isOverlay: boolean | undefined
  tabIndex: number
}

const toggleClass =
  'absolute start-1.75 grid size-6 forced-colors:border-0! forced-colors:aria-pressed:before:border-none place-items-center rounded-full before:size-4 before:rounded-full before:border-[1.5px] before:border-control before:transition-colors before:duration-quick pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5'
const completedClass = 'before:border-ok-solid before:bg-ok-solid text-surface'

/** A toggle button; screen readers say "Done: title, pressed". */
function CompletedToggle({
  card,
  top,
  onToggle,
  offlineProps,
  isOverlay,
  tabIndex,
}: CompletedToggleProps) {
  const className = `${toggleClass} ${card.completed ? completedClass : ''}`
  const glyph = card.completed && (
    <svg aria-hidden viewBox="0 0 16 16" className="absolute size-4 fill-none stroke-current">
      <path d="M4.8 8.3l2.1 2.1 4.3-4.6" strokeWidth={1.8} strokeLinecap="round" />
    </svg>
  )
  if (!onToggle) {
    if (!card.completed && !isOverlay) return null
    return (
      <span
        {...(card.completed && { role: 'img', 'aria-label': boardText.done })}
        style={{ top }}
        className={className}
      >
        {glyph}
      </span>
    )
  }
  return (
    <button
      type="button"
      {...offlineProps}
      tabIndex={tabIndex}
      aria-pressed={card.completed}
      aria-label={boardText.markDone(card.name)}
      title={boardText.menu[card.completed ? 'reopen' : 'done']}
      onClick={() => onToggle(!card.completed)}
      style={{ top }}
      className={`${className} hover:before:border-ok-solid`}
    >
      {glyph}
    </button>
  )
}
