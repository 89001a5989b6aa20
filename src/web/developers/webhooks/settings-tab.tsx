import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Trash from 'lucide-react/icons/trash-2'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Webhook } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { webhookFormText as text, webhookText } from '#web/messages/en/webhooks.ts'
import { paths } from '#web/paths.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useFocusReturn } from '#web/ui/focus-return.ts'
import { FormMessages } from '#web/ui/form/form-messages.tsx'
import { submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { toast } from '#web/ui/toast.ts'
import { LEAVE_DELETED, useLeaveConfirmation } from '#web/ui/unsaved-changes.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { setEnabled } from './edit-webhook.data.ts'
import { WebhookFields } from './webhook-fields.tsx'
import {
  changesOf,
  checkContent,
  contentOf,
  isUntouched,
  lostHeaders,
  placeErrors,
  rebaseContent,
  type WebhookContent,
} from './webhook-form.rules.ts'
import { DeleteWebhookDialog } from './webhook-menu.tsx'
import { hideHeaderValues } from './webhook-resource.ts'

/** The fields of a webhook. What is typed stays until it is saved or discarded. */
export function SettingsTab({ webhook }: { webhook: Webhook }) {
  const session = useSession()
  const navigate = useNavigate()
  const offlineProps = useOfflineProps()
  // The webhook as the person saw it when they began to write: a change of someone else since is a conflict.
  const [edit, setEdit] = useState<{ seen: Webhook; content: WebhookContent }>()
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
  })
  const [isSubmitted, setSubmitted] = useState(false)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const { save, error, clearError, isPending, isWaiting } = useResourceEdit()
  const { form, focusFirstIssue } = useFocusFirstIssue(error)
  const { seen, content } = edit ?? { seen: webhook, content: contentOf(webhook) }
  const changes = changesOf(seen, content)
  const isDirty = edit !== undefined && Object.keys(changes).length > 0
  const found = checkContent(content, seen)
  const issues = { ...placeErrors(error, content), ...(isSubmitted && found) }
  const lost = lostHeaders(seen, content)
  const actions = useRef<HTMLDivElement>(null)
  const { onFocus, returnFocus } = useFocusReturn()
  const leaveConfirmation = useLeaveConfirmation(isDirty)

  const reset = () => {
    // The buttons of the edit are removed with it.
    if (actions.current) returnFocus(actions.current)
    setEdit(undefined)
    setSubmitted(false)
    clearError()
  }
  const change = (next: WebhookContent) => {
    // The form shows later changes of others again. During a save it is a change of what is saved.
    if (!isPending && isUntouched(seen, next)) reset()
    else setEdit({ seen, content: next })
  }
  const send = async () => {
    const visible = hideHeaderValues(changes)
    const saved = await save(visible.resource, seen, visible.changes)
    if (!saved) return
    const hasTheirHeaders = saved.theirFields?.includes('headers') === true
    // Values of headers that were not sent have no undo, so they stay in the form.
    const request = hasTheirHeaders ? { ...content, headers: [] } : content
    // What was typed meanwhile is a change of what is saved now.
    const typed = latest.current && rebaseContent(request, latest.current.content, saved.item)
    if (!typed || Object.keys(changesOf(saved.item, typed)).length === 0) reset()
    else setEdit({ seen: saved.item, content: typed })
    // Without an undo nothing else says so.
    if (changes.headers && !hasTheirHeaders) toast({ text: text.saved })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || isPending || !isDirty) return
    setSubmitted(true)
    if (Object.keys(found).length > 0) return focusFirstIssue()
    if (lost.length === 0) return void send()
    const close = () => setDialog(null)
    setDialog(
      <ConfirmDialog
        title={text.lostTitle}
        secondary={{ label: messages.app.cancel, run: close }}
        primary={{ label: text.save, run: () => (close(), void send()) }}
        onClose={close}
      >
        <p>{text.lostEffect(lost.join(', '))}</p>
      </ConfirmDialog>,
    )
  }
  const onDelete = () =>
    setDialog(
      <DeleteWebhookDialog
        webhook={webhook}
        onClose={() => setDialog(null)}
        onDeleted={() => void navigate(paths.webhooks(), { state: LEAVE_DELETED })}
      />,
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-6">
      <form
        ref={form}
        noValidate
        className="grid max-w-2xl grid-cols-1 gap-6 px-1 pt-1"
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
      >
        <WebhookFields
          before={seen}
          content={content}
          issues={issues}
          onChange={(next) => change({ ...content, ...next })}
        />
        <FormMessages isTextKept save={{ error, isWaiting }} />
        {isDirty && (
          <div ref={actions} className="flex flex-wrap items-center gap-2" onFocus={onFocus}>
            <Button {...offlineProps} type="submit" variant="primary" busy={isPending}>
              {text.save}
            </Button>
            {/* The save would go on. */}
            <Button aria-disabled={isPending || undefined} onClick={() => !isPending && reset()}>
              {text.discard}
            </Button>
          </div>
        )}
        <div className="flex flex-wrap gap-2 border-t border-line pt-5">
          <Button
            {...offlineProps}
            icon={webhook.enabled ? Pause : Play}
            onClick={() => !offlineProps && setEnabled(session, webhook, !webhook.enabled)}
          >
            {webhook.enabled ? webhookText.pause : webhookText.turnOn}
          </Button>
          <Button {...offlineProps} icon={Trash} onClick={() => !offlineProps && onDelete()}>
            {webhookText.delete}
          </Button>
        </div>
      </form>
      {dialog}
      {leaveConfirmation}
    </div>
  )
}
