import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import type { Card } from '#client/resources.ts'
import { boardPartsText } from '#web/messages/en/board-parts.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useBoardActions } from '#web/tasks/board-state/board-context.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { moveToBoard } from '#web/tasks/card-changes/edit-card.data.ts'
import { activeLists } from '#web/tasks/cards/card-queries.data.ts'
import { Button } from '#web/ui/button.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { Select } from '#web/ui/form/field.tsx'

const moveText = boardPartsText.move

/** Moves a card to the bottom of a list of another board. Its labels are matched by name and color, or removed. */
export function MoveToBoard({ card, onClose }: { card: Card; onClose: () => void }) {
  const { context, ifEditable } = useBoardActions()
  const query = useInfiniteQuery(boardsQuery(false))
  useAllPages(query, true)
  const boards = (query.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .filter((board) => board.id !== card.board_id && activeLists(board).length > 0)
  const [boardId, setBoardId] = useState('')
  const [listId, setListId] = useState('')
  const [labels, setLabels] = useState<'match' | 'drop'>('match')
  const board = boards.find(({ id }) => id === boardId) ?? boards[0]
  const lists = board ? activeLists(board) : []
  const list = lists.find(({ id }) => id === listId) ?? lists[0]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!board || !list) return
    onClose()
    ifEditable(() => moveToBoard(context(), card, { board, list_id: list.id, labels }))
  }
  if (!board || !list)
    return (
      <p role="status" className="p-3 text-cell text-ink-3">
        {query.error
          ? formatLoadError(query.error)
          : query.isPending
            ? '…'
            : moveText.noOtherBoards}
      </p>
    )
  return (
    <form onSubmit={submit} className="grid gap-4 p-3 max-md:px-5 max-md:pb-5">
      <Select
        label={moveText.board}
        value={board.id}
        onChange={(event) => setBoardId(event.target.value)}
        options={boards.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Select
        label={moveText.list}
        value={list.id}
        onChange={(event) => setListId(event.target.value)}
        options={lists.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {(card.label_ids ?? []).length > 0 && (
        <Select
          label={moveText.labels}
          value={labels}
          onChange={(event) => setLabels(event.target.value === 'drop' ? 'drop' : 'match')}
          options={[
            { value: 'match', label: moveText.match },
            { value: 'drop', label: moveText.drop },
          ]}
        />
      )}
      <Button type="submit" variant="primary">
        {moveText.to(list.name)}
      </Button>
    </form>
  )
}
