import { useState } from 'react'

import type { Segment } from '#client/resources.ts'
import { segmentEditText as text } from '#web/messages/en/segments.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { createUndoableCreation } from '#web/session/resources/remove-resource.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { useSession } from '#web/session/session.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { fieldErrors, useFieldValidation } from '#web/ui/form/form.ts'
import { timeZone } from '#web/ui/format.ts'
import { segmentResource, sendSegmentDeletion } from './edit-segment.data.ts'
import { FilterBuilder } from './filter-builder.tsx'
import { type FilterDraft, newCondition, toDraft, toFilter } from './segment-condition.rules.ts'
import { SegmentPreview } from './segment-preview.tsx'

interface SegmentDialogProps {
  list_id: string
  /** The segment to change; without it one is created. */
  segment?: Segment
  onClose: () => void
}

/** Names a filter of contacts, and shows who matches it. */
export function SegmentDialog({ list_id, segment, onClose }: SegmentDialogProps) {
  const session = useSession()
  const [initial] = useState(() => initialValues(segment))
  const [name, setName] = useState(initial.name)
  const [draft, setDraft] = useState(initial.draft)
  const [isSubmitted, setSubmitted] = useState(false)
  const create = useEndpointMutation('POST /lists/:list_id/segments')
  const edit = useResourceEdit()
  const save = segment ? edit : create
  const nameCheck = useFieldValidation(name, (value) =>
    value.trim() ? undefined : text.nameRequired,
  )
  const isDirty = name !== initial.name || draft !== initial.draft
  const filter = toFilter(draft, timeZone())

  const validate = () => {
    setSubmitted(true)
    return nameCheck.validate() && filter !== undefined
  }
  const submit = async (close: () => boolean) => {
    if (!filter) return
    const content = { name: name.trim(), filter }
    if (!segment) {
      const creation = createUndoableCreation(session, segmentResource, {
        label: text.created(content.name),
        remove: (created, options) => sendSegmentDeletion(session, created, options),
      })
      const result = await create.send(
        { list_id, ...content },
        {
          undo: creation.undo,
          onSuccess: (output) => creation.onSuccess({ ...output, list_id }),
        },
      )
      if (result.state === 'success') close()
      return
    }
    const changes = {
      ...(content.name !== initial.name && { name: content.name }),
      ...(draft !== initial.draft && { filter }),
    }
    if (!isDirty || (await edit.save(segmentResource, segment, changes))) close()
  }

  return (
    <DialogForm
      title={segment ? text.edit : text.new}
      className="md:w-[44rem]"
      submitLabel={segment ? text.save : text.create}
      onSubmit={submit}
      isTextKept
      {...{ isDirty, save, validate, onClose }}
    >
      <Field
        label={text.name}
        value={name}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        onChange={({ target }) => setName(target.value)}
        onBlur={nameCheck.onBlur}
        issue={nameCheck.issue ?? fieldErrors(save.error)['name']}
      />
      <FilterBuilder
        list_id={list_id}
        draft={draft}
        showsIssues={isSubmitted}
        onChange={setDraft}
      />
      <SegmentPreview list_id={list_id} filter={filter} />
    </DialogForm>
  )
}

function initialValues(segment: Segment | undefined): { name: string; draft: FilterDraft } {
  const draft: FilterDraft = segment?.filter
    ? toDraft(segment.filter, timeZone())
    : { match: 'all', conditions: [newCondition(0)] }
  return { name: segment?.name ?? '', draft }
}
