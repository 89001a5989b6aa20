import Calendar from 'lucide-react/icons/calendar'
import CircleCheck from 'lucide-react/icons/circle-check'
import ListFilter from 'lucide-react/icons/list-filter'
import Tag from 'lucide-react/icons/tag'
import User from 'lucide-react/icons/user'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useSyncExternalStore } from 'react'

import type { Board } from '#client/resources.ts'
import { observable } from '#web/external-store.ts'
import { filterText as text } from '#web/messages/en/board-filters.ts'
import { displayText } from '#web/messages/en/display.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FilterChip } from '#web/ui/form/filter-chip.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { DisplayOptions } from './display-options.tsx'
import {
  DueOptions,
  type FilterOptionsProps,
  LabelOptions,
  MemberOptions,
  StatusOptions,
} from './filter-options.tsx'
import type { FilterParam } from './filter-words.rules.ts'
import { type CardFilterControls, useCardFilter } from './use-card-filter.ts'
import type { ToolbarRoom } from './use-toolbar-room.ts'

interface FilterControl {
  readonly label: string
  readonly icon: typeof Tag
  readonly param: FilterParam
  readonly Options: ComponentType<FilterOptionsProps>
}

const controls: readonly FilterControl[] = [
  { label: text.label, icon: Tag, param: 'label', Options: LabelOptions },
  { label: text.member, icon: User, param: 'member', Options: MemberOptions },
  { label: text.due, icon: Calendar, param: 'due', Options: DueOptions },
  { label: text.status, icon: CircleCheck, param: 'completed', Options: StatusOptions },
]

const isOpen = observable(false)

/** Opens all filters in one popover, as the F shortcut does. */
export const openFilters = () => isOpen.set(true)

interface BoardFiltersProps {
  board: Board
  /** Not on a phone. */
  room?: ToolbarRoom
}

/** Chips where the toolbar has room, and a button for all filters where it lacks room; on a phone an icon in the header. */
export function BoardFilters({ board, room }: BoardFiltersProps) {
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
    'aria-keyshortcuts': singleKeys ? text.shortcut : undefined,
    onClick: openFilters,
  } as const
  const label = count > 0 ? text.active(count) : text.filters
  return (
    <div
      ref={anchor}
      className={`flex min-w-0 items-center gap-2 max-md:contents ${chips.length > 0 ? '' : 'shrink-0'}`}
    >
      {chips.map((control) => (
        <ControlChip key={control.param} {...{ board, cardFilter, control }} />
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
            hint={singleKeys ? text.shortcut : undefined}
            className={count > 0 ? 'border-accent-line bg-accent-soft text-accent-ink' : ''}
          >
            {label}
          </Button>
        )
      )}
      {open && (
        <Popover title={text.filters} anchor={() => anchor.current} onClose={close}>
          <div className="grid pb-3">
            {controls.map((control) => (
              <ControlSection key={control.param} {...{ board, cardFilter, control }} />
            ))}
            {parts.length > 0 && (
              <Button className="mx-3 max-md:mx-5" onClick={cardFilter.clear}>
                {text.clear}
              </Button>
            )}
            {isPhone && (
              <Section title={displayText.display}>
                <DisplayOptions />
              </Section>
            )}
          </div>
        </Popover>
      )}
    </div>
  )
}

interface ControlProps {
  board: Board
  cardFilter: CardFilterControls
  control: FilterControl
}

function ControlChip({ board, cardFilter, control }: ControlProps) {
  const { label, icon, param, Options } = control
  const part = cardFilter.parts.find(({ params }) => params[0] === param)
  const words = part && part.words.charAt(0).toUpperCase() + part.words.slice(1)
  return (
    <FilterChip
      label={label}
      icon={icon}
      value={words}
      onClear={() => part && cardFilter.remove(part.params)}
    >
      {(close) => <Options board={board} cardFilter={cardFilter} onClose={close} />}
    </FilterChip>
  )
}

const ControlSection = ({ board, cardFilter, control: { label, Options } }: ControlProps) => (
  <Section title={label}>
    <Options isSection board={board} cardFilter={cardFilter} onClose={() => isOpen.set(false)} />
  </Section>
)

function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="px-3 pt-3 font-medium max-md:px-5">
        {title}
      </h3>
      {children}
    </section>
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
