import './entry-labels.css'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import type { ChangelogLabel } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { changelogLabelsText as text } from '#web/messages/en/changelog-labels.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { LabelForm, NewLabelForm, type LabelFields } from '#web/ui/label/label-form.tsx'
import { toast } from '#web/ui/toast.ts'
import { chipOf } from './entry-labels.tsx'
import { changelogLabelResource, createLabel, deleteLabel } from './label-changes.data.ts'
import { useLabels } from './labels.data.ts'

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
    <div className="entry-label-row">
      <span className="min-w-0 flex-1">
        <span className="entry-labels">
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
  const offlineProps = useOfflineProps()
  const [issue, setIssue] = useState<string>()
  const confirm = async () => {
    if (offlineProps) return
    const result = await deleteLabel(session, label)
    if (result.state === 'error') setIssue(formatSaveError(result.error))
    if (result.state === 'removed') toast({ text: text.deleted(label.name) })
    if (result.state !== 'error' && result.state !== 'canceled') onClose()
  }
  return (
    <Dialog title={text.deleteTitle(label.name)} onClose={onClose}>
      <p>{text.deleteFrom(label.entry_count)}</p>
      {issue && (
        <p role="alert" className="text-bad-ink">
          {issue}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{messages.app.cancel}</Button>
        <Button {...offlineProps} variant="danger" data-autofocus onClick={() => void confirm()}>
          {text.deleteLabel}
        </Button>
      </div>
    </Dialog>
  )
}
