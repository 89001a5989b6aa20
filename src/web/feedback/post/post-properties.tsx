import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'

import type { Post } from '#client/resources.ts'
import { useStatuses, useTags } from '#web/feedback/posts/post-options.data.ts'
import { tagLabelOf } from '#web/feedback/posts/post-options.rules.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { postText as text } from '#web/messages/en/post.ts'
import { usePreference } from '#web/session/preferences.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { KeyHint } from '#web/ui/button.tsx'
import { CopyableId } from '#web/ui/copyable.tsx'
import { formatPlainDate } from '#web/ui/date/date-text.rules.ts'
import { displayLocale } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import type { PropertyField } from './use-post-actions.ts'

const fields = ['status', 'owner', 'tags', 'eta'] as const
const hints: Record<PropertyField, string> = { status: 'S', owner: 'A', tags: 'T', eta: 'D' }

interface PostPropertiesProps {
  post: Post
  /** Filled with the button of each field. */
  buttons: Map<PropertyField, HTMLButtonElement>
  open: PropertyField | null
  isEditable: (field: PropertyField) => boolean
  onEdit: (field: PropertyField) => void
}

/** Status, owner, tags and ETA: a key that may write has a button for each, which saves on choice. */
export function PostProperties(props: PostPropertiesProps) {
  const { post, buttons, open, isEditable, onEdit } = props
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  return (
    <>
      {fields.map((field) => (
        <Property key={field} id={`post-${field}`} label={text.fields[field]}>
          {isEditable(field) ? (
            <>
              {singleKeys && <KeyHint>{hints[field]}</KeyHint>}
              <button
                ref={(button) => {
                  if (button) buttons.set(field, button)
                  return () => void buttons.delete(field)
                }}
                type="button"
                aria-haspopup="dialog"
                aria-expanded={open === field}
                aria-describedby={`post-${field}`}
                aria-keyshortcuts={singleKeys ? hints[field] : undefined}
                onClick={() => onEdit(field)}
                className="col-span-2 flex min-h-control min-w-0 flex-wrap items-center gap-1.5 rounded-control border border-line-strong bg-surface px-2 py-1 text-start text-cell hover:bg-hover"
              >
                <span className="sr-only">{text.fields[field]}: </span>
                <Value post={post} field={field} />
                {field === 'tags' && (
                  <span className="inline-flex h-5 items-center gap-1 rounded-chip border border-dashed border-control px-1.5 text-tag text-ink-2">
                    <Icon of={Plus} size={13} />
                    {text.addTag}
                  </span>
                )}
              </button>
            </>
          ) : (
            <PlainValue>
              <Value post={post} field={field} />
            </PlainValue>
          )}
        </Property>
      ))}
      <Property label={text.id}>
        <PlainValue>
          <CopyableId id={post.id} label={text.idLabel} />
        </PlainValue>
      </Property>
    </>
  )
}

interface PropertyProps {
  /** Of its label. */
  id?: string
  label: string
  /** Its value; before that the key that opens it. */
  children: ReactNode
}

const Property = ({ id, label, children }: PropertyProps) => (
  <div className="grid grid-cols-[1fr_auto] items-center gap-1.5 [&>kbd]:text-ink-3">
    <span id={id} className="text-cell text-ink-2">
      {label}
    </span>
    {children}
  </div>
)

/** One that nobody can change here. */
const PlainValue = ({ children }: { children: ReactNode }) => (
  <div className="col-span-2 flex min-h-control min-w-0 flex-wrap items-center gap-1.5 text-start text-cell">
    {children}
  </div>
)

/** The value in words; an empty one says so. */
function Value({ post, field }: { post: Post; field: PropertyField }) {
  const statuses = useStatuses()
  const tags = useTags()
  if (field === 'status') return <PostStatusPill value={post.status} statuses={statuses} />
  if (field === 'owner')
    return post.owner ? (
      <>
        <Avatar id={post.owner.id} name={post.owner.name} decorative />
        <bdi className="truncate">{post.owner.name}</bdi>
      </>
    ) : (
      <span className="text-ink-3">{text.noOwner}</span>
    )
  if (field === 'eta')
    return post.eta ? (
      <span>{formatPlainDate(post.eta, displayLocale)}</span>
    ) : (
      <span className="text-ink-3">{text.noEta}</span>
    )
  return (
    <>
      {post.tags.map((name) => (
        <LabelChip key={name} label={tagLabelOf(name, tags)} />
      ))}
      {post.tags.length === 0 && <span className="sr-only">{text.none}</span>}
    </>
  )
}
