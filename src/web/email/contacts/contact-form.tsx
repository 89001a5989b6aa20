import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Copy from 'lucide-react/icons/copy'
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react'

import type { Contact } from '#client/resources.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { observeMedia } from '#web/external-store.ts'
import { messages } from '#web/messages/en/app.ts'
import { contactEditText as text } from '#web/messages/en/contact-edit.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Field } from '#web/ui/form/field.tsx'
import { FormMessages } from '#web/ui/form/form-messages.tsx'
import { fieldErrors } from '#web/ui/form/form.ts'
import { TagInput } from '#web/ui/form/tag-input.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { Menu, MenuRadioGroup } from '#web/ui/popup/menu.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { type ContactPart, settableStatuses } from './contact-changes.rules.ts'
import { ContactFields } from './contact-fields.tsx'
import type { ContactEditing } from './use-contact-edit.ts'

const phone = observeMedia('(width < 48rem)')

/** On a phone there is one button that saves; elsewhere each field saves when the focus leaves it. */
export const useIsPhone = () => useSyncExternalStore(phone.subscribe, phone.get)

interface ContactFormProps {
  contact: Contact
  editing: ContactEditing
  /** Tags and names of merge fields in use. */
  suggestions: { tags: readonly string[]; fields: readonly string[] }
}

export function ContactForm({ contact, editing, suggestions }: ContactFormProps) {
  const { form, change, error, saved } = editing
  const isPhone = useIsPhone()
  const element = useRef<HTMLDivElement>(null)
  // The question whether to discard takes the focus: what it asks about must not be saved.
  const isUnderDialog = () => element.current?.closest('dialog')?.querySelector('dialog[open]')
  const canEditAddress = useCapability('contacts.edit')
  const issues = fieldErrors(error)
  const isInvalid = !isEmailAddress(form.email_address.trim())
  const hasOtherError = error && Object.keys(issues).length === 0
  const offlineProps = useOfflineProps()
  const isOffline = offlineProps !== undefined
  const save = isPhone || isOffline ? undefined : () => !isUnderDialog() && editing.save()
  const saveLater = useEffectEvent(() => !isPhone && editing.isDirty && editing.save())
  const wasOffline = useRef(isOffline)
  useEffect(() => {
    if (wasOffline.current && !isOffline) saveLater()
    wasOffline.current = isOffline
  }, [isOffline])
  return (
    <div ref={element} data-contact-form className="grid gap-5">
      {isOffline && (
        <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn-ink">
          {editing.isDirty ? text.offlineUnsaved : messages.app.disabledReasons.offline}
        </p>
      )}
      {hasOtherError && <FormMessages isTextKept save={{ error }} />}
      <Part onLeave={save} isSaved={saved.includes('email_address')}>
        <Field
          label={text.email}
          type="email"
          autoComplete="off"
          value={form.email_address}
          {...offlineProps}
          readOnly={!canEditAddress || isOffline}
          issue={
            issues['email_address'] ??
            (isInvalid && form.email_address !== contact.email_address
              ? text.emailInvalid
              : undefined)
          }
          onChange={({ target }) => change({ email_address: target.value })}
          trailing={
            <IconButton
              icon={Copy}
              label={text.copyAddress}
              onClick={() =>
                void copyToClipboard(contact.email_address, text.copied(contact.email_address))
              }
            />
          }
        />
      </Part>
      <Part isSaved={saved.includes('status')}>
        <StatusField contact={contact} editing={editing} isPhone={isPhone} />
        {editing.derivedStatus !== undefined && (
          <p role="status" className="mt-1.5 text-meta text-ink-2">
            {text.statusFollows(formatStatus(editing.derivedStatus))}
          </p>
        )}
        {issues['status'] && (
          <p className="text-meta font-medium text-bad-ink">{issues['status']}</p>
        )}
      </Part>
      <Part onLeave={save} isSaved={hasPart(saved, 'tag:')}>
        <TagInput
          label={text.tags}
          hint={text.tagsHint}
          maxLength={100}
          disabled={isOffline}
          values={form.tags}
          suggestions={suggestions.tags}
          issue={issues['tags']}
          onChange={(tags) => change({ tags })}
        />
      </Part>
      <Part isSaved={hasPart(saved, 'field:')}>
        <ContactFields
          rows={form.rows}
          offlineProps={offlineProps}
          suggestions={suggestions.fields}
          onChange={(rows) => change({ rows })}
          onLeave={save}
          onRemove={isPhone ? undefined : (rows) => editing.changeAndSave({ rows })}
        />
        {issues['fields'] && (
          <p className="text-meta font-medium text-bad-ink">{issues['fields']}</p>
        )}
      </Part>
    </div>
  )
}

const hasPart = (parts: readonly ContactPart[], beginning: string) =>
  parts.some((part) => part.startsWith(beginning))

interface PartProps {
  onLeave?: (() => void) | undefined
  isSaved: boolean
  children: ReactNode
}

/** A part of the form; "Saved" appears beside its label. */
function Part({ onLeave, isSaved, children }: PartProps) {
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave?.()
  }
  return (
    <div className="relative" onBlur={onBlur}>
      {children}
      <span
        role="status"
        className="pointer-events-none absolute end-0 top-0 flex items-center gap-1 text-meta font-medium text-ok-ink"
      >
        {isSaved && (
          <>
            <Icon of={Check} size={14} />
            {text.saved}
          </>
        )}
      </span>
    </div>
  )
}

interface StatusFieldProps {
  contact: Contact
  editing: ContactEditing
  isPhone: boolean
}

/** One choice, so it saves at once. */
function StatusField(props: StatusFieldProps) {
  const { contact, editing } = props
  const { status } = editing.form
  // The server never changes the status of someone who complained.
  const isLocked = contact.status === 'complained'
  return (
    <div className="grid justify-items-start gap-2">
      <span className="font-medium">{text.status}</span>
      {isLocked ? (
        <>
          <StatusPill kind="contact" value={status} />
          <p className="text-meta text-ink-3">{text.statusLocked}</p>
        </>
      ) : (
        <Menu
          label={text.status}
          align="start"
          trigger={
            <Button aria-label={text.statusOf(formatStatus(status))}>
              <StatusPill kind="contact" value={status} />
              <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
            </Button>
          }
        >
          <StatusItems {...props} />
        </Menu>
      )}
    </div>
  )
}

function StatusItems({ contact, editing, isPhone }: StatusFieldProps) {
  const reason = useDisabledReason()
  const options = [...new Set([...settableStatuses, contact.status])].map((value) => ({
    value,
    label: <StatusPill kind="contact" value={value} />,
  }))
  const choose = (status: string) => {
    if (reason !== undefined) return void toast({ text: reason })
    if (isPhone) editing.change({ status })
    else editing.changeAndSave({ status })
  }
  return (
    <MenuRadioGroup
      label={text.status}
      value={editing.form.status}
      options={options}
      onChoose={choose}
    />
  )
}
