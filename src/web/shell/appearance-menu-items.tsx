import { messages } from '#web/messages/en/app.ts'
import { shellText } from '#web/messages/en/shell.ts'
import { type Preference, setPreference, usePreference } from '#web/session/preferences.ts'
import { MenuChoice } from '#web/ui/menu.tsx'
import { themeIcons } from './appearance-menu.tsx'

const { theme } = messages.app
const { density, times } = shellText

/** The theme, how close rows stand, and how times are written. */
export const AppearanceItems = () => (
  <>
    <MenuChoice<Preference<'theme'>>
      label={theme.label}
      value={usePreference('theme')}
      onChoose={(chosen) => setPreference('theme', chosen)}
      options={[
        { value: 'system', label: theme.system, icon: themeIcons.system },
        { value: 'light', label: theme.light, icon: themeIcons.light },
        { value: 'dark', label: theme.dark, icon: themeIcons.dark },
      ]}
    />
    <MenuChoice<Preference<'density'>>
      label={density.label}
      value={usePreference('density')}
      onChoose={(chosen) => setPreference('density', chosen)}
      options={[
        { value: 'comfortable', label: density.comfortable },
        { value: 'compact', label: density.compact },
      ]}
    />
    <MenuChoice<Preference<'times'>>
      label={times.label}
      value={usePreference('times')}
      onChoose={(chosen) => setPreference('times', chosen)}
      options={[
        { value: 'relative', label: times.relative },
        { value: 'exact', label: times.exact },
      ]}
    />
  </>
)
