import PencilLine from 'lucide-react/icons/pencil-line'
import { type FormEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'

import type { Post } from '#client/resources.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { createDrafts } from '#web/session/mutations/drafts.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { leaveText, useRestoreFocusOnRemoval } from '#web/ui/focus-return.ts'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { ItemHeading } from '#web/ui/item-heading.tsx'
import { isChord } from '#web/ui/keyboard.ts'
import { MarkdownBlocks } from '#web/ui/markdown/markdown-blocks.tsx'
import type { PostActions } from './use-post-actions.ts'

interface PostTextProps {
  post: Post
  actions: PostActions
  canWrite: boolean
  /** Between title and details. */
  children: ReactNode
}

/** Title and details of a post to read, and in the same place to edit. */
export function PostText({ post, actions, canWrite, children }: PostTextProps) {
  const { connection } = useSession()
  const drafts = useMemo(() => createDrafts(() => connection.fingerprint), [connection])
  const draftId = `post:${post.id}`
  const titleId = `post-title:${post.id}`
  // As the person saw it when the text on this device was begun.
  const [base, setBase] = useState(() => {
    // What the post has by now was saved.
    const unsaved = (id: string, saved: string) => {
      const draft = drafts.get(id)
      return draft?.text === saved ? undefined : draft
    }
    const [title, details] = [unsaved(titleId, post.title), unsaved(draftId, post.details ?? '')]
    if (!canWrite || !(title || details)) return undefined
    return {
      ...post,
      title: title?.from ?? post.title,
      ...(details?.from !== undefined && { details: details.from }),
    }
  })
  if (base)
    return (
      <PostForm
        post={base}
        isChanged={post.title !== base.title || (post.details ?? '') !== (base.details ?? '')}
        title={drafts.get(titleId)?.text ?? base.title}
        details={drafts.get(draftId)?.text ?? base.details ?? ''}
        onWrite={(details) => {
          const from = base.details ?? ''
          drafts.save(draftId, details === from ? '' : details, from)
        }}
        onWriteTitle={(title) =>
          drafts.save(titleId, title === base.title ? '' : title, base.title)
        }
        onCancel={() => {
          drafts.remove(draftId)
          drafts.remove(titleId)
          setBase(undefined)
        }}
        onSave={async (changes) => {
          if (Object.keys(changes).length > 0 && !(await actions.save(changes, base))) return
          drafts.remove(draftId)
          drafts.remove(titleId)
          setBase(undefined)
        }}
      />
    )
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <ItemHeading className="font-display text-detail wrap-anywhere">{post.title}</ItemHeading>
        {canWrite && (
          <Button size="small" variant="quiet" icon={PencilLine} onClick={() => setBase(post)}>
            {text.edit}
          </Button>
        )}
      </div>
      {children}
      {post.details ? (
        <MarkdownBlocks source={post.details} headingLevel={2} />
      ) : (
        <p className="text-ink-3">{text.noDetails}</p>
      )}
    </>
  )
}

interface TextIssues {
  title?: string | undefined
  details?: string | undefined
}

const MAX_TITLE = 255
const MAX_DETAILS = 50_000

// The server counts characters, of which `maxLength` counts some as two.
const isLonger = (value: string, max: number) => value.length > max && [...value].length > max

const findIssues = (title: string, details: string): TextIssues => ({
  title:
    title === ''
      ? text.titleRequired
      : isLonger(title, MAX_TITLE)
        ? text.tooLong(formatNumber(MAX_TITLE))
        : undefined,
  details: isLonger(details, MAX_DETAILS) ? text.tooLong(formatNumber(MAX_DETAILS)) : undefined,
})

interface PostFormProps {
  post: Post
  /** Someone else saved a title or details since the form was opened. */
  isChanged: boolean
  title: string
  details: string
  onWriteTitle: (title: string) => void
  onWrite: (details: string) => void
  onCancel: () => void
  onSave: (changes: Partial<Pick<Post, 'title' | 'details'>>) => Promise<void>
}

function PostForm(props: PostFormProps) {
  const { post, isChanged, details: initial, onWriteTitle, onWrite, onCancel, onSave } = props
  const [title, setTitle] = useState(props.title)
  const [details, setDetails] = useState(initial)
  const [isSaving, setSaving] = useState(false)
  const [issues, setIssues] = useState<TextIssues>({})
  useRestoreFocusOnRemoval()
  const save = async () => {
    const name = title.trim()
    const found = findIssues(name, details)
    setIssues(found)
    if (found.title || found.details || isSaving) return
    setSaving(true)
    await onSave({
      ...(name !== post.title && { title: name }),
      ...(details !== (post.details ?? '') && { details }),
    })
    setSaving(false)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isUnchanged = title === post.title && details === (post.details ?? '')
    if (isChord(event.nativeEvent, 'enter')) void save()
    else if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    else if (isUnchanged) onCancel()
    // The text stays as a draft.
    else leaveText()
    event.preventDefault()
  }
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid gap-4">
      <h1 tabIndex={-1} className="sr-only">
        {post.title}
      </h1>
      {isChanged && (
        <p
          role="status"
          className="grid gap-2 rounded-card border border-line bg-sunken px-4 py-3 wrap-anywhere"
        >
          {text.changedMeanwhile}
        </p>
      )}
      <Field
        label={text.fields.title}
        value={title}
        autoComplete="off"
        autoFocus
        issue={issues.title}
        onChange={({ target }) => {
          setTitle(target.value)
          onWriteTitle(target.value)
        }}
      />
      <TextArea
        label={text.fields.details}
        hint={text.detailsHint}
        rows={6}
        issue={issues.details}
        value={details}
        onChange={({ target }) => {
          setDetails(target.value)
          onWrite(target.value)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isSaving}>
          {text.save}
        </Button>
        <Button onClick={onCancel}>{text.cancel}</Button>
      </div>
    </form>
  )
}
