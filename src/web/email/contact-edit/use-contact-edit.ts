import { useEffect, useRef, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Contact } from '#client/resources.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { useSession } from '#web/session/session.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  compareParts,
  type PartEdit,
  type ContactPart,
  fieldOf,
  toParts,
} from './contact-changes.rules.ts'
import {
  conflictingParts,
  type ContactForm,
  editForm,
  formParts,
  hasFieldIssue,
  rebaseForm,
  toForm,
} from './contact-form.rules.ts'
import { saveContact, type SaveOutcome } from './edit-contact.data.ts'

interface EditState {
  readonly contact: Contact
  readonly form: ContactForm
  /** The last edits that were sent: the contact changes by them, too. */
  readonly sent: readonly PartEdit[]
  /** Parts that someone else changed while the person edits them. */
  readonly conflicting: ReadonlySet<ContactPart>
}

/** Both values of parts that two people changed. */
export interface Conflict {
  readonly current: Contact
  readonly edits: readonly PartEdit[]
}

/** The form of a contact. What others change appears in it, but for what the person is editing. */
export function useContactEdit(contact: Contact, fieldNames: readonly string[]) {
  const session = useSession()
  const [state, setState] = useState<EditState>(() => ({
    contact,
    form: toForm(contact, fieldNames),
    sent: [],
    conflicting: new Set(),
  }))
  const [error, setError] = useState<ApiError | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [saved, setSaved] = useState<readonly ContactPart[]>([])
  const [pendingCount, setPendingCount] = useState(0)
  const isMounted = useMounted()
  const isSending = useRef(false)
  /** Edits that are sent once the response to those before has the next version. */
  const waiting = useRef<readonly PartEdit[]>([])

  let { form, conflicting } = state
  if (state.contact !== contact) {
    const changes = compareParts(toParts(state.contact), toParts(contact))
    conflicting = new Set([...conflicting, ...conflictingParts(form, changes, state.sent)])
    form = rebaseForm(form, changes)
    setState({ ...state, contact, form, conflicting })
  }
  const setForm = (change: (form: ContactForm) => ContactForm) =>
    setState((current) => ({ ...current, form: change(current.form) }))
  const editsOf = (next: ContactForm) => compareParts(toParts(contact), formParts(next))
  const validEditsOf = (next: ContactForm) => {
    const isAddressValid = isEmailAddress(next.email_address.trim())
    // The field that seems to be gone may be the one whose new name is not accepted.
    const keepsFields = hasFieldIssue(next.rows)
    return editsOf(next).filter(
      ({ part, after }) =>
        (part !== 'email_address' || isAddressValid) &&
        !(keepsFields && fieldOf(part) !== undefined && after === undefined),
    )
  }
  const edits = editsOf(form)
  const valid = validEditsOf(form)
  const isConflicting = ({ part }: PartEdit) => conflicting.has(part)
  const hasIssue = edits.length > valid.length || hasFieldIssue(form.rows)

  const send = async (base: Contact, changes: readonly PartEdit[], force = false) => {
    if (changes.length === 0) return
    isSending.current = true
    setState((current) => ({ ...current, sent: changes, conflicting: new Set() }))
    setError(null)
    setConflict(null)
    setPendingCount((count) => count + 1)
    const outcome = await saveContact(session, base, changes, { force })
    const next = waiting.current
    isSending.current = false
    waiting.current = []
    if (outcome.state === 'saved') void send(outcome.contact, next)
    if (!isMounted.current) return reportUnseen(outcome, base.email_address)
    setPendingCount((count) => count - 1)
    if (outcome.state === 'saved') return setSaved(changes.map(({ part }) => part))
    // The cache has what the server has again; the person keeps what they typed.
    setForm((current) => editForm(current, changes))
    if (outcome.state === 'error') setError(outcome.error)
    if (outcome.state === 'conflict')
      setConflict({ current: outcome.current, edits: outcome.conflicts })
  }

  const change = (values: Partial<ContactForm>) => {
    setSaved([])
    setForm((current) => ({ ...current, ...values }))
  }
  /** While a conflict is open, it waits for the choice. */
  const save = (changes: readonly PartEdit[]) => {
    if (conflict) return
    const conflicts = changes.filter(isConflicting)
    if (conflicts.length > 0) setConflict({ current: contact, edits: conflicts })
    else if (isSending.current) waiting.current = changes
    else void send(contact, changes)
  }

  return {
    form,
    change,
    isDirty: edits.length > 0 || hasIssue,
    /** Something that is typed can't be saved as it is. */
    hasIssue,
    /** Saving again would not help: closing asks first. */
    isBlocked:
      hasIssue ||
      conflict !== null ||
      edits.some(isConflicting) ||
      (error !== null && edits.length > 0),
    isPending: pendingCount > 0,
    error,
    saved,
    /** Saves what changed. */
    save: () => save(valid),
    changeAndSave: (values: Partial<ContactForm>) => {
      change(values)
      save(validEditsOf({ ...form, ...values }))
    },
    saveStatus: (status: string) => {
      change({ status })
      save(validEditsOf({ ...form, status }))
    },
    conflict,
    keepMine: () => conflict && void send(conflict.current, valid, true),
    useTheirs: () => {
      if (!conflict) return
      const theirs = toParts(conflict.current)
      const edits = conflict.edits.map((edit) => ({ ...edit, after: theirs.get(edit.part) }))
      setState((current) => ({
        ...current,
        form: editForm(current.form, edits),
        conflicting: new Set(),
      }))
      setConflict(null)
      const others = valid.filter(({ part }) => conflict.edits.every((edit) => edit.part !== part))
      void send(conflict.current, others)
    },
  }
}

export type ContactEditing = ReturnType<typeof useContactEdit>

/** The drawer was closed before the response. */
function reportUnseen(outcome: SaveOutcome, address: string) {
  if (outcome.state === 'saved') announce(text.edited(address))
  if (outcome.state === 'error') toast({ text: formatSaveError(outcome.error), tone: 'bad' })
  if (outcome.state === 'conflict') toast({ text: text.conflictUnseen(address), tone: 'bad' })
}

function useMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return isMounted
}
