import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { paths } from '#web/paths.ts'
import { toggleStar, usePreference, useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { SearchField } from '#web/tasks/boards/search-field.tsx'
import { Button, floatingOnPhoneClass, IconButton } from '#web/ui/button.tsx'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

// Needs loaded cards, so the lists do not wait for its code.
const boardStats = lazyChunk(() => import('./board-stats.tsx'))
// Without it only the loaded cards are searched, and not counted.
const boardSearch = lazyChunk(() => import('./board-search.tsx'))

interface BoardHeaderProps {
  board: Board | undefined
  name: string | undefined
}

/** Rendered before the board is loaded, so that focus management finds the heading. */
export function BoardHeader({ board, name }: BoardHeaderProps) {
  const { isPhone } = useBoardLayout()
  return (
    <PageHeader
      title={name}
      loading={text.loading}
      parent={{ label: messages.app.nav.boards, to: paths.boards() }}
      adornment={board && <StarButton board={board} />}
      actions={
        board &&
        (isPhone ? (
          <PhoneSearch />
        ) : (
          <Lazy chunk={boardStats}>{({ BoardStats }) => <BoardStats board={board} />}</Lazy>
        ))
      }
    />
  )
}

/** On a phone: an icon at the end of the title, which opens the search field below it. */
function PhoneSearch() {
  const [search] = useSearchParams()
  const [isOpen, setOpen] = useState(search.has('q'))
  const button = useRef<HTMLButtonElement>(null)
  const close = () => (button.current?.focus(), setOpen(false))
  return (
    <>
      <IconButton
        ref={button}
        icon={Search}
        label={text.find}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="absolute end-0 top-0"
      />
      {isOpen && <SearchField label={text.find} autoFocus={!search.has('q')} onClose={close} />}
    </>
  )
}

function StarButton({ board }: { board: Board }) {
  const { fingerprint } = useSession().connection
  const starred = useStarredBoards(fingerprint).includes(board.id)
  return (
    <IconButton
      icon={Star}
      label={text.star(board.name)}
      aria-pressed={starred}
      onClick={() => toggleStar(fingerprint, board.id)}
      className={starred ? '[&_svg]:fill-spark [&_svg]:text-spark' : 'text-ink-3'}
    />
  )
}

interface BoardToolbarProps {
  filter: string
  onNew: (() => void) | undefined
  /** Quick add is open. */
  isAdding: boolean
}

export function BoardToolbar({ filter, onNew, isAdding }: BoardToolbarProps) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const offlineProps = useOfflineProps()
  const { isPhone } = useBoardLayout()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 max-md:contents">
      {!isPhone && <SearchField label={text.find} />}
      {filter && <Lazy chunk={boardSearch}>{({ BoardSearch }) => <BoardSearch />}</Lazy>}
      {onNew && (
        <Button
          {...offlineProps}
          variant="primary"
          icon={Plus}
          data-create
          hidden={isPhone && isAdding}
          hint={singleKeys ? text.newCardKey : undefined}
          onClick={onNew}
          data-avoid-toasts
          className={`ms-auto ${floatingOnPhoneClass}`}
        >
          {text.newCard}
        </Button>
      )}
    </div>
  )
}
