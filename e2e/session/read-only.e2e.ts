import type { Page } from '@playwright/test'

import { cardNamed, dragOver, namesIn, nextFrame, openBoard, pointIn } from '../board-page.ts'
import { type BuiltBoard, IDEAS, expect, test } from '../fixtures.ts'

const NAME = 'Choose a date'
const REASON = 'You have read-only access.'

/** Each attempt to change something opens nothing, and a toast says why. */
async function expectRefused(page: Page, attempts: readonly (string | (() => Promise<void>))[]) {
  const toast = page.getByTestId('toast')
  for (const attempt of attempts) {
    await (typeof attempt === 'string' ? page.keyboard.press(attempt) : attempt())
    await expect(toast).toContainText(REASON)
    const opened = page.locator('main').getByRole('textbox').or(page.getByRole('menu'))
    await expect(opened.or(page.getByRole('dialog'))).toHaveCount(0)
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast).toHaveCount(0)
  }
}

const expectButtons = async (page: Page, names: readonly string[]) => {
  const buttons = page.locator('main').getByRole('button')
  await expect(buttons).toHaveCount(names.length)
  for (const [index, name] of names.entries())
    await expect(buttons.nth(index)).toHaveAccessibleName(name)
}

const onBoard = [
  'Star Launch',
  'Views',
  'Board actions',
  'Label',
  'Member',
  'Due',
  'Filters',
  'Display',
]

async function readBoard(page: Page, board: BuiltBoard) {
  await openBoard(page, board.id)
  const card = cardNamed(page, NAME)
  await card.hover()
  await card.click()
  const dialog = page.getByRole('dialog', { name: NAME })
  await expect(dialog.getByRole('group', { name: 'Due' })).toContainText('18 Nov 2025')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /Move|done|Edit/ })).toHaveCount(0)
  await expect(dialog.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Notes' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Copy link'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  for (const key of ['l', 'd', 'a', 'm', 'e']) await page.keyboard.press(key)
  await nextFrame(page)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(card).toBeFocused()
  // What is left finds, sorts, exports: nothing that the server stores.
  const lists = ['Ideas', 'Doing', 'Done'].map((list) => `List actions for ${list}`)
  await expectButtons(page, [...onBoard, ...lists])
  const itemsOf = async (menu: string) => {
    await page.getByRole('button', { name: menu }).press('Enter')
    const items = page.getByRole('menuitem')
    await expect(items.first()).toBeVisible()
    const names = await items.allInnerTexts()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    return names
  }
  expect(await itemsOf('Board actions')).toEqual(['Archived items…', 'Export…', 'Print'])
  expect(await itemsOf('List actions for Ideas')).toEqual([
    'Select all cards',
    'Collapse',
    'Copy link to list',
  ])
  await dragOver(page, card, await pointIn(page, 'Doing', 60))
  await nextFrame(page)
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(0)
  await page.mouse.up()
  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(IDEAS)
  await card.focus()
  await expectRefused(page, ['l', 'd', 'a', 'm', 'e', 'Shift+ArrowRight'])
  expect(await namesIn(page, 'Ideas')).toEqual(IDEAS)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem')).toHaveText([/^Open/, 'Copy link'])
  await page.keyboard.press('Escape')
  await expect(card).toBeFocused()
}

async function readTable(page: Page, board: BuiltBoard) {
  await page.goto(`/boards/${board.id}?view=table`)
  const row = page.getByTestId('row').filter({ hasText: NAME })
  const tick = row.getByRole('button')
  await expect(tick).toBeDisabled()
  await expect(tick).toHaveAccessibleDescription(REASON)
  const title = row.locator('[data-column=title]')
  await expectRefused(page, [
    () => title.dblclick({ position: { x: 4, y: 4 } }),
    () => row.locator('[data-column=list]').dblclick(),
    () => row.locator('[data-column=due]').dblclick(),
  ])
  await row.getByRole('link').focus()
  await expectRefused(page, ['F2', 'l', 'd', 'a', 'm', 'e'])
}

async function readCalendar(page: Page, board: BuiltBoard) {
  await page.goto(`/boards/${board.id}?view=calendar&month=2025-11`)
  const day = page.locator('[role=gridcell][data-day="2025-11-19"]')
  const card = page.getByRole('link', { name: NAME })
  await expect(card).toBeVisible()
  await expectButtons(page, [...onBoard, 'Previous month', 'Next month', 'Today'])
  const undated = page.getByRole('region', { name: /^No due date/ })
  await expect(undated.getByRole('link').first()).toBeVisible()
  await expect(undated).not.toContainText('Drag a card')
  await expectRefused(page, [() => day.dblclick({ position: { x: 40, y: 60 } })])
  const box = await day.boundingBox()
  if (!box) throw new Error('The day is not on the page.')
  await dragOver(page, card, { x: box.x + 20, y: box.y + box.height - 12 })
  await nextFrame(page)
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(0)
  await page.mouse.up()
  await card.focus()
  await expectRefused(page, ['d', 'e', 'm'])
  await day.focus()
  await expectRefused(page, ['n'])
}

