import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
const options = {
  runOnly: { type: 'tag' as const, values: tags },
  // Of WCAG 2.1 A, but off unless asked for: what one reads is what one can say to press it.
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/** What axe finds against WCAG 2.0 to 2.2, A and AA: each rule with where it is broken. */
export async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options(options).analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}
