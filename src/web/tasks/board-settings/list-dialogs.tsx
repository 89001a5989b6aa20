import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { BoardList } from '#client/resources.ts'
import { boardEditText, listMenuText as text } from '#web/messages/en/board-edit.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useBoard, useBoardActions } from '#web/tasks/board-state/board-context.ts'
import { setDeviceLimit, useListWithLimit } from '#web/tasks/board-state/list-limits.ts'
import { listResource } from '#web/tasks/boards/board-resources.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { changeOfPlace, deleteList } from '#web/tasks/boards/edit-lists.data.ts'
import { activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field, Select } from '#web/ui/form/field.tsx'
import { useFieldValidation } from '#web/ui/form/form.ts'
import { toast } from '#web/ui/toast.ts'
import {
  focusAfterChange,
  focusMovedList,
  listMenuSelector,
  PAGE_HEADING,
} from './focus-after-change.ts'

const MAX_LIMIT = 10_000

interface ListDialogProps {
  list: BoardList
  onClose: () => void
}

/** Sets or removes the card limit of a list, on the server or on this device. */
export function ListLimitDialog(props: ListDialogProps & { isOnDevice: boolean }) {
  const { isOnDevice, onClose } = props
  const list = useListWithLimit(props.list)
  const { fingerprint } = useSession().connection
  const session = useSession()
  const [value, setValue] = useState(list.wip_limit ? String(list.wip_limit) : '')
  const { issue, onBlur, validate } = useFieldValidation(value, limitIssue)

  const submit = () => {
    const limit = value.trim() === '' ? null : Number(value)
    onClose()
    if (limit === (list.wip_limit ?? null)) return
    if (isOnDevice) setDeviceLimit(fingerprint, list.id, limit)
    else void editResource(session, listResource, list, { wip_limit: limit })
  }
  return (
    <DialogForm
      title={text.limitTitle(list.name)}
      submitLabel={text.save}
      isLocal={isOnDevice}
      validate={validate}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={text.limitLabel}
        hint={isOnDevice ? `${text.limitHint} ${text.limitOnDevice}` : text.limitHint}
        value={value}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        onChange={(event) => setValue(event.target.value)}
        onBlur={onBlur}
        issue={issue}
      />
    </DialogForm>
  )
}

function limitIssue(value: string): string | undefined {
  if (value.trim() === '') return undefined
  const limit = Number(value)
  const isValid = Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT
  return isValid ? undefined : text.limitInvalid
}

/** The way to move a list far without moving it step by step. */
export function MoveListDialog({ list_id, onClose }: { list_id: string; onClose: () => void }) {
  const board = useBoard()
  const { registry } = useBoardActions()
  const session = useSession()
  const lists = activeLists(board)
  const index = lists.findIndex(({ id }) => id === list_id)
  const list = lists[index]
  const [position, setPosition] = useState(String(index))
  if (!list) return null
  const submit = () => {
    onClose()
    const { changes, label } = changeOfPlace(lists, list, Number(position))
    if (list !== lists[Number(position)])
      void editResource(session, listResource, list, changes, { label })
    focusMovedList(registry, list.id)
  }
  const options = lists.map(({ name }, to) => ({
    value: String(to),
    label: text.positionOf(to + 1, name),
  }))
  return (
    <DialogForm
      title={text.moveTitle(list.name)}
      submitLabel={text.moveTo}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={text.position}
        options={options}
        value={position}
        data-autofocus
        onChange={(event) => setPosition(event.target.value)}
      />
    </DialogForm>
  )
}

interface DeleteListDialogProps extends ListDialogProps {
  board_id: string
}

/** Confirms the deletion of a list and asks where its cards move. */
export function DeleteListDialog({ board_id, list, onClose }: DeleteListDialogProps) {
  const session = useSession()
  const { data: board } = useQuery({ ...boardQuery(board_id), enabled: false })
  const lists = board ? activeLists(board) : []
  const index = lists.findIndex(({ id }) => id === list.id)
  const neighbor = lists[index - 1] ?? lists[index + 1]
  const [target_id, setTarget] = useState(neighbor?.id)
  const others = lists.filter(({ id }) => id !== list.id)
  const target = others.find(({ id }) => id === target_id) ?? others[0]
  const count = (lists[index] ?? list).card_count ?? 0
  const isBlocked = !target && count > 0

  const confirm = () => {
    onClose()
    void deleteList(session, list, target?.id)
    toast({ text: boardEditText.deletedList(list.name) })
    focusAfterChange(...(target ? [listMenuSelector(target.id)] : []), PAGE_HEADING)
  }
  return (
    <DialogForm
      title={text.deleteTitle(list.name)}
      variant="danger"
      submitLabel={isBlocked ? undefined : count > 0 ? text.deleteAndMove(count) : text.deleteList}
      onSubmit={confirm}
      onClose={onClose}
    >
      {!target ? (
        <p>{isBlocked ? text.deleteOnly(count) : text.deleteOnlyEmpty}</p>
      ) : count === 0 ? (
        <p>{text.deleteEmpty(target.name)}</p>
      ) : (
        <Select
          label={text.deleteTarget(count)}
          hint={text.deleteTargetHint}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={target.id}
          data-autofocus
          onChange={(event) => setTarget(event.target.value)}
        />
      )}
      {!isBlocked && <p className="text-ink-2">{text.deleteForever}</p>}
    </DialogForm>
  )
}
