import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Answer {
  label: string
  run: () => void
}

interface ConfirmDialogProps {
  title: string
  children?: ReactNode
  other: Answer
  /** What Enter gives. */
  usual: Answer
  /** Closed without an answer nothing happens. */
  onClose: () => void
}

/** Two answers, before something that cannot be taken back or that somebody may not expect. */
export const ConfirmDialog = ({ title, children, other, usual, onClose }: ConfirmDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    {children}
    <div className="flex justify-end gap-2">
      <Button onClick={other.run}>{other.label}</Button>
      <Button variant="primary" data-autofocus onClick={usual.run}>
        {usual.label}
      </Button>
    </div>
  </Dialog>
)
