import type { Page } from '@playwright/test'

import { cardNamed, openBoard } from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

/** Visits are recorded by the part of the shell that loads after the page. */
const waitForVisit = (page: Page, id: string) =>
  expect
    .poll(() => page.evaluate(() => Object.values(localStorage).join('\n').split('\n')))
    .toContain(id)

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('S3 the command palette opens a board by name and restores focus', async ({ page, board }) => {
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
  await expect(option(page, /Launch Board/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/boards/${board.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Launch' })).toBeFocused()
})

test('the command palette appends remote results without moving local ones', async ({
  page,
  api,
  board,
}) => {
  expect(board.board.name).toBe('Launch')
  const portal = await api('POST /feedback/boards', { name: 'Ideas' })
  await api('POST /feedback/posts', { board_id: portal.id, title: 'Launch a newsletter' })
  const list = await api('POST /lists', { name: 'Customers' })
  await api('POST /lists/:list_id/contacts', {
    list_id: list.id,
    email_address: 'olive@example.com',
  })
  await page.goto('/boards')
  await expect(page.getByRole('main').getByRole('link', { name: 'Launch' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('launch')
  await expect(option(page, /Launch Board/)).toHaveAttribute('aria-selected', 'true')
  await expect(option(page, /Launch a newsletter Post, 0 votes/)).toBeVisible()
  await expect(option(page, /Launch Board/)).toHaveAttribute('aria-selected', 'true')
  expect(await palette(page).getByRole('option').first().innerText()).toContain('Launch')

  await palette(page).getByRole('combobox').fill('@olive@example.com')
  await expect(option(page, /olive@example.com Contact in Customers/)).toBeVisible()
  await palette(page).getByRole('combobox').fill('@nobody@example.com')
  await expect(palette(page).getByRole('status')).toHaveText(
    'No contact found for nobody@example.com',
  )
})

test('the command palette runs actions of the page and of the shell', async ({ page, board }) => {
  await openBoard(page, board.id)
  await openPalette(page)
  await page.keyboard.type('> dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await openPalette(page)
  await page.keyboard.type('> new card')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /Title of the new card/ })).toBeFocused()
})

test('the first screen of the palette has recent places and each page action once', async ({
  page,
  board,
}) => {
  await page.goto('/boards')
  await waitForVisit(page, 'page:/boards')
  await page.getByRole('main').getByRole('link', { name: 'Launch' }).click()
  await expect(cardNamed(page, 'Choose a date')).toBeVisible()
  await waitForVisit(page, `board:${board.id}`)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  await openPalette(page)
  const recent = palette(page).getByRole('group', { name: 'Recent' })
  await expect(recent.getByRole('option')).toHaveText([/^Launch/, /^Boards/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/boards/${board.id}`)

  await openPalette(page)
  const actions = palette(page).getByRole('group', { name: 'On this page' })
  await expect(actions.getByRole('option', { name: /New card/ })).toHaveCount(1)
  await expect(palette(page).getByRole('option', { name: /Add (a )?card/ })).toHaveCount(0)
})

test('the open palette adds the actions of a page that was loading', async ({ page, board }) => {
  const reads = await holdRequests(page, 'GET', /\/v1\/(boards|cards)/)
  await page.goto(`/boards/${board.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Loading board' })).toBeVisible()
  await openPalette(page)
  await expect(palette(page).getByRole('group', { name: 'Jump to' })).toBeVisible()
  const newCard = palette(page).getByRole('option', { name: /New card/ })
  await expect(newCard).toHaveCount(0)
  reads.release()
  await expect(newCard).toHaveCount(1)
  await newCard.click()
  await expect(page.getByRole('textbox', { name: /Title of the new card/ })).toBeFocused()
})

test('the palette finds a post and opens it', async ({ page, api }) => {
  const portal = await api('POST /feedback/boards', { name: 'Ideas' })
  const title = 'A print of the summer'
  const post = await api('POST /feedback/posts', { board_id: portal.id, title })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('print of the summer')
  await expect(option(page, /A print of the summer Post/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/feedback/posts/${post.id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
})

test('every palette group is labelled by its heading', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await openPalette(page)
  for (const name of ['Jump to', 'Actions'])
    await expect(palette(page).getByRole('group', { name, exact: true })).toBeVisible()
})
