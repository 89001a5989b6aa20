import type { Download, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'

import { cardNamed, openBoard } from '../board-page.ts'
import { type BoardPlan, expect, test } from '../fixtures.ts'

/** A cell that a spreadsheet would run. */
const FORMULA = '=HYPERLINK("idea 10")'

/** More than one page of cards in the first list. */
const BIG: BoardPlan = {
  Ideas: Array.from({ length: 104 }, (_, n) => `Idea ${n}`),
  Doing: [FORMULA, 'Draw "it", twice', '+44 20 7946', '-1', '@home'],
  Done: ['Find a name'],
}
const all = Object.values(BIG).flat()

async function chooseInMenu(page: Page, item: string) {
  await page.getByRole('button', { name: 'Board actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8')
const parseCsv = (file: string) =>
  Papa.parse<string[]>(file.slice(1), { delimiter: ',', newline: '\r\n', skipEmptyLines: true })
    .data

test(
  'T95 a board, its filtered view, JSON and selected cards are exported with cards that were not loaded',
  { tag: '@both' },
  async ({ page, api, signIn, buildBoard }) => {
    const board = await buildBoard(BIG, 'Launch: autumn')
    const label = await api('POST /boards/:board_id/labels', {
      board_id: board.id,
      name: '-draft',
      color: 'green',
    })
    const member = await api('POST /members', { name: '=Eira' })
    const card_id = board.card(FORMULA)
    await api('PATCH /cards/:card_id', {
      card_id,
      label_ids: [label.id],
      members: [member.id],
      start_at: '2026-03-27T09:00:00Z',
      due_at: '2026-03-29T01:30:00Z',
      completed: true,
    })
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
    const [, ...lines] = parseCsv(csv)
    // What a spreadsheet would run has an apostrophe in front, and nothing else is changed.
    const safe = (text: string) => (/^[=+@-]/.test(text) ? `'${text}` : text)
    const ids = board.cards.map(({ id }) => id)
    expect(lines.map((cells) => [cells[0], cells[9]])).toEqual(
      all.map((title, at) => [safe(title), ids[at]]),
    )
    const rowOf = async (name: string, raw = false) => {
      const { start_at, due_at, completed, completed_at, list_id, ...card } =
        await board.stored(name)
      const cell = raw ? (text: string) => text : safe
      const labels = card.label_ids.map(() => cell(label.name))
      const members = card.members.map((one) => cell(one.name))
      const list = board.board.lists.find(({ id }) => id === list_id)?.name
      const dates = [start_at, due_at, completed ? 'yes' : 'no', completed_at]
      const cells = [cell(name), list, labels.join(), members.join(), ...dates, 'no', card.id]
      return cells.map((value) => value ?? '')
    }
    for (const name of [FORMULA, 'Draw "it", twice', 'Idea 103', 'Find a name'])
      expect(lines[all.indexOf(name)]).toEqual(await rowOf(name))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByTestId('toast')).toContainText(`Exported ${all.length} cards`)

    await page.goto(`/boards/${board.id}?q=idea+10`)
    await expect(page.getByTestId('card').first()).toBeVisible()
    await chooseInMenu(page, 'Export…')
    await expect(dialog.getByRole('radio', { name: 'Cards that match the filter' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'JSON' }).check()
    const view = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const exported: unknown = JSON.parse(await textOf(await view))
    const inView = [...['10', '100', '101', '102', '103'].map((n) => `Idea ${n}`), FORMULA]
    expect(exported).toMatchObject({
      board: { id: board.id, name: 'Launch: autumn' },
      cards: await Promise.all(
        inView.map(async (title) => {
          const card = await board.stored(title)
          return {
            id: card.id,
            title,
            list: board.board.lists
              .filter(({ id }) => id === card.list_id)
              .map(({ id, name }) => ({ id, name }))[0],
            labels: card.label_ids.map(() => ({ name: '-draft', color: 'green' })),
            members: card.members.map(({ id, name }) => ({ id, name })),
            due_at: card.due_at,
            completed: card.completed,
            status: 'open',
            start_at: card.start_at,
            completed_at: card.completed_at,
          }
        }),
      ),
    })

    await cardNamed(page, 'Idea 101').focus()
    await page.keyboard.press('x')
    await cardNamed(page, FORMULA).focus()
    await page.keyboard.press('x')
    await page
      .getByRole('group', { name: 'Selection' })
      .getByRole('button', { name: 'Export' })
      .press('Enter')
    await expect(dialog.getByRole('radio', { name: /^Selected cards/ })).toBeChecked()
    await dialog.getByRole('checkbox').check() // texts as they are
    const selection = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter')
    expect(parseCsv(await textOf(await selection)).slice(1)).toEqual([
      await rowOf('Idea 101'),
      await rowOf(FORMULA, true),
    ])
  },
)

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
