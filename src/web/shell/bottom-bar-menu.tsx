import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'

import { messages } from '#web/messages/en/app.ts'
import { MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { AppearanceItems } from './appearance-menu-items.tsx'
import { ConnectionItems, ScopeItems } from './connection-menu-items.tsx'
import { HelpItems } from './help-menu-items.tsx'
import { overlay } from './overlays.ts'

/** On a phone the search, the switcher, the key, the looks and the tools of the sidebar's foot share one menu. */
export const MoreItems = () => (
  <>
    <MenuItem icon={Search} onSelect={() => overlay.set('palette')}>
      {messages.app.search.label}
    </MenuItem>
    <MenuItem icon={History} onSelect={() => overlay.set('changes')}>
      {messages.app.recentChanges}
    </MenuItem>
    <MenuLine />
    <HelpItems />
    <MenuLine />
    <ConnectionItems />
    <MenuLine />
    <ScopeItems />
    <MenuLine />
    <AppearanceItems />
  </>
)
