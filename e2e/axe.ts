import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'
import fs from 'node:fs'
import { createRequire } from 'node:module'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** Violations of WCAG 2.0 to 2.2, A and AA: each rule with its elements. */
export const findWcagViolations = (page: Page): Promise<string[]> =>
  findViolations(page, { runOnly: { type: 'tag', values: rules } })

/** The same in one part of the page and either theme: what is around it was looked at before. */
export const findViolationsIn = (page: Page, selector: string): Promise<string[]> =>
  findThemeViolations(
    page,
    () => findViolations(page, { runOnly: { type: 'tag', values: rules } }, undefined, selector),
    selector,
  )

/** Serious and critical violations of every axe rule, best practices included. */
export const findSeriousViolations = (page: Page): Promise<string[]> =>
  findViolations(page, {}, ({ impact }) => impact === 'serious' || impact === 'critical')

/**
 * All rules in the light theme, color rules in the dark one: nothing else depends on the theme. Colors change at once,
 * because a transition of each element takes half of the time of a look.
 */
export async function findThemeViolations(
  page: Page,
  checkLight = findWcagViolations,
  selector?: string,
): Promise<string[]> {
  await page.evaluate(waitForTransitions) // what the page began may end as it would
  const noTransitions = await page.evaluateHandle(stopTransitions)
  try {
    await showTheme(page, 'light')
    const light = await checkLight(page)
    await showTheme(page, 'dark')
    const values = ['color-contrast', 'link-in-text-block']
    const dark = await findViolations(
      page,
      { runOnly: { type: 'rule', values } },
      undefined,
      selector,
    )
    return [...light, ...dark.map((violation) => `in the dark, ${violation}`)]
  } finally {
    await showTheme(page, 'light')
    await noTransitions.evaluate((sheet) => {
      document.body.getBoundingClientRect() // the colors of the theme, before transitions are back
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    })
  }
}

async function showTheme(page: Page, theme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-theme=${theme}]`).waitFor()
}

/** The Content Security Policy allows no style element, but a sheet of a script. */
function stopTransitions() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
  return sheet
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

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly elements: readonly string[]
}

const source = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Only what fails leaves the page: all that axe returns would take longer than the check. */
async function findViolations(
  page: Page,
  options: axeCore.RunOptions,
  filter: (one: Violation) => boolean = () => true,
  selector = 'html',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(
    async ([context, settings]): Promise<Violation[]> => {
      // The script above defines it.
      const { axe } = window as unknown as { axe: typeof axeCore }
      const results = await axe.run(context, settings)
      return results.violations.map(({ id, impact, nodes }) => ({
        id,
        impact: impact ?? null,
        elements: nodes.map(({ html }) => html.slice(0, 160)),
      }))
    },
    [selector, { ...options, resultTypes: ['violations'] } satisfies axeCore.RunOptions] as const,
  )
  return violations.filter(filter).map(({ id, elements }) => `${id}: ${elements.join(' | ')}`)
}
