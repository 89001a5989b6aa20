import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Action {
  label: string
  run: () => void
}

interface ConfirmDialogProps {
  title: string
  children?: ReactNode
  secondary: Action
  /** What Enter gives. */
  primary: Action
  /** Closed without an answer nothing happens. */
  onClose: () => void
}

/** Two answers, before something that cannot be undone or that somebody may not expect. */
export const ConfirmDialog = ({ children, primary, secondary, ...dialog }: ConfirmDialogProps) => (
  <Dialog {...dialog}>
    {children}
    <div className="flex justify-end gap-2">
      <Button onClick={secondary.run}>{secondary.label}</Button>
      <Button variant="primary" data-autofocus onClick={primary.run}>
        {primary.label}
      </Button>
    </div>
  </Dialog>
)
