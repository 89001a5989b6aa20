import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'

/** Ctrl Enter, on a Mac Cmd Enter, sends a form from anywhere in it. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** What the service says is wrong, by the field it names: `/name` and `/lists/0/name` are of `name` and `lists`. */
export function fieldErrors(error: ApiError | null): Partial<Record<string, string>> {
  if (error?.code !== 'validation_error') return {}
  return Object.fromEntries(
    error.details
      .toReversed() // the first of a field is told
      .map(({ field, message }) => [field.replace(/^\//, '').split(/[/.[]/)[0] ?? '', message]),
  )
}

/**
 * When a field says what is wrong with it: when it is left after a change, or when the form is sent; from the first time
 * on also while typing. `check` answers undefined for what is right.
 */
export function useFieldValidation(value: string, check: (value: string) => string | undefined) {
  const [first] = useState(value)
  const [isShown, setTelling] = useState(false)
  const changed = useRef(false)
  useEffect(() => {
    if (value !== first) changed.current = true
  }, [value, first])

  const showIssue = () => setTelling((before) => before || check(value) !== undefined)
  return {
    issue: isShown ? check(value) : undefined,
    onBlur: () => {
      if (changed.current) afterPointerUp(showIssue)
    },
    /** Asked before sending; what is wrong is told from then on. */
    validate: () => {
      showIssue()
      return check(value) === undefined
    },
  }
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
