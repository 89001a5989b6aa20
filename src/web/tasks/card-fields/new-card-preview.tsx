import { zonedDateTime } from '#contract/zoned-time.rules.ts'
import { boardPartsText as text } from '#web/messages/en/board-parts.ts'
import { boardText } from '#web/messages/en/board.ts'
import { dateText } from '#web/messages/en/date.ts'
import { useBoardValues } from '#web/tasks/board-state/board-context.ts'
import type { NewCard } from '#web/tasks/card-changes/card-save-state.ts'
import { DueBadge, formatDueSentence } from '#web/tasks/cards/due-badge.tsx'
import { type Due, dueOf } from '#web/tasks/cards/due.rules.ts'
import { displayLocale, timeZone } from '#web/ui/format.ts'
import { formatLabelName, LabelChip } from '#web/ui/label/label-chip.tsx'
import type { LabelsById } from '#web/ui/label/labels-by-id.ts'
import { now } from '#web/ui/server-time.ts'
import { parseCardText } from './card-text.rules.ts'
import { dueOn } from './due-edit.rules.ts'

/** What the text of a new card says. */
export type NewCardFields = Pick<NewCard, 'name' | 'label_ids' | 'due_at'>

/** The card that a typed line means, on the board that is open. */
export function readCardText(line: string, labels: LabelsById): NewCardFields {
  const zone = timeZone()
  const today = zonedDateTime(now(), zone).date
  const { name, label_ids, date } = parseCardText(line, {
    labels: [...labels.values()].map((label) => ({ id: label.id, name: formatLabelName(label) })),
    dates: { locale: displayLocale, today, words: dateText },
  })
  return { name, label_ids, due_at: date ? dueOn(date, now(), zone) : undefined }
}

/** The labels and due dates of one card or several, each once. */
function factsOf(cards: readonly NewCardFields[], labels: LabelsById) {
  const ids = new Set(cards.flatMap(({ label_ids = [] }) => label_ids))
  const instants = new Set(cards.flatMap(({ due_at }) => due_at ?? []))
  const dues = [...instants].flatMap(
    (due_at): Due | [] => dueOf({ due_at, completed: false }, now()) ?? [],
  )
  return { labels: [...ids].flatMap((id) => labels.get(id) ?? []), dues }
}

/** One sentence of the preview, for screen readers; empty for none. */
export function formatNewCardFacts(cards: readonly NewCardFields[], all: LabelsById): string {
  const { labels, dues } = factsOf(cards, all)
  const facts = dues.map((due) => formatDueSentence(due, now()))
  if (labels.length > 0) facts.push(boardText.labels(labels.map(formatLabelName).join(', ')))
  return facts.length > 0 ? text.recognized(facts.join(', ')) : ''
}

/** The labels and due dates that cards will have once they are saved. */
export function NewCardPreview({ id, cards }: { id?: string; cards: readonly NewCardFields[] }) {
  const all = useBoardValues().labels
  const { labels, dues } = factsOf(cards, all)
  if (labels.length === 0 && dues.length === 0) return null
  return (
    <div
      id={id}
      role="group"
      aria-label={formatNewCardFacts(cards, all)}
      className="flex min-w-0 flex-wrap items-center gap-1.5"
    >
      {labels.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {dues.map((due) => (
        <DueBadge key={due.at.getTime()} due={due} now={now()} />
      ))}
    </div>
  )
}
