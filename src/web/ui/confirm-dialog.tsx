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
  /** Has the focus, so Enter runs it. */
  primary: Action
  /** Called when the dialog is closed without a choice; nothing else runs. */
  onClose: () => void
}

/** Asks before an action that cannot be undone or has effects that people may not expect. */
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
