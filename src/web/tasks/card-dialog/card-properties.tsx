import Calendar from 'lucide-react/icons/calendar'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import MoveRight from 'lucide-react/icons/move-right'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'

import { cardDialogText as text } from '#web/messages/en/card-dialog.ts'
import { usePreference } from '#web/session/preferences.ts'
import type { CardField } from '#web/tasks/board-state/board-context.ts'
import { setCardStatus } from '#web/tasks/card-changes/edit-cards.data.ts'
import { useTheirChange } from '#web/tasks/card-fields/their-value.tsx'
import { memberNames } from '#web/tasks/cards/card-copies.rules.ts'
import { dueOf } from '#web/tasks/cards/due.rules.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, KeyHint } from '#web/ui/button.tsx'
import { CopyableId } from '#web/ui/copyable.tsx'
import { Select } from '#web/ui/form/field.tsx'
import { formatMoment, useDateSettings } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { now } from '#web/ui/server-time.ts'
import { isListArchived, useCardScope } from './card-scope.ts'

/** Dates, labels, members, status and the ways on, beside the title; on a phone below it. */
export function CardProperties() {
  const { card, canEdit, openMove, toggleCompleted, offlineProps } = useCardScope()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const hint = (key: string) => (singleKeys ? key : undefined)
  return (
    <>
      <DateProperty field="due" hint={hint('D')} />
      {card.start_at !== undefined && <DateProperty field="start" />}
      <LabelsProperty hint={hint('L')} />
      <MembersProperty hint={hint('A')} />
      <StatusProperty />
      {canEdit && (
        <div className="card-actions grid gap-3 border-t border-line pt-4">
          {openMove && (
            <Button {...offlineProps} icon={MoveRight} onClick={openMove} data-move>
              <span className="flex-1 text-start">{text.moveTo}</span>
              {singleKeys && <KeyHint>M</KeyHint>}
            </Button>
          )}
          <Button
            {...offlineProps}
            variant={card.completed ? 'plain' : 'primary'}
            icon={CircleCheckBig}
            onClick={toggleCompleted}
          >
            <span className="flex-1 text-start">
              {card.completed ? text.reopen : text.markDone}
            </span>
            {singleKeys && <KeyHint>E</KeyHint>}
          </Button>
        </div>
      )}
      <div className="min-w-0">
        <CopyableId id={card.id} label={text.cardId} />
      </div>
    </>
  )
}

interface PropertyProps {
  label: string
  hint?: string | undefined
  children: ReactNode
}

const Property = ({ label, hint, children }: PropertyProps) => (
  <div role="group" aria-label={label} className="grid gap-1.5">
    <p aria-hidden className="flex items-center justify-between text-cell text-ink-2">
      {label}
      {hint && <KeyHint>{hint}</KeyHint>}
    </p>
    {children}
  </div>
)

function DateProperty({ field, hint }: { field: 'due' | 'start'; hint?: string | undefined }) {
  useDateSettings() // renders with another zone
  const { card, canEdit, openEditor, offlineProps } = useCardScope()
  const at = field === 'due' ? card.due_at : card.start_at
  const highlight = useTheirChange(at ?? '', card.version)
  const due = field === 'due' ? dueOf({ ...card, completed: false }, now()) : null
  const isOverdue = due?.state === 'overdue' && !card.completed
  const moment = at ? formatMoment(new Date(at)) : text.notSet
  const note = isOverdue ? text.daysOver(due.days) : ''
  const tone = isOverdue
    ? 'border-bad-line bg-bad-soft text-bad-ink'
    : `border-line-strong bg-surface ${at ? '' : 'text-ink-2'}`
  const content = (
    <>
      <Icon of={Calendar} />
      <span className="min-w-0 flex-1 text-start">{moment}</span>
      {note && <span className="font-medium">{note}</span>}
    </>
  )
  const shape = `flex min-h-control w-full items-center gap-2 rounded-control border px-3 text-cell ${tone}`
  const value = note ? `${moment}, ${note}` : moment
  return (
    <Property label={text[field]} hint={canEdit ? hint : undefined}>
      {canEdit ? (
        <button
          type="button"
          {...offlineProps}
          {...highlight}
          data-field={field}
          aria-haspopup="dialog"
          aria-label={text.editDate(text[field], value)}
          onClick={() => openEditor(field)}
          className={shape}
        >
          {content}
        </button>
      ) : (
        <p {...highlight} className={shape}>
          {content}
        </p>
      )}
    </Property>
  )
}

