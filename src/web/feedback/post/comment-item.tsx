import Lock from 'lucide-react/icons/lock'
import {
  type FormEvent,
  type ReactNode,
  type RefCallback,
  useEffect,
  useRef,
  useState,
} from 'react'

import type { Comment } from '#client/resources.ts'
import { formatUserName } from '#web/feedback/people/user-name.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { commentsText as text } from '#web/messages/en/comments.ts'
import { useDraft } from '#web/session/mutations/drafts.ts'
import { useResourceEdit } from '#web/session/resources/use-resource-edit.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { leaveText } from '#web/ui/focus-return.ts'
import { TextArea } from '#web/ui/form/field.tsx'
import { formatDate, useDateSettings } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isChord } from '#web/ui/keyboard.ts'
import { MarkdownBlocks } from '#web/ui/markdown/markdown-blocks.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { type CommentDraft, commentResource, deleteComment } from './comments.data.ts'
import { visibilityOf } from './comments.rules.ts'

interface CommentItemProps {
  post_id: string
  comment: Comment
  onReply: ((comment: Comment) => void) | undefined
  /** Among threads of which only those in view are rendered. */
  place?: ItemPlace | undefined
  /** The answers to it. */
  children?: ReactNode
}

interface ItemPlace {
  readonly index: number
  readonly count: number
  /** Pixels above it of those that are not rendered. */
  readonly space: number
  readonly attach: RefCallback<HTMLElement>
}

/** A comment, or an internal note, which looks like nothing public. */
export function CommentItem({ post_id, comment, onReply, place, children }: CommentItemProps) {
  const session = useSession()
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const stopEditing = () => {
    setEditing(false)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) editButton.current?.focus()
    })
  }
  const canWrite = useCanWrite()
  const canEdit = useCapability('comments.write') && canWrite
  const offlineProps = useOfflineProps()
  useDateSettings()
  const { id, author, created_at } = comment
  const visibility = visibilityOf(comment)
  const isNote = visibility === 'internal'
  const name = author ? author.name || text.unnamed : ''
  const day = created_at ? formatDate(new Date(created_at)) : ''
  return (
    <li
      aria-label={text.itemName(isNote ? 'note' : 'comment', name, day)}
      data-testid="comment"
      data-id={id}
      {...(place && {
        ref: place.attach,
        style: { marginTop: place.space },
        'aria-posinset': place.index + 1,
        'aria-setsize': place.count,
      })}
    >
      <div className={`flex min-w-0 items-start gap-2.5 ${isNote ? noteClass : ''}`}>
        {author && <Avatar id={author.id} name={name} size={28} decorative />}
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-1 wrap-anywhere">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            {isNote && <NoteMark />}
            {name && <bdi className={isNote ? undefined : 'font-medium'}>{name}</bdi>}
            {!isNote && author?.type === 'team' && (
              <span className="rounded-chip bg-accent-soft px-2 text-tag text-accent-ink">
                {text.team}
              </span>
            )}
            {visibility === 'unknown' && <span>{text.unknownVisibility}</span>}
            {created_at && <RelativeTime at={created_at} className="text-meta text-ink-3" />}
          </p>
          {isEditing ? (
            <CommentEditor post_id={post_id} comment={comment} onClose={stopEditing} />
          ) : (
            <>
              <MarkdownBlocks source={comment.body} headingLevel={3} />
              <p className="-ms-2 flex flex-wrap forced-colors:gap-1">
                {onReply && (
                  <Button variant="quiet" size="small" onClick={() => onReply(comment)}>
                    {text.reply}
                  </Button>
                )}
                {canEdit && author?.type === 'team' && (
                  <Button
                    ref={editButton}
                    variant="quiet"
                    size="small"
                    onClick={() => setEditing(true)}
                  >
                    {text.edit}
                  </Button>
                )}
                {canEdit && (
                  <Button
                    {...offlineProps}
                    variant="quiet"
                    size="small"
                    onClick={() => offlineProps || deleteComment(session, post_id, comment)}
                  >
                    {text.remove}
                  </Button>
                )}
              </p>
            </>
          )}
        </div>
      </div>
      {children}
    </li>
  )
}

const noteClass = 'rounded-card border border-dashed border-spark bg-spark-soft px-3 py-2.5'

const NoteMark = () => (
  <span className="inline-flex items-center gap-1.5 font-medium text-spark-ink">
    <Icon of={Lock} />
    {text.note}
  </span>
)

/** A comment that is not sent yet. */
export function PendingItem({ draft }: { draft: CommentDraft }) {
  const { mode, user } = draft
  const isNote = mode === 'note'
  const userName = user?.type === 'address' ? user.email : user && formatUserName(user.user)
  const name = mode === 'user' && userName ? userName : text.you
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    item.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <li
      ref={item}
      className="scroll-mb-52"
      aria-label={text.itemName(isNote ? 'note' : 'comment', name, text.waiting)}
    >
      <div className={`flex min-w-0 items-start gap-2.5 opacity-70 ${isNote ? noteClass : ''}`}>
        <Avatar id={user?.type === 'user' ? user.user.id : name} name={name} size={28} decorative />
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-1 wrap-anywhere">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            {isNote && <NoteMark />}
            <bdi>{name}</bdi>
            <span className="text-meta text-ink-3">{text.waiting}</span>
          </p>
          <MarkdownBlocks source={draft.body} headingLevel={3} />
        </div>
      </div>
    </li>
  )
}

interface CommentEditorProps {
  post_id: string
  comment: Comment
  onClose: () => void
}

function CommentEditor({ post_id, comment, onClose }: CommentEditorProps) {
  const offlineProps = useOfflineProps()
  const [body, write, clear, from] = useDraft(`comment-edit:${comment.id}`, comment.body)
  // As the person saw it.
  const [seen] = useState(() => ({ ...comment, post_id, body: from }))
  const edit = useResourceEdit()
  const isUnchanged = body === from || body === comment.body
  const close = () => {
    clear()
    onClose()
  }
  const save = async () => {
    if (offlineProps || body.trim() === '') return
    if (isUnchanged || (await edit.save(commentResource, seen, { body }))) close()
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextArea
        label={text.editLabel}
        issue={edit.error ? formatSaveError(edit.error) : undefined}
        value={body}
        rows={3}
        autoFocus
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (isChord(event.nativeEvent, 'enter')) void save()
          else if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          else if (isUnchanged) close()
          else leaveText()
          event.preventDefault()
        }}
      />
      <p className="flex gap-2">
        <Button
          {...offlineProps}
          type="submit"
          size="small"
          variant="primary"
          busy={edit.isPending}
        >
          {text.save}
        </Button>
        <Button size="small" onClick={close}>
          {messages.app.cancel}
        </Button>
      </p>
    </form>
  )
}
