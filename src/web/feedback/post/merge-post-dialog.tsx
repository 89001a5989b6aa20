import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Post } from '#client/resources.ts'
import { totalVotes } from '#contract/feedback/votes.rules.ts'
import { formatVoteParts } from '#web/feedback/posts/format-votes.ts'
import {
  editPost,
  type PostOutcome,
  postResource,
  recordMerge,
} from '#web/feedback/posts/post-changes.data.ts'
import { useStatuses } from '#web/feedback/posts/post-options.data.ts'
import { keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { PostPicker } from '#web/feedback/posts/post-picker.tsx'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { mergePostText as text } from '#web/messages/en/merge-post.ts'
import { resourcesText } from '#web/messages/en/resources.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Select } from '#web/ui/form/field.tsx'
import { escapeAddress, escapeText } from '#web/ui/markdown/escape-markdown.ts'
import { toast } from '#web/ui/toast.ts'
import { sendComment } from './comments.data.ts'

interface MergePostDialogProps {
  post: Post
  onClose: () => void
}

/** Merges a post into another, or marks it as a duplicate where the server cannot merge. */
export function MergePostDialog({ post, onClose }: MergePostDialogProps) {
  const canMerge = useCapability('posts.merge')
  const Form = canMerge ? MergeForm : DuplicateForm
  return <Form post={post} onClose={onClose} />
}

function MergeForm({ post, onClose }: MergePostDialogProps) {
  const session = useSession()
  const navigate = useNavigate()
  const { send, ...save } = useEndpointMutation('POST /feedback/posts/:post_id/merge')
  const submit = async (target: Post, close: () => boolean) => {
    const input = { post_id: post.id, into_id: target.id }
    const result = await send(input)
    if (result.state !== 'success') return
    recordMerge(session, result.output, target, result.request)
    if (close()) void navigate(paths.post(target.id, location.search))
  }
  return (
    <ChoosePostForm
      title={text.title}
      submitLabel={text.merge}
      onSubmit={submit}
      {...{ post, save, onClose }}
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
  const kept = fresh.data ?? into
  const [ours, theirs] = [totalVotes(from), totalVotes(kept)]
  if (ours === undefined || theirs === undefined) return null
  const sum = ours + theirs
  const isExact = from.vote_count === 0 || kept.vote_count === 0
  const haveImported = [from, kept].some((one) => formatVoteParts(one) !== '')
  return (
    <dl
      aria-label={text.caption}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-card bg-sunken px-4 py-3 text-cell"
    >
      <dt className="text-ink-2">{text.merged}</dt>
      <dd>{text.votes(ours)}</dd>
      <dt className="text-ink-2">{text.kept}</dt>
      <dd>{text.votes(theirs)}</dd>
      <dt className="text-ink-2">{text.after}</dt>
      <dd>{isExact ? text.votes(sum) : text.atMost(sum)}</dd>
      {haveImported && <dd className="col-span-2 text-ink-2">{text.imported}</dd>}
    </dl>
  )
}

interface ChoosePostFormProps extends Pick<
  ComponentProps<typeof DialogForm>,
  'title' | 'submitLabel' | 'save' | 'alert' | 'onClose'
> {
  post: Post
  onSubmit: (target: Post, close: () => boolean) => unknown
  children: (target: Post | null) => ReactNode
}

/** Asks for another post, and passes it to `onSubmit`. */
function ChoosePostForm({ post, onSubmit, children, ...dialog }: ChoosePostFormProps) {
  const [target, setTarget] = useState<Post | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  return (
    <DialogForm
      {...dialog}
      validate={() => (setSubmitted(true), target !== null)}
      onSubmit={(close) => target && onSubmit(target, close)}
    >
      <PostPicker
        label={text.target}
        original={post}
        value={target}
        onChange={setTarget}
        issue={isSubmitted && !target ? text.choose : undefined}
      />
      {children(target)}
    </DialogForm>
  )
}

interface DuplicateFormProps {
  post: Post
  onClose: () => void
}

/** Marks a post as a duplicate, for a server that cannot merge posts. */
function DuplicateForm({ post, onClose }: DuplicateFormProps) {
  const session = useSession()
  const statuses = useStatuses()
  const [chosen, setChosen] = useState<string>()
  const closed = statuses.find(({ category }) => category === 'closed')
  const status = chosen ?? (closed ? keyOfStatus(closed) : post.status)
  const [isPending, setPending] = useState(false)
  const [issue, setIssue] = useState<string>()
  const submit = async (target: Post, close: () => boolean) => {
    setIssue(undefined)
    setPending(true)
    const outcome = await markAsDuplicate(session, post, target, status)
    setPending(false)
    if (outcome.state === 'error') return setIssue(formatSaveError(outcome.error))
    if (outcome.state === 'gone') return setIssue(resourcesText.gone(post.title))
    if (outcome.state !== 'canceled') close()
  }
  return (
    <ChoosePostForm
      post={post}
      title={text.duplicateTitle}
      submitLabel={text.mark}
      save={{ isPending }}
      alert={issue}
      onSubmit={submit}
      onClose={onClose}
    >
      {() => (
        <>
          <Select
            label={text.status}
            value={status}
            options={statuses.map((one) => ({ value: keyOfStatus(one), label: one.name }))}
            onChange={(event) => setChosen(event.target.value)}
          />
          <p className="text-cell text-ink-2">{text.duplicateEffect}</p>
        </>
      )}
    </ChoosePostForm>
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
  const outcome = await editPost(session, post, changes, { isRecorded: false })
  if (outcome.state !== 'saved') return outcome
  const { item } = outcome
  const url = new URL(paths.post(of.id), location.href).href
  const body = text.note(escapeText(of.title), escapeAddress(url))
  const note = { mode: 'note', body, parent: null, user: null } as const
  void sendComment(session, post.id, note, {
    label: text.marked(post.title),
    // Asks where someone has changed one of them since.
    onUndo: () =>
      void editResource(
        session,
        postResource,
        item,
        { status: post.status, tags: post.tags },
        { isRecorded: false },
      ),
  }).then((result) => {
    if (result.state === 'failed')
      toast({ text: text.noteFailed(formatSaveError(result.error)), tone: 'bad' })
  })
  return outcome
}
