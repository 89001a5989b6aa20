import * as Radix from 'radix-ui/popover'
import { type ReactNode, type RefObject, useRef } from 'react'

import { usePortalTarget } from '#web/ui/dialog.tsx'

export interface PopupProps {
  /** For `aria-controls` of what opens it. */
  id?: string
  /** What it hangs below. */
  anchor: RefObject<HTMLElement | null>
  /** Its button: it gets the focus back, and a press on it closes by itself. Without it the focus never enters. */
  opener?: RefObject<HTMLElement | null>
  /** Names it where it has an opener. */
  label?: string
  align: 'start' | 'end'
  /** Pixels below the anchor, and to the edge of the window. */
  gap?: number
  margin?: number
  className: string
  onClose: () => void
  children: ReactNode
}

/** Drawn open. */
export function Popup(props: PopupProps) {
  const { id, anchor, opener, label, align, gap = 6, margin = 8 } = props
  const { className, onClose, children } = props
  const container = usePortalTarget() ?? document.getElementById('content')
  const isLeft = useRef(false)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      {/* Radix types it as never empty; it is read once the popup is placed. */}
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Radix.Portal container={container}>
        <Radix.Content
          {...(id !== undefined && { id })}
          {...(opener ? { 'aria-label': label } : { role: 'presentation' })}
          align={align}
          sideOffset={gap}
          collisionPadding={margin}
          data-surface
          onOpenAutoFocus={(event) => opener || event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // What was pressed outside keeps the focus.
            if (!isLeft.current) opener?.current?.focus()
          }}
          // A press on the box of a combobox moves the caret or removes a chip.
          onInteractOutside={(event) => {
            const { current } = opener ?? anchor
            if (event.target instanceof Node && current?.contains(event.target))
              event.preventDefault()
            else isLeft.current = true
          }}
          onMouseDown={(event) => opener || event.preventDefault()}
          className={`z-30 animate-rise rounded-card border border-line-strong bg-raised text-ink shadow-float ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
