import CalendarCog from 'lucide-react/icons/calendar-cog'

import { messages } from '#web/messages/en/app.ts'
import { shellDialogText } from '#web/messages/en/shell-dialogs.ts'
import { type Preference, setPreference, usePreference } from '#web/session/preferences.ts'
import { formatMoment, useDateSettings } from '#web/ui/format.ts'
import { Icon, themeIcons } from '#web/ui/icon.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { now } from '#web/ui/server-time.ts'
import { navItem, railLabel } from './nav-items.ts'
import { overlay } from './overlays.ts'

const text = messages.app

export function AppearanceMenu() {
  const theme = usePreference('theme')
  return (
    <Menu
      label={text.appearance}
      side="top"
      trigger={
        <button type="button" className={`${navItem} w-full text-start`}>
          <Icon of={themeIcons[theme]} className="text-ink-3" />
          <span className={railLabel}>{text.appearance}</span>
          <span className="ms-auto text-meta text-ink-3 rail:sr-only">{text.theme[theme]}</span>
        </button>
      }
    >
      <AppearanceMenuItems />
    </Menu>
  )
}

const { theme } = messages.app
const { density, times, dates } = shellDialogText
const HOUR = 3_600_000

export function AppearanceMenuItems() {
  useDateSettings()
  return (
    <>
      <MenuRadioGroup<Preference<'theme'>>
        label={theme.label}
        value={usePreference('theme')}
        onChoose={(value) => setPreference('theme', value)}
        options={[
          { value: 'system', label: theme.system, icon: themeIcons.system },
          { value: 'light', label: theme.light, icon: themeIcons.light },
          { value: 'dark', label: theme.dark, icon: themeIcons.dark },
        ]}
      />
      <MenuRadioGroup<Preference<'density'>>
        label={density.label}
        value={usePreference('density')}
        onChoose={(value) => setPreference('density', value)}
        options={[
          { value: 'comfortable', label: density.comfortable },
          { value: 'compact', label: density.compact },
        ]}
      />
      <MenuRadioGroup<Preference<'times'>>
        label={times.label}
        value={usePreference('times')}
        onChoose={(value) => setPreference('times', value)}
        options={[
          { value: 'relative', label: times.relative },
          {
            value: 'exact',
            label: times.exact(formatMoment(new Date(now().getTime() - 3 * HOUR))),
          },
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={CalendarCog} onSelect={() => overlay.set('dates')}>
        {dates}
      </MenuItem>
    </>
  )
}
