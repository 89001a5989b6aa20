import { preference, subscribe } from '#web/session/preferences.ts'
import { setShowExactTimes } from '#web/ui/relative-time.tsx'

/** Follows what the person chose, and the system's theme while that is the choice; index.html set the first theme. */
export function applyAppearance() {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    const chosen = preference('theme')
    const dark = chosen === 'dark' || (chosen === 'system' && system.matches)
    const root = document.documentElement.dataset
    root['theme'] = dark ? 'dark' : 'light'
    root['density'] = preference('density')
    setShowExactTimes(preference('times') === 'exact')
  }
  subscribe(show)
  system.addEventListener('change', show)
  show()
}
