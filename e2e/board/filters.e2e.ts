import type { Page } from '@playwright/test'

import { findSeriousViolations, findThemeViolations } from '../axe.ts'
import { cardNamed, listNamed, openBoard } from '../board-page.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

/** Six cards over two lists: labels, people, dates and completion in every combination that a filter needs. */
const filteredTest = test.extend<{
  launch: { id: string; labels: Record<string, string>; member_id: string }
}>({
  launch: async ({ api }, use) => {
    const lists = [{ name: 'Ideas' }, { name: 'Doing' }]
    const labels = ['Copy', 'Design', 'Shop'].map((name) => ({ name, color: 'blue' }))
    const board = await api('POST /boards', { name: 'Launch', lists, labels })
    const ids = Object.fromEntries(board.labels.map(({ id, name }) => [name, id]))
    const [ideas, doing] = board.lists.map(({ id }) => id)
    const create = (
      list_id: string | undefined,
      name: string,
      labelNames: string[],
      due?: number,
    ) =>
      api('POST /boards/:board_id/cards', {
        board_id: board.id,
        list_id: list_id ?? '',
        name,
        label_ids: labelNames.map((label) => ids[label] ?? ''),
        due_at: due === undefined ? null : inHours(due),
      })
    const poster = await create(ideas, 'Poster', ['Copy'], -48)
    await create(ideas, 'Leaflet', ['Copy', 'Design'], 24 * 3)
    await create(ideas, 'Logo', ['Design'])
    const done = await create(ideas, 'Letter', ['Copy'], -72)
    await create(doing, 'Price list', ['Shop'], 24 * 30)
    await create(doing, 'Window', [])
    await api('PATCH /cards/:card_id', { card_id: done.id, completed: true })
    const { id: member_id } = await api('POST /members', { name: 'Eira Morgan' })
    for (const { id: card_id } of [poster, done])
      await api('PATCH /cards/:card_id', { card_id, members: [member_id] })
    await use({ id: board.id, labels: ids, member_id })
  },
})

const visibleNames = async (page: Page) =>
  (
    await page
      .getByTestId('card')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''))
  ).toSorted()

const expectCards = (page: Page, names: string[]) =>
  expect.poll(() => visibleNames(page)).toEqual(names.toSorted())

filteredTest(
  'K11 every filter survives reload, Back and Forward',
  async ({ page, launch, api }) => {
    await page.setViewportSize({ width: 1680, height: 900 })
    await page.goto(`/boards/${launch.id}?view=board&ref=mail`)
    await expect(page.getByTestId('card')).toHaveCount(6)
    const toolbar = page.locator('main')
    const chip = (name: string | RegExp) => toolbar.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')

    await chip('Label').click()
    await dialog.getByRole('checkbox', { name: 'Copy' }).check()
    await expectCards(page, ['Poster', 'Leaflet', 'Letter'])
    await dialog.getByRole('checkbox', { name: 'Design' }).check()
    await expectCards(page, ['Poster', 'Leaflet', 'Letter', 'Logo'])
    await dialog.getByText('All of these').click()
    await expectCards(page, ['Leaflet'])
    await page.reload()
    await expectCards(page, ['Leaflet'])
    await chip('Label: Copy and Design').click()
    await expect(dialog.getByRole('radio', { name: 'All of these' })).toBeChecked()
    await dialog.getByText('Any of these').click()
    await page.keyboard.press('Escape')
    await expect(chip('Label: Copy or Design')).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: '4 of 6 cards' })).toBeVisible()
    await expect(listNamed(page, 'Ideas')).toContainText('4 of 4')

    await chip('Member').click()
    await dialog.getByRole('checkbox', { name: 'Eira Morgan' }).check()
    await page.keyboard.press('Escape')
    await expectCards(page, ['Poster', 'Letter'])
    await expect(chip('Member: Eira Morgan')).toBeFocused()
    await chip('Status').click()
    await dialog.getByRole('radio', { name: 'Not done' }).check()
    await page.keyboard.press('Escape')
    await chip('Due').click()
    await dialog.getByRole('radio', { name: 'Overdue' }).check()
    await page.keyboard.press('Escape')
    await expectCards(page, ['Poster'])
    await page.keyboard.press('/')
    await page.keyboard.type('post')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('post')

    await page.reload()
    await expectCards(page, ['Poster'])
    await expect(page.getByRole('searchbox')).toHaveValue('post')
    await expect(chip('Due: Overdue')).toBeVisible()
    await expect(chip('Status: Not done')).toBeVisible()
    const params = new URL(page.url()).searchParams
    expect(Object.fromEntries(params)).toEqual({
      view: 'board',
      ref: 'mail',
      label: `${launch.labels['Copy']},${launch.labels['Design']}`,
      member: launch.member_id,
      completed: 'false',
      due: 'overdue',
      q: 'post',
    })

    // Each choice was a history entry; the letters were none.
    await page.goBack()
    await expectCards(page, ['Poster'])
    await expect(chip('Due')).toBeVisible()
    await page.goBack()
    await expectCards(page, ['Poster', 'Letter'])
    await page.goBack()
    await expectCards(page, ['Poster', 'Leaflet', 'Letter', 'Logo'])
    await expect(chip('Member')).toBeVisible()
    await page.goForward()
    await page.goForward()
    await page.goForward()
    await expectCards(page, ['Poster'])

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByTestId('card')).toHaveCount(6)
    expect(new URL(page.url()).search).toBe('?view=board&ref=mail')

    // Days of the person, both ends included.
    const { data } = await api('GET /boards/:board_id/cards', { board_id: launch.id })
    const dueDay = (name: string) => {
      const due_at = data.find((card) => card.name === name)?.due_at ?? ''
      return page.evaluate((at) => new Date(at).toLocaleDateString('sv-SE'), due_at)
    }
    const [first, last] = [await dueDay('Letter'), await dueDay('Poster')]
    for (const [range, names] of [
      [`${first}..${last}`, ['Letter', 'Poster']],
      [`..${first}`, ['Letter']],
      [`${await dueDay('Leaflet')}..`, ['Leaflet', 'Price list']],
    ] as const) {
      await page.goto(`/boards/${launch.id}?due=${range}`)
      await expectCards(page, [...names])
    }
    await page.reload()
    await expectCards(page, ['Leaflet', 'Price list'])
  },
)

