import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Post } from '#client/resources.ts'
import { useStatuses } from '#web/feedback/posts/post-options.data.ts'
import { keyOfStatus } from '#web/feedback/posts/post-options.rules.ts'
import { postText as text } from '#web/messages/en/post.ts'
import { usePaintedValue } from '#web/query/use-painted-value.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Popover } from '#web/ui/popup/popover.tsx'
import { PostActivity } from './post-activity.tsx'
import { PostCards } from './post-cards.tsx'
import { PostProperties } from './post-properties.tsx'
import { PostVotes } from './post-votes.tsx'
import { PropertyEditor } from './property-editors.tsx'
import type { PostActions, PropertyField } from './use-post-actions.ts'
import { useSingleKeys } from './use-single-keys.ts'

/** Why the sheet is open: to read it, or to add a vote. */
export type OpenSheet = 'properties' | 'vote' | null

interface PostSideProps {
  post: Post
  actions: PostActions
  canWrite: boolean
  /** Where there is no room beside the text, the properties are in a sheet, which this button opens. */
  sheetButton: RefObject<HTMLButtonElement | null> | undefined
  sheet: OpenSheet
  onSheet: (sheet: OpenSheet) => void
}

// J opens the next post: the focus stays in the same control there, and nowhere else.
let lastField: { readonly field: PropertyField; readonly path: string } | undefined

/** Properties, votes, cards and activity of a post, and the keys that change properties. */
export function PostSide(props: PostSideProps) {
  const { post, actions, canWrite, sheetButton, sheet, onSheet } = props
  const [field, setField] = useState<PropertyField | null>(null)
  const buttons = useRef(new Map<PropertyField, HTMLButtonElement>())
  const statuses = useStatuses()
  const canList = useCapability('members.list')
  const isEditable = (name: PropertyField) => canWrite && (name !== 'owner' || canList)
  const canVote = canWrite && !post.deleted_at && !post.merged_into_id

  const edit = (name: PropertyField) => {
    if (!isEditable(name)) return false
    // It returns to the button when the list is closed.
    buttons.current.get(name)?.focus()
    return setField(name)
  }
  const saveStatus = (status: (typeof statuses)[number] | undefined) => {
    if (status && keyOfStatus(status) !== post.status)
      void actions.save({ status: keyOfStatus(status) })
  }
  /** On the button of the status the number of one is enough. */
  const chooseStatus = (index: number) => {
    const status = statuses[index]
    if (!canWrite || !status || document.activeElement !== buttons.current.get('status'))
      return false
    // Its list may be about to open.
    setField(null)
    return saveStatus(status)
  }
  const close = () => canWrite && saveStatus(statuses.find(({ category }) => category === 'closed'))
  const numbers = Array.from({ length: 9 }, (_, at) => [`${at + 1}`, () => chooseStatus(at)])
  useSingleKeys({
    ...Object.fromEntries(numbers),
    // What is typed while an editor is about to open was meant for it.
    ...(field === null && {
      s: () => edit('status'),
      a: () => edit('owner'),
      t: () => edit('tags'),
      d: () => edit('eta'),
      e: close,
      delete: () => canWrite && actions.remove(),
      ...(sheetButton && canVote && { v: () => onSheet('vote') }),
    }),
  })
  useLastField(buttons.current)
  const isPainted = usePaintedValue(post.id) === post.id

  const content = (
    <>
      <PostProperties
        post={post}
        buttons={buttons.current}
        open={field}
        isEditable={isEditable}
        onEdit={setField}
      />
      <PostVotes post={post} startsAdding={sheet === 'vote'} />
      {isPainted && (
        <>
          <PostCards post={post} onSetStatus={(status) => void actions.save({ status })} />
          <PostActivity key={post.id} post={post} />
        </>
      )}
    </>
  )
  return (
    <>
      {!sheetButton && (
        <aside aria-label={text.properties} className="post-side">
          {content}
        </aside>
      )}
      {sheetButton && sheet && (
        <Popover
          title={text.properties}
          hasHeader
          anchor={() => sheetButton.current}
          onClose={() => onSheet(null)}
          className="md:w-80"
        >
          <div className="grid content-start gap-3.5 px-5 pb-5">{content}</div>
        </Popover>
      )}
      {field && (
        <PropertyEditor
          field={field}
          post={post}
          anchor={() => buttons.current.get(field) ?? sheetButton?.current ?? undefined}
          onSave={(changes) => void actions.save(changes)}
          onClose={() => setField(null)}
        />
      )}
    </>
  )
}

/** Keeps the focus in the control of the field when the next post replaces this one. */
function useLastField(buttons: ReadonlyMap<PropertyField, HTMLButtonElement>) {
  useLayoutEffect(
    () => () => {
      const entry = [...buttons].find(([, button]) => button === document.activeElement)
      lastField = entry && { field: entry[0], path: location.pathname }
    },
    [buttons],
  )
  useEffect(() => {
    const last = lastField
    lastField = undefined
    if (last?.path !== location.pathname) return
    // After the navigation gave the focus to the h1.
    queueMicrotask(() => {
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.localName === 'h1')
        buttons.get(last.field)?.focus({ preventScroll: true })
    })
  }, [buttons])
}
