import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openGallery, parentOf, styleOf, textsOf } from '#web/test-page.tsx'
import {
  checkedRows,
  focusedControl,
  live,
  openTable,
  rowNamed,
  rows,
  table,
} from './test-gallery-table.ts'

test('the head selects the page, then all that match, until the filter changes', async () => {
  await openTable()
  const head = page.getByRole('checkbox', { name: 'Select all on this page' }).first()
  await userEvent.keyboard('{ArrowDown}x')
  await expect.element(head).toBePartiallyChecked()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.poll(() => checkedRows.length).toBe(25)
  await expect.element(head).toBeChecked()
  await page.getByRole('button', { name: 'Select all that match this filter' }).click()
  await expect.element(page.getByText('60 contacts selected')).toBeVisible()

  await userEvent.keyboard(']')
  await expect.element(rowNamed('hollis.32@')).toBeVisible()
  await expect.poll(() => checkedRows.length).toBe(25) // a rule, not a list of ids
  await rowNamed('hollis.32@').getByRole('checkbox').click()
  await expect.element(page.getByText('24 selected', { exact: true }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Only bounced' }).click()
  await expect.poll(() => rows.length).toBe(12)
  await expect.element(checkedRows).not.toBeInTheDocument()
})

test('the bulk action bar follows the selection and returns the focus', async () => {
  await openTable()
  const bar = page.getByRole('group', { name: 'Selection' })
  const clear = bar.getByRole('button', { name: 'Clear selection' })
  const box = rowNamed('iris.1@').getByRole('checkbox')
  await box.click()
  await expect.element(bar).toHaveTextContent('1 selected')
  await expect.poll(() => textsOf(live)).toEqual(['1 selected'])
  await clear.click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.poll(() => textsOf(live)).toEqual(['Selection cleared'])
  await expect.element(box).toHaveFocus()

  await userEvent.keyboard('[Space]')
  await expect.element(clear).toBeVisible()
  clear.element().focus()
  await userEvent.keyboard('j')
  await expect
    .poll(() => textsOf(page.getByCss('tbody :focus')))
    .toEqual(['iris.1@hartlane.example'])
  clear.element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()

  box.element().focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  await bar.getByRole('button', { name: 'Select all that match this filter' }).click()
  await expect.element(bar).toHaveTextContent('60 contacts selected')
  await expect.element(bar.getByRole('button', { name: 'Add tag' })).toBeVisible()
  await expect.element(clear).toHaveFocus()
})

test('a head sorts in both directions and returns to the default order', async () => {
  const router = await openTable()
  const head = (name: string) => table.getByRole('columnheader', { name })
  const sortBy = (name: string) => table.getByRole('button', { name }).click()
  await expect.element(head('Email')).toHaveAttribute('aria-sort', 'none')
  await expect.element(head('City')).not.toHaveAttribute('aria-sort')
  await sortBy('Email')
  await expect.element(head('Email')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(rows.first()).toHaveTextContent('amara.12@')
  await sortBy('Email')
  await expect.element(head('Email')).toHaveAttribute('aria-sort', 'descending')
  expect(router.state.location.search).toMatch(/sort=-email/)
  await sortBy('Email')
  await expect.element(head('Email')).toHaveAttribute('aria-sort', 'none')
  await sortBy('Added')
  await expect.element(head('Added')).toHaveAttribute('aria-sort', 'descending')
})

test('pages go forth and back by cursor', async () => {
  const router = await openTable()
  const next = page.getByRole('button', { name: 'Next' })
  const previous = page.getByRole('button', { name: 'Previous' })
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true')
  await next.click()
  await expect.element(rows.first()).toHaveTextContent('saoirse.26@')
  await expect.element(page.getByText('Page 2, 26–50 of 60')).toBeVisible()
  await expect.poll(() => textsOf(live)).toEqual(['Page 2, 25 rows'])
  await expect.element(next).toHaveFocus()
  await next.click()
  await expect.poll(() => rows.length).toBe(10)
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  await router.navigate(-1)
  await expect.element(rows.first()).toHaveTextContent('saoirse.26@')
  await previous.click()
  await expect.element(rows.first()).toHaveTextContent('iris.1@')

  await userEvent.keyboard('{ArrowDown}]')
  await expect.element(rows.first()).toHaveTextContent('saoirse.26@')
  await userEvent.keyboard('[[')
  await expect.element(rows.first()).toHaveTextContent('iris.1@')
})

test('the rows on screen are dimmed while the next page loads', async () => {
  await openTable('&delay=600000')
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect.poll(() => parentOf(table).dataset['state']).toBe('refreshing')
  await expect.poll(() => styleOf(table.getByRole('rowgroup').last(), 'opacity')).toBe('0.7')
  await expect.element(rows.first()).toHaveTextContent('iris.1@')
  await expect.element(next).toHaveFocus()
  await expect.element(next).toHaveAttribute('aria-disabled')
})

test('a page without its history offers the first page', async () => {
  await openGallery('table', 'after=ctc_25&page=2')
  await expect.element(rows.first()).toHaveTextContent('saoirse.26@')
  await expect.element(page.getByText('Page 2', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'First page' }).click()
  await expect.element(rows.first()).toHaveTextContent('iris.1@')
})

test('the focus in a row goes to the first row of the next page', async () => {
  await openTable()
  await userEvent.keyboard('{End}') // nothing focused: not a key of the table
  await userEvent.keyboard('jj]')
  await expect.poll(focusedControl).toBe('ctc_26 open')
})

test('columns are hidden, shown and moved with the keyboard', async () => {
  await openTable()
  const heads = table.getByRole('columnheader')
  const columns = page.getByRole('button', { name: 'Columns' })
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(columns).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  const status = chooser.getByRole('checkbox', { name: 'Status' })
  await expect.element(chooser.getByRole('checkbox', { name: 'Email' })).toBeDisabled()
  await expect.element(status).toHaveFocus()
  await userEvent.keyboard('[Space]')
  await chooser.getByRole('checkbox', { name: 'ID' }).click()
  await chooser.getByRole('button', { name: 'Move City up' }).click()
  await expect
    .poll(() => textsOf(heads))
    .toEqual(['Select all on this page', 'Email', 'City', 'Tags', 'Added', 'ID', 'Actions'])
  await chooser.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(() => textsOf(heads.last())).toEqual(['Actions'])
  await expect.poll(() => textsOf(heads.nth(2))).toEqual(['Status'])
  await expect.element(status).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(chooser).not.toBeInTheDocument()
  await expect.element(columns).toHaveFocus()
})
