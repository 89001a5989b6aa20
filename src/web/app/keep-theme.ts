import { preference, subscribe } from '#web/session/preferences.ts'

/** Follows the choice of the person, and the system's while that is the choice; index.html set the first one. */
export function keepTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    const chosen = preference('theme')
    const dark = chosen === 'dark' || (chosen === 'system' && system.matches)
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  }
  subscribe(show)
  system.addEventListener('change', show)
  show()
}
