import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { submitOnCtrlEnter, useFieldValidation, useFocusFirstIssue } from '#web/ui/form/form.ts'

interface ConfirmNameFormProps {
  /** What has to be typed; undefined when nothing has to. */
  name: string | undefined
  label: string
  mismatch: string
  /** The button that confirms. */
  action: string
  /** Of `useOfflineProps`: set while nothing can be changed. */
  offlineProps:
    | Pick<ComponentProps<typeof Button>, 'aria-disabled' | 'aria-describedby'>
    | undefined
  isPending: boolean
  onConfirm: () => void
  onCancel: () => void
  error?: ReactNode
  /** What happens. */
  children: ReactNode
}

/** Confirms what cannot be undone by typing a name. */
export function ConfirmNameForm(props: ConfirmNameFormProps) {
  const { name, offlineProps, isPending, onConfirm, onCancel } = props
  const [typed, setTyped] = useState('')
  const { issue, validate } = useFieldValidation(typed, (value) =>
    name === undefined || value.trim() === name.trim() ? undefined : props.mismatch,
  )
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || isPending) return
    if (!validate()) return focusFirstIssue()
    onConfirm()
  }
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter}
    >
      <p>{props.children}</p>
      {name !== undefined && (
        <Field
          label={props.label}
          value={typed}
          issue={issue}
          autoComplete="off"
          data-autofocus
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {props.error}
      <div className="flex justify-end gap-2">
        <Button {...(name === undefined && { 'data-autofocus': true })} onClick={onCancel}>
          {messages.app.cancel}
        </Button>
        <Button {...offlineProps} type="submit" variant="danger" busy={isPending}>
          {props.action}
        </Button>
      </div>
    </form>
  )
}
