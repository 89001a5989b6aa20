import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { findThemeViolations } from '#web/test-axe.ts'
import { emulatePhone, openGallery, tap, textsOf } from '#web/test-page.tsx'

const due = page.getByRole('textbox', { name: 'Due' })
const calendar = page.getByRole('dialog', { name: 'Choose date' })
const days = page.getByRole('gridcell')
const openButton = page.getByRole('button', { name: 'Choose date' }).first()
const moment = (name: string) => page.getByRole('group', { name, exact: true })
// Versions of the locale data differ in the comma.
const focusedDay = () => document.activeElement?.getAttribute('aria-label')?.replace(',', '')

async function openDates(look?: string) {
  await openGallery('date', look)
  await expect.element(due).toHaveValue('27 Nov 2025')
}

test('arrow keys, PageUp and PageDown, Home and End choose a day in the grid', async () => {
  await openDates()
  await userEvent.keyboard('{Tab}')
  await expect.element(due).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(calendar.getByRole('heading', { name: 'November 2025' })).toBeVisible()
  await expect.poll(focusedDay).toBe('Thursday 27 November 2025')
  await expect.poll(() => textsOf(page.getByRole('gridcell', { selected: true }))).toEqual(['27'])

  for (const [key, day] of [
    ['{ArrowRight}', 'Friday 28 November 2025'],
    ['{ArrowDown}', 'Friday 5 December 2025'],
    ['{Home}', 'Monday 1 December 2025'],
    ['{End}', 'Sunday 7 December 2025'],
    ['{PageDown}', 'Wednesday 7 January 2026'],
    ['{Shift>}{PageUp}{/Shift}', 'Tuesday 7 January 2025'],
    ['{ArrowLeft}', 'Monday 6 January 2025'],
    ['{ArrowUp}', 'Monday 30 December 2024'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.poll(focusedDay).toBe(day)
  }
  await expect.poll(() => days.length).toBe(42)
  await userEvent.keyboard('{Enter}')
  await expect.element(due).toHaveValue('30 Dec 2024')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(openButton).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await expect.element(calendar).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(due).toHaveValue('30 Dec 2024')
})

test('a mouse chooses a day of another month', async () => {
  await openDates()
  await openButton.click()
  const next = page.getByRole('button', { name: 'Next month' })
  await next.click()
  await expect.element(next).toHaveFocus()
  await expect.element(calendar.getByRole('heading', { name: 'December 2025' })).toBeVisible()
  await page.getByRole('gridcell', { name: /^Wednesday,? 24 December 2025/ }).click()
  await expect.element(due).toHaveValue('24 Dec 2025')
})

test('a date is read when its field is left, and an error gives an example', async () => {
  await openDates()
  await userEvent.keyboard('{Tab}')
  for (const [typed, value] of [
    ['3/4/2026', '3 Apr 2026'],
    ['tomorrow', '21 Nov 2025'],
    ['24 dec', '24 Dec 2025'],
  ] as const) {
    await userEvent.keyboard(`{Control>}a{/Control}${typed}{Enter}`)
    await expect.element(due).toHaveValue(value)
  }
  await userEvent.keyboard('{Control>}a{/Control}31/02/2026{Tab}')
  await expect.element(due).toHaveValue('31/02/2026')
  await expect.element(due).toHaveAccessibleDescription('Enter a date, such as 20 Nov 2025.')
  await due.fill('28/02/2026')
  await expect.element(due).not.toHaveAttribute('aria-invalid')

  const start = page.getByRole('textbox', { name: 'Start' })
  await start.fill('19 nov 2025')
  await userEvent.keyboard('{Tab}')
  await expect.element(start).toHaveAccessibleDescription(/Choose 20 Nov 2025 or later\./)
})

test('a time is typed in several ways and stepped by quarters', async () => {
  await openDates()
  const time = page.getByRole('textbox', { name: 'At', exact: true })
  for (const [typed, value] of [
    ['1415', '14:15'],
    ['9.30 pm', '21:30'],
    ['7', '07:00'],
  ] as const) {
    await time.fill(typed)
    await userEvent.keyboard('{Enter}')
    await expect.element(time).toHaveValue(value)
  }
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(time).toHaveValue('07:15')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(time).toHaveValue('06:45')
})

test('a moment is named in its zone, with its instant', async () => {
  await openDates()
  const publish = moment('Publish')
  const instant = publish.getByCss('time')
  await expect
    .poll(() => textsOf(publish.getByRole('status')))
    .toEqual([expect.stringMatching(/^Goes out Tuesday,? 27 November 2046 at 09:30 in London\./)])
  await expect.poll(() => textsOf(instant)).toEqual(['2046-11-27T09:30:00.000Z'])
  // The browser is in Berlin; the zone of the choice counts.
  const zone = publish.getByRole('combobox', { name: 'Time zone' })
  await zone.click()
  await userEvent.keyboard('{Control>}a{/Control}new york{Enter}')
  await expect.element(zone).toHaveValue('New York, GMT-5')
  await expect.element(publish.getByRole('status')).toHaveTextContent('at 09:30 in New York')
  await expect.poll(() => textsOf(instant)).toEqual(['2046-11-27T14:30:00.000Z'])
})

test('a time in the past, a skipped and a repeated time are called out', async () => {
  await openDates()
  const past = moment('In the past')
  const pastDate = past.getByRole('textbox', { name: 'Date' })
  await expect.element(pastDate).toHaveAccessibleDescription('This time is in the past.')
  await pastDate.fill('1 Jan 2046')
  await userEvent.keyboard('{Tab}')
  await expect.element(past.getByRole('status')).toHaveTextContent('Goes out Monday')

  const skipped = moment('Skipped time')
  await expect
    .element(skipped.getByRole('status'))
    .toHaveTextContent('01:30 doesn’t exist on Sunday')
  await expect
    .element(skipped.getByRole('textbox', { name: 'Time' }))
    .toHaveAttribute('aria-invalid', 'true')
  await skipped.getByRole('button', { name: 'Use 02:30' }).click()
  await expect.poll(() => textsOf(skipped.getByCss('time'))).toEqual(['2046-03-25T01:30:00.000Z'])

  const repeated = moment('Repeated time')
  const instant = repeated.getByCss('time')
  await expect
    .element(repeated.getByRole('status'))
    .toHaveTextContent('01:30 happens twice on Sunday')
  await expect.poll(() => textsOf(instant)).toEqual(['2046-10-28T00:30:00.000Z'])
  await repeated.getByText('Second, GMT').click()
  await expect.poll(() => textsOf(instant)).toEqual(['2046-10-28T01:30:00.000Z'])
  await repeated.getByRole('textbox', { name: 'Time' }).fill('02:00')
  await userEvent.keyboard('{Tab}')
  await expect.element(repeated.getByRole('status')).not.toHaveTextContent('twice')
})

test.each([
  ['rtl', 'Wednesday 26'],
  ['ltr', 'Friday 28'],
])('an open calendar follows the direction %s and passes axe', async (direction, next) => {
  await openDates(`theme=light&dir=${direction}`)
  await due.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focusedDay).toBe('Thursday 27 November 2025')
  // The direction changes no color, name or role.
  if (direction === 'ltr') expect(await findThemeViolations()).toEqual([])
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(focusedDay).toContain(next)
})

test('days are 41 px wide and 44 px high on a phone of 320 px', async () => {
  await emulatePhone(320, 640)
  await openDates()
  await tap(openButton)
  const day = page.getByRole('gridcell', { name: /^Wednesday,? 26 November 2025/ })
  const box = () => day.element().getBoundingClientRect()
  await expect.element(day).toBeVisible()
  // A fraction of a pixel less while it opens.
  await expect.poll(() => box().height).toBeGreaterThanOrEqual(44)
  expect(box().width).toBeGreaterThanOrEqual(41)
  expect(calendar.element().getBoundingClientRect().right).toBeLessThanOrEqual(320)
  await tap(day)
  await expect.element(due).toHaveValue('26 Nov 2025')
})

test('a press on another field closes the calendar and keeps the focus there', async () => {
  await openDates()
  const other = moment('Publish').getByRole('textbox').first()
  await openButton.click()
  await expect.element(calendar).toBeVisible()
  await other.click()
  await expect.element(calendar).not.toBeInTheDocument()
  // The popup would give the focus back a task after it is gone.
  await new Promise((resolve) => setTimeout(resolve))
  await expect.element(other).toHaveFocus()

  await openButton.click()
  await expect.element(openButton).toHaveAttribute('aria-controls', calendar.element().id)
  await due.click()
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(due).toHaveFocus()

  await openButton.click()
  await expect.element(calendar).toBeVisible()
  await openButton.click()
  await expect.element(calendar).not.toBeInTheDocument()
})
