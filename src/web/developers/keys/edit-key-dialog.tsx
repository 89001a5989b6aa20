import { type FormEvent, useState } from 'react'

import type { ApiKey } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { editKeyText as text, newKeyText } from '#web/messages/en/keys.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import {
  fieldErrors,
  submitOnCtrlEnter,
  useFieldValidation,
  useFocusFirstIssue,
} from '#web/ui/form/form.ts'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { keyResource, useMembers } from './keys.data.ts'
import { FormMessages, useOwnClose } from './secret-dialog.tsx'

type Member = ApiKey['member']

interface EditKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
}

/** Renames a key, or changes the member it belongs to. */
export function EditKeyDialog({ apiKey: seen, onClose }: EditKeyDialogProps) {
  const offlineProps = useOfflineProps()
  const [name, setName] = useState(seen.name)
  const [member, setMember] = useState(seen.member)
  const { save, error, isPending, isWaiting } = useResourceEdit()
  const { form, focusFirstIssue } = useFocusFirstIssue(error)
  const nameField = useFieldValidation(name, checkName)
  const changes = {
    ...(name.trim() !== seen.name && { name: name.trim() }),
    ...(member?.id !== seen.member?.id && { member }),
  }
  const isDirty = Object.keys(changes).length > 0
  const { close: askAndClose, confirmation } = useUnsavedChanges(() => isDirty, onClose)
  const closeOwn = useOwnClose(onClose)
  // What is sent cannot be discarded. Without an answer for long it is saved later, with or without the dialog.
  const close = () => {
    if (!isPending) askAndClose()
    else if (isWaiting) onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || isPending) return
    if (!nameField.validate()) return focusFirstIssue()
    if (!isDirty || (await save(keyResource, seen, changes))) closeOwn()
  }
  return (
    <Dialog title={text.title(seen.name)} onClose={close}>
      <form
        ref={form}
        noValidate
        className="grid grid-cols-1 gap-6"
        onSubmit={(event) => void submit(event)}
        onKeyDown={submitOnCtrlEnter}
      >
        <Field
          label={newKeyText.name}
          issue={nameField.issue ?? fieldErrors(error)['name']}
          value={name}
          maxLength={255}
          autoComplete="off"
          data-autofocus
          onBlur={nameField.onBlur}
          onChange={({ target }) => setName(target.value)}
        />
        <MemberField value={member} onChange={setMember} />
        <FormMessages {...{ error, isWaiting }} canDuplicate={false} />
        <div className="flex justify-end gap-2">
          <Button aria-disabled={(isPending && !isWaiting) || undefined} onClick={close}>
            {messages.app.cancel}
          </Button>
          <Button {...offlineProps} type="submit" variant="primary" busy={isPending}>
            {text.save}
          </Button>
        </div>
      </form>
      {!isPending && confirmation}
    </Dialog>
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
