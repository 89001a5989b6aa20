import type { KeyboardEvent } from 'react'

import type { ApiError } from '#client/api-error.ts'

/** Ctrl Enter, on a Mac Cmd Enter, sends a form from anywhere in it. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** What the service says is wrong, by the field it names: `/name` and `/lists/0/name` are of `name` and `lists`. */
export function issuesOf(error: ApiError | null): Partial<Record<string, string>> {
  if (error?.code !== 'validation_error') return {}
  return Object.fromEntries(
    error.details
      .toReversed() // the first of a field is told
      .map(({ field, message }) => [field.replace(/^\//, '').split(/[/.[]/)[0] ?? '', message]),
  )
}
