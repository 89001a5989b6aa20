import { useState } from 'react'

import type { Post } from '#client/resources.ts'
import { editPost, type PostOutcome, postResource } from '#web/feedback/posts/post-changes.data.ts'
import { useStatuses } from '#web/feedback/posts/post-options.data.ts'
import { keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { mergePostText as text } from '#web/messages/en/merge-post.ts'
import { resourcesText } from '#web/messages/en/resources.ts'
import { paths } from '#web/paths.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Select } from '#web/ui/form/field.tsx'
import { escapeAddress, escapeText } from '#web/ui/markdown/escape-markdown.ts'
import { toast } from '#web/ui/toast.ts'
import { ChoosePostForm } from './choose-post-form.tsx'
import { sendComment } from './comments.data.ts'

interface DuplicateFormProps {
  post: Post
  onClose: () => void
}

/** Marks a post as a duplicate, for a server that cannot merge posts. */
export function DuplicateForm({ post, onClose }: DuplicateFormProps) {
  const session = useSession()
  const statuses = useStatuses()
  const [chosen, setChosen] = useState<string>()
  const closed = statuses.find(({ category }) => category === 'closed')
  const status = chosen ?? (closed ? keyOfStatus(closed) : post.status)
  const [isPending, setPending] = useState(false)
  const [issue, setIssue] = useState<string>()
  const submit = async (target: Post) => {
    setIssue(undefined)
    setPending(true)
    const outcome = await markAsDuplicate(session, post, target, status)
    setPending(false)
    if (outcome.state === 'error') return setIssue(formatSaveError(outcome.error))
    if (outcome.state === 'gone') return setIssue(resourcesText.gone(post.title))
    if (outcome.state !== 'canceled') onClose()
  }
  return (
    <ChoosePostForm
      post={post}
      submitLabel={text.mark}
      isPending={isPending}
      issue={issue}
      onSubmit={(target) => void submit(target)}
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
