import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { cardNamed, dragOver, listNamed, namesIn, openBoard, pointIn } from '../board-page.ts'
import { type BuiltBoard, expect, test } from '../fixtures.ts'

const headings = (page: Page) => page.getByTestId('board-list').getByRole('heading')
const menuOf = (page: Page, list: string) =>
  page.getByRole('button', { name: `List actions for ${list}` })

async function choose(page: Page, list: string, item: string) {
  // One that closes is still there.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await menuOf(page, list).press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
}

test.describe('lists of a board', () => {
  // boards.write
  test.beforeEach(async ({ page, signIn, board }) => {
    await signIn(page)
    await openBoard(page, board.id)
  })

  const storedLists = async (api: Api, board: BuiltBoard) =>
    (await api('GET /boards/:board_id', { board_id: board.id })).lists.map(({ name }) => name)
  type Api = Parameters<Parameters<typeof test>[2]>[0]['api']

  test('a list is added, renamed, limited, moved and archived by keyboard', async ({
    page,
    board,
    api,
  }) => {
    const polite = page.getByTestId('live-polite')
    await page.getByRole('button', { name: 'Add a list' }).press('Enter')
    await expect(page.getByLabel('Name of the new list')).toBeFocused()
    await page.keyboard.type('Later')
    await page.keyboard.press('Enter')
    await expect(headings(page)).toHaveText(['Ideas', 'Doing', 'Done', 'Later'])
    await expect(page.getByLabel('Name of the new list')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add a list' })).toBeFocused()

    await choose(page, 'Later', 'Rename')
    await expect(page.getByLabel('Name of list Later')).toBeFocused()
    await page.keyboard.type('Next')
    await page.keyboard.press('Enter')
    await expect(menuOf(page, 'Next')).toBeFocused()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(headings(page)).toHaveText(['Ideas', 'Doing', 'Done', 'Next'])

    await choose(page, 'Next', 'Move left')
    await expect(headings(page)).toHaveText(['Ideas', 'Doing', 'Next', 'Done'])
    await expect(menuOf(page, 'Next')).toBeFocused()
    await expect(polite).toContainText('Moved list Next to position 3 of 4')
    await choose(page, 'Next', 'Move list…')
    await page.getByLabel('Position').selectOption({ label: '1 · now Ideas' })
    await page.getByRole('dialog').getByRole('button', { name: 'Move list' }).press('Enter')
    await expect(headings(page)).toHaveText(['Next', 'Ideas', 'Doing', 'Done'])

    await choose(page, 'Ideas', 'Card limit…')
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Enter a whole number')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect(listNamed(page, 'Ideas')).toContainText('3 of 2')
    await choose(page, 'Doing', 'Mark cards as done here')
    await expect(
      listNamed(page, 'Doing').getByRole('img', { name: 'Cards moved here are marked as done' }),
    ).toBeVisible()

    await choose(page, 'Ideas', 'Archive list')
    await expect(headings(page)).toHaveText(['Next', 'Doing', 'Done'])
    await expect(menuOf(page, 'Doing')).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(headings(page)).toHaveText(['Next', 'Ideas', 'Doing', 'Done'])
    await expect.poll(() => storedLists(api, board)).toEqual(['Next', 'Ideas', 'Doing', 'Done'])
  })

  test('a deleted list moves its cards, and the last one leaves an empty board', async ({
    page,
    board,
    api,
  }) => {
    await choose(page, 'Ideas', 'Delete list…')
    const dialog = page.getByRole('dialog', { name: 'Delete list Ideas?' })
    expect(await findThemeViolations(page)).toEqual([])
    await dialog.getByLabel('Move its 3 cards to').selectOption('Done')
    await dialog.getByRole('button', { name: 'Delete list and move 3 cards' }).click()
    await expect(headings(page)).toHaveText(['Doing', 'Done'])
    await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
    await expect(menuOf(page, 'Done')).toBeFocused()
    expect(await storedLists(api, board)).toEqual(['Doing', 'Done'])

    await choose(page, 'Doing', 'Archive list')
    await choose(page, 'Done', 'Archive list')
    await expect(page.getByRole('heading', { name: 'No lists yet' })).toBeVisible()
    await page.getByLabel('Name of the new list').fill('Fresh')
    await page.keyboard.press('Enter')
    await expect(headings(page)).toHaveText(['Fresh'])
    await expect(page.getByRole('button', { name: 'Add a list' })).toBeFocused()
  })

  test('labels are added, edited and deleted with the number of their cards', async ({
    page,
    board,
    api,
  }) => {
    await page.getByRole('button', { name: 'Board actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Labels…' }).press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Labels' })
    await drawer.getByLabel('New label').fill('Urgent')
    // The radio itself is one pixel large: its label waits until the drawer has come to rest.
    await drawer.getByTitle('Red').click()
    await expect(drawer.getByRole('radio', { name: 'Red' })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('Urgent', { exact: true })).toBeVisible()
    expect(await findThemeViolations(page)).toEqual([])
    const { labels } = await api('GET /boards/:board_id', { board_id: board.id })
    expect(labels).toMatchObject([{ name: 'Urgent', color: 'red' }])
    await api('PATCH /cards/:card_id', {
      card_id: board.card('Choose a date'),
      label_ids: labels.map(({ id }) => id),
    })
    await drawer.getByRole('button', { name: 'Edit Urgent' }).click()
    await drawer.getByLabel('Name').fill('Very urgent')
    await page.keyboard.press('Enter')
    await expect(drawer.getByRole('button', { name: 'Edit Very urgent' })).toBeFocused()
    await drawer.getByRole('button', { name: 'Delete Very urgent' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Very urgent?' })
    await expect(question).toContainText('This removes it from 1 card.')
    await question.getByRole('button', { name: 'Delete label' }).press('Enter')
    await expect(drawer.getByText('Very urgent')).toHaveCount(0)
    await expect
      .poll(async () => (await api('GET /boards/:board_id', { board_id: board.id })).labels)
      .toEqual([])
  })

  test('a list that vanishes during a drag leaves the card where the server has it', async ({
    page,
    board,
    api,
  }) => {
    await dragOver(page, cardNamed(page, 'Choose a date'), await pointIn(page, 'Doing', 60))
    await api('PATCH /boards/:board_id/lists/:list_id', {
      board_id: board.id,
      list_id: board.list('Doing'),
      archived: true,
    })
    await page.mouse.up()
    await expect(page.getByTestId('toast').filter({ hasText: 'Not moved' })).toBeVisible()
    await expect(headings(page)).toHaveText(['Ideas', 'Done'])
    await expect(page.locator('[data-dragging]')).toHaveCount(0)
    expect(await namesIn(page, 'Ideas')).toContain('Choose a date')
    expect((await board.stored('Choose a date')).list_id).toBe(board.list('Ideas'))

    // The list of the card in hand: its cards move with it, to where the drop finds them.
    await dragOver(page, cardNamed(page, 'Find a name'), await pointIn(page, 'Ideas', 60))
    await api('DELETE /boards/:board_id/lists/:list_id', {
      board_id: board.id,
      list_id: board.list('Done'),
      move_cards_to: board.list('Ideas'),
    })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(headings(page)).toHaveText(['Ideas'])
    await expect.poll(() => namesIn(page, 'Ideas')).toContain('Find a name')
  })

  test('another person’s change of a list is shown before it is overwritten', async ({
    page,
    board,
    api,
  }) => {
    await page.route('**/events/stream', (route) => route.abort())
    await page.reload()
    await expect(headings(page)).toHaveText(['Ideas', 'Doing', 'Done'])
    await choose(page, 'Doing', 'Rename')
    await page.keyboard.type('Now')
    // Right before Enter, because the board polls.
    await api('PATCH /boards/:board_id/lists/:list_id', {
      board_id: board.id,
      list_id: board.list('Doing'),
      name: 'In progress',
    })
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Someone else changed In progress' })
    await expect(dialog.getByRole('definition')).toHaveText(['“Now”', '“In progress”'])
    await expect(headings(page)).toHaveText(['Ideas', 'In progress', 'Done'])
    await dialog.getByRole('button', { name: 'Use my version' }).click()
    await expect(headings(page)).toHaveText(['Ideas', 'Now', 'Done'])
    await expect.poll(() => storedLists(api, board)).toEqual(['Ideas', 'Now', 'Done'])
  })
})

test(
  'a card limit without boards.write is kept on this device',
  {
    tag: '@public', // the limit of a list is on the server elsewhere
  },
  async ({ page, signIn, board }) => {
    await signIn(page)
    await openBoard(page, board.id)
    await expect(page.getByRole('button', { name: 'Add a list' })).toHaveCount(0)
    await choose(page, 'Ideas', 'Card limit…')
    await expect(page.getByRole('menuitem', { name: /Rename|Archive|Delete/ })).toHaveCount(0)
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect(listNamed(page, 'Ideas')).toContainText('3 of 2')
    await page.reload()
    await expect(listNamed(page, 'Ideas')).toContainText('3 of 2')

    const otherTab = await page.context().newPage()
    await signIn(otherTab)
    await openBoard(otherTab, board.id)
    await choose(otherTab, 'Ideas', 'Card limit…')
    await otherTab.keyboard.press('Control+a')
    await otherTab.keyboard.type('4')
    await otherTab.keyboard.press('Enter')
    await expect(listNamed(page, 'Ideas')).toContainText('3 of 4')
  },
)
