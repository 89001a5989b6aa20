import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'
import { useNavigate } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { useSessionCapabilities } from '#web/session/use-capabilities.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { MenuSection } from '#web/ui/popup/menu-list.tsx'
import { MenuItem } from '#web/ui/popup/menu.tsx'
import { AppearanceMenuItems } from './appearance-menu.tsx'
import { ConnectionMenuItems, ScopeMenuItems } from './connection-menu-items.tsx'
import { HelpCommands } from './help-menu-items.tsx'
import { developerItems, navGroups } from './nav-items.ts'
import { overlay } from './overlays.ts'

const text = shellDialogText.more

/** On a phone: the parts of the sidebar that have no tab in the bottom bar. */
export const Component = () => (
  <>
    <PageHeader title={messages.app.more} />
    <div className="mt-5 grid max-w-xl gap-6">
      <MenuSection title={text.find}>
        <MenuItem icon={Search} onSelect={() => overlay.set('palette')}>
          {messages.app.search.label}
        </MenuItem>
        <MenuItem icon={History} onSelect={() => overlay.set('changes')}>
          {messages.app.recentChanges}
        </MenuItem>
      </MenuSection>
      <NavSections />
      <MenuSection title={text.workspace}>
        <ConnectionMenuItems />
      </MenuSection>
      <MenuSection title={text.access}>
        <ScopeMenuItems />
      </MenuSection>
      <MenuSection title={text.appearance}>
        <AppearanceMenuItems />
      </MenuSection>
      <MenuSection title={text.help}>
        <HelpCommands />
      </MenuSection>
    </div>
  </>
)

/** The groups that have more pages than the bottom bar has room for. */
function NavSections() {
  const navigate = useNavigate()
  const { capabilities } = useSessionCapabilities()
  const developers = {
    label: messages.app.nav.developers,
    items: developerItems((capability) => capabilities.has(capability)),
  }
  const groups = [...navGroups.filter(({ items }) => items.length > 1), developers]
  return groups.map(
    ({ label, items }) =>
      label &&
      items.length > 0 && (
        <MenuSection key={label} title={label}>
          {items.map((item) => (
            <MenuItem key={item.to} icon={item.icon} onSelect={() => void navigate(item.to)}>
              {item.label}
            </MenuItem>
          ))}
        </MenuSection>
      ),
  )
}
