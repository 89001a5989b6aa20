import type { Page } from '@playwright/test'

import { cardNamed, namesIn, openBoard } from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { SMALL_BOARD, expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

/** Delays a chunk until the returned function is called, which checks that the page requested it. */
async function holdChunk(page: Page, name: string) {
  const chunk = await holdRequests(page, 'GET', new RegExp(`/assets/${name}`))
  return async () => {
    await expect.poll(chunk.count, `requests of ${name}`).toBeGreaterThan(0)
    chunk.release()
  }
}

test('the key buffer keeps what is typed while code loads', async ({ page, buildBoard }) => {
  await test.step('S3 the key buffer keeps text typed while the command palette loads', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    const release = await holdChunk(page, 'overlay-dialogs')
    await openBoard(page, board.id)
    await page.getByTestId('card').first().focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nezz')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('w') // N, E and M would each do something on a card
    await expect(page.getByRole('textbox', { name: 'Title of the new card' })).toHaveCount(0)
    await release()
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('new')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
    await page.keyboard.type(' x')
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('new x')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('card').first()).toBeFocused()
  })
  await test.step('the key buffer replays a board name and Enter into the palette', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD, 'Garden')
    const release = await holdChunk(page, 'overlay-dialogs')
    await page.goto('/boards')
    await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(board.board.name)
    await page.keyboard.press('Enter')
    await release()
    await expect(page).toHaveURL(new RegExp(`/boards/${board.id}$`))
  })
  await test.step('Esc cancels the command palette while it loads', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    const release = await holdChunk(page, 'overlay-dialogs')
    await openBoard(page, board.id)
    await page.getByRole('button', { name: 'Search or jump to' }).click()
    await page.keyboard.type('a')
    await page.keyboard.press('Escape')
    await release()
    await expect(page.locator('html[data-scope]')).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expect(page.getByRole('combobox')).toHaveCount(0)
  })
  await test.step('the / shortcut focuses the search field before the shell loads', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    const release = await holdChunk(page, 'deferred-shell')
    await openBoard(page, board.id)
    await page.keyboard.press('/')
    await page.keyboard.type('room')
    await expect(page.getByRole('searchbox')).toHaveValue('room')
    await release()
  })
  await test.step('the key buffer does not treat capitals as shortcuts', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD, 'Harbor')
    const release = await holdChunk(page, 'deferred-shell')
    await page.goto('/boards')
    await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
    await page.keyboard.press('Shift+C')
    await release()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })
  await test.step('the key buffer replays a shell key pressed after a card move', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    const release = await holdChunk(page, 'deferred-shell')
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
    await page.keyboard.press('?')
    await release()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
})

test('the key buffer keeps a key pressed before the first paint', async ({ page }) => {
  // In the task that adds the content, so before the page can paint it.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('#content')) return
      observer.disconnect()
      const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', key))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/boards')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
})

test('the key buffer keeps keys for the new session after signing in', async ({
  page,
  workspace,
}) => {
  await page.goto('/boards')
  await expect(page.locator('html[data-scope]')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Workspaces and keys/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByLabel('API key', { exact: true }).fill(workspace.key)
  // What the shell waits for.
  const reads = await holdRequests(page, 'GET', /\/v1\/campaigns/)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('boards')
  reads.release()
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('boards')
})
