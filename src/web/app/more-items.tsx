import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'

import { MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { words } from '#web/words/en.ts'
import { AppearanceItems } from './appearance-items.tsx'
import { HelpItems } from './help-items.tsx'
import { overlay } from './overlays.ts'
import { ConnectionItems, ScopeItems } from './shell-menus.tsx'

/** On a phone the search, the switcher, the key, the looks and the tools of the sidebar's foot share one menu. */
export const MoreItems = () => (
  <>
    <MenuItem icon={Search} onSelect={() => overlay.set('palette')}>
      {words.app.search.label}
    </MenuItem>
    <MenuItem icon={History} onSelect={() => overlay.set('changes')}>
      {words.app.recentChanges}
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
