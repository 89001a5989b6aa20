import X from 'lucide-react/icons/x'
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useState,
} from 'react'

import { messages } from '#web/messages/en/app.ts'
import { IconButton } from './button.tsx'
import { restoreLostFocus } from './focus-return.ts'
import { Toaster } from './toaster.tsx'

const OpenDialog = createContext<HTMLElement | null>(null)

/** Where a menu or tooltip must be portalled to: into the open dialog, or nowhere special. */
export const usePortalTarget = () => useContext(OpenDialog)

interface ModalProps {
  /** The id of its heading, or what it is called when none is shown. */
  name: { heading: string } | { label: string }
  /** Asked to close by Esc, the backdrop or the phone's Back. */
  onClose: () => void
  children: ReactNode
  className: string
}

/** The frame of every modal dialog, open as long as it is drawn. Mark the field to start in with `data-autofocus`. */
export function Modal({ name, onClose, children, className }: ModalProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)

  useLayoutEffect(() => {
    if (!dialog) return
    show(dialog)
    return () => {
      dialog.close() // gives the focus back to where it was
      // After the callers, who may know a better place.
      requestAnimationFrame(restoreLostFocus)
    }
  }, [dialog])

  // On keydown, because Chromium closes on a second `cancel` whatever the page says.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    // While a text is composed, the key ends that alone.
    if (!event.nativeEvent.isComposing) onClose()
  }
  const onCancel = (event: SyntheticEvent) => {
    // React passes on the event of a dialog inside.
    if (event.target !== dialog) return
    event.preventDefault()
    onClose()
  }
  // Chromium on Android closes on a second press of Back, too; whether it closes is decided by the page.
  const onClosed = () => {
    if (!dialog?.isConnected || dialog.open) return
    show(dialog)
    onClose()
  }
  const onBackdrop = (event: MouseEvent) => {
    if (event.target !== dialog) return
    event.preventDefault() // or the focus, restored by now, would leave for what is under the pointer
    onClose()
  }

  return (
    <dialog
      ref={setDialog}
      data-surface
      {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.heading })}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={onClosed}
      onMouseDown={onBackdrop}
      className={`fixed m-0 w-full max-w-none animate-rise border border-line bg-raised p-0 text-ink shadow-float ${className}`}
    >
      <OpenDialog value={dialog}>
        {children}
        <Toaster />
      </OpenDialog>
    </dialog>
  )
}

function show(dialog: HTMLDialogElement) {
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
}

interface DialogProps extends Omit<ModalProps, 'name' | 'className'> {
  title: ReactNode
  /** On a phone the dialog is a sheet that rises from the bottom. */
  className?: string
}

/** A modal dialog with its heading and a button to close it. */
export function Dialog({ title, onClose, children, className = 'md:w-[30rem]' }: DialogProps) {
  const heading = useId()
  return (
    <Modal
      name={{ heading }}
      onClose={onClose}
      className={`inset-x-0 top-auto bottom-0 max-h-[90dvh] overflow-y-auto rounded-t-sheet md:inset-0 md:m-auto md:max-h-[85dvh] md:rounded-dialog ${className}`}
    >
      <div className="grid gap-5 p-5 md:p-6">
        <header className="flex items-center justify-between gap-4">
          <h2 id={heading} className="min-w-0 text-section break-words">
            {title}
          </h2>
          <IconButton icon={X} label={messages.app.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </Modal>
  )
}

/** Opens what it renders; `onClose` closes that and never the dialog that took its place, so a late response may call it. */
export type DialogOpener = (render: (onClose: () => void) => ReactNode) => void

/** One dialog at a time, for menus whose items are gone when it is open. */
export function useDialogOpener() {
  const [dialog, setDialog] = useState<ReactNode>(null)
  const openDialog: DialogOpener = useCallback((render) => {
    const own = render(() => setDialog((current) => (current === own ? null : current)))
    setDialog(own)
  }, [])
  return { dialog, openDialog }
}

/** Distance from the edges of the window. */
const MARGIN = 8

/**
 * Where a box goes, in physical pixels: at the reading end of the anchor or below it, on the other side where there is no
 * room. Without an anchor it is in the middle of the window.
 */
export function positionAt(
  at: DOMRect | undefined,
  box: HTMLElement,
  side: 'below' | 'centered' | 'beside',
): { left: number; top: number } {
  const { offsetWidth: width, offsetHeight: height } = box
  const pageWidth = document.body.clientWidth // without the scrollbar and its gutter
  const clamp = (value: number, size: number, available: number) =>
    Math.max(MARGIN, Math.min(value, available - size - MARGIN))
  if (!at) return { left: (pageWidth - width) / 2, top: (innerHeight - height) / 2 }
  const isRtl = getComputedStyle(box).direction === 'rtl'
  if (side !== 'beside') {
    const below = at.bottom + MARGIN / 2
    const above = at.top - MARGIN / 2 - height
    const fits = below + height + MARGIN <= innerHeight || above < MARGIN
    const start = isRtl ? at.right - width : at.left
    const left = side === 'centered' ? (at.left + at.right - width) / 2 : start
    return {
      left: clamp(left, width, pageWidth),
      top: clamp(fits ? below : above, height, innerHeight),
    }
  }
  const before = at.left - MARGIN - width
  const after = at.right + MARGIN
  const [first, second] = isRtl ? [before, after] : [after, before]
  const fits = first >= MARGIN && first + width + MARGIN <= pageWidth
  return {
    left: clamp(fits ? first : second, width, pageWidth),
    top: clamp(at.top, height, innerHeight),
  }
}
