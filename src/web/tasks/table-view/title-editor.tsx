import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'

import type { Card } from '#client/resources.ts'
import { cardTableText as text } from '#web/messages/en/card-table.ts'
import { announce } from '#web/ui/live-region.tsx'

const MAX_LENGTH = 512

interface TitleEditorProps {
  card: Card
  onSave: (name: string) => void
  /** The field goes; `focus` says whether the row takes the focus. */
  onClose: (focus: boolean) => void
}

/** The title of a card as a field: Enter saves, Esc restores, and leaving it saves what is valid. */
export function TitleEditor({ card, onSave, onClose }: TitleEditorProps) {
  const [name, setName] = useState(card.name)
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const issueId = useId()
  useLayoutEffect(() => field.current?.select(), [])

  const next = name.trim()
  const issue = next === '' ? text.emptyTitle : [...next].length > MAX_LENGTH ? text.tooLong : ''
  const finish = (isSaved: boolean, focus: boolean) => {
    if (isOver.current) return // removing the field blurs it
    if (isSaved && issue) {
      announce(issue)
      if (focus) return
    }
    isOver.current = true
    if (isSaved && !issue && next !== card.name) onSave(next)
    onClose(focus)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation() // the keys of the row
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    finish(event.key === 'Enter', true)
  }
  return (
    <>
      <input
        ref={field}
        autoFocus
        value={name}
        aria-label={text.editTitle(card.name)}
        aria-invalid={issue !== '' || undefined}
        aria-describedby={issue ? issueId : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish(true, false)}
        className="h-7 w-full rounded-control border border-focus bg-surface px-2 text-cell font-medium aria-invalid:border-bad-solid"
      />
      {issue && (
        <span id={issueId} className="sr-only">
          {issue}
        </span>
      )}
    </>
  )
}
