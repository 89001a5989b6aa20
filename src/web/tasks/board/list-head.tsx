import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import Plus from 'lucide-react/icons/plus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ComponentProps } from 'react'

import type { BoardList } from '#contract/tasks/boards.ts'
import { boardWords as said } from '#web/messages/en/board.ts'
import { useBoardRoom } from '#web/tasks/board-state/board-context.ts'
import { countWords, isOver } from '#web/tasks/cards/use-list-cards.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface ListHeadProps {
  id: string
  list: BoardList
  count: ComponentProps<typeof Count>
}

export function ListHead({ id, list, count }: ListHeadProps) {
  const { mayChange, paused, addsOnTop, add } = useBoardRoom()
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 ps-3 pe-1.5">
      <h2 id={id} title={list.name} className="min-w-0 truncate text-body font-semibold">
        {list.name}
      </h2>
      <Count {...count} />
      {list.completes_cards && (
        <span
          role="img"
          aria-label={said.completes}
          title={said.completes}
          className="text-ok-solid"
        >
          <Icon of={CircleCheckBig} size={14} />
        </span>
      )}
      {mayChange && addsOnTop && (
        <IconButton
          {...paused}
          icon={Plus}
          label={said.addOnTop(list.name)}
          onClick={() => add({ list_id: list.id, position: 'top' })}
          className="ms-auto"
        />
      )}
    </header>
  )
}

function Count(props: Parameters<typeof countWords>[0]) {
  const over = isOver(props.list)
  return (
    <span
      title={over ? said.overLimit : undefined}
      className={`flex shrink-0 items-center gap-1 text-meta ${over ? 'font-medium text-warn-ink' : 'text-ink-3'}`}
    >
      {over && <Icon of={TriangleAlert} size={13} label={said.overLimit} />}
      {countWords(props)}
    </span>
  )
}
