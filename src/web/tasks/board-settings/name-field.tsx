import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

import { boardMenuText, listMenuText } from '#web/messages/en/board-edit.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useBoard } from '#web/tasks/board-state/board-context.ts'
import { boardResource, listResource } from '#web/tasks/boards/board-resources.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'

interface NameFieldProps {
  label: string
  name: string
  /** `before` is the name that the person began with. */
  onSave: (name: string, before: string) => void
  /** Also after Escape. Without the focus when the person left the field for something else. */
  onClose: (hasFocus: boolean) => void
  className: string
}

/** A name edited in its place. Enter and leaving the field save, Escape restores the name. */
function NameField({ label, name, onSave, onClose, className }: NameFieldProps) {
  const [before] = useState(name)
  const [value, setValue] = useState(name)
  const isDone = useRef(false)

  const finish = (saves: boolean, hasFocus: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const next = value.trim()
    if (saves && next && next !== before) onSave(next, before)
    onClose(hasFocus)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation() // the keys of the board
    const { key } = event
    if (event.nativeEvent.isComposing || (key !== 'Enter' && key !== 'Escape')) return
    event.preventDefault() // Enter would press the button that has the focus next
    finish(key === 'Enter', true)
  }
  return (
    <input
      aria-label={label}
      autoFocus
      value={value}
      maxLength={255}
      autoComplete="off"
      onFocus={(event) => event.target.select()}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => finish(true, false)}
      onKeyDown={onKeyDown}
      className={`absolute rounded-control border border-focus bg-surface px-1.5 ${className}`}
    />
  )
}

type Close = NameFieldProps['onClose']

/** Renders a name field in place of a menu; `onClose` brings the menu back. */
export type EditName = (renderField: (onClose: Close) => ReactNode) => void

/** In place of the name in the header of a board. */
export function BoardNameField({ board_id, onClose }: { board_id: string; onClose: Close }) {
  const session = useSession()
  const { data: board } = useQuery({ ...boardQuery(board_id), enabled: false })
  if (!board) return null
  return (
    <NameField
      label={boardMenuText.name}
      name={board.name}
      onSave={(name, before) =>
        void editResource(session, boardResource, { ...board, name: before }, { name })
      }
      onClose={onClose}
      className="inset-x-0 top-0 z-10 font-display text-title"
    />
  )
}

/** In place of the name in the head of a list. */
export function ListNameField({ list_id, onClose }: { list_id: string; onClose: Close }) {
  const board = useBoard()
  const session = useSession()
  const list = board.lists.find(({ id }) => id === list_id)
  if (!list) return null
  return (
    <NameField
      label={listMenuText.name(list.name)}
      name={list.name}
      onSave={(name, before) =>
        void editResource(session, listResource, { ...list, name: before }, { name })
      }
      onClose={onClose}
      className="inset-x-1.5 top-1.5 h-control-small text-body font-semibold"
    />
  )
}
