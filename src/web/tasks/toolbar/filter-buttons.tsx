import Calendar from 'lucide-react/icons/calendar'
import CircleCheck from 'lucide-react/icons/circle-check'
import ListFilter from 'lucide-react/icons/list-filter'
import Tag from 'lucide-react/icons/tag'
import User from 'lucide-react/icons/user'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

import type { Board } from '#client/resources.ts'
import { observable } from '#web/external-store.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import type { FilterOptionsProps } from './filter-options.tsx'
import { FiltersPopover, FilterPopover } from './filter-popovers.tsx'
import { type CardFilterControls, useCardFilter } from './use-card-filter.ts'
import type { ToolbarRoom } from './use-toolbar-room.ts'

const controls = [
  { param: 'label', icon: Tag },
  { param: 'member', icon: User },
  { param: 'due', icon: Calendar },
  { param: 'completed', icon: CircleCheck },
] as const

const isOpen = observable(false)

/** Opens all filters in one popover, as the F shortcut does. */
export const openFilters = () => isOpen.set(true)

interface FilterButtonsProps {
  board: Board
  /** Not on a phone. */
  room?: ToolbarRoom
}

/** Chips where the toolbar has room, and a button for all filters where it lacks room; on a phone an icon in the header. */
export function FilterButtons({ board, room }: FilterButtonsProps) {
  const cardFilter = useCardFilter(board)
  const { isPhone } = useBoardLayout()
  const chips = room === 'all-chips' ? controls : room === 'chips' ? controls.slice(0, 3) : []
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const open = useSyncExternalStore(isOpen.subscribe, isOpen.get)
  const anchor = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { parts } = cardFilter
  const close = () => {
    isOpen.set(false)
    // Opened by its shortcut, it has no opener to give the focus back to.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        (button.current ?? anchor.current?.querySelector('button'))?.focus()
    })
  }
  useKeptScroll(parts.length > 0)
  useEffect(() => () => isOpen.set(false), [])

  const count = parts.filter(({ params }) => params[0] !== 'q').length
  const buttonProps = {
    ref: button,
    'data-filters': true,
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    'aria-keyshortcuts': singleKeys ? text.filtersKey : undefined,
    onClick: openFilters,
  } as const
  const label = count > 0 ? text.activeFilters(count) : text.filters
  return (
    <div
      ref={anchor}
      data-no-print
      className={`flex min-w-0 items-center gap-2 max-md:contents ${chips.length > 0 ? '' : 'shrink-0'}`}
    >
      {chips.map((control) => (
        <FilterChip key={control.param} {...{ board, cardFilter, control }} />
      ))}
      {isPhone || room === 'chips' || room === 'narrow' ? (
        <IconButton
          {...buttonProps}
          icon={ListFilter}
          label={label}
          className={`${isPhone ? 'absolute end-0 top-0' : 'border border-line-strong'} ${count > 0 ? 'border-accent-line bg-accent-soft text-accent-ink' : ''}`}
        />
      ) : (
        room !== 'all-chips' && (
          <Button
            {...buttonProps}
            icon={ListFilter}
            hint={singleKeys ? text.filtersKey : undefined}
            className={count > 0 ? 'border-accent-line bg-accent-soft text-accent-ink' : ''}
          >
            {label}
          </Button>
        )
      )}
      {open && (
        <FiltersPopover
          {...{ board, cardFilter }}
          anchor={() => button.current ?? anchor.current}
          onClose={close}
        />
      )}
    </div>
  )
}

interface FilterChipProps extends Pick<FilterOptionsProps, 'board'> {
  cardFilter: CardFilterControls
  control: (typeof controls)[number]
}

function FilterChip({ board, cardFilter, control: { param, icon } }: FilterChipProps) {
  const part = cardFilter.parts.find(({ params }) => params[0] === param)
  const words = part && part.words.charAt(0).toUpperCase() + part.words.slice(1)
  return (
    <Chip
      label={text.filterBy[param]}
      icon={icon}
      value={words}
      onClear={() => part && cardFilter.remove(part.params)}
    >
      {(anchor, onClose) => <FilterPopover {...{ param, board, cardFilter, anchor, onClose }} />}
    </Chip>
  )
}

/** A filter shortens the lists; without it they are scrolled as before. */
function useKeptScroll(isFiltered: boolean) {
  const offsets = useRef(new Map<HTMLElement, number>())
  const isPaused = useRef(isFiltered)
  useLayoutEffect(() => {
    isPaused.current = isFiltered
    if (isFiltered) return
    for (const [list, top] of offsets.current) list.scrollTop = top
  }, [isFiltered])
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      if (isPaused.current || !(target instanceof HTMLElement)) return
      if (target.closest('[data-testid=board-list]')) offsets.current.set(target, target.scrollTop)
    }
    const options = { capture: true, passive: true }
    document.addEventListener('scroll', onScroll, options)
    return () => document.removeEventListener('scroll', onScroll, options)
  }, [])
}
