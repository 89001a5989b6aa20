import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { List } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { listEditText as text } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import {
  fieldErrors,
  submitOnCtrlEnter,
  useFieldValidation,
  useFocusFirstIssue,
} from '#web/ui/form/form.ts'
import { useBufferedLine } from '#web/ui/type-ahead-buffer.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import {
  contactListResource,
  contentOf,
  createOptions,
  type ListContent,
} from './edit-list.data.ts'
import { SaveNotices } from './save-notices.tsx'

interface ListDialogProps {
  /** The list to edit; without it one is created. */
  list?: List
  onClose: () => void
}

const emptyContent: ListContent = { name: '', description: null, double_opt_in: false }

export function ListDialog({ list, onClose }: ListDialogProps) {
  const session = useSession()
  const navigate = useNavigate()
  const offlineProps = useOfflineProps()
  const [initial] = useState(() => (list ? contentOf(list) : emptyContent))
  const [content, setContent] = useState(initial)
  const set = (next: Partial<ListContent>) => setContent((current) => ({ ...current, ...next }))
  const create = useEndpointMutation('POST /lists')
  const edit = useResourceEdit()
  const { error, isPending } = list ? edit : create
  const nameCheck = useFieldValidation(content.name, (name) =>
    name.trim() ? undefined : text.nameRequired,
  )
  const { form, focusFirstIssue } = useFocusFirstIssue(error)
  const issues = fieldErrors(error)
  const changes = changedContent(initial, content)
  const isDirty = Object.keys(changes).length > 0
  const { close, confirmation } = useUnsavedChanges(() => isDirty, onClose)
  useBufferedLine(
    (name) => name && set({ name }),
    () => form.current?.requestSubmit(),
  )

  const createList = async () => {
    const { name, ...rest } = { ...content, name: content.name.trim() }
    const result = await create.send(
      { name, ...changedContent(emptyContent, { name: '', ...rest }) },
      createOptions(session, name),
    )
    if (result.state !== 'success' || !form.current) return
    onClose()
    void navigate(paths.list(result.output.id))
  }
  const editList = async (before: List) => {
    if (!isDirty || (await edit.save(contactListResource, before, changes))) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps) return
    if (!nameCheck.validate()) return focusFirstIssue()
    void (list ? editList(list) : createList())
  }

  return (
    <Dialog title={list ? text.edit : text.new} onClose={close}>
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
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
        <SaveNotices save={list ? edit : create} />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{messages.app.cancel}</Button>
          <Button {...offlineProps} type="submit" variant="primary" busy={isPending}>
            {list ? text.save : text.create}
          </Button>
        </div>
      </form>
      {confirmation}
    </Dialog>
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
