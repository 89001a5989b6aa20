import { messages } from '#web/messages/en/app.ts'
import { usePreference } from '#web/session/preferences.ts'
import { Icon, themeIcons } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { navItem, railLabel } from './nav-items.ts'

const text = messages.app

export function AppearanceMenu() {
  const theme = usePreference('theme')
  return (
    <Menu
      label={text.appearance}
      side="top"
      items={async () => (await import('./appearance-menu-items.tsx')).AppearanceMenuItems}
      trigger={
        <button type="button" className={`${navItem} w-full text-start`}>
          <Icon of={themeIcons[theme]} className="text-ink-3" />
          <span className={railLabel}>{text.appearance}</span>
          <span className="ms-auto text-meta text-ink-3 rail:sr-only">{text.theme[theme]}</span>
        </button>
      }
    />
  )
}
