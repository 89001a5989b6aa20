import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'

import { messages } from '#web/messages/en/app.ts'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { AppearanceMenuItems } from './appearance-menu-items.tsx'
import { ConnectionMenuItems, ScopeMenuItems } from './connection-menu-items.tsx'
import { HelpMenuItems } from './help-menu-items.tsx'
import { overlay } from './overlays.ts'

/** The contents of the sidebar that have no tab on a phone. */
export const BottomBarMenuItems = () => (
  <>
    <MenuItem icon={Search} onSelect={() => overlay.set('palette')}>
      {messages.app.search.label}
    </MenuItem>
    <MenuItem icon={History} onSelect={() => overlay.set('changes')}>
      {messages.app.recentChanges}
    </MenuItem>
    <MenuSeparator />
    <HelpMenuItems />
    <MenuSeparator />
    <ConnectionMenuItems />
    <MenuSeparator />
    <ScopeMenuItems />
    <MenuSeparator />
    <AppearanceMenuItems />
  </>
)
