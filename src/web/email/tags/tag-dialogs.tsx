import { type FormEvent, useState } from 'react'

import type { ListTag } from '#client/resources.ts'
import { findTag } from '#contract/email/tags.rules.ts'
import { ConfirmSaveDialog, SaveNotices, useGuardedSave } from '#web/email/lists/guarded-save.tsx'
import { messages } from '#web/messages/en/app.ts'
import { tagsText as text } from '#web/messages/en/tags.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import {
  fieldErrors,
  submitOnCtrlEnter,
  useFieldValidation,
  useFocusFirstIssue,
} from '#web/ui/form/form.ts'
import { toast } from '#web/ui/toast.ts'

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
  const offlineProps = useOfflineProps()
  const [name, setName] = useState(tag.name)
  const [target, setTarget] = useState<ListTag>()
  const rename = useGuardedSave('PATCH /lists/:list_id/tags/:tag', {
    version: tag.version,
    // One tag cannot be read: after a conflict the next try overwrites whatever is there.
    loadVersion: async () => undefined,
  })
  const check = useFieldValidation(name, (value) => (value.trim() ? undefined : text.nameRequired))
  const { form, focusFirstIssue } = useFocusFirstIssue(rename.error)

  const save = async (next: string, into: ListTag | undefined) => {
    const result = await rename.save(
      { list_id, tag: tag.name, name: next },
      {
        undo: into
          ? undefined
          : {
              label: text.renamed(next),
              undo: () =>
                void session.mutate('PATCH /lists/:list_id/tags/:tag', {
                  list_id,
                  tag: next,
                  name: tag.name,
                }),
            },
      },
    )
    if (result.state !== 'success') return
    onClose()
    if (into) toast({ text: text.merged(tag.name, into.name) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps) return
    if (!check.validate()) return focusFirstIssue()
    const next = name.trim()
    if (next === tag.name) return onClose()
    const existing = findTag(tags, next)
    if (existing && existing.name !== tag.name) setTarget(existing)
    else void save(next, undefined)
  }

  if (target)
    return (
      <Dialog key="merge" title={text.mergeTitle(tag.name, target.name)} onClose={onClose}>
        <p>
          {text.mergeEffect(
            { name: tag.name, count: tag.contact_count },
            { name: target.name, count: target.contact_count },
          )}
        </p>
        <SaveNotices save={rename} conflict={text.changedByOther} />
        <div className="flex justify-end gap-2">
          <Button data-autofocus onClick={() => setTarget(undefined)}>
            {messages.app.cancel}
          </Button>
          <Button
            {...offlineProps}
            variant="danger"
            busy={rename.isPending}
            onClick={() => !offlineProps && void save(target.name, target)}
          >
            {text.merge}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog key="rename" title={text.renameTitle} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
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
        <SaveNotices save={rename} conflict={text.changedByOther} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.app.cancel}</Button>
          <Button {...offlineProps} type="submit" variant="primary" busy={rename.isPending}>
            {text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Deletes a tag; its contacts stay. */
export const DeleteTagDialog = ({
  list_id,
  tag: { name, version, contact_count },
  onClose,
}: TagDialogProps) => (
  <ConfirmSaveDialog
    title={text.deleteTitle(name)}
    effect={text.deleteEffect(contact_count)}
    action={text.deleteTag}
    endpoint="DELETE /lists/:list_id/tags/:tag"
    input={{ list_id, tag: name }}
    version={version}
    onClose={onClose}
    onDone={(isGone) => toast({ text: isGone ? text.gone(name) : text.deleted(name) })}
  />
)
