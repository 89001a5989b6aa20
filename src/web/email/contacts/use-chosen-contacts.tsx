import { useEffect, useState } from 'react'

import { type ApiError, asApiError } from '#client/api-error.ts'
import type { Contact } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { contactBulkText as text } from '#web/messages/en/contact-bulk.ts'
import { useSession } from '#web/session/session.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import type { ContactChoice } from './bulk-contacts.rules.ts'
import { readContacts } from './read-contacts.data.ts'

interface ChosenContacts {
  /** Undefined until all of them are read. */
  readonly contacts: readonly Contact[] | undefined
  /** How many are read so far. */
  readonly count: number
  readonly error: ApiError | undefined
  readonly retry: () => void
}

const unread = { contacts: undefined, count: 0, error: undefined }

/** Reads the contacts of a choice while a dialog asks what to do with them. */
export function useChosenContacts(choice: ContactChoice, enabled = true): ChosenContacts {
  const session = useSession()
  const [state, setState] = useState<Omit<ChosenContacts, 'retry'>>(unread)
  const [attempt, setAttempt] = useState(0)
  // What is selected when the dialog opens.
  const [initial] = useState(choice)
  useEffect(() => {
    if (!enabled) return undefined
    const control = new AbortController()
    const signal = AbortSignal.any([control.signal, session.signal])
    const onProgress = (count: number) => {
      if (!signal.aborted) setState({ ...unread, count })
    }
    const load = async () => {
      try {
        const contacts = await readContacts(session, initial, { signal, onProgress })
        if (!signal.aborted) setState({ contacts, count: contacts.length, error: undefined })
      } catch (error) {
        if (!signal.aborted) setState({ ...unread, error: asApiError(error) })
      }
    }
    void load()
    return () => control.abort()
  }, [session, initial, enabled, attempt])
  return {
    ...state,
    retry: () => {
      setState(unread)
      setAttempt(attempt + 1)
    },
  }
}

/** That they are being read, with how many so far, or why they could not be. */
export function ReadingState({ chosen }: { chosen: ChosenContacts }) {
  const { contacts, count, error, retry } = chosen
  if (error)
    return (
      <div role="alert" className="grid justify-items-start gap-2 rounded-control bg-bad-soft p-3">
        <p className="text-bad-ink">
          {text.readFailed} {error.message}
        </p>
        <Button size="small" onClick={retry}>
          {messages.app.tryAgain}
        </Button>
      </div>
    )
  return (
    <p role="status" className="flex items-center gap-2 text-ink-2 empty:hidden">
      {!contacts && (
        <>
          <Spinner />
          {count > 0 ? text.reading(count) : text.readingContacts}
        </>
      )}
    </p>
  )
}
