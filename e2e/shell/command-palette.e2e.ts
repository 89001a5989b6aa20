import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('S3 the command palette opens boards and posts', async ({ page, board, api }) => {
  await test.step('S3 the command palette opens a board by name and restores focus', async () => {
    await page.goto('/')
    const boards = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Boards' })
    await boards.focus()
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(boards).toBeFocused()

    await openPalette(page)
    await page.keyboard.type('laun')
    await expect(option(page, /^Launch/)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/boards/${board.id}$`))
    await expect(page.getByRole('heading', { level: 1, name: 'Launch' })).toBeFocused()
  })
  await test.step('the palette finds a post and opens it', async () => {
    const portal = await api('POST /feedback/boards', { name: 'Ideas' })
    const title = 'A print of the summer'
    const post = await api('POST /feedback/posts', { board_id: portal.id, title })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await openPalette(page)
    await page.keyboard.type('print of the summer')
    await expect(option(page, /A print of the summer Ideas/)).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/feedback/posts/${post.id}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  })
  await test.step('the palette finds a card of a board that was never open', async () => {
    const garden = await api('POST /boards', { name: 'Garden', lists: [{ name: 'Soon' }] })
    const card = await api('POST /boards/:board_id/cards', {
      board_id: garden.id,
      list_id: garden.lists[0]?.id ?? '',
      name: 'Prune the trees',
      description: 'The old quince first',
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await openPalette(page)
    await page.keyboard.type('quince')
    const found = option(page, /Prune the trees The old quince first Garden · Soon/)
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/boards/${garden.id}/cards/${card.id}`)
    await expect(page.getByRole('dialog', { name: 'Prune the trees' })).toBeVisible()
  })
})

test('S7 the palette moves the focused card and adds a card that can be opened', async ({
  page,
  board,
  api,
}) => {
  const [first, second] = board.board.lists
  const card = board.cards.find(({ list_id }) => list_id === first?.id)
  if (!card || !second) throw new Error('The board has too few lists or cards.')
  await page.goto(`/boards/${board.id}`)
  const tile = page.getByRole('group', { name: card.name, exact: true })
  await tile.focus()
  await openPalette(page)
  await page.keyboard.type('move')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Move card' })).toBeVisible()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(tile).toHaveAttribute('data-list-id', second.id)
  await expect(tile).toBeFocused()
  await expect
    .poll(async () => (await api('GET /cards/:card_id', { card_id: card.id })).list_id)
    .toBe(second.id)

  await page.goto('/email/campaigns')
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('Call the printers twice')
  await expect(option(page, /^New card “Call the printers twice”/)).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await page.getByTestId('toast').getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('dialog', { name: 'Call the printers twice' })).toBeVisible()
})
