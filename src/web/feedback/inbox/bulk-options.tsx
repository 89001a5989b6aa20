import type { Post } from '#client/resources.ts'
import { useAllStatuses, useOwners, useTags } from '#web/feedback/posts/post-options.data.ts'
import { keyOfStatus, tagLabel, toTagName } from '#web/feedback/posts/post-options.rules.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { postBulkText as text } from '#web/messages/en/post-bulk.ts'
import { formatLoadError } from '#web/ui/error-message.ts'
import { OptionToggles } from '#web/ui/form/option-toggles.tsx'
import { LabelChip } from '#web/ui/label/label-chip.tsx'
import { Popover } from '#web/ui/popup/popover.tsx'
import type { BulkValue } from './bulk-posts.data.ts'

export type BulkField = 'status' | 'tags' | 'owner'

interface BulkOptionsProps {
  field: BulkField
  posts: readonly Post[]
  onChange: (value: BulkValue, label: string) => void
  anchor: () => Element | null | undefined
  onClose: () => void
}

const stateOf = (posts: readonly Post[], has: (post: Post) => boolean) => {
  const count = posts.filter(has).length
  if (count === 0) return 'none'
  return count === posts.length ? 'all' : 'some'
}

/** The values that several posts can get, in a popover. */
export const BulkOptions = ({ anchor, ...options }: BulkOptionsProps) => (
  <Popover title={text[options.field]} anchor={anchor} onClose={options.onClose}>
    <Options {...options} />
  </Popover>
)

function Options({ field, posts, onChange, onClose }: Omit<BulkOptionsProps, 'anchor'>) {
  const { statuses = [], isLoading: areStatusesLoading, query } = useAllStatuses()
  const tags = useTags()
  const { owners, isLoading, error } = useOwners(null, field === 'owner')
  const count = posts.length
  const common = { label: text[field], searchLabel: text.find[field], emptyMessage: text.noOptions }
  if (field === 'status')
    return (
      <OptionToggles
        {...common}
        options={statuses.map((status) => ({ id: keyOfStatus(status), label: status.name }))}
        isLoading={areStatusesLoading}
        message={query.error ? formatLoadError(query.error) : undefined}
        stateOf={({ id }) => stateOf(posts, ({ status }) => status === id)}
        onToggle={({ id, label }) => {
          onChange({ status: id }, text.setStatus(count, label))
          onClose()
        }}
        formatToggle={({ label }) => text.setStatus(count, label)}
        renderOption={({ id }) => <PostStatusPill value={id} statuses={statuses} />}
      />
    )
  if (field === 'owner')
    return (
      <OptionToggles
        {...common}
        options={owners.map((member) => ({ id: member.id, label: member.name, member }))}
        isLoading={isLoading}
        message={error ? formatLoadError(error) : undefined}
        stateOf={({ id }) => stateOf(posts, ({ owner }) => owner?.id === id)}
        onToggle={({ member }, isAdded) => {
          const label = isAdded ? text.setOwner(count, member.name) : text.removeOwner(count)
          onChange({ owner: isAdded ? member : null }, label)
          onClose()
        }}
        renderOption={({ label }) => <bdi className="min-w-0 truncate">{label}</bdi>}
      />
    )
  const setTag = (tag: string, isAdded: boolean) =>
    onChange({ tag, isAdded }, (isAdded ? text.addTag : text.removeTag)(count, tag))
  return (
    <OptionToggles
      {...common}
      options={tags.map((tag) => ({ id: tag.name, label: tag.name, chip: tagLabel(tag) }))}
      stateOf={({ id }) => stateOf(posts, (post) => post.tags.includes(id))}
      onToggle={({ id }, isAdded) => setTag(id, isAdded)}
      renderOption={({ chip }) => <LabelChip label={chip} />}
      onCreate={(name) => setTag(toTagName(name), true)}
      formatCreate={text.createTag}
    />
  )
}
