import type { LucideIcon } from 'lucide-react'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'

import { messages } from '#web/messages/en/app.ts'
import { type Preference, usePreference } from '#web/session/preferences.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { navItem, railLabel } from './nav-items.ts'

const text = messages.app
export const themeIcons: Record<Preference<'theme'>, LucideIcon> = {
  system: Monitor,
  light: Sun,
  dark: Moon,
}

/** How the dashboard looks on this device, at the foot of the sidebar. */
export function AppearanceMenu() {
  const theme = usePreference('theme')
  return (
    <Menu
      label={text.appearance}
      side="top"
      items={async () => (await import('./appearance-menu-items.tsx')).AppearanceItems}
      trigger={
        <button type="button" className={`${navItem} w-full text-start`}>
          <Icon of={themeIcons[theme]} className="text-ink-3" />
          <span className={railLabel}>{text.appearance}</span>
          <span className="ms-auto text-meta text-ink-3 max-lg:sr-only">{text.theme[theme]}</span>
        </button>
      }
    />
  )
}
