import Lock from 'lucide-react/icons/lock'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Contact } from '#client/resources.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { hasLeft } from '#contract/email/suppressions.rules.ts'
import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { listHeaderText } from '#web/messages/en/lists.ts'
import { useDraft } from '#web/session/mutations/drafts.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormMessages } from '#web/ui/form/form-messages.tsx'
import {
  fieldErrors,
  submitOnCtrlEnter,
  useFieldValidation,
  useFocusFirstIssue,
} from '#web/ui/form/form.ts'
import { TagInput } from '#web/ui/form/tag-input.tsx'
import { PageState } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { compareParts, fieldOf, type PartEdit, tagOf, toParts } from './contact-changes.rules.ts'
import { ContactFields } from './contact-fields.tsx'
import {
  type ContactForm,
  emptyForm,
  formatDraft,
  formFields,
  formParts,
  hasFieldIssue,
  parseDraft,
} from './contact-form.rules.ts'
import { addOptions, type ContactInput, findContact, toDraft } from './edit-contact.data.ts'

interface AddContactProps {
  list_id: string
  /** The address to begin with: one that was not found. */
  address: string
  suggestions: { tags: readonly string[]; fields: readonly string[] }
  onOpen: (contact: Contact) => void
  onClose: () => void
}

/** Someone who was in the list already, or had left it before, before and after. */
interface Existing {
  /** Undefined for one who was deleted meanwhile. */
  readonly before: Contact | undefined
  readonly after: Contact
  /** Aborted once this is undone. */
  readonly undone: AbortSignal
}

/** Adds a contact; with a key that only reads, the drawer of an address that was opened says so. */
export function AddContact(props: AddContactProps) {
  const canWrite = useCanWrite()
  const reason = useDisabledReason() ?? ''
  if (canWrite) return <AddContactForm {...props} />
  return (
    <Drawer title={listHeaderText.addContact} onClose={props.onClose}>
      <PageState state="empty" icon={Lock} title={reason}>
        {text.readOnly}
      </PageState>
    </Drawer>
  )
}

/** An address that is there already gets the details, and the drawer says which ones. */
function AddContactForm({ list_id, address, suggestions, onOpen, onClose }: AddContactProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const initial = { ...emptyForm, email_address: address }
  const [draft, writeDraft, clearDraft] = useDraft(`contact:${list_id}:${address}`)
  const [form, setForm] = useState<ContactForm>(() => parseDraft(draft) ?? initial)
  const [existing, setExisting] = useState<Existing>()
  const [readError, setReadError] = useState<ApiError | null>(null)
  const [isReading, setReading] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const create = useEndpointMutation('POST /lists/:list_id/contacts')
  const check = useFieldValidation(form.email_address, (value) =>
    value.trim() === ''
      ? text.emailRequired
      : isEmailAddress(value.trim())
        ? undefined
        : text.emailInvalid,
  )
  const error = create.error ?? readError
  const { form: element, focusFirstIssue } = useFocusFirstIssue(create.error)
  const issues = fieldErrors(create.error)
  const isChanged = (next: ContactForm) =>
    compareParts(formParts(initial), formParts(next)).length > 0
  const change = (values: Partial<ContactForm>) => {
    const next = { ...form, ...values }
    setForm(next)
    writeDraft(isChanged(next) ? formatDraft(next) : '')
  }
  const discard = () => {
    clearDraft()
    onClose()
  }

  /** What is there decides what the result says; undefined after a failure. */
  const readBefore = async (email: string) => {
    setReadError(null)
    setReading(true)
    const found = await findContact(session, list_id, email).then(
      (contact) => ({ contact }),
      (failure: ApiError) => {
        setReadError(failure)
        return undefined
      },
    )
    setReading(false)
    return found
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || isReading) return
    setSubmitted(true)
    if (!check.validate() || hasFieldIssue(form.rows)) return focusFirstIssue()
    const email_address = form.email_address.trim()
    const found = await readBefore(email_address)
    if (!found) return
    const before = found.contact
    const draft = { list_id, email_address, tags: form.tags, fields: formFields(form.rows) }
    const changes = !before || wouldChange(before, draft)
    const undone = new AbortController()
    const options = changes ? addOptions(session, before, email_address, () => undone.abort()) : {}
    const result = await create.send(toDraft(draft), options)
    if (result.state !== 'success') return
    clearDraft()
    const after = result.output
    if (undone.signal.aborted || (!before && !hasLeft(after.status))) onClose()
    else setExisting({ before, after, undone: undone.signal })
  }

  if (existing)
    return (
      <ExistingContact
        {...existing}
        onOpen={() => onOpen(existing.after)}
        onAddAnother={() => {
          setForm(emptyForm)
          setSubmitted(false)
          setExisting(undefined)
        }}
        onClose={onClose}
      />
    )
  return (
    <Drawer
      startsInField
      title={listHeaderText.addContact}
      isDirty={() => isChanged(form)}
      onClose={discard}
    >
      <form
        ref={element}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void submit(event)}
        onKeyDown={submitOnCtrlEnter}
      >
        {error && Object.keys(issues).length === 0 && <FormMessages isTextKept save={{ error }} />}
        <Field
          label={text.email}
          type="email"
          data-autofocus
          autoComplete="off"
          value={form.email_address}
          issue={check.issue ?? issues['email_address']}
          onBlur={check.onBlur}
          onChange={({ target }) => change({ email_address: target.value })}
        />
        <TagInput
          label={text.tags}
          hint={text.tagsHint}
          maxLength={100}
          values={form.tags}
          suggestions={suggestions.tags}
          issue={issues['tags']}
          onChange={(tags) => change({ tags })}
        />
        <ContactFields
          rows={form.rows}
          suggestions={suggestions.fields}
          isSubmitted={isSubmitted}
          onChange={(rows) => change({ rows })}
        />
        {issues['fields'] && (
          <p className="text-meta font-medium text-bad-ink">{issues['fields']}</p>
        )}
        <div>
          <Button
            {...offlineProps}
            type="submit"
            variant="primary"
            busy={isReading || create.isPending}
          >
            {listHeaderText.addContact}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}

