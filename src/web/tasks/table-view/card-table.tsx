import Rows3 from 'lucide-react/icons/rows-3'

import './card-table.css'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

import type { Card } from '#client/resources.ts'
import { cardTableText as text } from '#web/messages/en/card-table.ts'
import { paths } from '#web/paths.ts'
import { setTextPreference, usePreference, useTextPreference } from '#web/session/preferences.ts'
import {
  type BoardActions,
  useBoard,
  useBoardActions,
  useBoardValues,
} from '#web/tasks/board-state/board-context.ts'
import { useSelectedIds } from '#web/tasks/board-state/card-selection.ts'
import { editCard } from '#web/tasks/card-changes/edit-card.data.ts'
import { activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { useAllCards } from '#web/tasks/cards/load-board-cards.ts'
import { filterCards } from '#web/tasks/cards/use-list-cards.ts'
import { Button } from '#web/ui/button.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { announce } from '#web/ui/live-region.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { pageState } from '#web/ui/table/selection.rules.ts'
import type { TableSelectionControl } from '#web/ui/table/table-selection.tsx'
import { type Sort, parseColumnChoice, visibleColumns } from '#web/ui/table/table.rules.ts'
import { captionOf, createCardColumns } from './card-columns.tsx'
import { groupByList, parseSort, sortCards } from './card-table.rules.ts'
import { onRowKey, openEditor, openRowMenu, rowLinkOf } from './row-keys.ts'
import { TitleEditor } from './title-editor.tsx'

const cardId = ({ id }: Card) => id
const cardName = ({ name }: Card) => name
const attributesOf = ({ id, list_id }: Card) => ({ 'data-card-id': id, 'data-list-id': list_id })

/** All cards of the board as a table, with the filters and the selection of the board. */
export function CardTable() {
  const board = useBoard()
  const actions = useBoardActions()
  const values = useBoardValues()
  const { filter, filtered, labels, minute, canEdit, disabledReason, offlineProps, dates } = values
  const [search, setSearch] = useSearchState()
  const sort = search.get('sort')
  const isGrouped = search.get('group') === 'list'
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const selection = useCardTableSelection()
  const [choice, setChoice] = useColumnChoice()

  const all = useAllCards(board)
  const lists = useMemo(() => activeLists(board), [board])
  const visible = filterCards(all.cards, filter, labels)
  const rows = useMemo(() => {
    const sorted = sortCards(visible, sort, { lists, labels })
    return isGrouped ? groupByList(sorted, lists) : sorted
  }, [visible, sort, lists, labels, isGrouped])
  const groupOf = useMemo(() => {
    if (!isGrouped) return undefined
    const counts = new Map<string, number>()
    for (const { list_id } of rows) counts.set(list_id, (counts.get(list_id) ?? 0) + 1)
    const groups = new Map(
      lists.map(({ id, name }) => [
        id,
        { id, label: name, count: text.cards(counts.get(id) ?? 0) },
      ]),
    )
    return ({ list_id }: Card) => groups.get(list_id) ?? { id: list_id, label: '', count: '' }
  }, [isGrouped, rows, lists])

  const columns = useMemo(
    () =>
      createCardColumns(
        lists,
        { labels, minute, canEdit, disabledReason, offlineProps, dates },
        actions.toggleCompleted,
      ),
    [lists, labels, minute, canEdit, disabledReason, offlineProps, dates, actions],
  )
  const visibleOnes = useMemo(() => visibleColumns(columns, choice), [columns, choice])
  const query = search.toString()
  const link = useCallback(
    ({ id }: Card) => ({ pathname: paths.card(board.id, id), search: query }),
    [board.id, query],
  )
  const { editing, edit } = useCellEditing(actions)

  const setParam = (name: string, value: string | undefined) =>
    setSearch((current) => {
      if (value === undefined) current.delete(name)
      else current.set(name, value)
      return current
    })
  useLoadedAnnouncement(all.isLoading, all.cards.length)

  return (
    <div
      className="flex min-h-0 flex-1 flex-col gap-2"
      data-floating-button={canEdit || undefined}
      onContextMenu={(event) => openRowMenu(event, rows, actions)}
    >
      <div className="flex flex-wrap items-center gap-2">
        {all.isLoading && (
          <p className="text-meta text-ink-2">{text.loading(all.cards.length, all.total)}</p>
        )}
        <span className="ms-auto flex items-center gap-2">
          <Button
            variant={isGrouped ? 'plain' : 'quiet'}
            icon={Rows3}
            aria-pressed={isGrouped}
            onClick={() => setParam('group', isGrouped ? undefined : 'list')}
          >
            {text.groupByList}
          </Button>
          <ColumnChooser columns={columns} choice={choice} onChange={setChoice} />
        </span>
      </div>
      <p id="table-instructions" hidden>
        {text.instructions}
      </p>
      <DataTable
        isVirtual
        caption={captionOf(board, filtered)}
        columns={visibleOnes}
        rows={rows}
        view={`${sort} ${isGrouped} ${JSON.stringify(filter)}`}
        rowId={cardId}
        rowName={cardName}
        attributes={attributesOf}
        link={link}
        selection={selection}
        sort={parseSort(sort) && (sort ?? undefined)}
        onSort={(next: Sort | undefined) => setParam('sort', next)}
        groupOf={groupOf}
        count={{ offset: 0, total: rows.length }}
        onEditCell={edit}
        onEdit={(card) => edit(card, 'title')}
        requestedRow={useRequestedCard(actions)}
        editing={editing}
        onRowKey={(event, card) => onRowKey(event, card, actions, singleKeys)}
        singleKeys={singleKeys}
        partial={
          all.error ? { text: text.failed, onRetry: all.retry, busy: all.isLoading } : undefined
        }
        empty={
          !filtered &&
          !all.isLoading && <EmptyState title={text.empty}>{text.emptyDescription}</EmptyState>
        }
      />
    </div>
  )
}

/** The card that takes the focus: the move dialog returns it in this way. */
function useRequestedCard({ focus }: BoardActions): string | null {
  const requested = useSyncExternalStore(focus.subscribe, () => {
    const id = focus.current()
    return id !== null && focus.stateOf(id) === 'requested' ? id : null
  })
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    if (requested === null) return
    setId(focus.consumeRequest(requested) ? requested : null)
  }, [focus, requested])
  return id
}