filteredTest(
  'filters by keyboard from a cold page; values that are gone are dropped with a notice',
  async ({ page, launch, api }) => {
    await page.goto(`/boards/${launch.id}`)
    await expect(page.getByTestId('card')).toHaveCount(6)
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await expect(dialog.getByRole('checkbox', { name: 'Copy' })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expectCards(page, ['Poster', 'Leaflet', 'Letter', 'Price list'])
    expect(await findThemeViolations(page, findSeriousViolations)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '1 filter' })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: '4 of 6 cards' })).toBeVisible()

    await page.goto(`/boards/${launch.id}?label=${launch.labels['Shop']}&due=none`)
    const emptyState = page.locator('[data-state=filtered-empty]')
    await expect(emptyState).toContainText('No cards match Shop and no due date')
    await expect(page.getByTestId('live-polite').first()).toContainText('No cards match Shop')
    await emptyState.getByRole('button', { name: 'Remove no due date: 1 card' }).click()
    await expectCards(page, ['Price list'])

    await api('DELETE /boards/:board_id/labels/:label_id', {
      board_id: launch.id,
      label_id: launch.labels['Shop'] ?? '',
    })
    await page.reload()
    await expect(page.getByTestId('toast')).toContainText(
      'A label no longer exists, so it was removed from the filter.',
    )
    await expect(page.getByTestId('card')).toHaveCount(6)
    expect(new URL(page.url()).search).toBe('')
  },
)

filteredTest.describe('on a phone', () => {
  filteredTest.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  filteredTest(
    'one button opens a sheet with the filters and display options',
    async ({ page, launch }) => {
      await openBoard(page, launch.id)
      await page.getByRole('button', { name: 'Filters' }).tap()
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      await sheet.getByRole('radio', { name: 'Overdue' }).check()
      await sheet.getByRole('radio', { name: 'Dates…' }).check()
      await sheet.getByLabel('From', { exact: true }).fill('1 January 2000')
      await sheet.getByLabel('To', { exact: true }).focus()
      await expect.poll(() => new URL(page.url()).searchParams.get('due')).toBe('2000-01-01..')
      await sheet.getByRole('radio', { name: 'Overdue' }).check()
      await sheet.getByRole('switch', { name: 'Labels as color bars' }).tap()
      expect(await findThemeViolations(page, findSeriousViolations)).toEqual([])
      await sheet.getByRole('button', { name: 'Close' }).tap()
      await expectCards(page, ['Poster'])
      await expect(page.getByRole('img', { name: 'Copy' })).toBeVisible()
      await expect(page.getByRole('button', { name: '1 filter' })).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).tap()
      await expect(cardNamed(page, 'Logo')).toBeVisible()
      const box = await page.getByRole('button', { name: 'Filters' }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    },
  )
})

test('all filters scroll in a low window and do not cover their button', async ({
  page,
  board,
}) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await openBoard(page, board.id)
  const button = page.getByRole('button', { name: 'Filters', exact: true })
  await button.click()
  const popover = page.getByRole('dialog', { name: 'Filters' })
  await expect(popover).toBeVisible()
  const end = async () => (await button.boundingBox())?.y ?? 0
  await expect
    .poll(async () => ((await popover.boundingBox())?.y ?? 0) - (await end()))
    .toBeGreaterThanOrEqual(28)
  const last = popover.getByRole('radio', { name: 'Done', exact: true })
  await last.check()
  await expect(last).toBeInViewport({ ratio: 1 })
})
