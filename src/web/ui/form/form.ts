import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'

/** Ctrl Enter, on a Mac Cmd Enter, sends a form from anywhere in it. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const form = event.currentTarget
  // A field may set its value with the same key, which is known once React has rendered.
  queueMicrotask(() => form.requestSubmit())
}

/** Validation errors by top-level field: `/lists/0/name` belongs to `lists`. */
export function fieldErrors(error: ApiError | null): Partial<Record<string, string>> {
  if (error?.code !== 'validation_error') return {}
  return Object.fromEntries(
    error.details
      .toReversed() // the first error of a field wins
      .map(({ field, message }) => [field.replace(/^\//, '').split(/[/.[]/)[0] ?? '', message]),
  )
}

/**
 * Shows the error of a field on blur after a change or on submit, and from then on while typing. `check` returns
 * undefined for a valid value.
 */
export function useFieldValidation(value: string, check: (value: string) => string | undefined) {
  const [first] = useState(value)
  const [isShown, setIsShown] = useState(false)
  const changed = useRef(false)
  useEffect(() => {
    if (value !== first) changed.current = true
  }, [value, first])

  const showIssue = () => setIsShown((before) => before || check(value) !== undefined)
  return {
    issue: isShown ? check(value) : undefined,
    onBlur: () => {
      if (changed.current) afterPointerUp(showIssue)
    },
    /** Call on submit. Shows the error from then on; returns whether the value is valid. */
    validate: () => {
      showIssue()
      return check(value) === undefined
    },
  }
}

/**
 * The ref of a form, and a function for a rejected submit: the first field marked invalid by the next render gets the
 * focus. A new `error` of the server does the same.
 */
export function useFocusFirstIssue(error: ApiError | null = null) {
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals === 0 && !error) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A group of choices cannot have the focus itself.
    const field = first?.matches('fieldset')
      ? (first.querySelector<HTMLElement>(':checked') ?? first.querySelector('input'))
      : first
    field?.focus()
  }, [refusals, error])
  return { form, focusFirstIssue: () => setRefusals((count) => count + 1) }
}

/** Waits for the end of a press: a button that moves away under the pointer never receives its click. */
export function afterPointerUp(callback: () => void) {
  if (!document.documentElement.matches(':active')) return callback()
  const released = new AbortController()
  const onRelease = () => (released.abort(), setTimeout(callback))
  // Space presses a button too; a scroll or a native drag ends a press without a mouseup.
  for (const event of ['mouseup', 'keyup', 'pointercancel', 'dragend'])
    addEventListener(event, onRelease, { signal: released.signal })
}
