import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { ChangelogLabel } from '#client/resources.ts'
import { labelColor } from '#contract/label-color.rules.ts'
import { changelogLabelsText as text } from '#web/messages/en/changelog-labels.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { ConfirmRemovalDialog } from '#web/ui/form/dialog-form.tsx'
import { OptionToggles } from '#web/ui/form/option-toggles.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { type LabelFields, LabelForm, NewLabelForm } from '#web/ui/label/label-form.tsx'
import { Popover } from '#web/ui/popup/popover.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { changelogLabelResource, createLabel, deleteLabel, useLabels } from './labels.data.ts'

/** A label as a chip has it. */
const chipOf = ({ name, color = 'gray' }: ChangelogLabel) => ({ name, color })

/** The labels of an entry to read. A label that was deleted is left out. */
export function EntryLabels({ ids }: { ids: readonly string[] | undefined }) {
  const labels = useLabels()
  const own = (ids ?? []).flatMap((id) => labels?.find((label) => label.id === id) ?? [])
  return own.map((label) => <LabelChip key={label.id} label={chipOf(label)} />)
}

/** The server stores so many labels of an entry. */
const MAX_PER_ENTRY = 50

interface LabelPickerProps {
  /** Ids of the labels of the entry. A label that was deleted is left out. */
  value: readonly string[]
  onChange: (label_ids: readonly string[]) => void
}

/** Its labels and its dates, in a line. */
export const EntryFacts = ({ children }: { children: ReactNode }) => (
  <span className="flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-meta text-ink-3 empty:hidden">
    {children}
  </span>
)

/** The labels of an entry that is edited, and a button that adds and removes them. */
export function LabelPicker({ value, onChange }: LabelPickerProps) {
  const labels = useLabels()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'picker' | 'dialog' | null>(null)
  const own = value.flatMap((id) => labels?.find((label) => label.id === id) ?? [])
  const close = () => setOpen(null)
  return (
    <div role="group" aria-label={text.labels} className="flex flex-wrap items-center gap-2">
      {own.map((label) => (
        <LabelChip key={label.id} label={chipOf(label)} />
      ))}
      <button
        ref={button}
        type="button"
        title={text.addHint}
        aria-haspopup="dialog"
        aria-expanded={open === 'picker'}
        onClick={() => setOpen('picker')}
        className="flex min-h-6 items-center gap-1.5 rounded-chip border border-dashed border-line-strong px-2 text-tag text-ink-2 hover:bg-hover pointer-coarse:min-h-11"
      >
        <Icon of={Plus} size={13} />
        {text.add}
      </button>
      {open === 'picker' && (
        <Popover title={text.labels} anchor={() => button.current} onClose={close}>
          <Toggles
            labels={labels}
            value={own.map(({ id }) => id)}
            onChange={onChange}
            onManage={() => setOpen('dialog')}
          />
        </Popover>
      )}
      {open === 'dialog' && <LabelsDialog onClose={close} />}
    </div>
  )
}

interface TogglesProps extends LabelPickerProps {
  labels: readonly ChangelogLabel[] | undefined
  onManage: () => void
}

function Toggles({ labels = [], value, onChange, onManage }: TogglesProps) {
  const session = useSession()
  const isSupported = useCapability('feedback.config')
  const canConfigure = useCanWrite() && isSupported
  const [error, setError] = useState<ApiError>()
  const isFull = value.length >= MAX_PER_ENTRY
  const latest = useRef(value)
  latest.current = value
  const onCreate = async (name: string) => {
    setError(undefined)
    const result = await createLabel(session, {
      name: name.slice(0, 255),
      color: leastUsedColor(labels),
    })
    if (result.state === 'success') onChange([...latest.current, result.output.id])
    else if (result.state === 'error') setError(result.error)
  }
  return (
    <>
      <OptionToggles
        label={text.labels}
        searchLabel={text.find}
        options={labels.map((label) => ({ id: label.id, label: label.name, chip: chipOf(label) }))}
        stateOf={({ id }) => (value.includes(id) ? 'all' : 'none')}
        onToggle={({ id }, isAdded) => {
          if (isAdded && isFull) return
          onChange(isAdded ? [...value, id] : value.filter((one) => one !== id))
        }}
        renderOption={({ chip }) => <LabelChip label={chip} />}
        onCreate={canConfigure && !isFull ? (name) => void onCreate(name) : undefined}
        formatCreate={text.create}
        message={error ? formatSaveError(error) : isFull ? text.tooMany(MAX_PER_ENTRY) : undefined}
        emptyMessage={text.none}
      />
      {canConfigure && (
        <div className="border-t border-line p-1.5">
          <Button size="small" variant="quiet" onClick={onManage}>
            {text.manage}
          </Button>
        </div>
      )}
    </>
  )
}

