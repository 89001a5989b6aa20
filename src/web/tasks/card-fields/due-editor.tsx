import { type FormEvent, type ReactNode, useState } from 'react'

import type { PlainDate } from '#contract/plain-date.rules.ts'
import {
  cityOf,
  type DateTimeChoice,
  resolveDateTime,
  zonedDateTime,
} from '#contract/zoned-time.rules.ts'
import { cardFieldText as text } from '#web/messages/en/card-fields.ts'
import { isSameInstant, sharedInstant } from '#web/tasks/card-changes/card-edit.rules.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeField } from '#web/ui/date/date-time-field.tsx'
import { formatMoment, timeZone as currentTimeZone, useDateSettings } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import {
  choiceOf,
  dateIssue,
  type DateField,
  instantOf,
  quickDates,
  timeOf,
} from './due-edit.rules.ts'
import type { FieldEditorProps } from './labels-editor.tsx'
import { TheirValue } from './their-value.tsx'

const isPhone = matchMedia('(width < 48rem)')

interface DueEditorProps extends Omit<FieldEditorProps, 'board'> {
  field?: DateField
  /** Called after `onChange`: a date is chosen once. */
  onDone: () => void
}

/** A date for one card or many: quick picks, or date and time in the zone of the person. */
export function DueEditor({ cards, field = 'due_at', onChange, onDone }: DueEditorProps) {
  useDateSettings()
  const timeZone = currentTimeZone()
  const current = sharedInstant(cards, field)
  const [draft, setDraft] = useState<{ choice: DateTimeChoice; from: typeof current }>()
  const [isSubmitted, setSubmitted] = useState(false)
  const today = zonedDateTime(now(), timeZone).date
  const choice = draft?.choice ?? choiceOf(current, timeZone)
  const result = resolveDateTime(choice, null)
  const issue = 'at' in result ? dateIssue(cards, field, result.at) : undefined
  const isTheirs = draft !== undefined && !isSameInstant(draft.from, current)

  const change = (next: DateTimeChoice) => {
    const { date } = next
    const time = next.time ?? (date && timeOf({ field, date, now: now(), timeZone }))
    setDraft({ choice: { ...next, time }, from: draft ? draft.from : current })
  }
  const save = (at: string | null) => {
    if (current === undefined || !isSameInstant(current, at)) onChange({ [field]: at })
    onDone()
  }
  const saveChoice = () => {
    setSubmitted(true)
    if (result.kind === 'valid' && !issue) save(result.at.toISOString())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saveChoice()
  }
  const pick = (date: PlainDate) => {
    const time = timeOf({ field, date, now: now(), timeZone, time: choice.time })
    const at = instantOf(date, time, timeZone)
    if (dateIssue(cards, field, new Date(at))) return change({ ...choice, date })
    save(at)
  }

  const { tomorrow, nextMonday } = quickDates(today)
  const missing = isSubmitted && choice.date === null ? text.incomplete : undefined
  return (
    <form onSubmit={submit} className="grid gap-4 p-3 max-md:px-5 max-md:pb-5">
      <div className="flex flex-wrap gap-1.5">
        <QuickPick onClick={() => pick(today)} isFirst>
          {text.today}
        </QuickPick>
        <QuickPick onClick={() => pick(tomorrow)}>{text.tomorrow}</QuickPick>
        <QuickPick onClick={() => pick(nextMonday)}>{text.nextMonday}</QuickPick>
        <QuickPick onClick={() => save(null)}>{text.none}</QuickPick>
      </div>
      <DateTimeField
        label={field === 'due_at' ? text.due : text.start}
        value={choice}
        onChange={change}
        allowsPast
        hasFixedZone
        hasAutofocus={!isPhone.matches}
        issue={issue ? text.issues[issue] : missing}
        describe={field === 'due_at' ? text.dueAt : text.startsAt}
      />
      {result.kind === 'incomplete' && (
        <p className="text-meta text-ink-3">
          {current === undefined && !draft && `${text.different} `}
          {text.zone(cityOf(timeZone))}
        </p>
      )}
      {isTheirs && (
        <TheirValue
          message={current ? text.theirs(formatMoment(new Date(current))) : text.theirsCleared}
          onTake={() => setDraft(undefined)}
        />
      )}
      <Button type="submit" variant="primary">
        {text.save}
      </Button>
    </form>
  )
}

interface QuickPickProps {
  onClick: () => void
  isFirst?: boolean
  children: ReactNode
}

const QuickPick = ({ onClick, isFirst, children }: QuickPickProps) => (
  <Button
    size="small"
    onClick={onClick}
    {...(isFirst && isPhone.matches && { 'data-autofocus': true })}
    className="pointer-coarse:min-h-11"
  >
    {children}
  </Button>
)
