import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import { boardText as text } from '#web/messages/en/board.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Lazy, lazyChunk, preloadOn } from '#web/ui/lazy-chunk.tsx'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'
import type { AddListButtonProps } from './add-list.tsx'

export const addListChunk = lazyChunk(() => import('./add-list.tsx'))
const preload = preloadOn(addListChunk.load)

/** After the last list. Its field is loaded when it is used. */
export function AddListColumn({ board_id }: { board_id: string }) {
  const [isUsed, setUsed] = useState(false)
  const cancel = () => setUsed(false)
  const button = <AddListButton onClick={() => setUsed(true)} />
  if (!isUsed) return button
  return (
    <Lazy
      chunk={addListChunk}
      onCancel={cancel}
      fallback={
        <>
          {button}
          <TypeAheadBuffer onCancel={cancel} />
        </>
      }
    >
      {({ AddList }) => <AddList {...{ board_id, AddListButton }} />}
    </Lazy>
  )
}

export const AddListButton = (props: AddListButtonProps) => (
  <button
    type="button"
    data-add-list
    {...preload}
    {...useOfflineProps()}
    {...props}
    className="flex h-11 w-full items-center gap-2.5 rounded-tray border border-dashed border-line-strong px-3 text-start text-cell text-ink-3 hover:bg-hover hover:text-ink"
  >
    <Icon of={Plus} />
    {text.addList}
  </button>
)
