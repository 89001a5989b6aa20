import type { Download, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'

import { cardNamed, openBoard } from '../board-page.ts'
import { type BoardPlan, expect, test } from '../fixtures.ts'

/** More than one page of cards in the first list. */
const BIG: BoardPlan = {
  Ideas: Array.from({ length: 104 }, (_, n) => `Idea ${n}`),
  Doing: ['=HYPERLINK("x")', 'Draw "it", twice'],
  Done: ['Find a name'],
}
const all = Object.values(BIG).flat()

async function chooseInMenu(page: Page, item: string) {
  await page.getByRole('button', { name: 'Board actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8')

test('T95 a board, its filtered view, JSON and selected cards are exported with cards that were not loaded', async ({
  page,
  signIn,
  buildBoard,
}) => {
  const board = await buildBoard(BIG, 'Launch: autumn')
  await signIn(page)
  await openBoard(page, board.id)
  await chooseInMenu(page, 'Export…')
  const dialog = page.getByRole('dialog', { name: 'Export Launch: autumn' })
  await expect(dialog.getByRole('radio', { name: 'CSV' })).toBeFocused()
  const whole = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await whole
  expect(file.suggestedFilename()).toMatch(/^Launch autumn \d{4}-\d\d-\d\d\.csv$/)
  const csv = await textOf(file)
  expect(csv.startsWith('\uFEFFTitle,List,Labels,')).toBe(true)
  const lines = csv.trimEnd().split('\r\n')
  expect(lines).toHaveLength(all.length + 1)
  expect(lines[105]).toMatch(/^"'=HYPERLINK\(""x""\)",Doing,/)
  expect(lines[106]).toMatch(/^"Draw ""it"", twice",Doing,/)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByTestId('toast')).toContainText('Exported 107 cards')

  await page.goto(`/boards/${board.id}?q=idea+10`)
  await expect(page.getByTestId('card').first()).toBeVisible()
  await chooseInMenu(page, 'Export…')
  await expect(dialog.getByRole('radio', { name: 'Cards that match the filter' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'JSON' }).check()
  const view = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const { cards } = JSON.parse(await textOf(await view)) as { cards: { title: string }[] }
  expect(cards.map(({ title }) => title)).toEqual(
    ['10', '100', '101', '102', '103'].map((n) => `Idea ${n}`),
  )

  await cardNamed(page, 'Idea 101').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page
    .getByRole('group', { name: 'Selection' })
    .getByRole('button', { name: 'Export' })
    .press('Enter')
  await expect(dialog.getByRole('radio', { name: /^Selected cards/ })).toBeChecked()
  const selection = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  const rows = (await textOf(await selection)).trimEnd().split('\r\n').slice(1)
  expect(rows.map((row) => row.split(',')[0])).toEqual(['Idea 101', 'Idea 102'])
})

test('printing a board loads and prints all its cards', async ({ page, signIn, buildBoard }) => {
  const board = await buildBoard(BIG)
  // Stands in for the dialog of the browser, which no test can close.
  await page.addInitScript(() => {
    const prints: string[][] = []
    Object.assign(window, { prints })
    window.print = () => {
      dispatchEvent(new Event('beforeprint'))
      const cards = [...document.querySelectorAll('[data-testid=card]')]
      prints.push(cards.map((card) => card.getAttribute('aria-label') ?? ''))
      dispatchEvent(new Event('afterprint'))
    }
  })
  const prints = () => page.evaluate(() => Reflect.get(window, 'prints') as string[][])
  await signIn(page)
  await openBoard(page, board.id)
  await expect(page.getByRole('button', { name: 'Board actions' })).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect.poll(async () => (await prints()).length).toBe(1)
  expect((await prints())[0]?.toSorted()).toEqual(all.toSorted())
  await chooseInMenu(page, 'Print')
  await expect.poll(async () => (await prints()).length).toBe(2)
  expect((await prints())[1]?.toSorted()).toEqual(all.toSorted())

  // On paper every card is inside its list, and no list covers another.
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const isWhole = await page.getByTestId('board-list').evaluateAll((lists) =>
    lists.map((list) => {
      const frame = list.getBoundingClientRect()
      const cards = [...list.querySelectorAll('[data-testid=card]')]
      return cards.every((card) => {
        const box = card.getBoundingClientRect()
        return box.height > 0 && box.top >= frame.top && box.bottom <= frame.bottom
      })
    }),
  )
  expect(isWhole).toEqual([true, true, true])
  await page.emulateMedia({ media: null })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => page.getByTestId('card').count()).toBeLessThan(60)
  expect((await page.pdf()).length).toBeGreaterThan(10_000)
  await expect.poll(() => page.getByTestId('card').count()).toBeLessThan(60)
})
