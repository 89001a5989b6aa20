import type { ReactNode } from 'react'

import { CommandPalette } from '#web/shell/command-palette/command-palette.tsx'
import { ShortcutsDialog } from '#web/shell/keyboard/shortcuts-dialog.tsx'
import { RecentChangesDialog } from '#web/shell/notices/recent-changes-dialog.tsx'
import { WhatsNewDialog } from '#web/shell/notices/whats-new-dialog.tsx'
import { CreateBoardDialog } from '#web/tasks/boards/create-board-dialog.tsx'
import { DateSettingsDialog } from './date-settings-dialog.tsx'
import type { Overlay } from './overlays.ts'

/** The palette and the dialogs of the shell, in one chunk that is loaded when one is likely to open. */
export const shellDialogs: Record<Overlay, (props: { onClose: () => void }) => ReactNode> = {
  palette: CommandPalette,
  shortcuts: ShortcutsDialog,
  changes: RecentChangesDialog,
  news: WhatsNewDialog,
  dates: DateSettingsDialog,
  board: CreateBoardDialog,
}
