import { type FormEvent, useEffect, useRef, useState } from 'react'

import { newCardText as text } from '#web/messages/en/new-card.ts'
import { randomId } from '#web/session/random-id.ts'
import { useSession } from '#web/session/session.ts'
import { useBoard } from '#web/tasks/board-state/board-context.ts'
import { addCard, reportRejectedCard } from '#web/tasks/card-changes/add-card.ts'
import { type NewCard, removeNewCard } from '#web/tasks/card-changes/card-save-state.ts'
import { activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Field, Select } from '#web/ui/form/field.tsx'
import { formatDate } from '#web/ui/format.ts'
import { Popover } from '#web/ui/popup/popover.tsx'
import { useBufferedLine } from '#web/ui/type-ahead-buffer.tsx'

const MAX_LENGTH = 512

interface AddCardPopoverProps {
  /** A card that was rejected: to change, send again or discard. */
  rejected?: NewCard
  /** The card is due then. */
  due_at?: string | undefined
  anchor?: () => Element | null | undefined
  onClose: () => void
  onCreated?: (card_id: string) => void
}

/**
 * Adds a card from a view without lists: its title and its list. It stays open until the card is saved. A rejected card keeps
 * its text on the board, also when this is closed.
 */
export function AddCardPopover(props: AddCardPopoverProps) {
  const { due_at = props.rejected?.due_at, anchor, onClose, onCreated } = props
  const session = useSession()
  const board = useBoard()
  const lists = activeLists(board)
  // After a lost response the same request is sent again.
  const [rejected, setRejected] = useState(props.rejected)
  const [name, setName] = useState(rejected?.name ?? '')
  const [listId, setListId] = useState(rejected?.list_id)
  const [issue, setIssue] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  useBufferedLine(
    (line) => line && setName(line),
    () => undefined,
  )
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  // The list of a rejected card may be archived by now.
  const list = lists.find(({ id }) => id === listId) ?? lists[0]
  const add = async (title: string) => {
    if (!list) return
    setSaving(true)
    setRejected(undefined)
    const { key = randomId(), lost } = rejected ?? {}
    const draft = { key, list_id: list.id, name: title, position: 'bottom', due_at, lost } as const
    const result = await addCard(session, board, draft)
    if (!isOpen.current) return reportRejectedCard(session, board, result.rejected)
    setSaving(false)
    if (result.rejected) return setRejected(result.rejected)
    onClose()
    if (result.card) onCreated?.(result.card.id)
  }
  const discard = () => {
    if (rejected) removeNewCard(session, rejected.key)
    onClose()
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
          value={list?.id ?? ''}
          options={lists.map((list) => ({ value: list.id, label: list.name }))}
          onChange={(event) => setListId(event.target.value)}
        />
        {rejected?.error && (
          <p role="alert" className="text-meta text-bad-ink">
            {formatSaveError(rejected.error, { textKept: true })}
          </p>
        )}
        <Button type="submit" variant="primary" busy={isSaving}>
          {text.add}
        </Button>
        {rejected && <Button onClick={discard}>{text.discard}</Button>}
      </form>
    </Popover>
  )
}
