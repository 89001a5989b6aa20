import Star from 'lucide-react/icons/star'
import { Link } from 'react-router-dom'

import type { Board } from '#contract/tasks/boards.ts'
import { boardsWords as said } from '#web/messages/en/boards.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'

interface BoardTileProps {
  board: Board
  starred: boolean
  onStar: (starred: boolean) => void
}

/** One board of the index: on a phone a row, else a tile with a bar for each list. */
export function BoardTile({ board, starred, onStar }: BoardTileProps) {
  return (
    <li
      data-testid="row"
      data-id={board.id}
      data-surface
      className="relative grid grid-cols-[1fr_auto] items-start gap-x-2 gap-y-3 rounded-card border border-line bg-surface py-3 ps-4 pe-2 shadow-rest transition-shadow duration-quick ease-out hover:border-line-strong hover:shadow-lift md:min-h-33 md:grid-rows-[auto_1fr] md:pb-4"
    >
      <div className="min-w-0 pt-1">
        <Link
          to={paths.board(board.id)}
          className="line-clamp-2 rounded-chip text-section break-words after:absolute after:inset-0 after:rounded-card"
        >
          {board.name}
        </Link>
        <p className="mt-0.5 text-meta text-ink-3">{said.cards(board.card_count)}</p>
      </div>
      <IconButton
        icon={Star}
        label={said.star(board.name)}
        aria-pressed={starred}
        onClick={() => onStar(!starred)}
        className={`z-10 ${starred ? '[&_svg]:fill-spark [&_svg]:text-spark' : 'text-ink-3'}`}
      />
      <ListBars board={board} />
    </li>
  )
}

const TALLEST = 28

/** A small picture of where the cards are: a bar for each list, in the order of the board. */
function ListBars({ board }: { board: Board }) {
  const most = Math.max(1, ...board.lists.map((list) => list.card_count))
  if (board.lists.length === 0) return null
  return (
    <div
      role="img"
      aria-label={[
        said.cardsPerList,
        ...board.lists.map((list) => said.listHolds(list.name, list.card_count)),
      ].join(', ')}
      className="col-span-2 me-2 hidden items-end gap-1 self-end overflow-hidden md:flex"
    >
      {board.lists.map((list) => (
        <span
          key={list.id}
          title={said.listHolds(list.name, list.card_count)}
          style={{ height: Math.max(3, Math.round((list.card_count / most) * TALLEST)) }}
          className={`relative z-10 max-w-9 min-w-0.5 flex-1 rounded-[3px] ${barColor(list)}`}
        />
      ))}
    </div>
  )
}

const barColor = (list: Board['lists'][number]) => {
  if (list.card_count === 0) return 'bg-chart-track'
  return list.completes_cards ? 'bg-ok-line' : 'bg-seq-2'
}