/** Whether adding somebody who is there changes anything: tags and fields are merged. */
const wouldChange = (before: Contact, { tags, fields }: ContactInput) =>
  tags.some((tag) => !before.tags.includes(tag)) ||
  Object.entries(fields).some(([name, value]) => before.fields[name] !== value)

interface ExistingContactProps extends Existing {
  onOpen: () => void
  onAddAnother: () => void
  onClose: () => void
}

/** What adding an address that was there changed, or that had left before. It never subscribes anyone again. */
function ExistingContact({
  before,
  after,
  undone,
  onOpen,
  onAddAnother,
  onClose,
}: ExistingContactProps) {
  const close = useEffectEvent(onClose)
  // What it says is not so any more.
  useEffect(() => {
    const closeUndone = () => close()
    undone.addEventListener('abort', closeUndone)
    return () => undone.removeEventListener('abort', closeUndone)
  }, [undone])
  const edits = before ? compareParts(toParts(before), toParts(after)) : []
  return (
    <Drawer title={after.email_address} onClose={onClose}>
      <div className="grid gap-5">
        <div
          role="status"
          className="grid gap-2 rounded-control bg-info-soft px-3 py-2 text-info-ink"
        >
          <p className="font-medium">
            {before ? text.existed : text.leftBefore(formatStatus(after.status))}
          </p>
          {before && (
            <>
              <p>{edits.length === 0 ? text.existedSame : text.existedUpdated}</p>
              <ul className="list-disc ps-5 wrap-anywhere">
                {edits.map((edit) => (
                  <li key={edit.part}>
                    <bdi>{formatEdit(edit)}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
          {after.status !== 'subscribed' && <p>{text.staysAs(formatStatus(after.status))}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" data-autofocus onClick={onOpen}>
            {text.open}
          </Button>
          <Button onClick={onAddAnother}>{text.addAnother}</Button>
        </div>
      </div>
    </Drawer>
  )
}

function formatEdit({ part, before, after }: PartEdit): string {
  const format = (value = '') =>
    value === '' ? text.nothing : part === 'status' ? formatStatus(value) : value
  if (tagOf(part) !== undefined) return text.tagAdded(format(after))
  const label = fieldOf(part) ?? (part === 'status' ? text.status : text.email)
  return before === undefined
    ? text.partAdded(label, format(after))
    : text.partChanged(label, format(before), format(after))
}
