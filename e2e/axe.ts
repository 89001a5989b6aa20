import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

// The pages have no frames; the default mode opens a second page to merge results, which is slower than the check.
const createAxe = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

/** Violations of WCAG 2.0 to 2.2, A and AA: each rule with its elements. */
export const findWcagViolations = (page: Page): Promise<string[]> =>
  findViolations(createAxe(page).withTags(rules))

/** Serious and critical violations of every axe rule, best practices included. */
export const findSeriousViolations = (page: Page): Promise<string[]> =>
  findViolations(createAxe(page), ({ impact }) => impact === 'serious' || impact === 'critical')

/** All rules in the light theme, color rules in the dark one: nothing else depends on the theme. */
export async function findThemeViolations(
  page: Page,
  checkLight = findWcagViolations,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await checkLight(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-theme=dark]').waitFor()
  const colors = createAxe(page).withRules(['color-contrast', 'link-in-text-block'])
  const dark = await findViolations(colors)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((violation) => `in the dark, ${violation}`)]
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

async function findViolations(axe: AxeBuilder, filter: (one: Violation) => boolean = () => true) {
  const { violations } = await axe.analyze()
  return violations
    .filter(filter)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
