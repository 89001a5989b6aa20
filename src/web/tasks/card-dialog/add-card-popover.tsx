import { type FormEvent, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { newCardText as text } from '#web/messages/en/new-card.ts'
import { randomId } from '#web/session/random-id.ts'
import { useSession } from '#web/session/session.ts'
import { useBoard } from '#web/tasks/board-state/board-context.ts'
import { activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { getCardSaveState, removeNewCard } from '#web/tasks/cards/card-save-state.ts'
import { createCards } from '#web/tasks/cards/create-card.data.ts'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Field, Select } from '#web/ui/form/field.tsx'
import { formatDate } from '#web/ui/format.ts'
import { announce } from '#web/ui/live-region.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useBufferedLine } from '#web/ui/type-ahead-buffer.tsx'

const MAX_LENGTH = 512

interface AddCardPopoverProps {
  /** The card is due then. */
  due_at?: string | undefined
  anchor?: () => Element | null | undefined
  onClose: () => void
  onCreated?: (card_id: string) => void
}

/** Adds a card from a view without lists: its title and its list. It stays open with its text until the card is saved. */
export function AddCardPopover({ due_at, anchor, onClose, onCreated }: AddCardPopoverProps) {
  const session = useSession()
  const board = useBoard()
  const lists = activeLists(board)
  const [name, setName] = useState('')
  const [listId, setListId] = useState(lists[0]?.id ?? '')
  const [issue, setIssue] = useState<string>()
  const [error, setError] = useState<ApiError>()
  const [isSaving, setSaving] = useState(false)
  useBufferedLine(setName, () => undefined)

  const add = async (title: string) => {
    const list = lists.find(({ id }) => id === listId)
    if (!list) return
    const key = randomId()
    setSaving(true)
    const label = text.added(title, list.name)
    const draft = { key, list_id: list.id, name: title, position: 'bottom', due_at } as const
    const options = { session, board_id: board.id, label, onUndo: () => {} }
    const [card] = await createCards({ ...options, onCreated: () => {} }, [draft])
    const rejected = getCardSaveState(session)
      .newCards.get()
      .find((one) => one.key === key)
    setSaving(false)
    if (rejected) {
      removeNewCard(session, key)
      return setError(rejected.error)
    }
    announce(label)
    onClose()
    if (card) onCreated?.(card.id)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const title = name.trim()
    const next =
      title === '' ? text.empty : [...title].length > MAX_LENGTH ? text.tooLong : undefined
    setIssue(next)
    if (!next && !isSaving) void add(title)
  }
  return (
    <Popover
      title={text.title}
      {...(due_at && { subtitle: text.due(formatDate(new Date(due_at))) })}
      anchor={anchor ?? (() => document.querySelector('[data-create]'))}
      onClose={onClose}
      className="md:w-75"
    >
      <form onSubmit={onSubmit} noValidate className="grid gap-4 p-3 max-md:px-5 max-md:pb-5">
        <Field
          label={text.name}
          hint={due_at && text.due(formatDate(new Date(due_at)))}
          issue={issue}
          value={name}
          data-autofocus
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value)
            setIssue(undefined)
          }}
        />
        <Select
          label={text.list}
          value={listId}
          options={lists.map((list) => ({ value: list.id, label: list.name }))}
          onChange={(event) => setListId(event.target.value)}
        />
        {error && (
          <p role="alert" className="text-meta text-bad-ink">
            {formatSaveError(error, { textKept: true })}
          </p>
        )}
        <Button type="submit" variant="primary" busy={isSaving}>
          {text.add}
        </Button>
      </form>
    </Popover>
  )
}
