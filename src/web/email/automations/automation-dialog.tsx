import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Automation } from '#client/resources.ts'
import { listPages } from '#web/email/lists/lists.data.ts'
import { automationText as text } from '#web/messages/en/automations.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { createUndoableCreation } from '#web/session/resources/remove-resource.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { useSession } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { ConfirmRemovalDialog, DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field, Select } from '#web/ui/form/field.tsx'
import { fieldErrors, useFieldValidation } from '#web/ui/form/form.ts'
import { toast } from '#web/ui/toast.ts'
import { automationResource, deleteAutomation } from './edit-automation.data.ts'

type Trigger = NonNullable<Automation['trigger']>
const triggers: readonly Trigger[] = ['api', 'contact_created', 'tag_added']

interface AutomationDialogProps {
  /** The automation to edit; without it one is created. */
  automation?: Automation
  onClose: () => void
}

const contentOf = (automation: Automation | undefined) => ({
  name: automation?.name ?? '',
  trigger: automation?.trigger ?? ('api' as Trigger),
  allow_repeat: automation?.allow_repeat ?? false,
})

/** Creates an automation for a list, or edits one; its list stays. */
export function AutomationDialog({ automation, onClose }: AutomationDialogProps) {
  const session = useSession()
  const navigate = useNavigate()
  const [initial] = useState(() => contentOf(automation))
  const [content, setContent] = useState(initial)
  const [list, setList] = useState<{ id: string; label: string } | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const set = (next: Partial<typeof content>) => setContent((current) => ({ ...current, ...next }))
  const create = useEndpointMutation('POST /automations')
  const edit = useResourceEdit()
  const save = automation ? edit : create
  const nameCheck = useFieldValidation(content.name, (name) =>
    name.trim() ? undefined : text.nameRequired,
  )
  const isDirty = content !== initial || list !== null
  const issues = fieldErrors(save.error)

  const createAutomation = async (list_id: string, close: () => boolean) => {
    const name = content.name.trim()
    const result = await create.send(
      { ...content, name, list_id },
      createUndoableCreation(session, automationResource, {
        label: text.created(name),
        remove: ({ id }, options) =>
          session.mutate('DELETE /automations/:automation_id', { automation_id: id }, options),
      }),
    )
    if (result.state === 'success' && close()) void navigate(paths.automation(result.output.id))
  }
  const editAutomation = async (before: Automation, close: () => boolean) => {
    const next = { ...content, name: content.name.trim() }
    const changes = {
      ...(next.name !== initial.name && { name: next.name }),
      ...(next.trigger !== initial.trigger && { trigger: next.trigger }),
      ...(next.allow_repeat !== initial.allow_repeat && { allow_repeat: next.allow_repeat }),
    }
    const isChanged = Object.keys(changes).length > 0
    if (!isChanged || (await edit.save(automationResource, before, changes))) close()
  }
  const validate = () => {
    setSubmitted(true)
    return nameCheck.validate() && (automation ?? list) != null
  }
  return (
    <DialogForm
      title={automation ? text.edit : text.new}
      submitLabel={automation ? text.save : text.create}
      onSubmit={(close) =>
        automation ? editAutomation(automation, close) : list && createAutomation(list.id, close)
      }
      isTextKept
      {...{ isDirty, save, validate, onClose }}
    >
      <Field
        label={text.nameLabel}
        value={content.name}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        onChange={({ target }) => set({ name: target.value })}
        onBlur={nameCheck.onBlur}
        issue={nameCheck.issue ?? issues['name']}
      />
      {!automation && (
        <ListField
          list={list}
          issue={(isSubmitted && !list && text.listRequired) || issues['list_id']}
          onChange={setList}
        />
      )}
      <Select
        label={text.triggerLabel}
        value={content.trigger}
        options={triggers.map((value) => ({ value, label: text.triggers[value] }))}
        // The options are exactly the triggers.
        onChange={({ target }) => set({ trigger: target.value as Trigger })}
      />
      <Checkbox
        label={text.allowRepeat}
        hint={text.allowRepeatHint}
        checked={content.allow_repeat}
        onChange={({ target }) => set({ allow_repeat: target.checked })}
      />
    </DialogForm>
  )
}

interface ListFieldProps {
  list: { id: string; label: string } | null
  issue: string | undefined
  onChange: (list: { id: string; label: string } | null) => void
}

function ListField({ list, issue, onChange }: ListFieldProps) {
  const lists = useInfiniteQuery(listPages())
  useAllPages(lists, true)
  return (
    <Combobox
      label={text.listLabel}
      isRequired
      value={list}
      issue={issue}
      options={(lists.data?.pages.flatMap(({ data }) => data) ?? []).map(({ id, name }) => ({
        id,
        label: name,
      }))}
      status={lists.isError ? 'failed' : lists.isPending ? 'loading' : 'ready'}
      onRetry={() => void lists.refetch()}
      onChange={onChange}
    />
  )
}

interface DeleteAutomationDialogProps {
  automation: Automation
  onClose: () => void
  onDeleted?: () => void
}

/** One with enrollments must be archived first; the server says so. */
export function DeleteAutomationDialog({
  automation,
  onClose,
  onDeleted,
}: DeleteAutomationDialogProps) {
  const session = useSession()
  const { name } = automation
  return (
    <ConfirmRemovalDialog
      title={text.deleteTitle(name)}
      effect={text.deleteEffect}
      action={text.deleteAutomation}
      remove={() => deleteAutomation(session, automation)}
      onClose={onClose}
      onRemoved={() => {
        toast({ text: text.deleted(name) })
        onDeleted?.()
      }}
    />
  )
}
