import { cardNamed, openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
// The place's own time with its zone, and the same in UTC.
const exact = /\d{4}.*\d\d:\d\d.*\(.*\d\d:\d\d UTC\)/

test('a relative time shows its exact time on focus and hover', async ({ page, api }) => {
  await api('POST /feedback/changelog/entries', { title: 'Soon', publish_at: inHours(72) })
  await page.goto('/')
  await expect(page.locator('html[data-online]')).toBeVisible()
  const moment = page.getByRole('region', { name: 'Changelog' }).locator('time')
  await moment.focus()
  await expect(page.getByRole('tooltip')).toHaveText(exact)
  await expect(moment).toHaveAttribute('aria-description', exact)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await moment.hover()
  await expect(page.getByRole('tooltip')).toHaveText(exact)
})

test('Tab reaches the exact due time from a card', async ({ page, board, api }) => {
  await api('PATCH /cards/:card_id', {
    card_id: board.card('Choose a date'),
    due_at: inHours(24 * 30),
  })
  await openBoard(page, board.id)
  await expect(page.locator('html[data-online]')).toBeVisible()
  await cardNamed(page, 'Choose a date').focus()
  for (const _control of ['tick', 'title', 'date']) await page.keyboard.press('Tab')
  await expect(cardNamed(page, 'Choose a date').locator('time')).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveText(exact)
})

test.describe('on touch screens', () => {
  test.use({ hasTouch: true })

  test('a tap shows the exact time', async ({ page, api }) => {
    await api('POST /feedback/changelog/entries', { title: 'Soon', publish_at: inHours(72) })
    await page.goto('/')
    await expect(page.locator('html[data-online]')).toBeVisible()
    await page.getByRole('region', { name: 'Changelog' }).locator('time').tap()
    await expect(page.getByRole('tooltip')).toHaveText(exact)
  })
})
