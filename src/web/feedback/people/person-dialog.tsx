import { useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { PortalUser } from '#client/resources.ts'
import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { personText as text } from '#web/messages/en/people.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { fieldErrors } from '#web/ui/form/form.ts'
import { toast } from '#web/ui/toast.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { MismatchedPeople, type PeoplePair } from './mismatched-people.tsx'
import { addUser, personResource, toInput } from './user-changes.data.ts'
import { mismatchIds, type UserInput, userChanges } from './user-form.rules.ts'
import { formatUserName } from './user-name.rules.ts'
import { userQuery } from './users.data.ts'

const emptyInput: UserInput = { name: '', email: '', external_id: '', attributes: [] }

interface PersonDialogProps {
  /** Undefined: someone new. */
  user: PortalUser | undefined
  onClose: () => void
  onOpen: (user_id: string) => void
}

/** Adds a person, or edits their details. */
export function PersonDialog({ user, onClose, onOpen }: PersonDialogProps) {
  const session = useSession()
  const queryClient = useQueryClient()
  const canEdit = useCapability('users.search')
  const [first] = useState(() => (user ? toInput(user) : emptyInput))
  const [input, setInput] = useState(first)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [addError, setAddError] = useState<ApiError | null>(null)
  const edit = useResourceEdit()
  const error = user ? edit.error : addError
  const isPending = isAdding || edit.isPending
  const clearError = () => (setAddError(null), edit.clearError())
  const [pair, setPair] = useState<PeoplePair | null>(null)

  const email = input.email.trim()
  const external_id = input.external_id.trim()
  // Without `users.search` identify finds the person by this, so it cannot be changed.
  const key = !user || canEdit ? undefined : user.external_id ? 'external_id' : 'email'
  const refused = fieldErrors(error)
  const emailIssue = email !== '' && !isEmailAddress(email) ? text.wrongAddress : undefined
  const isNameless = email === '' && external_id === ''
  const change = (values: Partial<UserInput>) => {
    clearError()
    setInput({ ...input, ...values })
  }

  const validate = () => {
    setSubmitted(true)
    return !emailIssue && !isNameless
  }
  const submit = async (close: () => boolean) => {
    if (user) {
      const changes = userChanges(user, input)
      const isChanged = Object.keys(changes).length > 0
      // The undo history announces it.
      if (!isChanged || (await edit.save(personResource, user, changes))) close()
      return
    }
    setAdding(true)
    const outcome = await addUser(session, input)
    setAdding(false)
    if (outcome.state === 'error') return setAddError(outcome.error)
    if (outcome.state === 'canceled') return
    queryClient.setQueryData(userQuery(outcome.user.id).queryKey, outcome.user)
    close()
    toast({
      text: outcome.message,
      action: {
        label: text.open(formatUserName(outcome.user)),
        run: () => onOpen(outcome.user.id),
      },
    })
  }

  const others = mismatchIds(error?.details, user?.id)
  return (
    <>
      <DialogForm
        title={user ? text.editTitle(formatUserName(user)) : text.addTitle}
        submitLabel={user ? text.save : text.addTitle}
        isTextKept
        isDirty={JSON.stringify(input) !== JSON.stringify(first)}
        save={{ error, isPending }}
        {...(others && { alert: null })}
        validate={validate}
        onSubmit={submit}
        onClose={onClose}
      >
        <p className="text-cell text-ink-2">
          {key && user ? text.foundBy[key](user[key] ?? '') : !user && text.addHint}
        </p>
        <Field
          label={text.name}
          value={input.name}
          issue={refused['name']}
          autoComplete="off"
          maxLength={255}
          data-autofocus
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label={text.email}
          type="email"
          value={input.email}
          issue={
            refused['email'] ??
            (isSubmitted ? (emailIssue ?? (isNameless ? text.noIdentifier : undefined)) : undefined)
          }
          autoComplete="off"
          readOnly={key === 'email'}
          aria-disabled={key === 'email' || undefined}
          onChange={({ target }) => change({ email: target.value })}
        />
        <Field
          label={text.external_id}
          value={input.external_id}
          issue={refused['external_id']}
          autoComplete="off"
          maxLength={255}
          readOnly={key === 'external_id'}
          aria-disabled={key === 'external_id' || undefined}
          onChange={({ target }) => change({ external_id: target.value })}
        />
        <AttributeFields
          attributes={input.attributes}
          onChange={(attributes) => change({ attributes })}
        />
        {others && (
          <MismatchedPeople
            ids={others}
            user={user}
            onOpen={(id) => (onClose(), onOpen(id))}
            onMerge={setPair}
          />
        )}
      </DialogForm>
      {pair && <MergeDialog {...pair} onClose={() => setPair(null)} onMerge={clearError} />}
    </>
  )
}

interface AttributeFieldsProps {
  attributes: UserInput['attributes']
  onChange: (attributes: UserInput['attributes']) => void
}

function AttributeFields({ attributes, onChange }: AttributeFieldsProps) {
  const set = (index: number, next: readonly [string, string]) =>
    onChange(attributes.map((one, position) => (position === index ? next : one)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{text.attributes}</legend>
      {attributes.map(([name, value], index) => (
        <div
          key={index}
          className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-end gap-2"
        >
          <Field
            label={text.attributeName}
            value={name}
            onChange={({ target }) => set(index, [target.value, value])}
          />
          <Field
            label={text.attributeValue}
            value={value}
            onChange={({ target }) => set(index, [name, target.value])}
          />
          <IconButton
            icon={X}
            label={text.removeAttribute(name)}
            onClick={() => onChange(attributes.filter((_, position) => position !== index))}
          />
        </div>
      ))}
      <Button className="justify-self-start" onClick={() => onChange([...attributes, ['', '']])}>
        {text.addAttribute}
      </Button>
    </fieldset>
  )
}
