import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { recordMerge } from '#web/feedback/posts/post-changes.data.ts'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { mergePostText as text } from '#web/messages/en/merge-post.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { ChoosePostForm } from './choose-post-form.tsx'
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
  const { send, error, isPending } = useEndpointMutation('POST /feedback/posts/:post_id/merge')
  const submit = async (target: Post) => {
    const input = { post_id: post.id, into_id: target.id }
    const result = await send(input)
    if (result.state !== 'success') return
    recordMerge(session, result.output, target, result.request)
    onClose()
    void navigate(paths.post(target.id, location.search))
  }
  return (
    <ChoosePostForm
      post={post}
      submitLabel={text.merge}
      isPending={isPending}
      issue={error ? formatSaveError(error) : undefined}
      error={error}
      onSubmit={(target) => void submit(target)}
      onClose={onClose}
    >
      {(target) => (
        <>
          {target && <VoteCounts from={post} into={target} />}
          <p className="text-cell text-ink-2">{text.effect}</p>
        </>
      )}
    </ChoosePostForm>
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
