import type { Board, BoardList, Card } from '#client/resources.ts'
import { cardTableText as text } from '#web/messages/en/card-table.ts'
import type { BoardActions, BoardValues } from '#web/tasks/board-state/board-context.ts'
import { memberNames } from '#web/tasks/cards/card-copies.rules.ts'
import { DueBadge } from '#web/tasks/cards/due-badge.tsx'
import { dueOf } from '#web/tasks/cards/due.rules.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'

const MAX_LABELS = 2
const MAX_MEMBERS = 3

type ColumnValues = Pick<
  BoardValues,
  'labels' | 'minute' | 'canEdit' | 'disabledReason' | 'offlineProps' | 'dates'
>

/** The columns of the table. As few elements as possible: thirty rows are rendered. */
export function createCardColumns(
  lists: readonly BoardList[],
  { labels, minute, canEdit, disabledReason, offlineProps }: ColumnValues,
  toggleCompleted: BoardActions['toggleCompleted'],
): readonly Column<Card>[] {
  const listNames = new Map(lists.map(({ id, name }) => [id, name]))
  const now = new Date(minute * 60_000)
  const sortable = { isSortable: true, onPhone: true } as const
  return [
    { id: 'title', label: text.title, isSortable: true, cell: ({ name }) => name },
    {
      id: 'list',
      label: text.list,
      ...sortable,
      width: 9,
      cell: ({ list_id }) => listNames.get(list_id),
    },
    {
      id: 'labels',
      label: text.labels,
      isSortable: true,
      width: 13,
      cell: ({ label_ids }) => {
        const own = label_ids.flatMap((id) => labels.get(id) ?? [])
        if (own.length === 0) return <None />
        return (
          <span className="flex min-w-0 gap-1">
            {own.slice(0, MAX_LABELS).map((label) => (
              <LabelChip key={label.id} label={label} />
            ))}
            {own.length > MAX_LABELS && text.more(own.length - MAX_LABELS)}
          </span>
        )
      },
    },
    {
      id: 'due',
      label: text.due,
      ...sortable,
      width: 9,
      cell: (card) => {
        // The completion date of a card that has no due date is not in the column’s order.
        const due = card.due_at ? dueOf(card, now) : null
        return due ? <DueBadge due={due} now={now} /> : <None />
      },
    },
    {
      id: 'members',
      label: text.members,
      isSortable: true,
      width: 8,
      cell: ({ members }) => {
        if (members.length === 0) return <None />
        const shown = [...memberNames(members)].slice(0, MAX_MEMBERS)
        return (
          <>
            {shown.map(([id, name]) => (
              <Avatar key={id} id={id} name={name} />
            ))}
            {members.length > shown.length && text.more(members.length - shown.length)}
          </>
        )
      },
    },
    {
      id: 'done',
      label: text.done,
      ...sortable,
      width: 5,
      cell: (card) => (
        <button
          type="button"
          {...offlineProps}
          disabled={!canEdit}
          title={canEdit ? undefined : disabledReason}
          tabIndex={-1}
          aria-pressed={card.completed}
          aria-label={text.markDone(card.name)}
          className="done-toggle"
          onClick={() => toggleCompleted(card, !card.completed)}
        />
      ),
    },
  ]
}

/** Read out; a dash to the eye. */
const None = () => (
  <span role="img" aria-label={text.none} className="text-ink-3 max-md:hidden">
    –
  </span>
)

export const captionOf = ({ name }: Board, filtered: boolean): string =>
  filtered ? text.filteredCaption(name) : text.caption(name)
