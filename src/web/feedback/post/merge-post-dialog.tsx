import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { mergeReads, recordMerge } from '#web/feedback/posts/post-changes.data.ts'
import { PostPicker } from '#web/feedback/posts/post-picker.tsx'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { messages } from '#web/messages/en/app.ts'
import { mergePostText as text } from '#web/messages/en/merge-post.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { DuplicateForm } from './duplicate-form.tsx'

interface MergePostDialogProps {
  post: Post
  onClose: () => void
}

/** Merges a post into another, or marks it as a duplicate where the server cannot merge. */
export function MergePostDialog({ post, onClose }: MergePostDialogProps) {
  const canMerge = useCapability('posts.merge')
  return (
    <Dialog title={canMerge ? text.title : text.duplicateTitle} onClose={onClose}>
      {canMerge ? (
        <MergeForm post={post} onClose={onClose} />
      ) : (
        <DuplicateForm post={post} onClose={onClose} />
      )}
    </Dialog>
  )
}

function MergeForm({ post, onClose }: MergePostDialogProps) {
  const session = useSession()
  const navigate = useNavigate()
  const offlineProps = useOfflineProps()
  const [target, setTarget] = useState<Post | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const { send, error, isPending } = useEndpointMutation('POST /feedback/posts/:post_id/merge')
  const { form, focusFirstIssue } = useFocusFirstIssue(error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || isPending) return
    setSubmitted(true)
    if (!target) return focusFirstIssue()
    const input = { post_id: post.id, into_id: target.id }
    const result = await send(input, { invalidates: mergeReads })
    if (result.state !== 'success') return
    recordMerge(session, result.output, target)
    onClose()
    void navigate(paths.post(target.id, location.search))
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
      {target && <VoteCounts from={post} into={target} />}
      <p className="text-cell text-ink-2">{text.effect}</p>
      {error && (
        <p role="alert" className="text-bad-ink">
          {formatSaveError(error)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{messages.app.cancel}</Button>
        <Button {...offlineProps} type="submit" variant="primary" busy={isPending}>
          {text.merge}
        </Button>
      </div>
    </form>
  )
}

/** The numbers decide, so they must be those of now. */
function VoteCounts({ from, into }: { from: Post; into: Post }) {
  const fresh = useQuery({ ...postQuery(into.id), staleTime: 0 })
  const ours = from.vote_count
  const theirs = (fresh.data ?? into).vote_count
  if (ours === undefined || theirs === undefined) return null
  return (
    <dl aria-label={text.caption} className="post-merge">
      <dt>{text.merged}</dt>
      <dd>{text.votes(ours)}</dd>
      <dt>{text.kept}</dt>
      <dd>{text.votes(theirs)}</dd>
      <dt>{text.after}</dt>
      <dd>{ours === 0 || theirs === 0 ? text.votes(ours + theirs) : text.atMost(ours + theirs)}</dd>
    </dl>
  )
}
