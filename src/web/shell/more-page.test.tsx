import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openWithBoards } from '#web/tasks/test-boards.ts'

test('the More page has all tools of the sidebar on a phone', async () => {
  await page.viewport(390, 844)
  await openWithBoards('/')
  await page.getByRole('link', { name: 'More' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'More' })).toHaveFocus()
  const main = page.getByRole('main')
  for (const name of ['Search or jump to', 'Recent changes', 'Keyboard shortcuts'])
    await expect.element(main.getByRole('button', { name })).toBeVisible()
  for (const name of ['Copy details for support', 'Add a connection', 'Sign out'])
    await expect.element(main.getByRole('button', { name, exact: true })).toBeVisible()
  await main.getByText('Dark', { exact: true }).click()
  await expect.element(main.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.element(document.documentElement).toHaveAttribute('data-theme', 'dark')
  const changes = main.getByRole('button', { name: 'Recent changes' })
  await changes.click()
  await expect.element(page.getByRole('dialog', { name: 'Recent changes' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(changes).toHaveFocus()
})
