import { useState } from 'react'

import type { ApiKey } from '#client/resources.ts'
import { editKeyText as text, newKeyText } from '#web/messages/en/keys.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { fieldErrors, useFieldValidation } from '#web/ui/form/form.ts'
import { keyResource, useMembers } from './keys.data.ts'

type Member = ApiKey['member']

interface EditKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
}

/** Renames a key, or changes the member it belongs to. */
export function EditKeyDialog({ apiKey: seen, onClose }: EditKeyDialogProps) {
  const [name, setName] = useState(seen.name)
  const [member, setMember] = useState(seen.member)
  const edit = useResourceEdit()
  const { isPending, isWaiting } = edit
  const nameField = useFieldValidation(name, checkName)
  const changes = {
    ...(name.trim() !== seen.name && { name: name.trim() }),
    ...(member?.id !== seen.member?.id && { member }),
  }
  const isDirty = Object.keys(changes).length > 0
  const submit = async (close: () => boolean) => {
    if (isDirty && !(await edit.save(keyResource, seen, changes))) return
    close()
  }
  return (
    <DialogForm
      title={text.title(seen.name)}
      submitLabel={text.save}
      // What is sent cannot be discarded. Without an answer for long it is saved later, with or without the dialog.
      isTextKept
      isDirty={isDirty && !isPending}
      isFixed={isPending && !isWaiting}
      save={edit}
      validate={nameField.validate}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={newKeyText.name}
        issue={nameField.issue ?? fieldErrors(edit.error)['name']}
        value={name}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        onBlur={nameField.onBlur}
        onChange={({ target }) => setName(target.value)}
      />
      <MemberField value={member} onChange={setMember} />
    </DialogForm>
  )
}

export const checkName = (name: string) =>
  name.trim() === '' ? newKeyText.nameRequired : undefined

interface MemberFieldProps {
  value: Member
  onChange: (member: Member) => void
}

/** Whom a key belongs to. Nothing on a server that lists no members. */
export function MemberField({ value, onChange }: MemberFieldProps) {
  const { members, query, canList } = useMembers()
  if (!canList) return null
  const options = members.map(({ id, name, avatar_url, email }) => ({
    id,
    label: name,
    ...(email !== null && { detail: email }),
    member: { id, name, avatar_url },
  }))
  const isLoading = query.isPending || query.hasNextPage
  return (
    <Combobox
      label={newKeyText.member}
      hint={newKeyText.memberHint}
      placeholder={newKeyText.noMember}
      options={options}
      status={query.isError ? 'failed' : isLoading ? 'loading' : 'ready'}
      onRetry={() => void query.refetch()}
      value={value && { id: value.id, label: value.name, member: value }}
      onChange={(option) => onChange(option?.member ?? null)}
    />
  )
}
