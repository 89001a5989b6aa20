import type { Page } from '@playwright/test'

import { cardIn, cardNamed, namesIn } from '../board-page.ts'
import { IDEAS, expect, test } from '../fixtures.ts'

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement
    return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? ''
  })

/** Presses Tab until the focused element has this name; returns the names on the way. */
async function tabTo(page: Page, name: string | RegExp): Promise<string[]> {
  const passed: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    const focused = await focusedName(page)
    passed.push(focused)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return passed
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(name)}: ${passed.join(', ')}`)
}

// No pointer and no focus() in this test: only keys, from the first page a person sees.
test('the keyboard alone connects, opens a board, and moves, adds and undoes cards', async ({
  page,
  board,
  workspace,
}) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const key = page.getByLabel('API key', { exact: true })
  while (!(await key.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(workspace.key)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-page=overview]')).toBeVisible()

  await tabTo(page, 'Boards')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-page=boards] [data-testid=row]')).toBeVisible()
  const { name } = board.board
  await tabTo(page, new RegExp(`^${name}`))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await expect(page.getByTestId('card')).toHaveCount(6)

  const passed = await tabTo(page, 'Write the announcement')
  for (const control of [/^Star /, 'Find in board', /^New card/]) {
    expect(passed).toContainEqual(expect.stringMatching(control))
  }

  await page.keyboard.press('Shift+ArrowRight')
  await expect(cardIn(page, 'Doing', 'Write the announcement')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(cardIn(page, 'Ideas', 'Write the announcement')).toBeFocused()

  await page.keyboard.press('n')
  await expect(page.getByRole('main').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Call Max')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(cardIn(page, 'Ideas', 'Call Max')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(cardNamed(page, 'Call Max')).toHaveCount(0)
  await expect.poll(async () => (await namesIn(page, 'Ideas')).toSorted()).toEqual(IDEAS.toSorted())
  await expect(page.locator('[data-testid=card]:focus')).toHaveCount(1)
})
