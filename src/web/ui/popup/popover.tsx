import X from 'lucide-react/icons/x'
import { type ReactNode, useEffectEvent, useId, useLayoutEffect } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Modal, positionAt, usePortalTarget } from '#web/ui/dialog.tsx'

interface PopoverProps {
  /** Its name; shown on a phone, where the popover is a sheet. */
  title: string
  /** Shows the name and a button that closes it everywhere, as for a form. */
  hasHeader?: boolean
  /** A line under the title. */
  subtitle?: string
  /** What it belongs to; without it the popover is in the middle of the window. */
  anchor: () => Element | null | undefined
  side?: 'below' | 'beside'
  onClose: () => void
  /** Its width. */
  className?: string
  children: ReactNode
}

/** A small dialog at the control or item that opened it; on a phone a sheet. Open as long as it is rendered. */
export function Popover(props: PopoverProps) {
  const {
    title,
    subtitle,
    hasHeader = false,
    anchor,
    side = 'below',
    onClose,
    className = 'md:w-72',
    children,
  } = props
  const heading = useId()
  return (
    <Modal
      name={{ heading }}
      onClose={onClose}
      className={`inset-x-0 top-auto bottom-0 max-h-[90dvh] overflow-y-auto overscroll-contain rounded-t-sheet md:inset-auto md:max-h-[calc(100dvh-1rem)] md:rounded-card md:border-line-strong md:backdrop:bg-transparent ${className}`}
    >
      <Placement anchor={anchor} side={side} />
      <header
        className={`flex items-center justify-between gap-4 p-5 pb-3 ${hasHeader ? '' : 'md:sr-only'}`}
      >
        <div className="min-w-0">
          <h2 id={heading} className="text-section break-words">
            {title}
          </h2>
          {subtitle && <p className="text-meta break-words text-ink-2">{subtitle}</p>}
        </div>
        {/* Esc and a press outside close it where this button is not rendered. */}
        <IconButton
          icon={X}
          label={messages.app.close}
          onClick={onClose}
          className={hasHeader ? '' : 'md:hidden'}
        />
      </header>
      {children}
    </Modal>
  )
}

const isPhone = matchMedia('(width < 48rem)')

/** The height above or below an anchor, so that a long popover scrolls and does not cover it. */
const roomAt = ({ top, bottom }: DOMRect) =>
  Math.max(MIN_HEIGHT, top - GAP, innerHeight - bottom - GAP)
const MIN_HEIGHT = 240
// The distances of `positionAt` to the anchor and to the edge of the window.
const GAP = 12

/** Keeps the dialog around it at its anchor while its size, or that of the window, changes. */
function Placement({ anchor, side }: Required<Pick<PopoverProps, 'anchor' | 'side'>>) {
  const dialog = usePortalTarget()
  const place = useEffectEvent(() => {
    if (!dialog) return
    const box = anchor()?.getBoundingClientRect()
    dialog.style.maxHeight = box && side === 'below' && !isPhone.matches ? `${roomAt(box)}px` : ''
    const at = isPhone.matches ? null : positionAt(box, dialog, side)
    dialog.style.inset = at ? `${at.top}px auto auto ${at.left}px` : ''
  })
  useLayoutEffect(() => {
    if (!dialog) return
    dialog.dataset['popover'] = ''
    const onResize = () => place()
    // Also when it opens, before the first paint.
    const observer = new ResizeObserver(onResize)
    observer.observe(dialog)
    addEventListener('resize', onResize)
    return () => {
      observer.disconnect()
      removeEventListener('resize', onResize)
    }
  }, [dialog])
  return null
}
