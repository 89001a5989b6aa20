import CircleHelp from 'lucide-react/icons/circle-help'
import History from 'lucide-react/icons/history'

import { words } from '#web/messages/en/en.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { overlay } from './overlays.ts'

/** Recent changes and help, at the foot of the sidebar; the job tray joins them while something runs. */
export const FooterTools = () => (
  <div className="flex items-center gap-1 max-lg:flex-col">
    <IconButton
      icon={History}
      label={words.app.recentChanges}
      aria-haspopup="dialog"
      onClick={() => overlay.set('changes')}
    />
    <Menu
      label={words.app.help}
      side="top"
      items={async () => (await import('./deferred-shell.tsx')).helpItems()}
      trigger={<IconButton icon={CircleHelp} label={words.app.help} />}
    />
  </div>
)
