import X from 'lucide-react/icons/x'
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useState,
} from 'react'

import { words } from '#web/words/en.ts'
import { IconButton } from './button.tsx'
import { Notices } from './toasts.tsx'

const OpenDialog = createContext<HTMLElement | null>(null)

/** Where a menu or tooltip must be portalled to: into the open dialog, or nowhere special. */
export const usePortalTarget = () => useContext(OpenDialog)

interface DialogProps {
  title: ReactNode
  /** Asked to close by Esc, the button, the backdrop or the phone's Back. */
  onClose: () => void
  children: ReactNode
  /** On a phone the dialog is a sheet that rises from the bottom. */
  className?: string
}

/** A modal dialog, open as long as it is drawn. Mark the field to start in with `data-autofocus`. */
export function Dialog({ title, onClose, children, className = 'md:w-[30rem]' }: DialogProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const heading = useId()

  useLayoutEffect(() => {
    if (!dialog) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => dialog.close() // gives the focus back to where it was
  }, [dialog])

  // On keydown, because Chromium closes on a second `cancel` whatever the page says.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog) onClose()
  }

  return (
    <dialog
      ref={setDialog}
      data-surface
      aria-labelledby={heading}
      onKeyDown={onKeyDown}
      onCancel={(event) => (event.preventDefault(), onClose())}
      onPointerDown={onBackdrop}
      className={`fixed inset-x-0 top-auto bottom-0 m-0 max-h-[90dvh] w-full max-w-none animate-rise overflow-y-auto rounded-t-sheet border border-line bg-raised p-0 text-ink shadow-float md:inset-0 md:m-auto md:max-h-[85dvh] md:rounded-dialog ${className}`}
    >
      <OpenDialog value={dialog}>
        <div className="grid gap-5 p-5 md:p-6">
          <header className="flex items-start justify-between gap-4">
            <h2 id={heading} className="font-display text-detail">
              {title}
            </h2>
            <IconButton icon={X} label={words.app.close} onClick={onClose} />
          </header>
          {children}
        </div>
        <Notices />
      </OpenDialog>
    </dialog>
  )
}
