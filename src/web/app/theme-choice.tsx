import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'

import { setPreference, usePreference } from '#web/session/preferences.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { words } from '#web/words/en.ts'
import { navItem, railLabel } from './nav-items.ts'

const said = words.app.theme
const icons = { system: Monitor, light: Sun, dark: Moon }

/** System, light or dark, as a part of a menu. */
export function ThemeChoice() {
  return (
    <MenuChoice
      label={said.label}
      value={usePreference('theme')}
      onChoose={(chosen) => setPreference('theme', chosen)}
      options={[
        { value: 'system', label: said.system, icon: icons.system },
        { value: 'light', label: said.light, icon: icons.light },
        { value: 'dark', label: said.dark, icon: icons.dark },
      ]}
    />
  )
}

/** The same at the foot of the sidebar. */
export function ThemeMenu() {
  const theme = usePreference('theme')
  return (
    <Menu
      label={said.label}
      side="top"
      trigger={
        <button type="button" className={`${navItem} w-full text-start`}>
          <Icon of={icons[theme]} className="text-ink-3" />
          <span className={railLabel}>{said.label}</span>
          <span className="ms-auto text-meta text-ink-3 max-lg:sr-only">{said[theme]}</span>
        </button>
      }
    >
      <ThemeChoice />
    </Menu>
  )
}
