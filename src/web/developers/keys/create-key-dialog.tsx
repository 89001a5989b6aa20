import { useState } from 'react'

import type { ApiKey } from '#client/resources.ts'
import type { PlainDate } from '#contract/plain-date.rules.ts'
import { keysText, keySecretText, newKeyText as text } from '#web/messages/en/keys.ts'
import { formatFileName } from '#web/session/download-file.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { DateField } from '#web/ui/date/date-field.tsx'
import { Field, Select } from '#web/ui/form/field.tsx'
import { fieldErrors } from '#web/ui/form/form.ts'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { formatZonedTime, localDay, timeZone } from '#web/ui/format.ts'
import { now, useCurrentTime } from '#web/ui/server-time.ts'
import { checkName, MemberField } from './edit-key-dialog.tsx'
import { type Access, accesses, expiries, type Expiry, expiryOf, scopeOf } from './keys.rules.ts'
import { SecretDialog, SecretForm } from './secret-dialog.tsx'

/** Creates a key, then shows its value, which only the state of this dialog has. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<{ name: string; value: string }>()
  if (!created) return <CreateForm onClose={onClose} onCreated={setCreated} />
  const fileName = formatFileName(
    { name: created.name, fallback: keySecretText.fileName },
    localDay(now()),
    'txt',
  )
  return (
    <SecretDialog
      secret={created.value}
      text={keySecretText}
      fileName={fileName}
      onDone={onClose}
    />
  )
}

interface Content {
  readonly name: string
  readonly access: Access
  readonly expiry: Expiry
  readonly date: PlainDate | null
  readonly member: ApiKey['member']
}

const untouched: Content = { name: '', access: 'read', expiry: '90', date: null, member: null }

interface CreateFormProps {
  onClose: () => void
  onCreated: (result: { name: string; value: string }) => void
}

function CreateForm({ onClose, onCreated }: CreateFormProps) {
  const [content, setContent] = useState(untouched)
  const [isSubmitted, setSubmitted] = useState(false)
  const { send, ...mutation } = useEndpointMutation('POST /api-keys')
  const { name, access, expiry, date, member } = content
  const change = (next: Partial<Content>) => setContent((current) => ({ ...current, ...next }))
  const expiresAt = () => expiryOf(expiry, date, { now: now(), timeZone: timeZone() })
  const errors = fieldErrors(mutation.error)
  const nameIssue = isSubmitted ? checkName(name) : undefined
  const dateIssue = isSubmitted && expiresAt() === undefined ? text.dateRequired : undefined

  const validate = () => {
    setSubmitted(true)
    const expires_at = expiresAt()
    // The field of a date before today says so.
    const isPast = expires_at && expires_at <= now()
    return checkName(name) === undefined && expires_at !== undefined && !isPast
  }
  const submit = async () => {
    const expires_at = expiresAt()
    const result = await send({
      name: name.trim(),
      ...scopeOf(access),
      ...(expires_at && { expires_at: expires_at.toISOString() }),
      ...(member && { member_id: member.id }),
    })
    if (result.state === 'success') onCreated({ name: name.trim(), value: result.output.key })
  }
  return (
    <SecretForm
      title={text.title}
      submitLabel={text.create}
      isTextKept
      isDirty={content !== untouched}
      onSubmit={submit}
      onEarlyText={(line) => change({ name: line })}
      {...{ mutation, validate, onClose }}
    >
      <Field
        label={text.name}
        hint={text.nameHint}
        issue={nameIssue ?? errors['name']}
        value={name}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        onChange={({ target }) => change({ name: target.value })}
      />
      <RadioList
        legend={text.access}
        value={access}
        issue={errors['scope'] ?? errors['admin']}
        onChange={(value) => change({ access: value })}
        options={accesses.map((value) => ({
          value,
          label: keysText.access[value],
          hint: text.accessHints[value],
        }))}
      />
      <ExpiryFields
        {...{ expiry, date, dateIssue }}
        issue={errors['expires_at']}
        onChange={change}
      />
      <MemberField value={member} onChange={(next) => change({ member: next })} />
    </SecretForm>
  )
}

interface ExpiryFieldsProps extends Pick<Content, 'expiry' | 'date'> {
  issue: string | undefined
  dateIssue: string | undefined
  onChange: (next: Partial<Content>) => void
}

/** How long the key works, by the clock of the server, and when that ends. */
function ExpiryFields({ expiry, date, issue, dateIssue, onChange }: ExpiryFieldsProps) {
  const time = useCurrentTime()
  const at = expiryOf(expiry, date, { now: time, timeZone: timeZone() })
  const today = localDay(time)
  const meaning = at === null ? text.neverHint : at && text.expiresAt(formatZonedTime(at))
  return (
    <div className="grid grid-cols-1 gap-3">
      <Select
        label={text.expiry}
        hint={meaning}
        issue={issue}
        value={expiry}
        options={expiries.map((value) => ({ value, label: text.expiries[value] }))}
        onChange={({ target }) =>
          onChange({ expiry: expiries.find((value) => value === target.value) ?? 'never' })
        }
      />
      {expiry === 'date' && (
        <DateField
          label={text.date}
          issue={dateIssue}
          value={date}
          today={today}
          min={today}
          onChange={(next) => onChange({ date: next })}
        />
      )}
    </div>
  )
}
