import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import { addListText as text } from '#web/messages/en/board-edit.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import { createList } from '#web/tasks/boards/edit-lists.data.ts'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { focusAfterChange } from './focus-after-change.ts'

interface NewList {
  readonly key: number
  readonly name: string
}

interface AddListProps {
  board_id: string
  /** On an empty board: it does not take the focus, and the board that appears offers the next list. */
  isFirst?: boolean
}

/** After the last list: a field for one list after another, and the button that opens it again. */
export function AddList({ board_id, isFirst = false }: AddListProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const [open, setOpen] = useState(true)
  const [name, setName] = useState('')
  const [saving, setSaving] = useState<readonly NewList[]>([])
  const [error, setError] = useState<ApiError | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const [hasFocus, setHasFocus] = useState(false)
  // The new list takes the place of the field, which moves on.
  useEffect(() => {
    if (hasFocus) root.current?.scrollIntoView({ block: 'nearest', inline: 'end' })
  }, [hasFocus, saving])

  const close = (keepsFocus: boolean) => {
    setHasFocus(keepsFocus)
    setOpen(false)
    setError(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const list = { key: Date.now(), name: name.trim() }
    if (!list.name || offlineProps) return
    setName('')
    setError(null)
    setSaving((all) => [...all, list])
    setHasFocus(true)
    void createList(session, board_id, list.name).then((failure) => {
      setSaving((all) => all.filter(({ key }) => key !== list.key))
      if (!failure) return isFirst && focusAfterChange('[data-add-list]')
      setError(failure)
      setOpen(true)
      setName((typed) => typed || list.name)
    })
  }
  return (
    <div ref={root} className="grid gap-2">
      {saving.map((list) => (
        <div
          key={list.key}
          className="flex h-11 items-center gap-2 rounded-tray border border-line bg-sunken px-3"
        >
          <span className="min-w-0 truncate text-body font-semibold">{list.name}</span>
          <span className="text-meta text-ink-3">{text.saving}</span>
        </div>
      ))}
      {open ? (
        <form
          data-surface
          onSubmit={submit}
          onKeyDown={(event) => {
            event.stopPropagation() // the keys of the board
            if (event.key === 'Escape') close(true)
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget) && name.trim() === '' && !error) close(false)
          }}
          className="grid gap-2 rounded-tray border border-line bg-sunken p-2"
        >
          <Field
            label={<span className="sr-only">{text.name}</span>}
            placeholder={text.name}
            value={name}
            maxLength={255}
            autoComplete="off"
            autoFocus={!isFirst || hasFocus}
            onChange={(event) => setName(event.target.value)}
            issue={error ? formatSaveError(error, { textKept: true }) : undefined}
          />
          <div className="flex gap-2">
            <Button {...offlineProps} type="submit" variant="primary" size="small">
              {text.submit}
            </Button>
            <Button size="small" variant="quiet" onClick={() => close(true)}>
              {messages.app.cancel}
            </Button>
          </div>
        </form>
      ) : (
        <AddListButton autoFocus={hasFocus} onClick={() => setOpen(true)} />
      )}
    </div>
  )
}

/** After the last list: the button, and the field once it was pressed. */
export function AddListColumn({ board_id }: { board_id: string }) {
  const [isUsed, setUsed] = useState(false)
  return isUsed ? <AddList board_id={board_id} /> : <AddListButton onClick={() => setUsed(true)} />
}

const AddListButton = (props: Pick<ComponentProps<'button'>, 'autoFocus' | 'onClick'>) => (
  <button
    type="button"
    data-add-list
    {...useOfflineProps()}
    {...props}
    className="flex h-11 w-full items-center gap-2.5 rounded-tray border border-dashed border-line-strong px-3 text-start text-cell text-ink-3 hover:bg-hover hover:text-ink"
  >
    <Icon of={Plus} />
    {boardText.addList}
  </button>
)
