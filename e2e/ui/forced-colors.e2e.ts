import type { Locator } from '@playwright/test'

import { cardNamed, openBoard } from '../board-page.ts'
import { styleOf } from '../element-style.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('5.9 forced colors keep outlines of focused, selected and open elements', async ({
  page,
  board,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await openBoard(page, board.id)
  const highlight = async (of: Locator) =>
    expect.poll(() => styleOf(of, 'outline-style', 'outline-width')).toEqual(['solid', '2px'])

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await highlight(page.locator(':focus'))
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('ArrowUp')
  await highlight(page.locator('[data-card-id]:focus'))
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await highlight(page.locator('[role=menuitem][data-highlighted]'))
  expect(await styleOf(page.getByRole('menu'), 'border-top-style')).toEqual(['solid'])
  const card = page.locator('[data-card-id]:focus')
  await page.keyboard.press('Escape')
  await expect(card).toBeVisible() // the focus is back
  await page.keyboard.press('m')
  await highlight(page.getByRole('option', { selected: true }))
  await page.keyboard.press('Escape')
  await expect(card).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('m')
  await highlight(page.locator('label:has(:checked)'))
  await page.keyboard.press('Escape')
  await expect(card).toBeVisible()
  await page.keyboard.press('e')
  await highlight(page.getByRole('button', { pressed: true }).first())
  expect(await styleOf(page.getByTestId('toast').first(), 'border-top-style')).toEqual(['solid'])
})

test('1.16 forced colors keep edges of chips, bars of tiles and one ring per toggle', async ({
  page,
  api,
  board,
}) => {
  const label = await api('POST /boards/:board_id/labels', {
    board_id: board.id,
    name: 'Print',
    color: 'green',
  })
  const card_id = board.card('Choose a date')
  await api('PATCH /cards/:card_id', { card_id, label_ids: [label.id] })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/boards')
  await page.getByTestId('row').getByRole('link').waitFor()
  const bars = page.getByTestId('row').getByRole('img').locator('[title]')
  const canvas = await styleOf(page.getByTestId('row'), 'background-color')
  for (const bar of await bars.all())
    expect(await styleOf(bar, 'background-color')).not.toEqual(canvas)
  expect(await bars.count()).toBe(3)

  await openBoard(page, board.id)
  const card = cardNamed(page, 'Choose a date')
  const chip = card.getByText('Print', { exact: true })
  expect(await styleOf(chip, 'outline-style', 'outline-width')).toEqual(['solid', '1px'])
  const ring = (selector: '::before' | null) =>
    card.locator('button[aria-pressed]').evaluate((button, pseudo) => {
      const style = getComputedStyle(button, pseudo)
      const border = style.borderTopWidth === '0px' ? 'none' : style.borderTopStyle
      return { border, outline: style.outlineStyle }
    }, selector)
  expect([await ring(null), await ring('::before')]).toEqual([
    { border: 'none', outline: 'none' },
    { border: 'solid', outline: 'none' },
  ])
  await card.locator('button[aria-pressed]').click()
  await expect(card.locator('button[aria-pressed=true]')).toBeVisible()
  expect([await ring(null), await ring('::before')]).toEqual([
    { border: 'none', outline: 'solid' },
    { border: 'none', outline: 'none' },
  ])
})
