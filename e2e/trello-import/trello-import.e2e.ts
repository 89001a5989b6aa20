import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { fetchAll } from '#client/importers/core/import-call.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { choose, fact, openImport, press, smallBoard, step, toFile } from '../import-page.ts'

/** Lists and cards with the archived ones, labels, people: as counted by hand in each file. */
const boards: [file: string, lists: string, cards: string, labels: number, people: number][] = [
  ['amirite-2018', '7', '81 (23 archived)', 6, 3],
  ['hermes-2014', '11 (3 archived)', '55 (5 archived)', 4, 4],
  ['tapmovies-2017', '7 (2 archived)', '62 (1 archived)', 6, 4],
  ['user-location-2024', '7 (1 archived)', '28 (2 archived)', 2, 1],
  ['deck-example-2020', '3', '5', 6, 1],
  ['deck-parse-test-2020', '2', '4', 6, 1],
  ['simple-project-board-2022', '5 (1 archived)', '10 (1 archived)', 8, 1],
  ['kanban-template-2020', '8 (1 archived)', '16 (1 archived)', 6, 1],
  ['welcome-board-2013', '3', '18', 2, 2],
  ['product-launch-sample-2026', '4', '5', 6, 2],
]

const exported = (name: string) =>
  gunzipSync(
    readFileSync(new URL(`../../src/client/importers/fixtures/${name}.json.gz`, import.meta.url)),
  )

/** A column of the result, of boards, lists, labels, people and cards. */
const column = async (page: Page, name: string): Promise<number> => {
  const table = page.getByRole('table', { name: 'Result' })
  const heads = await table.locator('thead th').allTextContents()
  const cells = await table
    .locator(`tbody tr > :nth-child(${heads.indexOf(name) + 1})`)
    .allTextContents()
  return cells.reduce((sum, cell) => sum + Number(cell), 0)
}

