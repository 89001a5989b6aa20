import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Board, BoardList, Card } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { archivedText as text } from '#web/messages/en/board-edit.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { listResource } from '#web/tasks/boards/board-resources.ts'
import { archivedListsQuery, boardQuery } from '#web/tasks/boards/boards.data.ts'
import type { CardMutationContext } from '#web/tasks/card-changes/card-mutation.ts'
import { setCardStatus } from '#web/tasks/card-changes/edit-cards.data.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Field } from '#web/ui/form/field.tsx'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { toast } from '#web/ui/toast.ts'
import { archivedCardsQuery, deleteArchivedCard, removeFromPages } from './archived-items.data.ts'
import { ArchivedItems, type ArchivedItemProps } from './archived-items.tsx'
import { DeleteListDialog } from './list-dialogs.tsx'

/** Archived cards and lists of a board: found, restored and deleted. */
export function ArchivedDrawer({ board_id, onClose }: { board_id: string; onClose: () => void }) {
  const { data: board } = useQuery({ ...boardQuery(board_id), enabled: false })
  const hasCards = useCapability('filters')
  const hasLists = useCapability('boards.write')
  const [kind, setKind] = useState<'cards' | 'lists'>(hasCards ? 'cards' : 'lists')
  const [search, setSearch] = useState('')
  if (!board) return null
  const Items = kind === 'cards' ? ArchivedCards : ArchivedLists
  return (
    <Drawer title={text.title} onClose={onClose}>
      <div className="grid gap-4">
        {hasCards && hasLists && (
          <SegmentedControl
            label={text.which}
            options={[
              { value: 'cards', label: text.cards },
              { value: 'lists', label: text.lists },
            ]}
            value={kind}
            onChoose={setKind}
            className="justify-self-start"
          />
        )}
        <Field
          label={text.search}
          type="search"
          value={search}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
        />
        <Items key={kind} board={board} search={search.trim()} />
      </div>
    </Drawer>
  )
}

interface ItemsProps {
  board: Board
  search: string
}

/** Refetches once no change is pending: restored items leave, those of a rejected or undone change are back. */
function useRefetchAfterChanges(refetch: () => unknown) {
  const { mutate } = useSession()
  useEffect(() => {
    let wasPending = mutate.isMutating()
    return mutate.subscribe(() => {
      const isPending = mutate.isMutating()
      if (wasPending && !isPending) void refetch()
      wasPending = isPending
    })
  }, [mutate, refetch])
}

function ArchivedCards({ board, search }: ItemsProps) {
  const session = useSession()
  const canDelete = useCapability('cards.delete')
  const query = archivedCardsQuery(board.id, useDebouncedText(search))
  const result = useInfiniteQuery({ ...query, refetchOnMount: 'always' })
  useRefetchAfterChanges(result.refetch)
  const names = new Map(board.lists.map(({ id, name }) => [id, name]))
  const context: CardMutationContext = {
    session,
    board,
    onOutcome: (outcome) => {
      if (outcome.type !== 'update_rejected') return
      const action = { label: messages.app.tryAgain, run: outcome.retry }
      toast({ text: formatSaveError(outcome.error), tone: 'bad', action })
    },
  }
  const change = (card: Card, act: () => void) => {
    removeFromPages(session.queryClient, query, card.id)
    act()
  }
  const row = (card: Card): ArchivedItemProps => {
    const list = names.get(card.list_id)
    return {
      name: card.name,
      detail: list === undefined ? text.inArchivedList : text.inList(list),
      isReadOnly: board.archived === true,
      onRestore: () => change(card, () => setCardStatus(context, card, 'unarchive')),
      onDelete: canDelete ? () => change(card, () => deleteArchivedCard(session, card)) : undefined,
    }
  }
  return (
    <ArchivedItems
      result={result}
      items={result.data?.pages.flatMap(({ data }) => data)}
      row={row}
      empty={search ? text.noMatches(search) : text.noCards}
    />
  )
}

function ArchivedLists({ board, search }: ItemsProps) {
  const session = useSession()
  const result = useInfiniteQuery({ ...archivedListsQuery(board.id), refetchOnMount: 'always' })
  useRefetchAfterChanges(result.refetch)
  const [deleted, setDeleted] = useState<BoardList | null>(null)
  const lists = result.data?.pages.flatMap(({ data }) => data)
  const row = (list: BoardList): ArchivedItemProps => ({
    name: list.name,
    detail: list.card_count === undefined ? '' : text.cardCount(list.card_count),
    isReadOnly: board.archived === true,
    onRestore: () => void editResource(session, listResource, list, { archived: false }),
    onDelete: () => setDeleted(list),
  })
  return (
    <>
      <ArchivedItems
        result={result}
        items={lists && filterByName(lists, search)}
        row={row}
        empty={search ? text.noMatches(search) : text.noLists}
      />
      {deleted && (
        <DeleteListDialog board_id={board.id} list={deleted} onClose={() => setDeleted(null)} />
      )}
    </>
  )
}
