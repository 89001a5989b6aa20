import type { ReactNode } from 'react'

import { Popover } from '#web/ui/popover.tsx'
import { Chip, type ChipProps } from './chip.tsx'

export interface FilterChipProps extends Omit<ChipProps, 'children' | 'preload'> {
  /** The content of its popover. */
  children: (close: () => void) => ReactNode
}

/** A chip with its popover. */
export const FilterChip = ({ children, ...chip }: FilterChipProps) => (
  <Chip {...chip}>
    {(anchor, close) => (
      <Popover title={chip.label} anchor={anchor} onClose={close}>
        {children(close)}
      </Popover>
    )}
  </Chip>
)