const newColors = ['green', 'blue', 'purple', 'orange', 'pink', 'teal', 'red', 'yellow'] as const

function leastUsedColor(labels: readonly ChangelogLabel[]): string {
  const countOf = (color: string) =>
    labels.filter((label) => labelColor(label.color) === color).length
  return newColors.reduce((best, color) => (countOf(color) < countOf(best) ? color : best))
}

/** The labels of the changelog: add, rename, recolor, delete. Needs `feedback.config`. */
export function LabelsDialog({ onClose }: { onClose: () => void }) {
  const labels = useLabels()
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <Dialog title={text.title} onClose={onClose}>
      <NewLabel />
      {labels?.length === 0 && <p className="text-ink-2">{text.none}</p>}
      <ul className="grid gap-0.5">
        {labels?.map((label) => (
          <li key={label.id}>
            <LabelRow
              label={label}
              isEdited={edited === label.id}
              onEdit={(isOpen) => setEdited(isOpen ? label.id : null)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function NewLabel() {
  const session = useSession()
  const paused = useOfflineProps()
  const create = async (label: LabelFields) => {
    if (label.name === '') return text.nameRequired
    const result = await createLabel(session, label)
    return result.state === 'error' ? formatSaveError(result.error, { textKept: true }) : undefined
  }
  return (
    <NewLabelForm
      paused={paused}
      nameLabel={text.newName}
      submit={text.addLabel}
      onCreate={create}
    />
  )
}

interface LabelRowProps {
  label: ChangelogLabel
  isEdited: boolean
  onEdit: (isOpen: boolean) => void
}

function LabelRow({ label, isEdited, onEdit }: LabelRowProps) {
  const session = useSession()
  const paused = useOfflineProps()
  const [isDeleting, setDeleting] = useState(false)
  // What others change meanwhile is not a change of the form.
  const [seen, setSeen] = useState(label)
  const [hasFocus, setHasFocus] = useState(false)
  const [issue, setIssue] = useState<string>()
  const { name } = label
  const close = () => {
    setIssue(undefined)
    setHasFocus(true)
    onEdit(false)
  }
  const save = async (next: LabelFields) => {
    if (next.name === '') return setIssue(text.nameRequired)
    const changes = {
      ...(next.name !== seen.name && { name: next.name }),
      ...(next.color !== (seen.color ?? 'gray') && { color: next.color }),
    }
    if (Object.keys(changes).length === 0) return close()
    const settings = { silent: true }
    const outcome = await editResource(session, changelogLabelResource, seen, changes, settings)
    if (outcome.state === 'error') setIssue(formatSaveError(outcome.error, { textKept: true }))
    else if (outcome.state !== 'canceled') close()
  }
  if (isEdited)
    return (
      <LabelForm
        paused={paused}
        nameLabel={text.name}
        label={{ name: seen.name, color: seen.color ?? 'gray' }}
        submit={text.save}
        issue={issue}
        startsInField
        onSubmit={(next) => void save(next)}
        onCancel={close}
      />
    )
  return (
    <div className="flex min-h-9 items-center gap-1 rounded-control pointer-coarse:min-h-11">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2">
          <LabelChip label={chipOf(label)} />
          {label.entry_count !== undefined && (
            <span className="text-meta text-ink-3">{text.count(label.entry_count)}</span>
          )}
        </span>
      </span>
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
      {isDeleting && <DeleteDialog label={label} onClose={() => setDeleting(false)} />}
    </div>
  )
}

function DeleteDialog({ label, onClose }: { label: ChangelogLabel; onClose: () => void }) {
  const session = useSession()
  return (
    <ConfirmRemovalDialog
      title={text.deleteTitle(label.name)}
      effect={text.deleteFrom(label.entry_count)}
      action={text.deleteLabel}
      remove={() => deleteLabel(session, label)}
      onClose={onClose}
      onRemoved={(isGone) => !isGone && toast({ text: text.deleted(label.name) })}
    />
  )
}
