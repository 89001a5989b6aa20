import './entry-labels.css'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { ChangelogLabel } from '#client/resources.ts'
import { labelColor } from '#contract/label-color.rules.ts'
import { changelogLabelsText as text } from '#web/messages/en/changelog-labels.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { OptionToggles } from '#web/ui/form/option-toggles.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { Popover } from '#web/ui/popup/popover.tsx'
import { chipOf } from './entry-labels.tsx'
import { createLabel } from './label-changes.data.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import { useLabels } from './labels.data.ts'

/** The server stores so many labels of an entry. */
const MAX_PER_ENTRY = 50

interface LabelPickerProps {
  /** Ids of the labels of the entry. A label that was deleted is left out. */
  value: readonly string[]
  onChange: (label_ids: readonly string[]) => void
}

/** The labels of an entry that is edited, and a button that adds and removes them. */
export function LabelPicker({ value, onChange }: LabelPickerProps) {
  const labels = useLabels()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'picker' | 'dialog' | null>(null)
  const own = value.flatMap((id) => labels?.find((label) => label.id === id) ?? [])
  const close = () => setOpen(null)
  return (
    <div role="group" aria-label={text.labels} className="entry-labels">
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
        className="entry-label-add"
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
        <div className="entry-label-manage">
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
