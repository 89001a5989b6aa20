import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { List } from '#client/resources.ts'
import { listEditText as text } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { useSession } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { fieldErrors, useFieldValidation } from '#web/ui/form/form.ts'
import {
  contactListResource,
  contentOf,
  createOptions,
  type ListContent,
} from './edit-list.data.ts'

interface ListDialogProps {
  /** The list to edit; without it one is created. */
  list?: List
  onClose: () => void
}

const emptyContent: ListContent = { name: '', description: null, double_opt_in: false }

export function ListDialog({ list, onClose }: ListDialogProps) {
  const session = useSession()
  const navigate = useNavigate()
  const [initial] = useState(() => (list ? contentOf(list) : emptyContent))
  const [content, setContent] = useState(initial)
  const set = (next: Partial<ListContent>) => setContent((current) => ({ ...current, ...next }))
  const create = useEndpointMutation('POST /lists')
  const edit = useResourceEdit()
  const save = list ? edit : create
  const nameCheck = useFieldValidation(content.name, (name) =>
    name.trim() ? undefined : text.nameRequired,
  )
  const issues = fieldErrors(save.error)
  const changes = changedContent(initial, content)
  const isDirty = Object.keys(changes).length > 0

  const createList = async (close: () => boolean) => {
    const { name, ...rest } = { ...content, name: content.name.trim() }
    const result = await create.send(
      { name, ...changedContent(emptyContent, { name: '', ...rest }) },
      createOptions(session, name),
    )
    if (result.state === 'success' && close()) void navigate(paths.list(result.output.id))
  }
  const editList = async (before: List, close: () => boolean) => {
    if (!isDirty || (await edit.save(contactListResource, before, changes))) close()
  }

  return (
    <DialogForm
      title={list ? text.edit : text.new}
      submitLabel={list ? text.save : text.create}
      validate={nameCheck.validate}
      onEarlyText={(name) => set({ name })}
      onSubmit={(close) => (list ? editList(list, close) : createList(close))}
      isTextKept
      {...{ isDirty, save, onClose }}
    >
      <Field
        label={text.name}
        value={content.name}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        onChange={({ target }) => set({ name: target.value })}
        onBlur={nameCheck.onBlur}
        issue={nameCheck.issue ?? issues['name']}
      />
      <TextArea
        label={text.description}
        hint={text.descriptionHint}
        value={content.description ?? ''}
        maxLength={50_000}
        rows={2}
        onChange={({ target }) => set({ description: target.value || null })}
        issue={issues['description']}
      />
      <Checkbox
        label={text.doubleOptIn}
        hint={text.doubleOptInHint}
        checked={content.double_opt_in}
        onChange={({ target }) => set({ double_opt_in: target.checked })}
      />
    </DialogForm>
  )
}

/** The values of `after` that differ from `before`. */
const changedContent = (before: ListContent, after: ListContent): Partial<ListContent> => {
  const trimmed = { ...after, name: after.name.trim() }
  return {
    ...(trimmed.name !== before.name.trim() && { name: trimmed.name }),
    ...(trimmed.description !== before.description && { description: trimmed.description }),
    ...(trimmed.double_opt_in !== before.double_opt_in && { double_opt_in: trimmed.double_opt_in }),
  }
}
