import Check from 'lucide-react/icons/check'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'

import type { PostStatus } from '#client/resources.ts'
import { keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { PostStatusPill } from '#web/feedback/posts/post-status-pill.tsx'
import { feedbackSetupText as text } from '#web/messages/en/feedback-setup.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { IconButton } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { toast } from '#web/ui/toast.ts'
import { RowEnd, RowList, type RowsProps } from './setup-rows.tsx'
import { moveStatus } from './setup.data.ts'
import { useRowDrag } from './use-row-drag.ts'

/** In workflow order, which a drag, a key or the menu of a row changes. */
export function StatusRows({ items, canEdit, openDialog }: RowsProps<PostStatus>) {
  const session = useSession()
  const reason = useDisabledReason()
  const hint = useId()
  const ids = items.map(({ id }) => id)
  // Where an element moves in the document it loses the focus.
  const focused = useRef<string>(undefined)
  const move = (id: string, index: number) => {
    const status = items.find((one) => one.id === id)
    if (!status || index < 0 || index >= items.length) return
    if (reason !== undefined) return void toast({ text: reason })
    void moveStatus(session, status, index)
    announce(text.moved(status.name, index + 1, items.length))
  }
  const { list, start, marksOf } = useRowDrag({
    ids,
    refetchLock: session.refetchLock,
    onDrop: move,
  })
  useLayoutEffect(() => {
    const row = focused.current && list.current?.children[ids.indexOf(focused.current)]
    focused.current = undefined
    if (row) row.querySelector<HTMLElement>('[data-handle]')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once the order has changed
  }, [ids.join()])
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const isHandle = event.target instanceof Element && event.target.matches('[data-handle]')
    if (step === 0 || !canEdit || !(isHandle || event.altKey)) return
    event.preventDefault()
    if (isHandle) focused.current = id
    move(id, ids.indexOf(id) + step)
  }
  return (
    <>
      {canEdit && (
        <p id={hint} className="sr-only">
          {text.moveHint}
        </p>
      )}
      <RowList ref={list} aria-label={text.kinds.statuses.tab}>
        {items.map((status, index) => (
          <li
            key={status.id}
            data-testid="row"
            data-id={status.id}
            className="setup-row"
            onKeyDown={(event) => onKeyDown(event, status.id)}
            {...marksOf(status.id)}
          >
            {canEdit && (
              <IconButton
                icon={GripVertical}
                label={text.move(status.name)}
                aria-describedby={hint}
                data-handle
                className="setup-start -ms-1.5 me-3 cursor-grab touch-none active:cursor-grabbing"
                onPointerDown={(event) => reason === undefined && start(event, status.id)}
              />
            )}
            <div className="setup-name">
              <PostStatusPill value={keyOfStatus(status)} statuses={items} />
              {status.is_default && (
                <Pill family="mute" icon={Check}>
                  {text.isDefault}
                </Pill>
              )}
              {status.category && (
                <span className="text-meta text-ink-3">
                  {text.categories[status.category] ?? status.category}
                </span>
              )}
            </div>
            <RowEnd
              kind="statuses"
              item={status}
              posts={paths.filteredPosts('status', keyOfStatus(status))}
              onMove={{
                up: index > 0 ? () => move(status.id, index - 1) : undefined,
                down: index < items.length - 1 ? () => move(status.id, index + 1) : undefined,
              }}
              canEdit={canEdit}
              openDialog={openDialog}
            />
          </li>
        ))}
      </RowList>
    </>
  )
}