function useColumnChoice() {
  const stored = useTextPreference('card_columns')
  const choice = useMemo(() => parseColumnChoice(stored), [stored])
  const set = (next: typeof choice) =>
    setTextPreference('card_columns', next ? JSON.stringify(next) : '')
  return [choice, set] as const
}

/** The title is edited in its cell, the other fields in the editors of the board. */
function useCellEditing(actions: BoardActions) {
  const [card, setCard] = useState<Card>()
  const editing = card && {
    rowId: card.id,
    columnId: 'title',
    editor: (
      <TitleEditor
        card={card}
        onSave={(name) => actions.ifEditable(() => editCard(actions.context(), card, { name }))}
        onClose={(focus) => {
          flushSync(() => setCard(undefined))
          if (focus) rowLinkOf(card.id)?.focus()
        }}
      />
    ),
  }
  const edit = (next: Card, columnId: string) => {
    if (columnId === 'title') actions.ifEditable(() => setCard(next))
    else if (columnId === 'list') actions.openMoveDialog(next)
    else if (columnId === 'done') actions.toggleCompleted(next, !next.completed)
    else openEditor(actions, next, columnId)
  }
  return { editing, edit }
}

/** Says once that the cards that were missing are there. */
function useLoadedAnnouncement(isLoading: boolean, count: number) {
  const [wasLoading, setWasLoading] = useState(isLoading)
  useEffect(() => {
    if (isLoading === wasLoading) return
    setWasLoading(isLoading)
    if (!isLoading) announce(text.loaded(count))
  }, [isLoading, wasLoading, count])
}

/** The selection of the board in the shape that a table takes. Every row is loaded, so a page is the whole table. */
function useCardTableSelection(): TableSelectionControl {
  const { selection } = useBoardActions()
  const ids = useSelectedIds(selection)
  const stateOf = (page: readonly string[]) =>
    pageState({ ids, allMatching: false, range: null }, page)
  return {
    ids,
    allMatching: false,
    isEmpty: ids.size === 0,
    isSelected: (id) => ids.has(id),
    pageState: stateOf,
    toggle: (id) => selection.toggle(id),
    extend: (from, to, page) => selection.selectRange(to, page, from),
    endRange: () => selection.endRange(),
    togglePage: (page) => {
      const isFull = stateOf(page) === 'all'
      const onPage = new Set(page)
      if (isFull) selection.retain((id) => !onPage.has(id))
      else selection.selectAll(page)
    },
    selectAllMatching: () => undefined,
    clear: selection.clear,
  }
}
