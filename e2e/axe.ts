import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

// Our pages have no frames: without a second page to add their findings up, which takes longer than looking.
const axeOn = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

/** What axe finds against WCAG 2.0 to 2.2, A and AA: each rule with where it is broken. */
export const violationsOn = (page: Page): Promise<string[]> => found(axeOn(page).withTags(rules))

/** Serious and critical findings by every rule of axe, those of good practice too. */
export const seriousOn = (page: Page): Promise<string[]> =>
  found(axeOn(page), ({ impact }) => impact === 'serious' || impact === 'critical')

/** What is found in the light theme, and in the dark one all that colours decide; the rest of a page has no theme. */
export async function violationsInBothThemes(
  page: Page,
  inLight = violationsOn,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await inLight(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-theme=dark]').waitFor()
  const colors = axeOn(page).withRules(['color-contrast', 'link-in-text-block'])
  const dark = await found(colors)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((violation) => `in the dark, ${violation}`)]
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

async function found(axe: AxeBuilder, counts: (one: Violation) => boolean = () => true) {
  const { violations } = await axe.analyze()
  return violations
    .filter(counts)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
