import { useEffect, useRef, useState } from 'react'

import { ApiError } from '#client/api-error.ts'
import type { Contact } from '#client/resources.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { resourcesText } from '#web/messages/en/resources.ts'
import { useSession } from '#web/session/session.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { announce } from '#web/ui/live-region.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  compareParts,
  type ContactPart,
  fieldOf,
  fromContactItem,
  type PartEdit,
  toParts,
} from './contact-changes.rules.ts'
import {
  type ContactForm,
  formParts,
  hasFieldIssue,
  receiveParts,
  type SeenForm,
  settleEdits,
  toForm,
} from './contact-form.rules.ts'
import { saveContact } from './edit-contact.data.ts'

interface EditState extends SeenForm {
  readonly contact: Contact
}

/** The form of a contact. What others change appears in it, but for what the person is editing. */
export function useContactEdit(contact: Contact, fieldNames: readonly string[]) {
  const session = useSession()
  const [state, setState] = useState<EditState>(() => ({
    contact,
    form: toForm(contact, fieldNames),
    seen: toParts(contact),
  }))
  const [error, setError] = useState<ApiError | null>(null)
  const [saved, setSaved] = useState<readonly ContactPart[]>([])
  /** The status that the service gave the contact with a change of something else. */
  const [derivedStatus, setDerivedStatus] = useState<string>()
  const [pendingCount, setPendingCount] = useState(0)
  const isMounted = useMounted()
  /** Edits without a response: leaving a field twice sends them once. */
  const sending = useRef<readonly PartEdit[]>([])

  let { form, seen } = state
  if (state.contact !== contact) {
    const next = receiveParts(state, toParts(contact))
    form = next.form
    seen = next.seen
    setState({ contact, form, seen })
  }
  const validEditsOf = (next: ContactForm) => {
    const isAddressValid = isEmailAddress(next.email_address.trim())
    // The field that seems to be gone may be the one whose new name is not accepted.
    const keepsFields = hasFieldIssue(next.rows)
    return compareParts(seen, formParts(next)).filter(
      ({ part, after }) =>
        (part !== 'email_address' || isAddressValid) &&
        !(keepsFields && fieldOf(part) !== undefined && after === undefined),
    )
  }
  const edits = compareParts(seen, formParts(form))
  const hasIssue = edits.length > validEditsOf(form).length || hasFieldIssue(form.rows)

  const change = (values: Partial<ContactForm>) => {
    setSaved([])
    setState((current) => ({ ...current, form: { ...current.form, ...values } }))
  }
  const save = async (changes: readonly PartEdit[]) => {
    const isSending = ({ part, after }: PartEdit) =>
      sending.current.some((one) => one.part === part && one.after === after)
    const next = changes.filter((edit) => !isSending(edit))
    if (next.length === 0) return
    sending.current = [...sending.current, ...next]
    setError(null)
    setDerivedStatus(undefined)
    setPendingCount((count) => count + 1)
    const outcome = await saveContact(session, contact, next)
    sending.current = sending.current.filter((edit) => !next.includes(edit))
    const failure =
      outcome.state === 'gone' ? goneError(contact) : outcome.state === 'error' && outcome.error
    const derived =
      outcome.state === 'saved' && outcome.derivedFields?.includes('status')
        ? outcome.item.status
        : undefined
    if (!isMounted.current) {
      if (derived !== undefined) toast({ text: text.statusFollows(formatStatus(derived)) })
      else if (outcome.state === 'saved') announce(text.edited(contact.email_address))
      if (failure) toast({ text: formatSaveError(failure), tone: 'bad' })
      return
    }
    setPendingCount((count) => count - 1)
    // A newer edit is sent instead, or the person has undone this one.
    if (outcome.state === 'canceled') return
    const parts = 'item' in outcome ? toParts(fromContactItem(outcome.item)) : undefined
    setState((current) => ({ ...current, ...settleEdits(current, next, parts) }))
    if (failure) setError(failure)
    setDerivedStatus(derived)
    if (parts)
      setSaved(next.filter(({ part, after }) => parts.get(part) === after).map(({ part }) => part))
  }
  const changeAndSave = (values: Partial<ContactForm>) => {
    change(values)
    void save(validEditsOf({ ...form, ...values }))
  }

  return {
    form,
    change,
    isDirty: edits.length > 0 || hasIssue,
    /** Something that is typed can't be saved as it is. */
    hasIssue,
    /** Saving again would not help: closing asks first. */
    isBlocked: hasIssue || (error !== null && edits.length > 0),
    isPending: pendingCount > 0,
    error,
    saved,
    /** Until the contact has another one, for example after an undo. */
    derivedStatus: derivedStatus === contact.status ? derivedStatus : undefined,
    /** Saves what changed. */
    save: () => void save(validEditsOf(form)),
    changeAndSave,
  }
}

export type ContactEditing = ReturnType<typeof useContactEdit>

const goneError = ({ email_address }: Contact) =>
  new ApiError({ code: 'conflict', status: 404, message: resourcesText.gone(email_address) })

function useMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return isMounted
}
