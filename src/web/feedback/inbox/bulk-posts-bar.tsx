import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { Post } from '#client/resources.ts'
import { postBulkText as text } from '#web/messages/en/post-bulk.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { keyLetter } from '#web/ui/keyboard.ts'
import { BulkAction, BulkActionBar } from '#web/ui/table/bulk-action-bar.tsx'
import { SelectionSummary } from '#web/ui/table/selection-summary.tsx'
import type { TableSelectionControl } from '#web/ui/table/table-selection.tsx'
import { toast } from '#web/ui/toast.ts'
import { type BulkField, BulkOptions } from './bulk-options.tsx'
import { type BulkValue, changePosts, deletePosts, restorePosts } from './bulk-posts.data.ts'
import { isBulkKey } from './use-post-selection.ts'

const fieldKeys: Readonly<Record<string, BulkField>> = { s: 'status', t: 'tags', a: 'owner' }

interface BulkPostsBarProps {
  selection: TableSelectionControl
  posts: readonly Post[]
  /** Ids of the loaded posts. */
  page: readonly string[]
  /** They are deleted, so that they can only be restored. */
  isDeletedView: boolean
  onDelete: () => void
}

/** What can be done with the selected posts, by button or by the key of an open post. */
export function BulkPostsBar(props: BulkPostsBarProps) {
  const { selection, posts, page, isDeletedView, onDelete } = props
  const session = useSession()
  const reason = useDisabledReason()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const canOwn = useCapability('members.list')
  const canRestore = useCapability('feedback.restore')
  const [field, setField] = useState<BulkField>()
  const [isConfirming, setConfirming] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const fields: readonly BulkField[] = canOwn ? ['status', 'tags', 'owner'] : ['status', 'tags']

  /** Says why nothing can be changed now. */
  const isPaused = () => {
    if (reason !== undefined) toast({ text: reason })
    return reason !== undefined
  }
  const change = (value: BulkValue, label: string) => {
    if (!isPaused()) changePosts(session, posts, value, label)
  }
  const removeNow = () => {
    setConfirming(false)
    deletePosts(session, posts)
    selection.clear()
    onDelete()
  }
  const remove = () => {
    if (isPaused()) return
    if (canRestore) removeNow()
    else setConfirming(true)
  }
  const restore = () => {
    if (isPaused()) return
    restorePosts(session, posts)
    selection.clear()
  }
  const performKey = (event: KeyboardEvent) => {
    const next = fieldKeys[keyLetter(event)]
    if (event.key === 'Delete') remove()
    else if (next && fields.includes(next)) setField(next)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isDeletedView || !isBulkKey(event, singleKeys)) return
    performKey(event)
    event.preventDefault()
    // The post that is open has the same keys.
    event.stopPropagation()
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])

  return (
    <div ref={bar} className="px-1 pb-2">
      <BulkActionBar
        summary={<SelectionSummary selection={selection} page={page} hasMore={false} />}
      >
        {isDeletedView ? (
          <BulkAction size="small" onClick={restore}>
            {text.restore}
          </BulkAction>
        ) : (
          <>
            {fields.map((one) => (
              <BulkAction
                key={one}
                size="small"
                data-field={one}
                aria-haspopup="dialog"
                aria-expanded={field === one}
                onClick={() => setField(one)}
              >
                {text[one]}
              </BulkAction>
            ))}
            <BulkAction size="small" onClick={remove}>
              {text.delete}
            </BulkAction>
          </>
        )}
      </BulkActionBar>
      {field && (
        <BulkOptions
          field={field}
          posts={posts}
          anchor={() => bar.current?.querySelector(`[data-field=${field}]`)}
          onChange={change}
          onClose={() => setField(undefined)}
        />
      )}
      {isConfirming && (
        <ConfirmDialog
          title={text.confirmTitle(posts.length)}
          secondary={{ label: text.cancel, run: () => setConfirming(false) }}
          primary={{ label: text.delete, run: removeNow }}
          onClose={() => setConfirming(false)}
        >
          <p>{text.confirmDescription}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
