import { useState } from 'react'

import { type ApiError, asApiError } from '#client/api-error.ts'
import type { ListTag } from '#client/resources.ts'
import { findTag, tagKey } from '#contract/email/tags.rules.ts'
import { resourcesText } from '#web/messages/en/resources.ts'
import { tagsText as text } from '#web/messages/en/tags.ts'
import type { UndoEntry } from '#web/session/mutations/undo-history.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { askForVersion } from '#web/session/resources/conflicts.ts'
import { formatFieldValue } from '#web/session/resources/format-field.ts'
import type { RemoveOutcome } from '#web/session/resources/remove-resource.ts'
import { findInPages, type SaveResult } from '#web/session/resources/resource.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { ConfirmRemovalDialog, DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { fieldErrors, useFieldValidation } from '#web/ui/form/form.ts'
import { toast } from '#web/ui/toast.ts'

/** A tag as it is now. It has no request of its own, and no id: its name is its address. */
const readTag = (session: KeySession, list_id: string, name: string) =>
  findInPages(session, 'GET /lists/:list_id/tags', { list_id }, (one) => isSameTag(one.name, name))

const isSameTag = (one: string, other: string) => tagKey(one) === tagKey(other)

/**
 * Renames or deletes a tag as the person saw it; with either the tag of that name is gone. A renamed tag is another one to
 * the service, so that `defineResource` could not follow it. Where someone has spelled it differently, the person decides.
 */
async function changeTag(
  session: KeySession,
  tag: ListTag,
  { name, send }: TagChange,
): Promise<RemoveOutcome<ListTag>> {
  const result = await send(tag)
  if (result.state !== 'error')
    return { state: result.state === 'success' ? 'removed' : 'canceled' }
  const { error } = result
  if (error.code === 'not_found') return { state: 'gone' }
  if (error.code !== 'precondition_failed') return { state: 'error', error }
  try {
    const current = await readTag(session, tag.list_id, tag.name)
    if (!current) return { state: 'gone' }
    const [mine, theirs] = [formatFieldValue(name), formatFieldValue(current.name)]
    const fields = name === undefined ? [] : [{ label: text.field, mine, theirs }]
    const choice = await askForVersion(session, { title: current.name, fields })
    if (choice === 'theirs') return { state: 'kept', item: current }
    return await changeTag(session, current, { name, send })
  } catch {
    // The tag of now is not known: the first error is shown.
    return { state: 'error', error }
  }
}

interface TagChange {
  /** The new name; none where it is deleted. */
  readonly name?: string | undefined
  readonly send: (tag: ListTag) => Promise<SaveResult<unknown>>
}

/** Gives a tag its name back. Asks where the tag has another spelling by now, and where the name is that of another one. */
function createUndo(session: KeySession, before: ListTag, renamed: string) {
  const { list_id, name } = before
  let current: ListTag | undefined
  let failure: ApiError | undefined
  /** Checks once more, before anything is sent. */
  const repeat = () => session.undo.repeat(entry)
  const check = async () => {
    current = await readTag(session, list_id, renamed)
    if (!current) return false
    if (current.name !== renamed)
      return resourcesText.changedSince(renamed, text.field, formatFieldValue(current.name))
    const isTaken = !isSameTag(name, renamed) && (await readTag(session, list_id, name))
    return isTaken ? text.nameTaken(name) : undefined
  }
  const entry: UndoEntry = {
    label: text.renamed(renamed),
    confirmBefore: () => {
      failure = undefined
      return check().catch((error) => {
        failure = asApiError(error)
        return undefined
      })
    },
    undo: async () => {
      if (failure || !current)
        return failure && session.mutate.report({ error: failure, retry: repeat })
      const outcome = await changeTag(session, current, {
        name,
        send: ({ name: tag, version }) =>
          session.mutate(
            'PATCH /lists/:list_id/tags/:tag',
            { list_id, tag, name },
            { version: () => version, onConflict: () => undefined },
          ),
      })
      // Any other error has its toast.
      if (outcome.state === 'error' && outcome.error.code === 'precondition_failed')
        session.mutate.report({ error: outcome.error, retry: repeat })
    },
  }
  return entry
}

interface TagDialogProps {
  list_id: string
  tag: ListTag
  onClose: () => void
}

interface RenameTagDialogProps extends TagDialogProps {
  /** All tags of the list. */
  tags: readonly ListTag[]
}

/** Renames a tag; the name of another one merges the two, which is asked first. */
export function RenameTagDialog({ list_id, tag, tags, onClose }: RenameTagDialogProps) {
  const session = useSession()
  const [name, setName] = useState(tag.name)
  const [target, setTarget] = useState<ListTag>()
  const rename = useEndpointMutation('PATCH /lists/:list_id/tags/:tag')
  const check = useFieldValidation(name, (value) => (value.trim() ? undefined : text.nameRequired))

  const save = async (next: string, into: ListTag | undefined) => {
    const outcome = await changeTag(session, tag, {
      name: next,
      send: async ({ name: current, version }) => {
        const result = await rename.send(
          { list_id, tag: current, name: next },
          {
            version: () => version,
            undo: into ? undefined : createUndo(session, tag, next),
          },
        )
        // A question takes the place of this error.
        if (result.state === 'error' && result.error.code === 'precondition_failed') rename.reset()
        return result
      },
    })
    if (outcome.state === 'gone') toast({ text: text.gone(tag.name) })
    // Not only the question: the tag that the form is about is gone.
    if (outcome.state !== 'error' && outcome.state !== 'canceled') onClose()
    if (outcome.state === 'removed' && into) toast({ text: text.merged(tag.name, into.name) })
  }
  const submit = () => {
    const next = name.trim()
    if (next === tag.name) return onClose()
    const existing = findTag(tags, next)
    if (existing && existing.name !== tag.name) setTarget(existing)
    else void save(next, undefined)
  }

  if (target)
    return (
      <DialogForm
        key="merge"
        title={text.mergeTitle(tag.name, target.name)}
        variant="danger"
        submitLabel={text.merge}
        save={rename}
        onSubmit={() => save(target.name, target)}
        onClose={() => setTarget(undefined)}
      >
        <p>
          {text.mergeEffect(
            { name: tag.name, count: tag.contact_count },
            { name: target.name, count: target.contact_count },
          )}
        </p>
      </DialogForm>
    )
  return (
    <DialogForm
      key="rename"
      title={text.renameTitle}
      submitLabel={text.save}
      isTextKept
      isDirty={name.trim() !== tag.name}
      save={rename}
      validate={check.validate}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={text.newName}
        hint={text.nameHint}
        value={name}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        onChange={({ target: field }) => setName(field.value)}
        onBlur={check.onBlur}
        issue={check.issue ?? fieldErrors(rename.error)['name']}
      />
    </DialogForm>
  )
}

/** Deletes a tag; its contacts stay. */
export function DeleteTagDialog({ tag, onClose }: Omit<TagDialogProps, 'list_id'>) {
  const session = useSession()
  const { name } = tag
  return (
    <ConfirmRemovalDialog
      title={text.deleteTitle(name)}
      effect={text.deleteEffect(tag.contact_count)}
      action={text.deleteTag}
      remove={() =>
        changeTag(session, tag, {
          send: ({ name: current, version }) =>
            session.mutate(
              'DELETE /lists/:list_id/tags/:tag',
              { list_id: tag.list_id, tag: current },
              { version: () => version, silent: true },
            ),
        })
      }
      onClose={onClose}
      onRemoved={(isGone) => toast({ text: isGone ? text.gone(name) : text.deleted(name) })}
    />
  )
}
