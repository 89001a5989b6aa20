import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { emulatePhone, render, tap, textsOf } from '#web/test-page.tsx'
import { RelativeTime } from './relative-time.tsx'
import { TooltipHost } from './tooltip.tsx'

// The place's own time with its zone, and the same in UTC.
const exact = /\d{4}.*\d\d:\d\d.*\(.*\d\d:\d\d UTC\)/
const moment = page.getByCss('time')
const tip = page.getByRole('tooltip')

function renderMoment() {
  const at = new Date(Date.now() + 72 * 3_600_000).toISOString()
  render(
    <>
      <RelativeTime at={at} className="m-24 inline-block" />
      <TooltipHost />
    </>,
  )
}

test('a relative time shows its exact time on focus and hover', async () => {
  renderMoment()
  await expect.element(moment).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(moment).toHaveFocus()
  await expect.poll(() => textsOf(tip)).toEqual([expect.stringMatching(exact)])
  expect(moment.element().getAttribute('aria-description')).toMatch(exact)
  await userEvent.keyboard('{Escape}')
  await expect.element(tip).not.toBeInTheDocument()
  // A test before may have left the pointer there.
  await userEvent.unhover(moment)
  await moment.hover()
  await expect.poll(() => textsOf(tip)).toEqual([expect.stringMatching(exact)])
})

test('a tap shows the exact time on a touch screen', async () => {
  await emulatePhone()
  renderMoment()
  await tap(moment)
  await expect.poll(() => textsOf(tip)).toEqual([expect.stringMatching(exact)])
})
