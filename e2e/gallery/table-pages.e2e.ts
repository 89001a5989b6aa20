import { expect, test } from '../fixtures.ts'
import {
  announced,
  checked,
  focusedControl,
  openTable,
  rowNamed,
  rows,
  table,
} from '../gallery-table.ts'
import { developmentBuild, serveBuild } from '../other-build.ts'

test.describe('table pages, sort and columns', { tag: '@once' }, () => {
  test.beforeEach(async ({ page }) => serveBuild(page, await developmentBuild()))

  test('the head selects the page, then all that match, until the filter changes', async ({
    page,
  }) => {
    await openTable(page)
    const head = page.getByRole('checkbox', { name: 'Select all on this page' }).first()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await expect(head).toHaveJSProperty('indeterminate', true)
    await page.keyboard.press('Control+a')
    await expect(checked(page)).toHaveCount(25)
    await expect(head).toBeChecked()
    await page.getByRole('button', { name: 'Select all that match this filter' }).click()
    await expect(page.getByText('60 contacts selected')).toBeVisible()

    await page.keyboard.press(']')
    await expect(rowNamed(page, 'hollis.32@')).toBeVisible()
    await expect(checked(page)).toHaveCount(25) // a rule, not a list of ids
    await rowNamed(page, 'hollis.32@').getByRole('checkbox').uncheck()
    await expect(page.getByText('24 selected', { exact: true }).last()).toBeVisible()
    await page.getByRole('button', { name: 'Only bounced' }).click()
    await expect(rows(page)).toHaveCount(12)
    await expect(checked(page)).toHaveCount(0)
  })

  test('the bulk action bar follows the selection and returns the focus', async ({ page }) => {
    await openTable(page)
    const bar = page.getByRole('group', { name: 'Selection' })
    const clear = bar.getByRole('button', { name: 'Clear selection' })
    const box = rowNamed(page, 'iris.1@').getByRole('checkbox')
    await box.check()
    await expect(bar).toContainText('1 selected')
    await expect(announced(page)).toHaveText('1 selected')
    await clear.click()
    await expect(bar).toHaveCount(0)
    await expect(announced(page)).toHaveText('Selection cleared')
    await expect(box).toBeFocused()

    await page.keyboard.press('Space')
    await clear.focus()
    await page.keyboard.press('j')
    await expect(page.locator('tbody :focus')).toHaveText('iris.1@hartlane.example')
    await clear.focus()
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)

    await box.focus()
    await page.keyboard.press('Control+a')
    await bar.getByRole('button', { name: 'Select all that match this filter' }).click()
    await expect(bar).toContainText('60 contacts selected')
    await expect(bar.getByRole('button', { name: 'Add tag' })).toBeVisible()
    await expect(clear).toBeFocused()
  })

  test('a head sorts in both directions and returns to the default order', async ({ page }) => {
    await openTable(page)
    const head = table(page).getByRole('columnheader', { name: 'Email' })
    const sortBy = (name: string) => table(page).getByRole('button', { name }).click()
    await expect(head).toHaveAttribute('aria-sort', 'none')
    await expect(table(page).getByRole('columnheader', { name: 'City' })).not.toHaveAttribute(
      'aria-sort',
    )
    await sortBy('Email')
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(page).first()).toContainText('amara.12@')
    await sortBy('Email')
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/sort=-email/)
    await sortBy('Email')
    await expect(head).toHaveAttribute('aria-sort', 'none')
    await sortBy('Added')
    await expect(table(page).getByRole('columnheader', { name: 'Added' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  test('pages go forth and back by cursor, also after a reload', async ({ page }) => {
    await openTable(page)
    const next = page.getByRole('button', { name: 'Next' })
    const previous = page.getByRole('button', { name: 'Previous' })
    await expect(previous).toHaveAttribute('aria-disabled', 'true')
    await next.click()
    await expect(rows(page).first())
      .toContainText('dumisani.25@', { timeout: 1 })
      .catch(() => {})
    await expect(rows(page).first()).toContainText('saoirse.26@')
    await expect(page.getByText('Page 2, 26–50 of 60')).toBeVisible()
    await expect(announced(page)).toHaveText('Page 2, 25 rows')
    await expect(next).toBeFocused()
    await next.click()
    await expect(rows(page)).toHaveCount(10)
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await page.goBack()
    await expect(rows(page).first()).toContainText('saoirse.26@')
    await page.reload()
    await expect(rows(page).first()).toContainText('saoirse.26@')
    await expect(page.getByText('Page 2, 26–50 of 60')).toBeVisible()
    await previous.click()
    await expect(rows(page).first()).toContainText('iris.1@')

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(']')
    await expect(rows(page).first()).toContainText('saoirse.26@')
    await page.keyboard.press('[')
    await expect(rows(page).first()).toContainText('iris.1@')
  })

  test('the rows on screen are dimmed while the next page loads', async ({ page }) => {
    await openTable(page, '&delay=600000')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(table(page).locator('..')).toHaveAttribute('data-state', 'refreshing')
    await expect(table(page).getByRole('rowgroup').last()).toHaveCSS('opacity', '0.7')
    await expect(rows(page).first()).toContainText('iris.1@')
    await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled')
  })

  test('a page without its history offers the first page', async ({ page }) => {
    await page.goto('/_gallery?part=table&after=ctc_25&page=2')
    await expect(rows(page).first()).toContainText('saoirse.26@')
    await expect(page.getByText('Page 2', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'First page' }).click()
    await expect(rows(page).first()).toContainText('iris.1@')
  })

  test('the focus in a row goes to the first row of the next page', async ({ page }) => {
    await openTable(page)
    await page.keyboard.press('End') // nothing focused: not a key of the table
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press(']')
    await expect.poll(() => focusedControl(page)).toBe('ctc_26 open')
  })

  test('columns are hidden, shown and moved with the keyboard', async ({ page }) => {
    await openTable(page)
    const heads = table(page).getByRole('columnheader')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
    await page.keyboard.press('Enter')
    const chooser = page.getByRole('dialog', { name: 'Columns' })
    await expect(chooser.getByRole('checkbox', { name: 'Email' })).toBeDisabled()
    await expect(chooser.getByRole('checkbox', { name: 'Status' })).toBeFocused()
    await page.keyboard.press('Space')
    await chooser.getByRole('checkbox', { name: 'ID' }).check()
    await chooser.getByRole('button', { name: 'Move City up' }).click()
    await expect(heads).toHaveText([
      'Select all on this page',
      'Email',
      'City',
      'Tags',
      'Added',
      'ID',
      'Actions',
    ])
    await chooser.getByRole('button', { name: 'Reset columns' }).click()
    await expect(heads.last()).toHaveText('Actions')
    await expect(heads.nth(2)).toHaveText('Status')
    await expect(chooser.getByRole('checkbox', { name: 'Status' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(chooser).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  })
})
