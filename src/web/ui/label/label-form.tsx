import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, type FormEvent, useId, useState } from 'react'

import { type LabelColor, labelColor } from '#contract/label-color.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { labelText } from '#web/messages/en/label.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'

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
  /** While nothing can be saved: `useOfflineProps`. */
  paused: Pick<ComponentProps<'button'>, 'aria-disabled' | 'aria-describedby'> | undefined
  onSubmit: (label: LabelFields) => void
  onCancel?: () => void
}

export function LabelForm(props: LabelFormProps) {
  const {
    nameLabel,
    label,
    submit,
    issue,
    startsInField = false,
    paused,
    onSubmit,
    onCancel,
  } = props
  const [name, setName] = useState(label.name)
  const [color, setColor] = useState(label.color)
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!paused) onSubmit({ name: name.trim(), color })
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
          {...paused}
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

interface NewLabelFormProps extends Pick<LabelFormProps, 'nameLabel' | 'submit' | 'paused'> {
  /** Resolves with the reason if the label was not created: the form then has its fields again. */
  onCreate: (label: LabelFields) => Promise<string | undefined>
}

/** Creates one label after another: after each the form is empty, with the focus in the name. */
export function NewLabelForm({ onCreate, ...form }: NewLabelFormProps) {
  const [revision, setRevision] = useState(0)
  const [draft, setDraft] = useState<LabelFields>({ name: '', color: 'green' })
  const [issue, setIssue] = useState<string>()
  const fill = (label: LabelFields, reason?: string) => {
    setDraft(label)
    setIssue(reason)
    setRevision((current) => current + 1)
  }
  const add = async (label: LabelFields) => {
    fill({ name: '', color: label.color })
    const reason = await onCreate(label)
    if (reason !== undefined) fill(label, reason)
  }
  return (
    <LabelForm
      {...form}
      key={revision}
      label={draft}
      issue={issue}
      startsInField={revision > 0}
      onSubmit={(label) => void add(label)}
    />
  )
}

// The keys of a literal are its names.
const labelColors = Object.keys(labelText.colors) as LabelColor[]

interface ColorFieldProps {
  /** As the server names it. */
  value: string
  /** By default all. */
  colors?: readonly LabelColor[]
  onChange: (color: string) => void
}

/** Radio buttons: each is a label of its color, named for a screen reader and in its tooltip. */
export function ColorField({ value, colors = labelColors, onChange }: ColorFieldProps) {
  const name = useId()
  return (
    <fieldset role="radiogroup" className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{labelText.color}</legend>
      <div className="flex flex-wrap gap-1">
        {colors.map((color) => (
          <label
            key={color}
            title={labelText.colors[color]}
            className="relative grid size-8 place-items-center rounded-control border-2 border-transparent has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus pointer-coarse:size-11"
          >
            <input
              type="radio"
              name={name}
              aria-label={labelText.colors[color]}
              checked={color === labelColor(value)}
              onChange={() => onChange(color)}
              className="sr-only"
            />
            <span
              aria-hidden
              style={{ background: `var(--label-${color}-dot)` }}
              className="size-5 rounded-[5px] forced-color-adjust-none"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
