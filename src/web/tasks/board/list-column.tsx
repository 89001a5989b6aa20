import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import Plus from 'lucide-react/icons/plus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { memo, useId, type ComponentProps } from 'react'

import type { BoardList } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { ListMenu } from '#web/tasks/board-settings/list-menu.tsx'
import { ListSpine } from '#web/tasks/board-settings/list-spine.tsx'
import {
  type QuickAddState,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import { useListWithLimit } from '#web/tasks/board-state/list-limits.ts'
import { useListViews, viewCards } from '#web/tasks/board-state/list-views.ts'
import { useListCards, formatListCount, isOverWipLimit } from '#web/tasks/cards/use-list-cards.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { Icon } from '#web/ui/icon.tsx'
import { QuickAddButton, NewCards } from './quick-add-button.tsx'
import { VirtualCardList } from './virtual-card-list.tsx'

interface ListColumnProps {
  list: BoardList
  left: number
  quickAdd: QuickAddState | null
}

/** As tall as its cards, at most as tall as the board; a drop target over its whole height. */
export const ListColumn = memo(function ListColumn({ list, left, quickAdd }: ListColumnProps) {
  const { board_id } = useBoardActions()
  const { layout, filter, filtered, labels, canEdit } = useBoardValues()
  const heading = useId()
  const listCards = useListCards(board_id, list, filter, labels)
  const { query, cards, isComplete } = listCards
  const { isCollapsed, sort } = useListViews()[list.id] ?? {}
  const visible = viewCards(listCards.visible, sort)
  const count = { list, loaded: cards.length, visible: visible.length, isComplete, filtered }
  if (isCollapsed && !layout.isPhone)
    return (
      <div style={{ insetInlineStart: left }} className="absolute inset-y-0 w-11 print:static">
        <ListSpine list={list} count={formatListCount(count)} />
      </div>
    )
  return (
    <div
      style={{ insetInlineStart: left, width: layout.listWidth }}
      className="absolute inset-y-0 max-md:[container-type:size] max-md:snap-center print:static"
    >
      <section
        data-testid="board-list"
        data-list-id={list.id}
        data-state={stateOf(query)}
        data-surface
        aria-labelledby={heading}
        className="flex max-h-full flex-col rounded-tray border border-line bg-sunken data-over:border-accent-line data-over:bg-[color-mix(in_oklab,var(--accent-soft)_55%,var(--sunken))] print:max-h-none"
      >
        <ListHeader id={heading} list={list} count={count} />
        <NewCards list={list} position="top" quickAdd={quickAdd} />
        {query.isError && !query.data ? (
          <div className="grid justify-items-start gap-2 px-3 pb-3 text-meta text-ink-2">
            <p>{text.listFailed}</p>
            <p>{formatLoadError(query.error)}</p>
            <Button size="small" onClick={() => void query.refetch()}>
              {messages.app.tryAgain}
            </Button>
          </div>
        ) : query.isPending ? (
          <ListSkeleton count={Math.min(list.card_count || 0, 4)} />
        ) : (
          <VirtualCardList
            list={list}
            cards={visible}
            isSorted={Boolean(sort)}
            isComplete={isComplete}
            hasFloatingButton={layout.isPhone && canEdit && quickAdd === null}
            query={query}
          />
        )}
        <NewCards list={list} position="bottom" quickAdd={quickAdd} />
        {canEdit ? (
          <QuickAddButton list={list} hidden={quickAdd !== null} />
        ) : (
          <div className="h-1.5 shrink-0" />
        )}
      </section>
    </div>
  )
})

const stateOf = (query: ReturnType<typeof useListCards>['query']) => {
  if (query.isPending) return 'loading'
  if (!query.data) return 'error'
  return query.isFetchNextPageError ? 'partial' : 'ready'
}

/** The size of the cards to come, so that nothing shifts. */
const ListSkeleton = ({ count }: { count: number }) => (
  <div aria-busy="true" className="grid animate-pulse gap-2 px-2 pb-2">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="h-21 rounded-card border border-line bg-surface" />
    ))}
  </div>
)

interface ListHeaderProps {
  id: string
  list: BoardList
  count: ComponentProps<typeof Count>
}

function ListHeader({ id, list, count }: ListHeaderProps) {
  const { openQuickAdd } = useBoardActions()
  const { canEdit, offlineProps, canAddAtTop } = useBoardValues()
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 ps-3 pe-1.5">
      <h2 id={id} title={list.name} className="min-w-0 truncate text-body font-semibold">
        {list.name}
      </h2>
      <Count {...count} />
      {list.completes_cards && (
        <span
          role="img"
          aria-label={text.completes}
          title={text.completes}
          className="text-ok-solid"
        >
          <Icon of={CircleCheckBig} size={14} />
        </span>
      )}
      {canEdit && canAddAtTop && (
        <IconButton
          {...offlineProps}
          icon={Plus}
          label={text.addOnTop(list.name)}
          onClick={() => openQuickAdd({ list_id: list.id, position: 'top' })}
          className="ms-auto"
        />
      )}
      <div className={canEdit && canAddAtTop ? '-ms-1' : 'ms-auto'}>
        <ListMenu list={list} />
      </div>
    </header>
  )
}

function Count({ list: serverList, ...rest }: Parameters<typeof formatListCount>[0]) {
  const props = { ...rest, list: useListWithLimit(serverList) }
  const isOverLimit = isOverWipLimit(props.list)
  return (
    <span
      title={isOverLimit ? text.overLimit : undefined}
      className={`flex shrink-0 items-center gap-1 text-meta ${isOverLimit ? 'font-medium text-warn-ink' : 'text-ink-3'}`}
    >
      {isOverLimit && <Icon of={TriangleAlert} size={13} label={text.overLimit} />}
      {formatListCount(props)}
    </span>
  )
}
