import type { Page } from '@playwright/test'

import { cardNamed, dragEarly, namesIn, openBoard, pointIn, recordMoves } from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

/** Delays the drag sensors until the returned function is called. */
async function holdSensors(page: Page) {
  const code = await holdRequests(page, 'GET', /\/assets\/board-dnd/)
  return async () => {
    await expect.poll(code.count).toBeGreaterThan(0)
    code.release()
  }
}

test('K1 a drag begun before its code has loaded goes on once it has', async ({ page, board }) => {
  const release = await holdSensors(page)
  await openBoard(page, board.id)
  const to = await pointIn(page, 'Doing', 60)
  await dragEarly(page, cardNamed(page, 'Choose a date'), to)
  await release()
  // The pointer moves on as long as the person drags.
  await expect(async () => {
    await page.mouse.move(to.x + 1, to.y)
    await page.mouse.move(to.x, to.y)
    await expect(page.locator('[data-dragging=pointer]')).toHaveCount(1, { timeout: 200 })
  }).toPass()
  await page.mouse.move(to.x, to.y + 2)
  await page.mouse.up()
  await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
})

test('K3 Space, Right, Space before the drag code has loaded move a card', async ({
  page,
  board,
}) => {
  const release = await holdSensors(page)
  await openBoard(page, board.id)
  await page.keyboard.press('ArrowDown') // from the heading to the first card
  const name = await page.locator('[data-card-id]:focus').getAttribute('aria-label')
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  expect(await namesIn(page, 'Ideas')).toContain(name)
  await release()
  await expect.poll(() => namesIn(page, 'Doing')).toContain(name)
  await expect(page.getByTestId('live-assertive').first()).toContainText('Doing')
})

test('a press that ends before the drag code has loaded drags nothing', async ({ page, board }) => {
  const moves = recordMoves(page)
  const release = await holdSensors(page)
  await openBoard(page, board.id)
  await dragEarly(page, cardNamed(page, 'Choose a date'), await pointIn(page, 'Doing', 60))
  await page.mouse.up()
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await release()
  await page.mouse.move(400, 400)
  await expect(page.locator('[aria-describedby=board-instructions]')).toBeVisible()
  await expect(page.locator('[data-dragging]')).toHaveCount(0)
  expect(moves).toEqual([])
})
