import Plus from 'lucide-react/icons/plus'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { Post } from '#client/resources.ts'
import { useStatuses, useTags } from '#web/feedback/posts/post-options.data.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { keyOfStatus } from '#web/feedback/posts/post-status.rules.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { KeyHint } from '#web/ui/button.tsx'
import { CopyableId } from '#web/ui/copyable.tsx'
import { formatPlainDate } from '#web/ui/date/date-text.rules.ts'
import { displayLocale } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { Lazy, lazyChunk, preloadOn } from '#web/ui/lazy-chunk.tsx'
import type { PostActions, PropertyField } from './use-post-actions.ts'

const editors = lazyChunk(() => import('./property-editors.tsx'))

const fields = ['status', 'owner', 'tags', 'eta'] as const
const fieldKeys: Readonly<Record<string, PropertyField>> = {
  s: 'status',
  a: 'owner',
  t: 'tags',
  d: 'eta',
}
const hints: Record<PropertyField, string> = { status: 'S', owner: 'A', tags: 'T', eta: 'D' }

interface PostPropertiesProps {
  post: Post
  actions: PostActions
  canWrite: boolean
}

// J opens the next post: the focus stays in the same control.
let lastField: PropertyField | undefined

/** Status, owner, tags and ETA: a key that may write has a button for each, which saves on choice. */
export function PostProperties({ post, actions, canWrite }: PostPropertiesProps) {
  const [open, setOpen] = useState<PropertyField | null>(null)
  const buttons = useRef(new Map<PropertyField, HTMLButtonElement>())
  const statuses = useStatuses()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const canList = useCapability('members.list')
  const isEditable = (field: PropertyField) => canWrite && (field !== 'owner' || canList)

  const edit = (field: PropertyField) => {
    // It returns to the button when the list is closed.
    buttons.current.get(field)?.focus()
    setOpen(field)
  }
  const chooseStatus = (index: number): boolean => {
    const status = statuses[index]
    if (status && keyOfStatus(status) !== post.status) {
      void actions.save({ status: keyOfStatus(status) })
    }
    return status !== undefined
  }
  const close = () => {
    const closed = statuses.find(({ category }) => category === 'closed')
    if (closed && keyOfStatus(closed) !== post.status)
      void actions.save({ status: keyOfStatus(closed) })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!canWrite || isTyping(event) || document.querySelector('dialog[open]')) return
    if (event.key === 'Delete') {
      event.preventDefault()
      return actions.remove()
    }
    if (!singleKeys || event.shiftKey) return
    const letter = keyLetter(event)
    const field = fieldKeys[letter]
    const isOnStatus = document.activeElement === buttons.current.get('status')
    if (field && isEditable(field)) edit(field)
    else if (letter === 'e') close()
    else if (!(isOnStatus && /^[1-9]$/.test(letter) && chooseStatus(Number(letter) - 1))) return
    event.preventDefault()
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  useLastField(buttons.current)

  return (
    <>
      {fields.map((field) => (
        <div key={field} className="post-property">
          <span id={`post-${field}`} className="post-property-name">
            {text.fields[field]}
          </span>
          {isEditable(field) ? (
            <>
              {singleKeys && <KeyHint>{hints[field]}</KeyHint>}
              <button
                {...preloadOn(editors.load)}
                ref={(button) => {
                  if (button) buttons.current.set(field, button)
                  return () => void buttons.current.delete(field)
                }}
                type="button"
                aria-haspopup="dialog"
                aria-expanded={open === field}
                aria-describedby={`post-${field}`}
                aria-keyshortcuts={singleKeys ? hints[field] : undefined}
                onClick={() => setOpen(field)}
                className="post-property-button"
              >
                <span className="sr-only">{text.fields[field]}: </span>
                <Value post={post} field={field} />
                {field === 'tags' && (
                  <span className="post-tag-add">
                    <Icon of={Plus} size={13} />
                    {text.addTag}
                  </span>
                )}
              </button>
            </>
          ) : (
            <div className="post-property-value">
              <Value post={post} field={field} />
            </div>
          )}
        </div>
      ))}
      <div className="post-property">
        <span className="post-property-name">{text.id}</span>
        <div className="post-property-value">
          <CopyableId id={post.id} label={text.idLabel} />
        </div>
      </div>
      {open && (
        <Lazy chunk={editors} onCancel={() => setOpen(null)}>
          {({ PropertyEditor }) => (
            <PropertyEditor
              field={open}
              post={post}
              anchor={() => buttons.current.get(open)}
              onSave={(changes) => void actions.save(changes)}
              onClose={() => setOpen(null)}
            />
          )}
        </Lazy>
      )}
    </>
  )
}

/** Keeps the focus in the control of the field when the next post replaces this one. */
function useLastField(buttons: ReadonlyMap<PropertyField, HTMLButtonElement>) {
  useLayoutEffect(
    () => () => {
      const entry = [...buttons].find(([, button]) => button === document.activeElement)
      lastField = entry?.[0]
    },
    [buttons],
  )
  useEffect(() => {
    const field = lastField
    lastField = undefined
    if (!field) return
    // After the navigation gave the focus to the h1.
    queueMicrotask(() => {
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.localName === 'h1')
        buttons.get(field)?.focus({ preventScroll: true })
    })
  }, [buttons])
}

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
        <LabelChip
          key={name}
          label={{ name, color: tags.find((tag) => tag.name === name)?.color ?? 'gray' }}
        />
      ))}
      {post.tags.length === 0 && <span className="sr-only">{text.none}</span>}
    </>
  )
}
