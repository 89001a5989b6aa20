import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import { tagKey } from '#contract/email/tags.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { contactBulkText as text } from '#web/messages/en/contact-bulk.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MultiCombobox } from '#web/ui/form/combobox.tsx'
import { ConfirmTypingDialog } from '#web/ui/form/dialog-form.tsx'
import { submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { TagInput } from '#web/ui/form/tag-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import {
  changeContacts,
  changeMatching,
  type ContactAction,
  deleteContacts,
  saveDeletedContacts,
  statusAction,
  tagAction,
} from './bulk-contacts.data.ts'
import {
  type ContactChoice,
  formatChoice,
  isTypedNumber,
  MAX_UNTYPED_DELETIONS,
  type StatusChange,
} from './bulk-contacts.rules.ts'
import { ReadingState, useChosenContacts } from './use-chosen-contacts.tsx'

interface BulkDialogProps {
  choice: ContactChoice
  onClose: () => void
  /** The change has begun. */
  onStart?: () => void
}

/** Contacts that were selected one by one are read first, so that the button names how many of them change. */
function useAction({ choice, onClose, onStart }: BulkDialogProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const isRule = choice.ids === undefined
  const chosen = useChosenContacts(choice, !isRule)
  const editsOf = (action: ContactAction) => chosen.contacts && action.toEdits(chosen.contacts)
  return {
    offlineProps,
    chosen,
    isRule,
    isReady: isRule || chosen.contacts !== undefined,
    editsOf,
    start: (action: ContactAction) => {
      if (isRule) {
        void changeMatching(session, choice, action).finished.then(({ done, failed, unknown }) => {
          if (!session.signal.aborted && done + failed + unknown === 0)
            toast({ text: text.nothingChanged })
        })
      } else changeContacts(session, choice.list_id, action, editsOf(action) ?? [])
      onClose()
      onStart?.()
    },
  }
}

interface ActionDialogProps extends BulkDialogProps {
  action: 'addTags' | 'removeTags' | StatusChange
  /** Tags of the list. */
  tags: readonly string[]
}

/** The dialog of one action. */
export const ActionDialog = ({ action, tags, ...dialog }: ActionDialogProps) =>
  action === 'addTags' || action === 'removeTags' ? (
    <TagDialog {...dialog} isAdded={action === 'addTags'} tags={tags} />
  ) : (
    <StatusDialog {...dialog} change={action} />
  )

interface TagDialogProps extends BulkDialogProps {
  isAdded: boolean
  tags: readonly string[]
}

const toOption = (tag: string) => ({ id: tagKey(tag), label: tag })

