import type { Request } from '@playwright/test'

import { cardNamed, dragTo, namesIn, openBoard } from '../board-page.ts'
import { failRequests } from '../faults.ts'
import { expect, inHours, test } from '../fixtures.ts'
import { advanceUntil, openWithDeferredCode } from '../routes.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page)
})

test('F9 offline pages keep cached data and explain disabled controls', async ({
  page,
  context,
  board,
}) => {
  await openBoard(page, board.id)
  await expect.poll(() => page.locator('#why-paused').count()).toBe(1)
  // Loads the code of the menu.
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  const line = page.getByText(/You’re offline\..*Saved copy from \d\d:\d\d\./)
  await expect(line).toBeVisible()
  await expect(page.getByTestId('live-polite').first()).toContainText('You’re offline.')
  expect(await page.evaluate(() => document.documentElement.dataset['online'])).toBe('false')

  const button = page.getByRole('button', { name: 'New card' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription('You’re offline. Changes are paused.')
  await button.focus()
  await expect(page.getByRole('tooltip')).toContainText('You’re offline. Changes are paused.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await button.hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  // The button is there to be pressed, whatever Playwright thinks of `aria-disabled`.
  await button.click({ force: true })
  await expect(page.getByRole('textbox', { name: /new card/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark Choose a date as done' }).click({ force: true })
  await expect(page.getByRole('button', { name: 'Mark Choose a date as done' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('e')
  await expect(page.getByTestId('toast').last()).toContainText('Changes are paused')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toContainText('You’re offline. Changes are paused.')
  await expect(page.getByRole('menuitem')).toHaveText([/^Open/, 'Copy link'])
  await page.keyboard.press('Escape')

  await context.setOffline(false)
  await expect(page.locator('div').getByText('Back online', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Mark Choose a date as done' }).click()
  await expect.poll(async () => (await board.stored('Choose a date')).completed).toBe(true)
})

test('5.2 a page recovers by itself when the unreachable service returns', async ({
  page,
  board,
}) => {
  await page.clock.install()
  await openWithDeferredCode(page, `/boards/${board.id}`)
  const fault = await failRequests(page, 'GET', /\/v1\//)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  const line = page.getByText(/Can’t reach the server/).filter({ hasText: 'Retry now' })
  await expect(line).toBeVisible()
  expect(await namesIn(page, 'Ideas')).toContain('Choose a date')
  await page.clock.pauseAt(Date.now() + 5000) // stops automatic retries
  const meRequest = page.waitForRequest(/\/v1\/me$/)
  await page.getByRole('button', { name: 'Retry now' }).click()
  await meRequest
  await expect(line).toBeVisible()
  await fault.end()
  await advanceUntil(page, () => expect(line).toHaveCount(0, { timeout: 100 }))
})

test('1.8 a mouse drag while offline says why nothing moves', async ({ page, context, board }) => {
  await openWithDeferredCode(page, `/boards/${board.id}`)
  await expect(cardNamed(page, 'Choose a date')).toBeVisible()
  await context.setOffline(true)
  await expect(page.locator('html')).toHaveAttribute('data-online', 'false')
  await dragTo(page, 'Choose a date', 'Doing')
  await expect(page.getByTestId('toast')).toContainText('Changes are paused')
  await expect(page.getByTestId('toast')).toHaveCount(1)
  expect(await namesIn(page, 'Ideas')).toContain('Choose a date')
})

test('1.8 a page never visited shows a centered state while offline', async ({
  page,
  context,
  board,
  buildBoard,
}) => {
  await buildBoard({ Ideas: ['Never seen'] }, 'Other')
  await openWithDeferredCode(page, `/boards/${board.id}`)
  await expect(page.getByTestId('card').first()).toBeVisible()
  const inFlight = new Set<Request>()
  page.on('request', (request) => request.url().includes('/v1/boards') && inFlight.add(request))
  page.on('requestfinished', (request) => inFlight.delete(request))
  page.on('requestfailed', (request) => inFlight.delete(request))
  await page.getByRole('link', { name: 'Boards', exact: true }).first().click()
  await expect(page.getByRole('link', { name: 'Other' })).toBeVisible()
  // All of the page is loaded, also the counts of its other tab and of overdue cards.
  await expect(page.getByRole('link', { name: 'Archived 0' })).toBeVisible()
  await expect.poll(() => inFlight.size).toBe(0)
  await context.setOffline(true)
  await expect(page.getByText(/Saved copy/)).toBeVisible()
  await page.getByRole('link', { name: 'Other' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Other' })).toBeVisible()
  const state = page.getByRole('main').locator('[data-state=offline]')
  await expect(state).toContainText('You’re offline')
  await expect(state).toContainText('This page will load when you reconnect.')
  await expect(page.getByText(/Saved copy/)).toHaveCount(0)
  const { x = 0, width = 0 } = (await state.boundingBox()) ?? {}
  const main = (await page.getByRole('main').boundingBox()) ?? { x: 0, width: 0 }
  expect(Math.abs(x + width / 2 - main.x - main.width / 2)).toBeLessThan(2)
  await context.setOffline(false)
  await expect(cardNamed(page, 'Never seen')).toBeVisible()
})

test('a page whose chunk is missing offline names the cause, and keeps the focus when it loads', async ({
  page,
  context,
  board,
}) => {
  await openWithDeferredCode(page, `/boards/${board.id}`)
  await context.setOffline(true)
  await expect(page.locator('html')).toHaveAttribute('data-online', 'false')
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Couldn’t load this page')
  await expect(heading).toBeFocused()
  const main = page.getByRole('main')
  await expect(main).toContainText('You’re offline. This page will load when you reconnect.')
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByTestId('toast')).toHaveCount(0)

  await context.setOffline(false)
  await expect(heading).toHaveText('Boards')
  await expect(heading).toBeFocused()
})

test('T97 a due badge uses server time when the device clock is wrong', async ({
  page,
  board,
  api,
}) => {
  await api('PATCH /cards/:card_id', {
    card_id: board.card('Choose a date'),
    due_at: inHours(1.5),
  })
  await page.clock.install({ time: Date.now() + 26 * 3_600_000 })
  await page.clock.resume()
  await openBoard(page, board.id)
  await expect(cardNamed(page, 'Choose a date')).toContainText(/Today|Tomorrow/)
  await expect(cardNamed(page, 'Choose a date')).not.toContainText('Overdue')
})
