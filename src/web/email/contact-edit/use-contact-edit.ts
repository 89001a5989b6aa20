import { useEffect, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Contact } from '#client/resources.ts'
import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { useSession } from '#web/session/session.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { isAddress } from '#web/ui/form/email-addresses.rules.ts'
import { toast } from '#web/ui/toast.ts'
import {
  compareParts,
  type ContactEdit,
  type ContactPart,
  toParts,
} from './contact-changes.rules.ts'
import { type ContactForm, editForm, formParts, rebaseForm, toForm } from './contact-form.rules.ts'
import { saveContact, type SaveOutcome } from './edit-contact.data.ts'

interface EditState {
  readonly contact: Contact
  readonly form: ContactForm
}

/** Both values of parts that two people changed. */
export interface Conflict {
  readonly current: Contact
  readonly edits: readonly ContactEdit[]
}

/** The form of a contact. What others change appears in it, but for what the person is editing. */
export function useContactEdit(contact: Contact) {
  const session = useSession()
  const [state, setState] = useState<EditState>(() => ({ contact, form: toForm(contact) }))
  const [error, setError] = useState<ApiError | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [saved, setSaved] = useState<readonly ContactPart[]>([])
  const [pendingCount, setPendingCount] = useState(0)
  const isMounted = useMounted()

  let { form } = state
  if (state.contact !== contact) {
    form = rebaseForm(form, compareParts(toParts(state.contact), toParts(contact)))
    setState({ contact, form })
  }
  const setForm = (change: (form: ContactForm) => ContactForm) =>
    setState((current) => ({ ...current, form: change(current.form) }))
  const edits = compareParts(toParts(contact), formParts(form))
  const valid = edits.filter(
    ({ part }) => part !== 'email_address' || isAddress(form.email_address.trim()),
  )

  const send = async (base: Contact, changes: readonly ContactEdit[], force = false) => {
    if (changes.length === 0) return
    setError(null)
    setConflict(null)
    setPendingCount((count) => count + 1)
    const outcome = await saveContact(session, base, changes, { force })
    if (!isMounted.current) return reportUnseen(outcome)
    setPendingCount((count) => count - 1)
    if (outcome.state === 'saved') return setSaved(changes.map(({ part }) => part))
    // The cache has what the server has again; the person keeps what they typed.
    setForm((current) => editForm(current, changes))
    if (outcome.state === 'error') setError(outcome.error)
    if (outcome.state === 'conflict')
      setConflict({ current: outcome.current, edits: outcome.conflicts })
  }

  return {
    form,
    change: (values: Partial<ContactForm>) => {
      setSaved([])
      setForm((current) => ({ ...current, ...values }))
    },
    isDirty: edits.length > 0,
    isPending: pendingCount > 0,
    error,
    saved,
    /** Saves what changed. While a conflict is open it waits for the choice. */
    save: () => {
      if (!conflict) void send(contact, valid)
    },
    saveStatus: (status: string) => {
      setForm((current) => ({ ...current, status }))
      const before = contact.status
      if (status !== before) void send(contact, [{ part: 'status', before, after: status }])
    },
    conflict,
    keepMine: () => conflict && void send(conflict.current, valid, true),
    useTheirs: () => {
      if (!conflict) return
      const theirs = toParts(conflict.current)
      setForm((current) =>
        editForm(
          current,
          conflict.edits.map((edit) => ({ ...edit, after: theirs.get(edit.part) })),
        ),
      )
      setConflict(null)
    },
  }
}

export type ContactEditing = ReturnType<typeof useContactEdit>

/** The drawer was closed before the response. */
function reportUnseen(outcome: SaveOutcome) {
  if (outcome.state === 'error') toast({ text: formatSaveError(outcome.error), tone: 'bad' })
  if (outcome.state === 'conflict')
    toast({ text: text.conflictUnseen(outcome.current.email_address), tone: 'bad' })
}

function useMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return isMounted
}
