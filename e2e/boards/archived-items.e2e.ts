import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { listNamed, namesIn, openBoard } from '../board-page.ts'
import { blockEventStream, holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const headings = (page: Page) => page.getByTestId('board-list').getByRole('heading')

async function openArchivedItems(page: Page) {
  await page.getByRole('button', { name: 'Board actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Archived items…' }).press('Enter')
  return page.getByRole('dialog', { name: 'Archived items' })
}

test('archived lists and cards are found and restored', async ({ page, board, api }) => {
  for (const name of ['Choose a date', 'Book the room'])
    await api('PATCH /cards/:card_id', { card_id: board.card(name), status: 'archived' })
  await openBoard(page, board.id)
  await listNamed(page, 'Done').getByRole('button', { name: 'Actions for Done' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Archive list' }).press('Enter')
  await expect(headings(page)).toHaveText(['Ideas', 'Doing'])
  const drawer = await openArchivedItems(page)
  await expect(drawer.getByRole('listitem')).toHaveCount(2)
  expect(await findThemeViolations(page)).toEqual([])
  await drawer.getByLabel('Search archived items').fill('date')
  await expect(drawer.getByRole('listitem')).toHaveText([/Choose a date/])
  await drawer.getByRole('button', { name: 'Restore Choose a date' }).click()
  await expect(drawer).toContainText('Nothing archived matches “date”')
  await drawer.getByText('Lists', { exact: true }).click()
  await drawer.getByLabel('Search archived items').fill('')
  await drawer.getByRole('button', { name: 'Restore Done' }).click()
  await expect(drawer).toContainText('No archived lists')
  await page.keyboard.press('Escape')
  await expect(headings(page)).toHaveText(['Ideas', 'Doing', 'Done'])
  await expect.poll(() => namesIn(page, 'Ideas')).toContain('Choose a date')
  expect((await board.stored('Choose a date')).status).toBe('open')
})

test('a card stays archived when someone archives its list meanwhile, and says why', async ({
  page,
  board,
  api,
}) => {
  await blockEventStream(page)
  await api('PATCH /cards/:card_id', { card_id: board.card('Find a name'), status: 'archived' })
  await openBoard(page, board.id)
  const drawer = await openArchivedItems(page)
  const restore = drawer.getByRole('button', { name: 'Restore Find a name' })
  await expect(restore).toBeEnabled()
  // The page polls, and would learn of it.
  const polls = await holdRequests(page, 'GET', /\/v1\/boards\//)
  await api('PATCH /boards/:board_id/lists/:list_id', {
    board_id: board.id,
    list_id: board.list('Done'),
    archived: true,
  })
  await restore.click()
  await expect(page.getByTestId('toast').first()).toContainText(
    'Not saved: This list is archived. Restore it to add cards.',
  )
  await expect.poll(() => namesIn(page, 'Done')).toEqual([])
  expect((await board.stored('Find a name')).status).toBe('archived')
  polls.release()

  await page.goto(`/boards/${board.id}/cards/${board.card('Find a name')}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This card and its list are archived. Restore the list first.')
  await expect(dialog.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0)
  const status = dialog.getByRole('combobox', { name: 'Status' })
  await expect(status).toHaveAccessibleDescription('Restore its list first')
  await expect(status.getByRole('option', { name: 'Open' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'More actions' }).press('Enter')
  const item = page.getByRole('menuitem', { name: 'Restore Restore its list first' })
  await expect(item).toHaveAttribute('aria-disabled', 'true')
  await item.press('Enter')
  await expect(item).toBeVisible()
  expect(await findThemeViolations(page)).toEqual([])
})
