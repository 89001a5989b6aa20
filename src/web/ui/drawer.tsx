import ChevronLeft from 'lucide-react/icons/chevron-left'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId, useLayoutEffect } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { IconButton } from './button.tsx'
import { Modal } from './dialog.tsx'
import { useUnsavedChanges } from './unsaved-changes.tsx'

interface DrawerProps {
  title: string
  /** Below the title: an id, a status. */
  details?: ReactNode
  /** Beside the button that closes it. */
  actions?: ReactNode
  /** Stays at the bottom while the content scrolls: the button that saves. */
  footer?: ReactNode
  /** Closing asks first while this is true. */
  isDirty?: () => boolean
  onClose: () => void
  /** The focus starts in the element marked with `data-autofocus` instead of on the title. */
  startsInField?: boolean
  children: ReactNode
}

/** One thing of the page behind it, at the end of the window; on a phone a full page. */
export function Drawer(props: DrawerProps) {
  const { title, details, actions, footer, onClose, startsInField, children } = props
  const heading = useId()
  useWindowEdge()
  const { close, confirmation } = useUnsavedChanges(props.isDirty ?? (() => false), onClose)
  return (
    <Modal
      name={{ heading }}
      onClose={close}
      className="inset-y-0 start-auto end-0 h-dvh max-h-none grid-rows-[auto_minmax(0,1fr)_auto] open:grid max-md:border-0 md:w-drawer md:max-w-full md:animate-slide! md:rounded-s-dialog md:border-y-0 md:border-e-0 rtl:[--slide-from:-100%]"
    >
      <header className="flex items-start gap-2 border-b border-line px-4 py-3 md:px-6 md:py-4">
        <IconButton
          icon={ChevronLeft}
          label={messages.app.close}
          className="-ms-2 md:hidden rtl:-scale-x-100"
          onClick={close}
        />
        <div className="grid min-w-0 flex-1 gap-1 pt-0.5">
          <h2
            id={heading}
            tabIndex={-1}
            {...(!startsInField && { 'data-autofocus': true })}
            className="text-section wrap-anywhere outline-none"
          >
            {title}
          </h2>
          {details}
        </div>
        {actions}
        <IconButton icon={X} label={messages.app.close} className="max-md:hidden" onClick={close} />
      </header>
      <div className="overflow-y-auto overscroll-contain px-4 py-5 md:px-6">{children}</div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:px-6">
          {footer}
        </footer>
      )}
      {confirmation}
    </Modal>
  )
}

/**
 * The gutter of the scrollbar would stay between the drawer and the edge of the window. Until it is closed the page has a
 * padding of the same width instead, so that nothing behind it moves.
 */
function useWindowEdge() {
  useLayoutEffect(() => {
    const root = document.documentElement
    // Not `clientWidth`: it includes a gutter without a scrollbar.
    const { left, right } = root.getBoundingClientRect()
    if (right - left >= innerWidth) return undefined
    const styles = {
      'overflow-y': 'hidden',
      'scrollbar-gutter': 'auto',
      'padding-left': `${left}px`,
      'padding-right': `${innerWidth - right}px`,
      // The backdrop covers all of the window now.
      background: 'var(--canvas)',
    }
    for (const [name, value] of Object.entries(styles)) root.style.setProperty(name, value)
    return () => Object.keys(styles).forEach((name) => root.style.removeProperty(name))
  }, [])
}
