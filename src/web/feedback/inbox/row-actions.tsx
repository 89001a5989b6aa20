import SquareCheck from 'lucide-react/icons/square-check'
import Trash from 'lucide-react/icons/trash-2'

import type { Post, PostStatus } from '#client/resources.ts'
import { PropertyEditor } from '#web/feedback/post/property-editors.tsx'
import { keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { postsText as text } from '#web/messages/en/posts.ts'
import { ContextMenu, MenuItem, MenuRadioGroup, MenuSeparator } from '#web/ui/popup/menu.tsx'

/** What is open for a row: its menu, or its statuses alone. */
export interface OpenRow {
  readonly kind: 'menu' | 'status'
  readonly post: Post
  readonly anchor: Element
}

interface RowActionsProps {
  open: OpenRow
  statuses: readonly PostStatus[]
  onStatus: (post: Post, status: string) => void
  onSelect: (post: Post) => void
  onDelete: (post: Post) => void
  onClose: () => void
}

/** The menu of a row, with the same actions as a swipe, and the statuses that a swipe opens. */
export function RowActions(props: RowActionsProps) {
  const { open, statuses, onStatus, onSelect, onDelete, onClose } = props
  const { kind, post, anchor } = open
  if (kind === 'status')
    return (
      <PropertyEditor
        field="status"
        post={post}
        anchor={() => anchor}
        onSave={({ status }) => status !== undefined && onStatus(post, status)}
        onClose={onClose}
      />
    )
  const { bottom, right } = anchor.getBoundingClientRect()
  return (
    <ContextMenu
      at={{ top: bottom - 24, left: right - 24 }}
      label={text.rowActions(post.title)}
      onClose={onClose}
      restoreFocus={() => anchor.closest('li')?.querySelector('a')?.focus()}
    >
      <MenuRadioGroup
        label={text.status}
        value={post.status}
        options={statuses.map((status) => ({
          value: keyOfStatus(status),
          label: <PostStatusPill value={keyOfStatus(status)} statuses={statuses} />,
        }))}
        onChoose={(status) => onStatus(post, status)}
      />
      <MenuSeparator />
      <MenuItem icon={SquareCheck} onSelect={() => onSelect(post)}>
        {text.selectRow}
      </MenuItem>
      <MenuItem icon={Trash} tone="bad" onSelect={() => onDelete(post)}>
        {text.deleteRow}
      </MenuItem>
    </ContextMenu>
  )
}
