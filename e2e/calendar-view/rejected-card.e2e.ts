import { holdRequests, rejectRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test('a rejected card that is discarded takes its toast with it', async ({
  page,
  signIn,
  board,
}) => {
  await signIn(page)
  await page.goto(`/boards/${board.id}?view=calendar&month=2025-12`)
  const day = page.locator('[role=gridcell][data-day="2025-12-18"]')
  const url = /\/boards\/[^/]+\/cards$/
  const fault = await rejectRequests(page, 'POST', url, 422, 'validation_error')
  const toast = page.getByTestId('toast').filter({ hasText: 'Couldn’t add Send the cards' })
  const rejected = day.getByRole('button', { name: /^Send the cards wasn’t saved/ })

  const add = async () => {
    const held = await holdRequests(page, 'POST', url)
    await day.dblclick({ position: { x: 60, y: 60 } })
    await page.getByRole('textbox', { name: 'Title' }).fill('Send the cards')
    await page.keyboard.press('Enter')
    await expect(day.locator('[aria-busy]')).toHaveText('Send the cards')
    await page.keyboard.press('Escape')
    held.release()
    await expect(toast).toBeVisible()
  }
  await add()
  await rejected.click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(rejected).toHaveCount(0)
  await expect(toast).toHaveCount(0)

  await add()
  await fault.end()
  await toast.getByRole('button', { name: 'Try again' }).click()
  await expect(day.getByTestId('card')).toHaveText('Send the cards')
  await expect(toast).toHaveCount(0)
})
