import type { Page } from '@playwright/test'

import { cardIn, cardNamed, MOVE, namesIn, openBoard } from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const polite = (page: Page) => page.locator('dialog[open] [data-testid=live-polite]').last()

test.beforeEach(async ({ page, signIn }) => signIn(page))

test(
  'D1 a deep link opens the board and the dialog, and closing stays on the board',
  { tag: '@both' },
  async ({ page, board }) => {
    await page.goto(`/cards/${board.card('Book the room')}`)
    await expect(dialogOf(page, 'Book the room')).toBeVisible()
    await expect(page).toHaveURL(`/boards/${board.id}/cards/${board.card('Book the room')}`)
    await expect(page).toHaveTitle(/^Book the room, Launch/)

    await page.keyboard.press('k')
    await expect(dialogOf(page, 'Draw the poster')).toBeVisible()
    await expect(polite(page)).toHaveText('Draw the poster. In Doing, position 1 of 2')
    await page.keyboard.press('j')
    await expect(dialogOf(page, 'Book the room')).toBeVisible()
    await expect(polite(page)).toHaveText('Book the room. In Doing, position 2 of 2')
    // The second key comes before the card of the first is rendered.
    await page.evaluate(() => {
      for (const key of ['k', 'j'])
        document.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
    })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(`/boards/${board.id}`)
    await expect(page).toHaveTitle(/^Launch/)
    await expect(cardNamed(page, 'Book the room')).toBeFocused()

    await page.goto(`/boards/${board.id}/cards/crd_unknown`)
    await expect(page.getByRole('heading', { name: 'Card not found' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back to board' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/boards/${board.id}`)

    await page.goto('/cards/crd_unknown')
    await expect(page.getByRole('heading', { level: 1, name: 'Card not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to boards' }).click()
    await expect(page).toHaveURL('/boards')
    await page.goto(`/boards/brd_unknown/cards/${board.card('Book the room')}`)
    await expect(page.getByRole('heading', { name: 'Board not found' })).toBeVisible()
  },
)

test('D5 focus returns to the card after closing, and the history has one entry', async ({
  page,
  board,
}) => {
  await page.goto('/boards')
  await page.getByRole('link', { name: 'Launch' }).first().click()
  await cardNamed(page, 'Choose a date').click()
  await expect(dialogOf(page, 'Choose a date')).toBeVisible()
  await page.keyboard.press('j')
  await expect(dialogOf(page, 'Ask the printers')).toBeVisible()
  await dialogOf(page, 'Ask the printers').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cardNamed(page, 'Ask the printers')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/boards')
  await page.goForward()
  await expect(page).toHaveURL(`/boards/${board.id}`)
})

test('D2 Esc with unsaved notes asks, and a draft survives a reload', async ({
  page,
  board,
  api,
}) => {
  await openBoard(page, board.id)
  await cardNamed(page, 'Choose a date').click()
  const dialog = dialogOf(page, 'Choose a date')
  if (isPublicProfile()) {
    // The public API has no description, so there is nothing to lose.
    await expect(dialog.getByRole('group', { name: 'Due' })).toBeVisible()
    await expect(dialog.getByText('Notes')).toHaveCount(0)
    await page.keyboard.press('Escape')
    return expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await dialog.getByRole('button', { name: 'Add notes…' }).click()
  await page.keyboard.type('In the *garden*')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Discard unsaved text?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('In the *garden*')

  const card_id = board.card('Choose a date')
  await api('PATCH /cards/:card_id', { card_id, description: 'In the hall' })
  await page.reload()
  await expect(dialog.getByText('Restored the notes you didn’t save.')).toBeVisible()
  await dialog.getByText('Preview', { exact: true }).click()
  await expect(dialog.getByRole('region', { name: 'Preview' }).locator('em')).toHaveText('garden')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: /^Someone else changed/ })
  await expect(question).toContainText('In the hall')
  await question.getByRole('button', { name: 'Use my version' }).click()
  await expect
    .poll(async () => (await board.stored('Choose a date')).description)
    .toBe('In the *garden*')
  await expect(dialog.locator('em')).toHaveText('garden')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test(
  'D4 labels and members toggle on the board at once, by keyboard',
  { tag: '@both' },
  async ({ page, board, api }) => {
    await api('POST /boards/:board_id/labels', {
      board_id: board.id,
      name: 'Print',
      color: 'green',
    })
    const { id } = await api('POST /members', { name: 'Eira Morgan' })
    // Without members.list only people who are on a card can be found.
    if (isPublicProfile())
      await api('PATCH /cards/:card_id', { card_id: board.card('Find a name'), members: [id] })
    await openBoard(page, board.id)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/v1/cards/*', async (route) => {
      if (route.request().method() === 'PATCH') await held
      await route.continue()
    })
    await page.keyboard.press('ArrowDown')
    const card = page.locator('[data-card-id]:focus')
    await expect(card).toHaveCount(1)
    const name = (await card.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('Enter')
    await expect(dialogOf(page, name)).toBeVisible()
    await page.keyboard.press('l')
    await expect(page.getByRole('combobox', { name: 'Search labels' })).toBeFocused()
    await page.keyboard.type('pri')
    await page.keyboard.press('Enter')
    await expect(polite(page)).toHaveText('Added Print')
    await expect(page.locator(`[data-card-id="${board.card(name)}"]`)).toContainText('Print')
    await expect(page.getByRole('option', { name: 'Print' })).toBeChecked()
    await page.keyboard.press('Escape')
    const members = await holdRequests(page, 'GET', /\/v1\/members/)
    await page.keyboard.press('a')
    await page.keyboard.type('eira')
    await page.keyboard.press('Enter') // kept until the members are here
    members.release()
    await expect(polite(page)).toHaveText('Added Eira Morgan')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page, name).getByRole('img', { name: 'Eira Morgan' })).toBeVisible()
    release()
    await expect
      .poll(async () => (await board.stored(name)).members)
      .toMatchObject([{ name: 'Eira Morgan' }])
    await page.keyboard.press('e')
    await expect(
      dialogOf(page, name).getByRole('button', { name: `Mark ${name} as done` }),
    ).toHaveAttribute('aria-pressed', 'true')
    const count = await page.evaluate(() => document.querySelectorAll('*').length)
    expect(count).toBeLessThanOrEqual(900)
  },
)

test('T57 someone else’s change shows beside what is being typed', async ({ page, board, api }) => {
  const card_id = board.card('Choose a date')
  await openBoard(page, board.id)
  await cardNamed(page, 'Choose a date').click()
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
  await title.fill('Choose two dates')
  await api('PATCH /cards/:card_id', { card_id, name: 'Choose a day' })
  await expect(page.getByText('Someone renamed this card to “Choose a day”.')).toBeVisible()
  await expect(title).toHaveValue('Choose two dates')
  await page.getByRole('button', { name: 'Use their version' }).click()
  await expect(title).toHaveValue('Choose a day')
  expect((await board.stored('Choose a date')).name).toBe('Choose a day')

  await title.fill('Choose three dates')
  await api('PATCH /cards/:card_id', { card_id, name: 'Choose a week' })
  await expect(page.getByText('Someone renamed this card to “Choose a week”.')).toBeVisible()
  // Past the button of the notice.
  await title.press('Tab')
  await page.keyboard.press('Tab')
  const question = page.getByRole('dialog', { name: 'Someone else changed Choose a week' })
  await expect(question.getByRole('definition').first()).toHaveText('“Choose three dates”')
  await question.getByRole('button', { name: 'Use their version' }).press('Enter')
  await expect(title).toHaveValue('Choose a week')

  await api('DELETE /cards/:card_id', { card_id })
  await expect(page.getByRole('heading', { name: 'Card not found' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore card' }).click()
  // Until it is restored, reading it is an error.
  const status = () =>
    board.stored('Choose a date').then(
      (card) => card.status,
      () => undefined,
    )
  await expect.poll(status).toBe('open')
})

test(
  'T51 a card moves to another board with the labels that it has, and back',
  { tag: '@both' },
  async ({ page, board, api }) => {
    const other = await api('POST /boards', {
      name: 'Archive',
      lists: [{ name: 'Inbox' }],
      labels: [{ name: 'Print', color: 'green' }],
    })
    const card_id = board.card('Choose a date')
    const label = (name: string) =>
      api('POST /boards/:board_id/labels', { board_id: board.id, name, color: 'green' })
    const label_ids = [(await label('Print')).id, (await label('Web')).id]
    await api('PATCH /cards/:card_id', { card_id, label_ids })
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('m')
    if (isPublicProfile()) {
      // The public API refuses a list of another board, so none is offered.
      await expect(page.getByRole('option')).toHaveCount(3)
      return expect(page.getByRole('button', { name: 'Another board…' })).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Another board…' }).click()
    const move = await holdRequests(page, 'POST', MOVE)
    await page.getByRole('button', { name: 'Move to Inbox' }).click()
    await expect(cardNamed(page, 'Choose a date')).toHaveCount(0) // before the response
    move.release()
    await expect
      .poll(() => api('GET /cards/:card_id', { card_id }))
      .toMatchObject({ board_id: other.id, label_ids: [other.labels[0]?.id] })

    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
    await expect(cardIn(page, 'Ideas', 'Choose a date')).toBeVisible()
    await expect
      .poll(() => api('GET /cards/:card_id', { card_id }))
      .toMatchObject({ board_id: board.id, label_ids })
    expect(await namesIn(page, 'Ideas')).toEqual([
      'Write the announcement',
      'Choose a date',
      'Ask the printers',
    ])
  },
)