/** Adds tags to contacts, or removes tags that they have. */
function TagDialog(props: TagDialogProps) {
  const { choice, isAdded, tags, onClose } = props
  const { offlineProps, chosen, isRule, isReady, editsOf, start } = useAction(props)
  const [values, setValues] = useState<readonly string[]>([])
  const [issue, setIssue] = useState<string>()
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const contacts = formatChoice(choice)
  const current = chosen.contacts?.flatMap((contact) => contact.tags) ?? []
  const options = isAdded || isRule ? tags : [...new Set(current)].toSorted()
  /** The form was sent before all contacts were read: the change starts once they are, unless something is typed or fails. */
  const [isWaiting, setWaiting] = useState(false)
  if (isWaiting && chosen.error) setWaiting(false)
  const submit = () => {
    if (offlineProps) return
    const isEarly = !isReady && values.length > 0
    setWaiting(isEarly)
    if (isEarly) return
    const action = tagAction(values, isAdded)
    const problem =
      values.length === 0
        ? text.tagNeeded
        : editsOf(action)?.length === 0
          ? isAdded
            ? text.allTagged
            : text.noneTagged
          : undefined
    setIssue(problem)
    if (problem) focusFirstIssue()
    else start(action)
  }
  const onReady = useEffectEvent(() => isWaiting && submit())
  const canStart = isReady && !offlineProps
  useEffect(() => {
    if (canStart) onReady()
  }, [canStart])
  const change = (next: readonly string[]) => {
    setIssue(undefined)
    setWaiting(false)
    setValues(next)
  }
  const hasNone = !isAdded && isReady && options.length === 0
  return (
    <Dialog
      title={(isAdded ? text.addTagsTitle : text.removeTagsTitle)(contacts)}
      onClose={onClose}
    >
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
        onInput={() => setWaiting(false)}
        onKeyDown={submitOnCtrlEnter}
      >
        {hasNone ? (
          <p>{text.noTags}</p>
        ) : isAdded ? (
          <TagInput
            startsDialog
            label={text.tags}
            hint={text.addTagsHint}
            issue={issue}
            values={values}
            suggestions={options}
            onChange={change}
          />
        ) : (
          <MultiCombobox
            startsDialog
            label={text.tags}
            issue={issue}
            values={values.map(toOption)}
            options={options.map(toOption)}
            onChange={(next) => change(next.map(({ label }) => label))}
          />
        )}
        {!isRule && <ReadingState chosen={chosen} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.app.cancel}</Button>
          {!hasNone && (
            <Button
              {...offlineProps}
              type="submit"
              variant="primary"
              disabled={!isReady}
              busy={isWaiting}
            >
              {(isAdded ? text.addTo : text.removeFrom)(contacts)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

interface StatusDialogProps extends BulkDialogProps {
  change: StatusChange
}

/** Asks before contacts are unsubscribed or subscribed again. */
function StatusDialog(props: StatusDialogProps) {
  const { choice, change, onClose } = props
  const { offlineProps, chosen, isRule, isReady, editsOf, start } = useAction(props)
  const action = statusAction(change)
  const count = editsOf(action)?.length
  const selected = chosen.contacts?.length
  const contacts = count === undefined ? formatChoice(choice) : text.contacts(count)
  const rest = count === undefined || selected === undefined ? 0 : selected - count
  const hasNone = count === 0
  // The button that had the focus is gone.
  const closeButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasNone) closeButton.current?.focus()
  }, [hasNone])
  const title = hasNone
    ? text.statusAction[change](formatChoice(choice))
    : text.statusTitle[change](contacts)
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{hasNone ? text.noneToChange[change] : text.statusEffect[change]}</p>
      {!hasNone && (isRule || rest > 0) && (
        <p className="text-ink-2">
          {isRule ? text.unchangedMatching[change] : text.unchanged[change](rest)}
        </p>
      )}
      {!isRule && <ReadingState chosen={chosen} />}
      <div className="flex justify-end gap-2">
        <Button ref={closeButton} onClick={onClose}>
          {hasNone ? messages.app.close : messages.app.cancel}
        </Button>
        {!hasNone && (
          <Button
            {...offlineProps}
            variant="primary"
            data-autofocus
            aria-disabled={!isReady || undefined}
            onClick={() => isReady && !offlineProps && start(action)}
          >
            {text.statusAction[change](contacts)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface DeleteContactsDialogProps {
  choice: ContactChoice
  /** Names the file. */
  list_name: string
  onClose: () => void
  /** The deletion has begun. */
  onStart: () => void
}

/**
 * Deletes contacts after they were saved as a file. They are read first, so that the file, the number that is typed and what
 * is deleted agree, whatever comes to match the filter meanwhile.
 */
export function DeleteContactsDialog(props: DeleteContactsDialogProps) {
  const { choice, list_name, onClose, onStart } = props
  const session = useSession()
  const chosen = useChosenContacts(choice)
  const { contacts } = chosen
  const count = contacts?.length

  const confirm = () => {
    if (!contacts) return
    saveDeletedContacts(list_name, contacts)
    deleteContacts(session, choice.list_id, contacts, {
      label: text.deleting(text.contacts(contacts.length)),
      nameOf: ({ email_address }) => email_address,
      result: ({ done }) => ({ label: text.deleted(text.contacts(done)) }),
    })
    onClose()
    onStart()
  }
  const title =
    count === undefined
      ? choice.ids
        ? text.deleteTitle(text.contacts(choice.ids.length))
        : text.deleteTitleUnknown
      : text.deleteTitle(text.contacts(count))
  return (
    <ConfirmTypingDialog
      title={title}
      action={deleteAction(count)}
      isDisabled={!contacts}
      typing={
        count !== undefined && count > MAX_UNTYPED_DELETIONS
          ? {
              label: text.deleteConfirm(count),
              mismatch: text.deleteMismatch,
              matches: (typed) => isTypedNumber(typed, count),
              inputMode: 'numeric',
            }
          : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{count === 0 ? text.deleteNothing : text.deleteEffect}</p>
      <ReadingState chosen={chosen} />
    </ConfirmTypingDialog>
  )
}

function deleteAction(count: number | undefined): string | undefined {
  if (count === undefined) return text.delete
  return count === 0 ? undefined : text.deleteAction(text.contacts(count))
}
