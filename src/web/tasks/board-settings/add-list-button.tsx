import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import { boardText as text } from '#web/messages/en/board.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Icon } from '#web/ui/icon.tsx'
import { AddList, type AddListButtonProps } from './add-list.tsx'

/** After the last list. */
export function AddListColumn({ board_id }: { board_id: string }) {
  const [isUsed, setUsed] = useState(false)
  const button = <AddListButton onClick={() => setUsed(true)} />
  if (!isUsed) return button
  return <AddList {...{ board_id, AddListButton }} />
}

export const AddListButton = (props: AddListButtonProps) => (
  <button
    type="button"
    data-add-list
    {...useOfflineProps()}
    {...props}
    className="flex h-11 w-full items-center gap-2.5 rounded-tray border border-dashed border-line-strong px-3 text-start text-cell text-ink-3 hover:bg-hover hover:text-ink"
  >
    <Icon of={Plus} />
    {text.addList}
  </button>
)
