import * as Radix from 'radix-ui/popover'
import type { ReactNode, RefObject } from 'react'

import { usePortalTarget } from '#web/ui/dialog.tsx'

export interface PopupProps {
  /** What it hangs below; a press there does not close it. */
  anchor: RefObject<HTMLElement | null>
  /** Gets the focus back when it closes; without it the focus never enters. */
  opener?: RefObject<HTMLElement | null>
  /** Names it where it has an opener. */
  label?: string
  align: 'start' | 'end'
  className: string
  onClose: () => void
  children: ReactNode
}

const SPACE_BELOW_ANCHOR = 6

/** Drawn open. */
export function Popup(props: PopupProps) {
  const { anchor, opener, label, align, className, onClose, children } = props
  const container = usePortalTarget() ?? document.getElementById('content')
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      {/* Radix types it as never empty; it is read once the popup is placed. */}
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Radix.Portal container={container}>
        <Radix.Content
          {...(opener ? { 'aria-label': label } : { role: 'presentation' })}
          align={align}
          sideOffset={SPACE_BELOW_ANCHOR}
          collisionPadding={8}
          data-surface
          onOpenAutoFocus={(event) => opener || event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener?.current?.focus()
          }}
          // It is the anchor's: it moves the caret, removes a chip or closes the popup.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target))
              event.preventDefault()
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
