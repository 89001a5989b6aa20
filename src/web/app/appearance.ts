import { preference, subscribe, textPreference } from '#web/session/preferences.ts'
import { setDateSettings } from '#web/ui/format.ts'
import { setShowExactTimes } from '#web/ui/relative-time.tsx'

/**
 * Applies the preferences, and the theme of the system while that is selected; index.html sets the initial theme. Returns
 * how to stop.
 */
export function applyAppearance() {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const theme = preference('theme')
    const dark = theme === 'dark' || (theme === 'system' && system.matches)
    const root = document.documentElement.dataset
    root['theme'] = dark ? 'dark' : 'light'
    root['density'] = preference('density')
    setShowExactTimes(preference('times') === 'exact')
    const first_day = preference('first_day')
    setDateSettings({
      timeZone: textPreference('time_zone'),
      locale: textPreference('locale'),
      firstDay: first_day === 'auto' ? null : Number(first_day),
    })
  }
  const unsubscribe = subscribe(apply)
  system.addEventListener('change', apply)
  apply()
  return () => {
    unsubscribe()
    system.removeEventListener('change', apply)
  }
}