async function readImport(page: Page) {
  await page.goto('/boards/import')
  await expect(page.getByRole('heading', { name: 'You have read-only access' })).toBeVisible()
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  await expect(page.locator('input[type=file]')).toHaveCount(0)
}

test('a read-only key has no editing controls and sends nothing', async ({
  context,
  board,
  api,
  signIn,
}) => {
  const due_at = '2025-11-18T12:00:00.000Z'
  const card_id = board.card(NAME)
  await api('PATCH /cards/:card_id', { card_id, due_at })
  const apiKey = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
  const reader = await context.newPage() // a separate tab, so that it has no other key
  const writes: string[] = []
  reader.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  await signIn(reader, { key: apiKey.key })
  await readBoard(reader, board)
  await readTable(reader, board)
  await readCalendar(reader, board)
  await readImport(reader)
  const { id: list_id } = await api('POST /lists', { name: 'Readers' })
  await reader.goto(`/email/lists/${list_id}/contacts/new`)
  const drawer = reader.getByRole('dialog', { name: 'Add contact' })
  await expect(drawer).toContainText(REASON)
  await expect(drawer.getByRole('textbox')).toHaveCount(0)
  await reader.goto('/boards')
  await expectButtons(reader, ['Views', 'Star Launch'])
  await expect(reader.getByRole('link', { name: 'Import from Trello' })).toHaveCount(0)
  expect(writes).toEqual([])
  expect(await board.stored(NAME)).toMatchObject({ due_at, list_id: board.list('Ideas') })
})

test('a read-only key sees email and feedback without controls, with the reason', async ({
  page: reader,
  api,
  signIn,
}) => {
  const { id: list_id } = await api('POST /lists', { name: 'All customers' })
  await api('POST /lists/:list_id/segments', {
    list_id,
    name: 'Gone',
    filter: { match: 'any', conditions: [{ field: 'status', op: 'is', value: 'bounced' }] },
  })
  const operations = ['ana@example.com', 'ben@example.com'].map((email_address) => ({
    op: 'upsert' as const,
    email_address,
  }))
  await api('POST /lists/:list_id/contacts/batch', { list_id, operations })
  const automation = { name: 'Autumn welcome', status: 'active' as const, list_id }
  const { id: automation_id } = await api('POST /automations', automation)
  const person = { name: 'Asha Bell', email: 'asha@example.com', external_id: 'crm-7' }
  const { id: user_id } = await api('POST /feedback/users/identify', person)
  await api('POST /feedback/boards', { name: 'Ideas' })
  const { key } = await api('POST /api-keys', { name: 'Reader', scope: 'read' })
  await signIn(reader, { key })
  const rows = reader.getByTestId('row')

  await reader.goto(`/email/lists/${list_id}`)
  await rows.first().getByRole('checkbox').click()
  const bar = reader.getByRole('group', { name: 'Selection' })
  await expect(bar).toContainText(REASON)
  // Exporting and deselecting change nothing.
  await expect(bar.getByRole('button')).toHaveCount(2)

  await reader.goto(`/email/lists/${list_id}/segments`)
  await expect(rows).toContainText('Status is bounced')
  await expect(reader.getByRole('button', { name: 'New segment' })).toHaveCount(0)
  await expect(reader.getByText('Your API key can’t create or preview segments.')).toHaveCount(1)

  await reader.goto(`/email/automations/${automation_id}`)
  const drawer = reader.getByRole('dialog', { name: 'Autumn welcome' })
  await expect(drawer).toContainText('Active')
  await expect(drawer.getByRole('heading', { name: 'Enroll contacts' })).toHaveCount(0)

  await reader.goto(`/feedback/users/${user_id}`)
  await reader
    .getByRole('dialog', { name: 'Asha Bell' })
    .getByRole('button', { name: 'Actions for Asha Bell' })
    .click()
  await expect(reader.getByRole('menuitem')).toHaveText(['Copy address', 'Copy ID'])

  await reader.goto('/feedback/posts/setup')
  await expect(rows.filter({ hasText: 'Ideas' })).toBeVisible()
  await expect(reader.getByText(REASON).first()).toBeVisible()
  await expect(reader.getByRole('button', { name: 'New board' })).toHaveCount(0)
  await reader.getByRole('link', { name: /^Statuses/ }).click()
  await expect(reader.getByRole('list', { name: 'Statuses' }).getByTestId('row')).toHaveCount(6)
  await expect(reader.getByRole('button', { name: 'Move Open' })).toHaveCount(0)
})
