import type { KeyboardEvent } from 'react'

import type { Post } from '#client/resources.ts'
import type { PostChanges } from '#web/feedback/posts/post-changes.rules.ts'
import { useAllStatuses, useOwners, useTags } from '#web/feedback/posts/post-options.data.ts'
import { keyOfStatus, tagLabel, toTagName } from '#web/feedback/posts/post-options.rules.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { postText as text } from '#web/messages/en/post.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, KeyHint } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { OptionToggles } from '#web/ui/form/option-toggles.tsx'
import { localDay } from '#web/ui/format.ts'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { Popover } from '#web/ui/popup/popover.tsx'
import { now } from '#web/ui/server-time.ts'
import type { PropertyField } from './use-post-actions.ts'

/** The server stores so many tags of a post. */
const MAX_TAGS = 20

interface EditorProps {
  post: Post
  onSave: (changes: PostChanges) => void
  onClose: () => void
}

interface PropertyEditorProps extends EditorProps {
  field: PropertyField
  anchor: () => Element | undefined
}

/** Chooses the value of one property in a popover at its button. */
export function PropertyEditor({ field, anchor, ...editor }: PropertyEditorProps) {
  return (
    <Popover title={text.fields[field]} anchor={anchor} onClose={editor.onClose}>
      {field === 'status' && <StatusEditor {...editor} />}
      {field === 'owner' && <OwnerEditor {...editor} />}
      {field === 'tags' && <TagsEditor {...editor} />}
      {field === 'eta' && <EtaEditor {...editor} />}
    </Popover>
  )
}

function StatusEditor({ post, onSave, onClose }: EditorProps) {
  const { statuses = [], isLoading, query } = useAllStatuses()
  const isCurrent = (key: string) => key === post.status
  const choose = (key: string) => {
    if (!isCurrent(key)) onSave({ status: key })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key } = event
    const isEmpty = target instanceof HTMLInputElement && target.value === ''
    const status = isEmpty && /^[1-9]$/.test(key) ? statuses[Number(key) - 1] : undefined
    if (!status) return
    event.preventDefault()
    event.stopPropagation()
    choose(keyOfStatus(status))
  }
  return (
    <div onKeyDownCapture={onKeyDown}>
      <OptionToggles
        isSingle
        label={text.fields.status}
        searchLabel={text.find.status}
        options={statuses.map((status, index) => ({
          id: keyOfStatus(status),
          label: status.name,
          number: index + 1,
        }))}
        isLoading={isLoading}
        message={query.error ? formatLoadError(query.error) : undefined}
        stateOf={({ id }) => (isCurrent(id) ? 'all' : 'none')}
        onToggle={({ id }) => choose(id)}
        formatToggle={({ label }) => text.statusSet(label)}
        renderOption={({ id, number }) => (
          <>
            <PostStatusPill value={id} statuses={statuses} />
            {number < 10 && (
              <span className="ms-auto text-ink-3">
                <KeyHint>{number}</KeyHint>
              </span>
            )}
          </>
        )}
        emptyMessage={text.noOptions}
      />
    </div>
  )
}

function OwnerEditor({ post, onSave, onClose }: EditorProps) {
  const { owners, isLoading, error } = useOwners(post.owner, true)
  return (
    <OptionToggles
      isSingle
      label={text.fields.owner}
      searchLabel={text.find.owner}
      options={owners.map((member) => ({ id: member.id, label: member.name, member }))}
      isLoading={isLoading}
      message={error ? formatLoadError(error) : undefined}
      stateOf={({ id }) => (id === post.owner?.id ? 'all' : 'none')}
      onToggle={({ member }, isAdded) => {
        onSave({ owner: isAdded ? member : null })
        onClose()
      }}
      formatToggle={({ label }, isAdded) => (isAdded ? text.ownerSet(label) : text.ownerRemoved)}
      renderOption={({ id, label }) => (
        <>
          <Avatar id={id} name={label} decorative />
          <bdi className="min-w-0 truncate">{label}</bdi>
        </>
      )}
      emptyMessage={text.noOptions}
    />
  )
}

function TagsEditor({ post, onSave }: EditorProps) {
  const tags = useTags()
  const isFull = post.tags.length >= MAX_TAGS
  const own = post.tags.filter((name) => !tags.some((tag) => tag.name === name))
  const options = [...tags, ...own.map((name) => ({ name }))].map((tag) => ({
    id: tag.name,
    label: tag.name,
    chip: tagLabel(tag),
  }))
  const add = (name: string) => {
    if (!isFull && !post.tags.includes(name)) onSave({ tags: [...post.tags, name] })
  }
  return (
    <OptionToggles
      label={text.fields.tags}
      searchLabel={text.find.tags}
      options={options}
      stateOf={({ id }) => (post.tags.includes(id) ? 'all' : 'none')}
      onToggle={({ id }, isAdded) =>
        isAdded ? add(id) : onSave({ tags: post.tags.filter((name) => name !== id) })
      }
      renderOption={({ chip }) => <LabelChip label={chip} />}
      onCreate={isFull ? undefined : (name) => add(toTagName(name))}
      formatCreate={text.createTag}
      message={isFull ? text.tooManyTags(MAX_TAGS) : undefined}
      emptyMessage={text.noOptions}
    />
  )
}

/** A plain date: it has no time zone, so that every reader sees the same day (T78). */
function EtaEditor({ post, onSave, onClose }: EditorProps) {
  const choose = (eta: string | null) => {
    if (eta === (post.eta ?? null)) return
    onSave({ eta })
    onClose()
  }
  return (
    <div className="grid gap-3 p-3 max-md:px-5 max-md:pb-5">
      <DateField
        label={text.fields.eta}
        value={post.eta ?? null}
        onChange={(date) => date !== null && choose(date)}
        today={localDay(now())}
        data-autofocus
      />
      {post.eta && (
        <Button size="small" onClick={() => choose(null)}>
          {text.clearEta}
        </Button>
      )}
    </div>
  )
}
