import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'

import { buildCampaign, buildShed, openReport, openShed, panel } from '#web/email/test-campaigns.ts'
import { styleOf } from '#web/test-page.tsx'

const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()

test('the bars of the steps fill the height of the counters', async () => {
  await openShed({ earlier: [] })
  const funnel = panel('funnel')
  await expect.element(funnel).toBeVisible()
  const last = boxOf(funnel.getByCss('.chart-bar-row').last())
  const note = boxOf(funnel.getByText(/mail apps/i))
  expect(note.top - last.bottom).toBeLessThan(40)
  expect(boxOf(funnel).bottom - note.bottom).toBeLessThan(40)
})

test('two steps stay together', async () => {
  const stats = { recipients: 24_000, delivered: 4120 }
  await openReport(buildCampaign({ name: 'On its way', status: 'sending', stats }))
  const rows = panel('funnel').getByCss('.chart-bar-row')
  await expect.element(rows).toHaveLength(2)
  expect(boxOf(rows.last()).top - boxOf(rows.first()).bottom).toBeLessThan(40)
})

test('a long name takes at most three lines', async () => {
  const name = '🌲'.repeat(255)
  await openReport(buildCampaign({ name }))
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toHaveAttribute('title', name)
  const lines = heading.element().clientHeight / Number.parseFloat(styleOf(heading, 'line-height'))
  expect(lines).toBeLessThan(3.2)
})

test('a long subject right to left keeps its beginning', async () => {
  await openShed({
    campaign: buildShed({ subject: `שלום ${'אבגד '.repeat(45)}` }),
    earlier: [],
  })
  const subject = page.getByTitle(/^שלום/)
  expect(styleOf(subject, 'direction')).toBe('rtl')
  const line = boxOf(subject)
  const word = boxOfCharacters(subject, 0, 4)
  expect(word.left).toBeGreaterThanOrEqual(line.left)
  expect(word.right).toBeLessThanOrEqual(line.right + 1)
})

test('an odd rate has a mark beside its bar', async () => {
  const stats = { recipients: 100, delivered: 90, opens_unique: 40, open_rate: 1.4 }
  await openShed({ earlier: [], changeReport: (report) => ({ ...report, stats }) })
  const share = panel('funnel').getByTitle(/isn’t a rate from 0 to 1/)
  await expect.element(share).toHaveTextContent(/^1\.4$/)
  await expect.element(share.getByCss('svg')).toBeVisible()
  expect(boxOf(share).height).toBeLessThan(24)
})

test('numbers keep their place in a text right to left', async () => {
  const root = document.documentElement
  root.dir = 'rtl'
  onTestFinished(() => root.removeAttribute('dir'))
  const { router } = await openShed({ earlier: [] })
  const sum = panel('links').getByText('4 links, 1,993 clicks')
  await expect.element(sum).toBeVisible()
  expect(isLeftToRight(sum)).toBe(true)
  await router.navigate('/email/campaigns')
  const time = page.getByTestId('row').getByCss('time')
  await expect.element(time).toHaveTextContent(/^\d/)
  expect(isLeftToRight(time)).toBe(true)
})

/** Whether the first character of a text is left of its last. */
function isLeftToRight(text: Locator) {
  const { length } = text.element().firstChild?.textContent ?? ''
  return boxOfCharacters(text, 0, 1).x < boxOfCharacters(text, length - 1, length).x
}

/** Where a part of the first text of an element is. */
function boxOfCharacters(locator: Locator, start: number, end: number) {
  const node = locator.element().firstChild ?? locator.element()
  const range = document.createRange()
  range.setStart(node, start)
  range.setEnd(node, end)
  return range.getBoundingClientRect()
}