function LabelsProperty({ hint }: { hint: string | undefined }) {
  const { card, board, canEdit } = useCardScope()
  const ids = card.label_ids ?? []
  const labels = board.labels.filter(({ id }) => ids.includes(id))
  const highlight = useTheirChange(ids.join(), card.version)
  return (
    <Property label={text.labels} hint={canEdit ? hint : undefined}>
      <div {...highlight} className="flex flex-wrap items-center gap-1.5 rounded-control">
        {labels.map((label) => (
          <LabelChip key={label.id} label={label} />
        ))}
        {canEdit ? (
          <AddButton field="labels" label={text.editLabels}>
            {text.addLabel}
          </AddButton>
        ) : (
          labels.length === 0 && <None />
        )}
      </div>
    </Property>
  )
}

function MembersProperty({ hint }: { hint: string | undefined }) {
  const { card, canEdit } = useCardScope()
  const members = card.members ?? []
  const highlight = useTheirChange(members.map(({ id }) => id).join(), card.version)
  return (
    <Property label={text.members} hint={canEdit ? hint : undefined}>
      <div {...highlight} className="flex flex-wrap items-center gap-1.5 rounded-control">
        {[...memberNames(members)].map(([id, name]) => (
          <Avatar key={id} id={id} name={name} size={26} />
        ))}
        {canEdit ? (
          <AddButton field="members" label={text.editMembers} />
        ) : (
          members.length === 0 && <None />
        )}
      </div>
    </Property>
  )
}

const None = () => <p className="text-cell text-ink-3">{text.noneYet}</p>

interface AddButtonProps {
  field: CardField
  label: string
  children?: ReactNode
}

function AddButton({ field, label, children }: AddButtonProps) {
  const { openEditor, offlineProps } = useCardScope()
  return (
    <button
      type="button"
      {...offlineProps}
      data-field={field}
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      onClick={() => openEditor(field)}
      className={`flex min-h-6.5 min-w-6.5 items-center justify-center gap-1 border border-dashed border-control px-1.5 text-meta text-ink-2 hover:bg-hover forced-colors:border-dashed! pointer-coarse:min-h-11 pointer-coarse:min-w-11 ${field === 'members' ? 'rounded-full' : 'rounded-md'}`}
    >
      <Icon of={Plus} size={14} />
      {children}
    </button>
  )
}

/** Another value than these two is shown as the server names it. */
function StatusProperty() {
  const scope = useCardScope()
  const { card, canEdit, context, ifEditable, offlineProps } = scope
  const status: string = card.status
  const isKnown = status === 'open' || status === 'archived'
  if (!canEdit || !isKnown)
    return (
      <Property label={text.status}>
        <p className="text-cell">{isKnown ? statusText[status] : formatStatus(status)}</p>
      </Property>
    )
  const change = (next: string) => {
    if (next === status) return
    ifEditable(() => setCardStatus(context(), card, next === 'archived' ? 'archive' : 'unarchive'))
  }
  const needsList = status === 'archived' && isListArchived(scope)
  return (
    <Select
      {...(offlineProps && { ...offlineProps, disabled: true })}
      label={<span className="text-cell font-normal text-ink-2">{text.status}</span>}
      hint={needsList && text.restoreListFirst}
      value={status}
      onChange={(event) => change(event.target.value)}
      options={[
        { value: 'open', label: text.open, disabled: needsList },
        { value: 'archived', label: text.statusArchived },
      ]}
    />
  )
}

const statusText = { open: text.open, archived: text.statusArchived }
