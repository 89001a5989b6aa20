import type { ReactNode } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import { formatSaveError } from '#web/ui/error-message.ts'

/** The state of a request, as `useEndpointMutation` and `useResourceEdit` return it. */
export interface Save {
  readonly error?: ApiError | null | undefined
  readonly isPending?: boolean
  /** It is sent again when the server can be reached. */
  readonly isWaiting?: boolean
  readonly canDuplicate?: boolean
}

export interface FormMessagesProps {
  save: Save
  /** In place of the words for the error; null where the form says it elsewhere. */
  alert?: ReactNode
  /** In place of the words for a request that waits. */
  waiting?: string | undefined
  /** "Not saved: reason" by default. */
  formatReason?: ((reason: string) => string) | undefined
  /** What was typed is still there, which an error says. */
  isTextKept?: boolean | undefined
}

/** Below the fields: that the request waits for the server, or why nothing was saved. */
export function FormMessages(props: FormMessagesProps) {
  const { save, alert, waiting = messages.app.waiting, formatReason, isTextKept = false } = props
  const { error, isWaiting, canDuplicate = false } = save
  const words =
    alert === undefined && error
      ? formatSaveError(error, {
          ...(formatReason && { formatReason }),
          canDuplicate,
          textKept: isTextKept,
        })
      : alert
  return (
    <>
      <p
        role="status"
        className="rounded-control bg-warn-soft px-3 py-2 text-warn-ink empty:hidden"
      >
        {isWaiting && waiting}
      </p>
      {words && (
        <p
          role="alert"
          className="rounded-control bg-bad-soft px-3 py-2 wrap-anywhere text-bad-ink"
        >
          {words}
        </p>
      )}
    </>
  )
}
