import { type ComponentType, type ReactNode, useId } from 'react'

import { filterText as text } from '#web/messages/en/board-filters.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useBoardLayout } from '#web/tasks/board-state/board-layout.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popup/popover.tsx'
import { DisplayOptions } from './display-options.tsx'
import {
  DueOptions,
  type FilterOptionsProps,
  LabelOptions,
  MemberOptions,
  StatusOptions,
} from './filter-options.tsx'

const options: Record<keyof typeof boardText.filterBy, ComponentType<FilterOptionsProps>> = {
  label: LabelOptions,
  member: MemberOptions,
  due: DueOptions,
  completed: StatusOptions,
}

interface PopoverProps extends Omit<FilterOptionsProps, 'isSection'> {
  anchor: () => Element | null
}

/** One filter, at its chip. */
export function FilterPopover({
  param,
  anchor,
  ...rest
}: PopoverProps & { param: keyof typeof options }) {
  const Options = options[param]
  return (
    <Popover title={boardText.filterBy[param]} anchor={anchor} onClose={rest.onClose}>
      <Options {...rest} />
    </Popover>
  )
}

/** All filters; on a phone the display options too. */
export function FiltersPopover({ anchor, ...rest }: PopoverProps) {
  const { isPhone } = useBoardLayout()
  const { cardFilter, onClose } = rest
  return (
    <Popover title={boardText.filters} anchor={anchor} onClose={onClose}>
      <div className="grid pb-3">
        {(['label', 'member', 'due', 'completed'] as const).map((param) => {
          const Options = options[param]
          return (
            <Section key={param} title={boardText.filterBy[param]}>
              <Options isSection {...rest} />
            </Section>
          )
        })}
        {cardFilter.parts.length > 0 && (
          <Button className="mx-3 max-md:mx-5" onClick={cardFilter.clear}>
            {text.clear}
          </Button>
        )}
        {isPhone && (
          <Section title={boardText.display}>
            <DisplayOptions />
          </Section>
        )}
      </div>
    </Popover>
  )
}

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