test.describe('Trello import', () => {
  test.beforeEach(({ page, signIn }) => signIn(page))

  test('every real export is imported with its counts', async ({ page, api }) => {
    test.slow() // ten boards
    await openImport(page)
    for (const [name, lists, cards, labels, people] of boards) {
      await choose(page, `${name}.json`, exported(name))
      await expect(step(page, 'preview'), name).toBeVisible()
      await expect(fact(page, 'Lists'), name).toHaveText(lists)
      await expect(fact(page, 'Cards'), name).toHaveText(cards)
      await expect(fact(page, 'Labels'), name).toHaveText(new RegExp(`^${labels}:`))
      await expect(fact(page, 'People'), name).toHaveText(new RegExp(`^${people}:`))
      await press(page, 'Import board')
      await expect(step(page, 'done'), name).toBeVisible()
      const total = [lists, cards].reduce((sum, text) => sum + Number.parseInt(text, 10), 1)
      // Two boards share people, who are one member each.
      const created = (await column(page, 'Created')) + (await column(page, 'Unchanged'))
      expect([created, await column(page, 'Rejected')], name).toEqual([total + labels + people, 0])
      await press(page, 'Import another board')
    }

    const all = (await api('GET /boards', {})).data
    expect(all).toHaveLength(boards.length)
    const board_id = all.find(({ name }) => name === 'Project Hermes')?.id ?? ''
    const texts = (await api('GET /boards/:board_id/cards', { board_id })).data
      .map(({ description }) => description)
      .join('\n')
    expect(texts).toContain('## Comments')
    expect(texts).toContain('keep it from relying on dedicated servers')
    expect(texts).toContain('[logo.png](<https://attachments.trello.example/')
  })

  test('a second run of the same file changes nothing, or creates another board', async ({
    page,
    api,
  }) => {
    const name = 'simple-project-board-2022'
    const importBoard = async () => {
      await choose(page, `${name}.json`, exported(name))
      await expect(step(page, 'preview')).toBeVisible()
    }
    await openImport(page)
    await importBoard()
    const done = page.getByRole('checkbox', { name: /^DONE!/ })
    await expect(done).toBeChecked()
    expect(await findThemeViolations(page)).toEqual([])
    await press(page, 'Import board')
    await expect(page.getByRole('heading', { name: 'Imported Simple Project Board' })).toBeFocused()
    expect(await findThemeViolations(page)).toEqual([])
    const download = page.waitForEvent('download')
    await press(page, 'Download report')
    const report = await download
    expect(report.suggestedFilename()).toBe('Import report simple-project-board-2022.json.txt')
    expect(readFileSync(await report.path(), 'utf8')).toContain('12 checklist items in 3 cards')

    // The person goes on: what they wrote above the imported part and what they completed stays.
    const [board] = (await api('GET /boards', {})).data
    const cards = (await api('GET /boards/:board_id/cards', { board_id: board?.id ?? '' })).data
    const card = cards.find(({ description }) => description?.includes('## Checklists'))
    const description = `Our own words.\n\n${card?.description}`
    await api('PATCH /cards/:card_id', { card_id: card?.id ?? '', description })
    // Of the three cards of that list one is archived.
    expect(cards.filter(({ completed }) => completed)).toHaveLength(2)

    await press(page, 'Import another board')
    await importBoard()
    await expect(page.getByText('Importing it again changes nothing.')).toBeVisible()
    await expect(done).toBeChecked()
    await press(page, 'Import board')
    await expect(
      page.getByRole('heading', { name: 'Simple Project Board is up to date' }),
    ).toBeFocused()
    expect(await column(page, 'Unchanged')).toBe(25)
    const after = await api('GET /cards/:card_id', { card_id: card?.id ?? '' })
    expect(after.description).toBe(description)

    await press(page, 'Import another board')
    await importBoard()
    await page.getByRole('radio', { name: 'New board' }).check()
    await press(page, 'Import board')
    await expect(step(page, 'done')).toBeVisible()
    expect([await column(page, 'Created'), await column(page, 'Unchanged')]).toEqual([24, 1])
    await page.getByRole('link', { name: 'Open board' }).click()
    await expect(page.getByTestId('card').first()).toBeVisible()
    expect((await api('GET /boards', {})).data).toHaveLength(2)
  })

  test('an import that is left, stopped and continued has every card once', async ({
    page,
    api,
  }) => {
    let release = () => {}
    let isHeld = true
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/cards\/import$/, async (route) => {
      const body = route.request().postData() ?? ''
      if (isHeld && body.includes('Card 150')) await held
      await route.continue()
    })
    await openImport(page)
    // Three batches of cards, of which the second one is held.
    const source = smallBoard({}, 298)
    await choose(page, 'small.json', toFile(source))
    await press(page, 'Import board')
    const bar = page.getByRole('main').getByRole('progressbar')
    await expect(bar).toHaveAttribute('aria-valuetext', '102 of 300 records')
    await expect(page.getByTestId('job')).toHaveCount(0) // the page shows it

    await page.getByRole('link', { name: 'Boards', exact: true }).first().click()
    await expect(page.locator('[data-page=boards]')).toBeVisible()
    await expect(page.getByTestId('job')).toHaveAttribute('data-progress', '34')
    await page.goBack()
    await expect(bar).toHaveAttribute('aria-valuetext', '102 of 300 records')
    await page.getByRole('main').getByRole('button', { name: 'Stop' }).click()
    isHeld = false
    release()
    await expect(page.getByRole('heading', { name: 'Import stopped' })).toBeFocused()

    await press(page, 'Continue')
    await expect(step(page, 'done')).toBeVisible()
    const [board] = (await api('GET /boards', {})).data
    expect(board?.card_count).toBe(298)
    const input = { board_id: board?.id ?? '' }
    const cards = await fetchAll(api, 'GET /boards/:board_id/cards', input)
    expect(cards.map(({ name }) => name)).toEqual(source.cards.map(({ name }) => name))
  })

  test('a board is imported by keyboard alone, from the palette to the board', async ({
    page,
    api,
  }) => {
    await page.goto('/boards')
    await expect(page.locator('[data-page=boards]')).toBeVisible()
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('trello')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Import from Trello' })).toBeFocused()
    const chooser = page.waitForEvent('filechooser')
    await expect(step(page, 'choose')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
    await page.keyboard.press('Enter')
    await (
      await chooser
    ).setFiles({
      name: 'small.json',
      mimeType: 'application/json',
      buffer: toFile(smallBoard()),
    })
    await expect(page.getByRole('heading', { name: 'Small', exact: true })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('checkbox', { name: /^To do/ })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Imported Small' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('card').first()).toBeVisible()
    const [board] = (await api('GET /boards', {})).data
    expect(board?.lists.map(({ completes_cards }) => completes_cards)).toEqual([true])
    const cards = (await api('GET /boards/:board_id/cards', { board_id: board?.id ?? '' })).data
    expect(cards.every(({ completed }) => completed)).toBe(true)
  })

  test('keys that may not import are told so before a file is chosen', async ({
    page,
    api,
    signIn,
  }) => {
    const keys: [scope: 'read' | 'write', message: string][] = [
      ['read', 'You have read-only access'],
      ['write', 'Importing requires an admin key'],
    ]
    for (const [scope, message] of keys) {
      const { key } = await api('POST /api-keys', { name: scope, scope })
      const other = await page.context().newPage()
      await signIn(other, { key })
      await other.goto('/boards/import')
      await expect(other.getByRole('heading', { name: message })).toBeVisible()
      await expect(other.locator('input[type=file]')).toHaveCount(0)
    }
  })
})

// A server of the public API alone has no import.
test('a server that cannot import boards says so', { tag: '@public' }, async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/boards/import')
  await expect(page.getByRole('heading', { name: 'This server can’t import boards' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to boards' }).click()
  await expect(page.locator('[data-page=boards]')).toBeVisible()
})
