import Plus from 'lucide-react/icons/plus'
import { type FormEvent, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { ColorField } from '#web/ui/label/color-field.tsx'

export interface LabelFields {
  name: string
  color: string
}

interface LabelFormProps {
  nameLabel: string
  label: LabelFields
  submit: string
  issue?: string | undefined
  startsInField?: boolean
  onSubmit: (label: LabelFields) => void
  onCancel?: () => void
}

export function LabelForm(props: LabelFormProps) {
  const { nameLabel, label, submit, issue, startsInField = false, onSubmit, onCancel } = props
  const offlineProps = useOfflineProps()
  const [name, setName] = useState(label.name)
  const [color, setColor] = useState(label.color)
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!offlineProps) onSubmit({ name: name.trim(), color })
  }
  return (
    <form
      onSubmit={onFormSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onCancel) return
        event.preventDefault() // the drawer stays open
        onCancel()
      }}
      className="grid gap-3 rounded-card border border-line p-3"
    >
      <Field
        label={nameLabel}
        value={name}
        maxLength={255}
        autoComplete="off"
        autoFocus={startsInField}
        onChange={(event) => setName(event.target.value)}
        issue={issue}
      />
      <ColorField value={color} onChange={setColor} />
      <div className="flex items-center gap-2">
        <Button
          {...offlineProps}
          type="submit"
          size="small"
          {...(onCancel ? { variant: 'primary' } : { icon: Plus })}
        >
          {submit}
        </Button>
        {onCancel && (
          <Button size="small" variant="quiet" onClick={onCancel}>
            {messages.app.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
