import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import type { Label } from '#client/resources.ts'
import { boardEditText, labelsText as text } from '#web/messages/en/board-edit.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { labelResource } from '#web/tasks/boards/board-resources.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { createLabel, deleteLabel, labelCountQuery } from '#web/tasks/boards/edit-labels.data.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { ConfirmRemovalDialog } from '#web/ui/form/dialog-form.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { formatLabelName, LabelChip } from '#web/ui/label/label-chip.tsx'
import { LabelForm, NewLabelForm, type LabelFields } from '#web/ui/label/label-form.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { focusAfterChange } from './focus-after-change.ts'

/** Rows rendered at first, and with each press of "Show more": a board may have 1,000 labels. */
const ROWS = 100

/** The labels of a board: add, rename, recolor, delete. */
export function LabelsDrawer({ board_id, onClose }: { board_id: string; onClose: () => void }) {
  const { data: board } = useQuery({ ...boardQuery(board_id), enabled: false })
  const [search, setSearch] = useState('')
  const [rows, setRows] = useState(ROWS)
  const [edited, setEdited] = useState<string | null>(null)
  const labels = board?.labels ?? []
  const matches = filterByName(labels, search)
  return (
    <Drawer title={text.title} details={<Count count={labels.length} />} onClose={onClose}>
      <div className="grid gap-5">
        <NewLabel board_id={board_id} />
        {labels.length > 8 && (
          <Field
            label={text.search}
            type="search"
            value={search}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        {matches.length === 0 && (
          <p className="text-ink-2">{search ? text.noMatches(search) : text.none}</p>
        )}
        <ul className="grid gap-0.5">
          {matches.slice(0, rows).map((label) => (
            <li key={label.id}>
              <LabelRow
                board_id={board_id}
                label={label}
                isEdited={edited === label.id}
                onEdit={(isOpen) => setEdited(isOpen ? label.id : null)}
              />
            </li>
          ))}
        </ul>
        {matches.length > rows && (
          <Button className="justify-self-start" onClick={() => setRows(rows + ROWS)}>
            {text.more(Math.min(ROWS, matches.length - rows))}
          </Button>
        )}
      </div>
    </Drawer>
  )
}

const Count = ({ count }: { count: number }) => (
  <p className="text-meta text-ink-3">{text.count(count)}</p>
)

function NewLabel({ board_id }: { board_id: string }) {
  const session = useSession()
  const paused = useOfflineProps()
  const create = async (label: LabelFields) => {
    const result = await createLabel(session, board_id, label)
    return result.state === 'error' ? formatSaveError(result.error, { textKept: true }) : undefined
  }
  return (
    <NewLabelForm paused={paused} nameLabel={text.newName} submit={text.add} onCreate={create} />
  )
}

interface LabelRowProps {
  board_id: string
  label: Label
  isEdited: boolean
  onEdit: (isOpen: boolean) => void
}

function LabelRow({ board_id, label, isEdited, onEdit }: LabelRowProps) {
  const session = useSession()
  const paused = useOfflineProps()
  const [isDeleting, setDeleting] = useState(false)
  // What others change meanwhile is not a change of the form.
  const [seen, setSeen] = useState(label)
  const [hasFocus, setHasFocus] = useState(false)
  const close = () => {
    setHasFocus(true)
    onEdit(false)
  }
  const save = ({ name, color }: LabelFields) => {
    close()
    const changes = {
      ...(name !== seen.name && { name }),
      ...(color !== seen.color && { color }),
    }
    if (Object.keys(changes).length > 0) void editResource(session, labelResource, seen, changes)
  }
  if (isEdited) {
    return (
      <LabelForm
        paused={paused}
        nameLabel={text.name}
        label={{ name: seen.name, color: seen.color ?? 'gray' }}
        submit={text.save}
        startsInField
        onSubmit={save}
        onCancel={close}
      />
    )
  }
  const name = formatLabelName(label)
  return (
    <div className="flex min-h-9 items-center gap-1 rounded-control pointer-coarse:min-h-11">
      <div className="min-w-0 flex-1">
        <div className="w-fit max-w-full">
          <LabelChip label={{ ...label, name }} />
        </div>
      </div>
      <IconButton
        icon={Pencil}
        label={text.edit(name)}
        autoFocus={hasFocus}
        onClick={() => {
          setSeen(label)
          onEdit(true)
        }}
      />
      <IconButton icon={Trash} label={text.delete(name)} onClick={() => setDeleting(true)} />
      {isDeleting && (
        <DeleteLabelDialog board_id={board_id} label={label} onClose={() => setDeleting(false)} />
      )}
    </div>
  )
}

interface DeleteLabelDialogProps {
  board_id: string
  label: Label
  onClose: () => void
}

function DeleteLabelDialog({ board_id, label, onClose }: DeleteLabelDialogProps) {
  const session = useSession()
  const hasTotals = useCapability('totals')
  const canFilter = useCapability('filters')
  const { data } = useQuery({
    ...labelCountQuery(board_id, label.id),
    enabled: hasTotals && canFilter,
    staleTime: 0,
  })
  const total = data?.paging.total
  const name = formatLabelName(label)
  return (
    <ConfirmRemovalDialog
      title={text.deleteTitle(name)}
      effect={total === undefined ? text.deleteUncounted : text.deleteFrom(total)}
      action={text.deleteLabel}
      remove={() => {
        focusAfterChange('dialog[open] h2') // its row is removed, and this dialog with it
        return deleteLabel(session, label)
      }}
      onClose={onClose}
      onRemoved={() => toast({ text: boardEditText.deletedLabel(name) })}
    />
  )
}
