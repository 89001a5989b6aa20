import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { findThemeViolations } from '#web/test-axe.ts'
import { emulatePhone, excessWidth, parentOf, tap, textsOf } from '#web/test-page.tsx'
import {
  checkedRows,
  focusedControl,
  live,
  openTable,
  rowNamed,
  rows,
  table,
} from './test-gallery-table.ts'

const toasts = page.getByTestId('toast')

test('Tab enters at the first row and leaves after its three controls', async () => {
  await openTable()
  const stops: string[] = []
  for (let presses = 0; presses < 11; presses++) {
    await userEvent.keyboard('{Tab}')
    stops.push(focusedControl())
  }
  const first = stops.indexOf('ctc_1 select')
  expect(stops.slice(first, first + 4)).toEqual([
    'ctc_1 select',
    'ctc_1 open',
    'ctc_1 menu',
    expect.stringMatching(/Previous|Next/),
  ])
})

test('arrow keys, J and K move the row cursor, Home and End go to the ends', async () => {
  await openTable()
  await userEvent.keyboard('j') // from nothing focused into the table
  expect(focusedControl()).toBe('ctc_1 open')
  await userEvent.keyboard('{ArrowDown}j')
  expect(focusedControl()).toBe('ctc_3 open')
  await userEvent.keyboard('k{Tab}') // the menu of the active row, which ArrowDown would open
  await userEvent.keyboard('j')
  expect(focusedControl()).toBe('ctc_3 menu')
  await userEvent.keyboard('{End}')
  expect(focusedControl()).toBe('ctc_25 menu')
  await userEvent.keyboard('j')
  expect(focusedControl()).toBe('ctc_25 menu')
  await userEvent.keyboard('{Home}')
  expect(focusedControl()).toBe('ctc_1 menu')
})

test('Enter opens, F2 edits, X and Shift arrows select, Esc clears', async () => {
  await openTable()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(toasts.last()).toHaveTextContent('Opened tomos.2@penlan.example')
  await userEvent.keyboard('{F2}')
  await expect.element(toasts.last()).toHaveTextContent('Editing tomos.2@penlan.example')

  await userEvent.keyboard('x')
  await expect.poll(() => checkedRows.length).toBe(1)
  await expect.poll(() => textsOf(live)).toEqual(['1 selected'])
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await expect.poll(() => checkedRows.length).toBe(3)
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}') // a shorter range deselects
  await expect.poll(() => checkedRows.length).toBe(2)
  // Another range, beside the first.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => checkedRows.length).toBe(4)
  await expect.poll(() => textsOf(live)).toEqual(['4 selected'])
  await userEvent.keyboard('{Escape}')
  await expect.element(checkedRows).not.toBeInTheDocument()
  await expect.poll(() => textsOf(live)).toEqual(['Selection cleared'])
})

test('a mouse selects rows with the checkbox, Shift and Ctrl, and opens them', async () => {
  await openTable()
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await box('tomos.2@').click()
  await box('hollis.5@').click({ modifiers: ['Shift'] })
  await expect.poll(() => checkedRows.length).toBe(4)
  await rowNamed('saoirse.8@')
    .getByText('wholesale')
    .click({ modifiers: ['Control'] })
  await expect.poll(() => checkedRows.length).toBe(5)
  await rowNamed('iris.10@')
    .getByText('Bounced')
    .click({ modifiers: ['Shift'] })
  await expect.poll(() => checkedRows.length).toBe(7)
  await expect.element(toasts).not.toBeInTheDocument()
  await rowNamed('kenji.9@').getByText('Bristol').click()
  await expect.element(toasts).toHaveTextContent('Opened kenji.9@')
  await expect.poll(() => checkedRows.length).toBe(7)
})

test('the menu of the active row opens from the keyboard and returns the focus', async () => {
  await openTable()
  await userEvent.keyboard('j{Tab}{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(focusedControl).toBe('ctc_1 menu')
})

test('the first column stays while the table scrolls sideways', async () => {
  await page.viewport(780, 900)
  await openTable()
  const email = rows.first().getByRole('button', { name: 'iris.1@' }).first().element()
  const before = email.getBoundingClientRect().x
  const frame = parentOf(table)
  frame.scrollBy({ left: 80 })
  await expect.poll(() => frame.scrollLeft).toBeGreaterThan(0)
  expect(email.getBoundingClientRect().x).toBe(before)
})

test.each([
  ['comfortable', 41],
  ['compact', 33],
])('rows and their skeletons with %s density are %i px high', async (density, height) => {
  await openTable(`&density=${density}`)
  await expect.poll(() => rows.nth(1).element().getBoundingClientRect().height).toBe(height)
  const skeleton = page.getByRole('group', { name: 'Loading: Contacts' }).getByCss('tbody tr')
  expect(skeleton.nth(1).element().getBoundingClientRect().height).toBe(height)
})

test('a selected and active row passes axe in both themes', async () => {
  await openTable()
  await userEvent.keyboard('jx')
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  expect(await findThemeViolations()).toEqual([])
})

test('on a phone rows are blocks that open and select by tap', async () => {
  await emulatePhone()
  await openTable()
  const row = rows.first()
  const email = row.getByRole('button', { name: 'iris.1@' }).first()
  const status = row.getByText('Subscribed')
  expect(status.element().getBoundingClientRect().y).toBeGreaterThan(
    email.element().getBoundingClientRect().y + 10,
  )
  await expect.element(row.getByText('Cardiff')).not.toBeVisible()
  expect(row.element().getBoundingClientRect().height).toBeLessThan(80)
  await expect.element(table.getByRole('cell').first()).toBeVisible()

  await tap(status)
  await expect.element(toasts).toHaveTextContent('Opened iris.1@')
  const label = row.getByCss('label')
  const box = label.element().getBoundingClientRect()
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  await tap(label)
  await expect.poll(() => checkedRows.length).toBe(1)
  expect(excessWidth()).toBeLessThanOrEqual(0)
})
