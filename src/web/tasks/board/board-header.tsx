import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Star from 'lucide-react/icons/star'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { paths } from '#web/paths.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { toggleStar, usePreference, useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { BoardMenu } from '#web/tasks/board-settings/board-menu.tsx'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { DisplayPopover } from '#web/tasks/toolbar/display-options.tsx'
import { FilterButtons } from '#web/tasks/toolbar/filter-buttons.tsx'
import { FilterStatus } from '#web/tasks/toolbar/filter-status.tsx'
import { useToolbarRoom } from '#web/tasks/toolbar/use-toolbar-room.ts'
import { ViewSwitch } from '#web/tasks/toolbar/view-switch.tsx'
import { Button, floatingOnPhoneClass, IconButton } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { BoardStats } from './board-stats.tsx'

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
      adornment={board && (isPhone ? <PhoneIconSpace /> : <StarButton board={board} />)}
      actions={
        board &&
        (isPhone ? (
          <>
            <ViewMenu isIcon className="absolute top-0" style={{ insetInlineEnd: '8.25rem' }} />
            <PhoneSearch />
            <BoardMenu board={board} />
            <FilterButtons board={board} />
          </>
        ) : (
          <>
            <BoardStats board={board} />
            <ViewMenu />
            <BoardMenu board={board} />
          </>
        ))
      }
    />
  )
}

/** The title wraps before the views, the menu, the search and the filters at its end. */
const PhoneIconSpace = () => <div style={{ width: '11rem' }} className="shrink-0" />

/** On a phone: an icon at the end of the title, which opens the search field below it. */
function PhoneSearch() {
  const [search] = useSearchParams()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
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
        className="absolute end-11 top-0"
      />
      {isOpen && (
        <SearchField
          label={text.find}
          singleKeys={singleKeys}
          autoFocus={!search.has('q')}
          onClose={close}
        />
      )}
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
  board: Board
  filtered: boolean
  onNew: (() => void) | undefined
  /** Quick add is open. */
  isAdding: boolean
}

export function BoardToolbar({ board, filtered, onNew, isAdding }: BoardToolbarProps) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const offlineProps = useOfflineProps()
  const { isPhone } = useBoardLayout()
  const { room, toolbar } = useToolbarRoom()
  const isNarrow = room === 'narrow'
  return (
    <div
      ref={toolbar}
      className={`flex shrink-0 items-center gap-3 max-md:contents ${room === 'button' || isNarrow ? 'flex-wrap' : ''}`}
    >
      <ViewSwitch isNarrow={isNarrow} />
      {!isPhone && <SearchField label={text.find} singleKeys={singleKeys} className="max-w-44" />}
      {!isPhone && <FilterButtons board={board} room={room} />}
      {filtered && <FilterStatus />}
      <div className="ms-auto flex shrink-0 items-center gap-3 max-md:contents">
        {!isPhone && <DisplayButton isNarrow={isNarrow || (filtered && room !== 'all-chips')} />}
        {onNew && (
          <Button
            {...offlineProps}
            variant="primary"
            icon={Plus}
            data-create
            hidden={isPhone && isAdding}
            hint={singleKeys && (isPhone || !isNarrow) ? text.newCardKey : undefined}
            onClick={onNew}
            data-avoid-toasts
            className={floatingOnPhoneClass}
          >
            {text.newCard}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Opens the display options. */
function DisplayButton({ isNarrow }: { isNarrow: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        icon={SlidersHorizontal}
        title={isNarrow ? text.display : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className={isNarrow ? 'sr-only' : ''}>{text.display}</span>
      </Button>
      {isOpen && <DisplayPopover anchor={() => button.current} onClose={close} />}
    </>
  )
}
