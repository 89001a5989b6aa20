import axe, { type RunOptions } from 'axe-core'
import { commands } from 'vitest/browser'

const wcag: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
}
const colors: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Violations of WCAG 2.0 to 2.2, A and AA: each rule with its elements. */
export const findWcagViolations = () => findViolations(wcag)

/**
 * All rules in the light theme, color rules in the dark one: nothing else depends on the theme. Colors change at once,
 * because a transition of each element takes half of the time of a look.
 */
export async function findThemeViolations(): Promise<string[]> {
  await waitForTransitions() // what the page began may end as it would
  const noTransitions = new CSSStyleSheet()
  noTransitions.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }')
  document.adoptedStyleSheets.push(noTransitions)
  try {
    await showTheme('light')
    const light = await findWcagViolations()
    await showTheme('dark')
    const dark = await findViolations(colors)
    return [...light, ...dark.map((violation) => `in the dark, ${violation}`)]
  } finally {
    await showTheme('light')
    document.body.getBoundingClientRect() // the colors of the theme, before transitions are back
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== noTransitions)
  }
}

/** The theme follows the system on a page; a part of the gallery has only the attribute. */
async function showTheme(theme: 'light' | 'dark') {
  await commands.emulateMedia({ colorScheme: theme })
  document.documentElement.dataset['theme'] = theme
}

/** An inherited color begins to change when that of its parent ends. */
async function waitForTransitions() {
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const ending = document.getAnimations().filter((one) => one instanceof CSSTransition)
    if (ending.length === 0) return
    await Promise.allSettled(ending.map(({ finished }) => finished))
  }
}

async function findViolations(options: RunOptions) {
  const { violations } = await axe.run(document, options)
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}
