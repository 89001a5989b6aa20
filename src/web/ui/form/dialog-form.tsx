import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useBufferedLine } from '#web/ui/type-ahead-buffer.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { Field } from './field.tsx'
import { FormMessages, type FormMessagesProps, type Save } from './form-messages.tsx'
import { submitOnCtrlEnter, useFieldValidation, useFocusFirstIssue } from './form.ts'

interface DialogFormProps extends Omit<FormMessagesProps, 'save'> {
  title: ReactNode
  /** Its width, where it is not that of every dialog. */
  className?: string
  /** The button that submits; undefined where nothing can be submitted. */
  submitLabel: string | undefined
  /** By default Cancel, or Close where nothing can be submitted. */
  cancelLabel?: string
  /** A dangerous form starts on Cancel, any other on the button that submits, unless a field has `data-autofocus`. */
  variant?: 'primary' | 'danger'
  /** Another button, which submits the same fields to something else. */
  secondary?: { readonly label: string; readonly onSubmit: () => unknown }
  /** Something was typed or chosen: closing asks first. */
  isDirty?: boolean
  /** Nothing can be submitted yet. */
  isDisabled?: boolean
  /** Nothing is sent, so it also works offline. */
  isLocal?: boolean
  /** Cannot be closed at this moment. */
  isFixed?: boolean
  save?: Save
  /** Shows what is wrong with the fields; returns whether nothing is. Otherwise the first wrong one gets the focus. */
  validate?: () => boolean
  /** `close` closes this form, but none that took its place before the response came. Returns whether it was still open. */
  onSubmit: (close: () => boolean) => unknown
  /** Takes what was typed before the dialog was there, as right after C; with Enter after it the form is submitted. */
  onEarlyText?: (line: string) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: how it is sent, closed and refused. */
export function DialogForm(props: DialogFormProps) {
  const { title, className, submitLabel, variant = 'primary', isDirty = false, onClose } = props
  const {
    secondary,
    isLocal = false,
    isFixed = false,
    save = {},
    validate = () => true,
    onSubmit,
    onEarlyText,
  } = props
  const offlineProps = useOfflineProps()
  const pausedProps = isLocal ? undefined : offlineProps
  const { form, focusFirstIssue } = useFocusFirstIssue(save.error)
  const { close, confirmation } = useUnsavedChanges(() => isDirty, onClose)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const closeIfOpen = () => {
    const wasOpen = isOpen.current
    if (wasOpen) onClose()
    return wasOpen
  }
  useBufferedLine(
    (line) => line !== '' && onEarlyText?.(line),
    () => onEarlyText && form.current?.requestSubmit(),
  )
  const closeUnlessFixed = () => {
    if (!isFixed) close()
  }
  const submit = (run: () => unknown) => {
    if (submitLabel === undefined || pausedProps || save.isPending || props.isDisabled) return
    if (validate()) run()
    else focusFirstIssue()
  }
  const isDangerous = variant === 'danger' || submitLabel === undefined
  const cancelButton = useRef<HTMLButtonElement>(null)
  // A press that was meant for what could be undone must not confirm what cannot.
  useEffect(() => {
    if (isDangerous && document.activeElement?.matches('[type=submit]'))
      cancelButton.current?.focus()
  }, [isDangerous])
  const cancel = submitLabel === undefined ? messages.app.close : messages.app.cancel
  return (
    <Dialog title={title} onClose={closeUnlessFixed} {...(className && { className })}>
      <form
        ref={form}
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(() => onSubmit(closeIfOpen))
        }}
        // Keys that were meant for the form before must not confirm what cannot be undone.
        onKeyDown={isDangerous ? undefined : submitOnCtrlEnter}
      >
        {props.children}
        <FormMessages
          save={save}
          alert={props.alert}
          waiting={props.waiting}
          formatReason={props.formatReason}
          isTextKept={props.isTextKept}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            ref={cancelButton}
            aria-disabled={isFixed || undefined}
            data-autofocus={isDangerous || undefined}
            onClick={closeUnlessFixed}
          >
            {props.cancelLabel ?? cancel}
          </Button>
          {secondary && (
            <Button
              {...pausedProps}
              disabled={props.isDisabled}
              {...(save.isPending && { 'aria-disabled': true })}
              onClick={() => submit(secondary.onSubmit)}
            >
              {secondary.label}
            </Button>
          )}
          {submitLabel !== undefined && (
            <Button
              {...pausedProps}
              type="submit"
              variant={variant}
              disabled={props.isDisabled}
              busy={save.isPending ?? false}
              data-autofocus={!isDangerous || undefined}
            >
              {submitLabel}
            </Button>
          )}
        </div>
      </form>
      {!isFixed && confirmation}
    </Dialog>
  )
}

interface ConfirmTypingProps extends Omit<
  DialogFormProps,
  'submitLabel' | 'validate' | 'onSubmit' | 'isDirty'
> {
  /** What has to be typed; undefined when nothing has to. */
  typing:
    | {
        readonly label: string
        readonly mismatch: string
        readonly matches: (text: string) => boolean
        readonly inputMode?: ComponentProps<'input'>['inputMode']
      }
    | undefined
  /** The button that confirms. */
  action: string | undefined
  onConfirm: DialogFormProps['onSubmit']
}

/** Confirms what cannot be undone by typing a name or a number. */
export function ConfirmTypingDialog(props: ConfirmTypingProps) {
  const { typing, action, onConfirm, children, ...dialog } = props
  const [text, setText] = useState('')
  const { issue, validate } = useFieldValidation(text, (value) =>
    !typing || typing.matches(value) ? undefined : typing.mismatch,
  )
  return (
    <DialogForm
      variant="danger"
      {...dialog}
      submitLabel={action}
      validate={validate}
      onSubmit={onConfirm}
    >
      {children}
      {typing && (
        <Field
          label={typing.label}
          value={text}
          issue={issue}
          inputMode={typing.inputMode}
          autoComplete="off"
          // It also gets the focus where it appears later.
          autoFocus
          data-autofocus
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </DialogForm>
  )
}

/** The name of what is deleted, with or without the space around it. */
export const isNameOf = (name: string) => (text: string) => text.trim() === name.trim()

interface ConfirmRemovalProps {
  title: string
  effect: ReactNode
  /** The button that deletes. */
  action: string
  cancelLabel?: string
  /** The outcome is that of `removeResource` or of a request. */
  remove: () => Promise<{
    readonly state: 'removed' | 'success' | 'gone' | 'kept' | 'error' | 'superseded' | 'canceled'
    readonly error?: ApiError
  }>
  onClose: () => void
  /** It is deleted, or someone deleted it before. */
  onRemoved: (isGone: boolean) => void
}

/** Asks before a deletion that has no undo. */
export function ConfirmRemovalDialog(props: ConfirmRemovalProps) {
  const { effect, action, remove, onRemoved, ...dialog } = props
  const [error, setError] = useState<ApiError | null>(null)
  const [isPending, setPending] = useState(false)
  const confirm = async (close: () => boolean) => {
    setPending(true)
    setError(null)
    const { state, error: failure } = await remove()
    setPending(false)
    const isGone = state === 'gone' || failure?.code === 'not_found'
    if (failure && !isGone) return setError(failure)
    if (state === 'canceled' || state === 'superseded') return
    close()
    if (state !== 'kept') onRemoved(isGone)
  }
  return (
    <DialogForm
      {...dialog}
      submitLabel={action}
      variant="danger"
      save={{ error, isPending }}
      onSubmit={confirm}
    >
      <p>{effect}</p>
    </DialogForm>
  )
}
