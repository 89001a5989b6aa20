import Check from 'lucide-react/icons/check'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { boardText } from '#web/messages/en/board.ts'
import { cardDialogText as text } from '#web/messages/en/card-dialog.ts'
import { editCard } from '#web/tasks/card-changes/edit-card.data.ts'
import { TheirValue, useTheirChange } from '#web/tasks/card-fields/their-value.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { titleIssue, visibleTitle } from './card-details.rules.ts'
import { useCardScope } from './card-scope.ts'

interface CardTitleProps {
  /** Of the heading that names the dialog. */
  headingId: string
  /** The focus starts in the title. */
  startsInTitle: boolean
}

/** The title, edited in place: Enter saves, Esc restores. */
export function CardTitle({ headingId, startsInTitle }: CardTitleProps) {
  const { card, canEdit } = useCardScope()
  const heading = visibleTitle(card.name, text.untitled)
  return (
    <div className="flex items-start gap-3">
      <CompletedToggle />
      <div className="grid min-w-0 flex-1 gap-2">
        <h2
          id={headingId}
          tabIndex={-1}
          dir="auto"
          {...(!startsInTitle && { 'data-autofocus': true })}
          className={canEdit ? 'sr-only' : 'font-display text-detail wrap-anywhere outline-none'}
        >
          {heading}
        </h2>
        {canEdit && <TitleField startsInTitle={startsInTitle} />}
      </div>
    </div>
  )
}

function TitleField({ startsInTitle }: { startsInTitle: boolean }) {
  const { card, context, ifEditable, offlineProps } = useCardScope()
  const [draft, setDraft] = useState<{ text: string; from: string }>()
  const field = useRef<HTMLTextAreaElement>(null)
  const issueId = useId()
  const value = draft?.text ?? card.name
  const issue = draft && titleIssue(draft.text)
  const isTheirs = draft !== undefined && card.name !== draft.from && card.name !== draft.text
  const highlight = useTheirChange(card.name, card.version)
  useEffect(() => {
    if (startsInTitle) field.current?.select()
  }, [startsInTitle])

  const save = () => {
    if (!draft || issue) return
    const name = draft.text.trim()
    // Someone else's title is replaced only after a question.
    const seen = { ...card, name: draft.from }
    if (name !== card.name) ifEditable(() => void editCard(context(), seen, { name }))
    setDraft(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      save()
    } else if (event.key === 'Escape' && draft) {
      event.preventDefault()
      event.stopPropagation() // Esc restores the title and does not close the dialog
      setDraft(undefined)
    }
  }
  return (
    // Someone else's title, which can be taken instead, is part of the field.
    <div
      className="contents"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || save()}
    >
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        {...offlineProps}
        {...(startsInTitle && { 'data-autofocus': true })}
        {...highlight}
        readOnly={offlineProps !== undefined}
        aria-label={text.title}
        aria-invalid={issue ? true : undefined}
        aria-describedby={issue ? issueId : offlineProps?.['aria-describedby']}
        value={value}
        placeholder={text.untitled}
        onChange={(event) =>
          setDraft({
            text: event.target.value.replace(/\s*\n\s*/g, ' '),
            from: draft?.from ?? card.name,
          })
        }
        onKeyDown={onKeyDown}
        className="-mx-2 field-sizing-content w-[calc(100%+1rem)] resize-none rounded-control border border-transparent bg-transparent px-2 font-display text-detail wrap-anywhere hover:border-line-strong focus:border-focus focus:outline-2 focus:outline-focus aria-invalid:border-bad-solid"
      />
      {issue && (
        <p id={issueId} role="alert" className="text-meta font-medium text-bad-ink">
          {text.titleIssues[issue]}
        </p>
      )}
      {isTheirs && (
        <TheirValue
          message={text.theirTitle(visibleTitle(card.name, text.untitled))}
          onTake={() => setDraft(undefined)}
        />
      )}
    </div>
  )
}

function CompletedToggle() {
  const { card, canEdit, toggleCompleted, offlineProps } = useCardScope()
  const mark = (
    <span
      aria-hidden
      className={`grid size-5.5 place-items-center rounded-full border-[1.5px] ${card.completed ? 'border-ok-solid bg-ok-solid text-surface' : 'border-control group-hover/toggle:border-ok-solid'}`}
    >
      {card.completed && <Icon of={Check} size={14} />}
    </span>
  )
  if (!canEdit)
    return card.completed ? (
      <span role="img" aria-label={boardText.done} className="pt-1">
        {mark}
      </span>
    ) : null
  return (
    <button
      type="button"
      {...offlineProps}
      aria-pressed={card.completed}
      aria-label={boardText.markDone(card.name)}
      title={card.completed ? text.reopen : text.markDone}
      onClick={toggleCompleted}
      className="card-toggle group/toggle grid shrink-0 place-items-center rounded-full"
    >
      {mark}
    </button>
  )
}
