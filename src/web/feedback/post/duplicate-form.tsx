import { type FormEvent, useState } from 'react'

import type { Post } from '#client/resources.ts'
import { sendComment } from '#web/feedback/comments/comments.data.ts'
import {
  createChangeUndo,
  type PostOutcome,
  updatePost,
} from '#web/feedback/posts/post-changes.data.ts'
import { useStatuses } from '#web/feedback/posts/post-options.data.ts'
import { keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { PostPicker } from '#web/feedback/posts/post-picker.tsx'
import { messages } from '#web/messages/en/app.ts'
import { mergePostText as text } from '#web/messages/en/merge-post.ts'
import { paths } from '#web/paths.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Select } from '#web/ui/form/field.tsx'
import { submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { escapeAddress, escapeText } from '#web/ui/markdown/escape-markdown.ts'
import { toast } from '#web/ui/toast.ts'

interface DuplicateFormProps {
  post: Post
  onClose: () => void
}

/** Marks a post as a duplicate, for a server that cannot merge posts. */
export function DuplicateForm({ post, onClose }: DuplicateFormProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const statuses = useStatuses()
  const [target, setTarget] = useState<Post | null>(null)
  const [chosen, setChosen] = useState<string>()
  const closed = statuses.find(({ category }) => category === 'closed')
  const status = chosen ?? (closed ? keyOfStatus(closed) : post.status)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPending, setPending] = useState(false)
  const [issue, setIssue] = useState<string>()
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || isPending) return
    setSubmitted(true)
    setIssue(undefined)
    if (!target) return focusFirstIssue()
    setPending(true)
    const outcome = await markAsDuplicate(session, post, target, status)
    setPending(false)
    if (outcome.state === 'error') return setIssue(formatSaveError(outcome.error))
    if (outcome.state === 'conflict') return setIssue(text.changed)
    if (outcome.state === 'saved') onClose()
  }
  return (
    <form
      ref={form}
      noValidate
      className="post-form"
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitOnCtrlEnter}
    >
      <PostPicker
        label={text.target}
        omitId={post.id}
        value={target}
        onChange={setTarget}
        issue={isSubmitted && !target ? text.choose : undefined}
      />
      <Select
        label={text.status}
        value={status}
        options={statuses.map((one) => ({ value: keyOfStatus(one), label: one.name }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      <p className="text-cell text-ink-2">{text.duplicateEffect}</p>
      {issue && (
        <p role="alert" className="text-bad-ink">
          {issue}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{messages.app.cancel}</Button>
        <Button {...offlineProps} type="submit" variant="primary" busy={isPending}>
          {text.mark}
        </Button>
      </div>
    </form>
  )
}

const DUPLICATE_TAG = 'duplicate'

/** For a server that cannot merge: status and tag say it to everyone, an internal note names the other post. */
async function markAsDuplicate(
  session: KeySession,
  post: Post,
  of: Post,
  status: string,
): Promise<PostOutcome> {
  const tags = post.tags.includes(DUPLICATE_TAG) ? post.tags : [...post.tags, DUPLICATE_TAG]
  const changes = { status, tags }
  const outcome = await updatePost(session, post, changes, { isRecorded: false })
  if (outcome.state !== 'saved') return outcome
  const change = { changes, previous: { status: post.status, tags: post.tags } }
  const { undo } = createChangeUndo(session, post, change, { isRecorded: false })
  const url = new URL(paths.post(of.id), location.href).href
  const body = text.note(escapeText(of.title), escapeAddress(url))
  const note = { mode: 'note', body, parent: null, user: null } as const
  void sendComment(session, post.id, note, {
    label: text.marked(post.title),
    onUndo: () => void undo(),
  }).then((result) => {
    if (result.state === 'failed')
      toast({ text: text.noteFailed(formatSaveError(result.error)), tone: 'bad' })
  })
  return outcome
}
