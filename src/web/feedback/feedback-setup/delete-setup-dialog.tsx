import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { feedbackSetupText } from '#web/messages/en/feedback-setup.ts'
import { useSession } from '#web/session/session.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Select } from '#web/ui/form/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { getItems, type Items, type Kind } from './setup-resources.ts'
import { deleteItem } from './setup.data.ts'

const { deletion: text, changes: changeText } = feedbackSetupText

/** A post has one board and one status, and any number of tags. */
const ownerOf = (kind: Kind) => (kind === 'tags' ? undefined : kind)

interface DeleteSetupDialogProps<K extends Kind> {
  kind: K
  item: Items[K]
  onClose: () => void
}

/** Deletes a board, status or tag. The posts of a board or status get another one first, which is asked with their number. */
export function DeleteSetupDialog<K extends Kind>({
  kind,
  item,
  onClose,
}: DeleteSetupDialogProps<K>) {
  const session = useSession()
  const [target, setTarget] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const shown = getItems(session, kind).find(({ id }) => id === item.id)
  const count = (shown ?? item).post_count
  // Posts that are deleted or merged are not counted, though they use it, too.
  const isInUse =
    error?.details.some(({ code }) => code === 'board_not_empty' || code === 'status_in_use') ??
    false
  const owner = ownerOf(kind)
  const needsTarget = owner !== undefined && (isInUse || (count ?? 0) > 0)
  const targets = getItems(session, kind).filter(({ id }) => id !== item.id)
  const isChosen = targets.some(({ id }) => id === target)

  const confirm = async (close: () => boolean) => {
    setPending(true)
    const outcome = await deleteItem(session, kind, item, {
      ...(needsTarget && { reassign_to: target }),
    })
    setPending(false)
    if (outcome.state === 'error') {
      setSubmitted(false)
      setError(outcome.error)
      return
    }
    if (outcome.state !== 'canceled') close()
    if (outcome.state === 'gone') toast({ text: changeText.gone(kind, item.name) })
    if (outcome.state !== 'removed') return
    const name = targets.find(({ id }) => id === target)?.name
    toast({
      text:
        needsTarget && name !== undefined
          ? changeText.reassigned(kind, item.name, name)
          : changeText.deleted(kind, item.name),
    })
  }
  return (
    <DialogForm
      title={text.title(kind, item.name)}
      variant="danger"
      submitLabel={needsTarget && targets.length === 0 ? undefined : text.action(kind)}
      save={{ error, isPending }}
      {...(isInUse && { alert: null })}
      validate={() => (setSubmitted(true), !needsTarget || isChosen)}
      onSubmit={confirm}
      onClose={onClose}
    >
      {owner === undefined || !needsTarget ? (
        <p>
          {kind === 'tags' && count !== 0 ? text.tag(count) : text.none[kind]} {text.permanent}
        </p>
      ) : targets.length === 0 ? (
        <p>{text.noTarget[owner]}</p>
      ) : (
        <>
          {isInUse && <p role="alert">{text.hidden}</p>}
          <Select
            label={isInUse && !count ? text.hiddenTarget(owner) : text.target(owner, count ?? 0)}
            placeholder={text.chooseTarget[owner]}
            options={targets.map(({ id, name, post_count }) => ({
              value: id,
              label: text.counted({ name, count: post_count }),
            }))}
            value={target}
            issue={isSubmitted && !isChosen ? text.chooseTarget[owner] : undefined}
            onChange={(event) => setTarget(event.target.value)}
          />
          <p>{text.permanent}</p>
        </>
      )}
    </DialogForm>
  )
}
