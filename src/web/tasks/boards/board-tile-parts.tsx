import { useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Star from 'lucide-react/icons/star'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import type { Board } from '#client/resources.ts'
import { boardMenuText as menuText } from '#web/messages/en/board-edit.ts'
import { boardsText as text } from '#web/messages/en/boards.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { toggleStar, useStarredBoards } from '#web/session/preferences.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/popup/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { createGuard } from '#web/ui/toast.ts'
import { boardResource } from './board-resources.ts'
import { dueSummaryQuery } from './boards.data.ts'
import { DeleteBoardDialog, EditBoardDialog } from './edit-board-dialogs.tsx'

/** Only its total is used: how many cards of a board are overdue. Needs `filters` and `totals`. */
const overdueCountQuery = (board_id: string, due_before: string) =>
  endpointQuery('GET /boards/:board_id/cards', {
    board_id,
    completed: false,
    due_before,
    limit: 1,
    include_total: true,
  })

/** The card that changed last, archived ones included. Needs `filters`. */
const lastChangeQuery = (board_id: string) =>
  endpointQuery('GET /boards/:board_id/cards', {
    board_id,
    status: 'all',
    sort: '-updated_at',
    limit: 1,
  })

/** Overdue cards and the last change, requested once the tile has been in view. */
export function BoardFacts({ board }: { board: Board }) {
  const canFilter = useCapability('filters')
  const root = useRef<HTMLSpanElement>(null)
  const isInView = useWasInView(root)
  const overdue = useOverdueCount(board, isInView)
  const last = useQuery({
    ...lastChangeQuery(board.id),
    staleTime: 60_000,
    enabled: canFilter && isInView,
  })
  const changedAt = last.data && lastOf(board.updated_at, last.data.data[0]?.updated_at)
  return (
    <>
      <span ref={root} className={overdue > 0 ? 'font-medium text-bad-ink' : ''}>
        {overdue > 0 && text.overdue(overdue)}
      </span>
      {/* Its line is there before it is known, so that nothing moves; board-grid.tsx must agree. */}
      <span className="w-full">
        {changedAt === undefined ? (
          '\u00A0'
        ) : (
          <>
            {text.changed} <RelativeTime at={changedAt} tabIndex={-1} />
          </>
        )}
      </span>
    </>
  )
}

/** From one request for all boards where the server can count them, or else from one for each. */
function useOverdueCount(board: Board, isInView: boolean): number {
  const canCountAll = useCapability('cards.list')
  const canFilter = useCapability('filters')
  const hasTotals = useCapability('totals')
  const isAsked = isInView && !board.archived && board.card_count !== 0
  const [before] = useState(() => startOfQuarterHour(now()).toISOString())
  const all = useQuery({
    ...dueSummaryQuery(),
    staleTime: 60_000,
    enabled: isAsked && canCountAll,
  })
  const one = useQuery({
    ...overdueCountQuery(board.id, before),
    staleTime: 60_000,
    enabled: isAsked && !canCountAll && canFilter && hasTotals,
  })
  if (!canCountAll) return one.data?.paging.total ?? 0
  return all.data?.boards.find(({ board_id }) => board_id === board.id)?.overdue ?? 0
}

const QUARTER_MS = 15 * 60_000

/** The quarter of an hour that a request counts from, so that going back and forth requests nothing again. */
const startOfQuarterHour = (time: Date) =>
  new Date(Math.floor(time.getTime() / QUARTER_MS) * QUARTER_MS)

/** The later of two times of the API, where they are known. */
const lastOf = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one

function useWasInView(ref: RefObject<HTMLElement | null>): boolean {
  const [wasInView, setInView] = useState(false)
  useEffect(() => {
    const tile = ref.current?.closest('li')
    if (!tile) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setInView(true)
    })
    observer.observe(tile)
    return () => observer.disconnect()
  }, [ref])
  return wasInView
}

/** What can be done to a board without opening it. */
export function BoardTileMenu({ board }: { board: Board }) {
  const [dialog, openDialog] = useState<ReactNode>(null)
  return (
    <>
      <Menu
        label={menuText.labelOf(board.name)}
        align="end"
        trigger={<IconButton icon={Ellipsis} label={menuText.labelOf(board.name)} />}
      >
        <TileMenuItems board={board} openDialog={openDialog} />
      </Menu>
      {dialog}
    </>
  )
}

interface TileMenuItemsProps {
  board: Board
  openDialog: (dialog: ReactNode) => void
}

function TileMenuItems({ board, openDialog }: TileMenuItemsProps) {
  const { fingerprint } = useSession().connection
  const isStarred = useStarredBoards(fingerprint).includes(board.id)
  const session = useSession()
  const guard = createGuard(useDisabledReason())
  const close = () => openDialog(null)
  const { archived = false } = board
  const setArchived = guard(() => {
    void editResource(session, boardResource, board, { archived: !archived })
    focusHeading()
  })
  return archived ? (
    <>
      <MenuItem icon={ArchiveRestore} onSelect={setArchived}>
        {menuText.unarchive}
      </MenuItem>
      <MenuItem
        icon={Trash}
        tone="bad"
        onSelect={guard(() =>
          openDialog(<DeleteBoardDialog board={board} onDeleted={focusHeading} onClose={close} />),
        )}
      >
        {menuText.delete}
      </MenuItem>
    </>
  ) : (
    <>
      <MenuItem
        icon={Pencil}
        onSelect={guard(() =>
          openDialog(<EditBoardDialog board={board} startsIn="name" onClose={close} />),
        )}
      >
        {menuText.edit}
      </MenuItem>
      <MenuItem icon={Star} onSelect={() => toggleStar(fingerprint, board.id)}>
        {isStarred ? menuText.unstar : menuText.star}
      </MenuItem>
      <MenuItem icon={Archive} onSelect={setArchived}>
        {menuText.archive}
      </MenuItem>
    </>
  )
}

/** Once the tile of the board is gone. */
const focusHeading = () => requestAnimationFrame(() => document.querySelector('h1')?.focus())
