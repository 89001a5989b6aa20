import type { Page } from '@playwright/test'

import { cardNamed, openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

test.beforeEach(async ({ page, signIn }) => signIn(page))

test('S1 the skip link moves focus to the page content', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test(
  'S2 navigation sets the page title and focuses the h1',
  { tag: '@both' },
  async ({ page, board, workspace }) => {
    await page.goto('/')
    // A service of the public document alone cannot name the workspace, so its host stands in.
    const name = isPublicProfile() ? new URL(page.url()).host : workspace.name
    const pages = [
      ['Boards', `Boards, ${name}`],
      [board.board.name, `${board.board.name}, Boards, ${name}`],
    ] as const
    await expect(page).toHaveTitle(`Overview, ${name}`)
    await expect(page.getByRole('button', { name: `${name}, Workspaces and keys` })).toBeVisible()
    for (const [heading, title] of pages) {
      await page.locator('a:visible', { hasText: heading }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
      await expect(page).toHaveTitle(title)
    }
  },
)

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

test('S5 no page scrolls horizontally at 320 px', async ({ page, board, api }) => {
  const long = 'A name that is much longer than any phone is wide, and goes on after that'
  const due_at = new Date(Date.now() - 3_600_000).toISOString()
  await api('PATCH /cards/:card_id', { card_id: board.card('Choose a date'), name: long, due_at })
  await api('POST /feedback/changelog/entries', { title: long })
  await page.setViewportSize({ width: 320, height: 640 })
  for (const address of ['/', '/boards', `/boards/${board.id}`, '/nowhere']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[data-state=loading]')).toHaveCount(0)
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }))
    expect(scroll, address).toBeLessThanOrEqual(client)
  }
})

test('S6 the theme survives a reload without a flash', async ({ page }) => {
  await page.addInitScript(() => {
    const themes: (string | undefined)[] = []
    Object.assign(window, { themes })
    const look = () => {
      // Nothing is painted before the head has run; from then on each frame counts.
      if (document.body) themes.push(document.documentElement.dataset['theme'])
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/')
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const themes = await page.evaluate(() => Reflect.get(window, 'themes') as string[])
  expect([...new Set(themes)]).toEqual(['dark'])
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
  await page.getByRole('main').getByRole('link', { name: 'Launch' }).click()
  await expect(cardNamed(page, 'Choose a date')).toBeVisible()
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

test('Enter on a palette result without a page copies only after a second Enter', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const list = await api('POST /lists', { name: 'Customers' })
  const email_address = 'olive@example.com'
  await api('POST /lists/:list_id/contacts', { list_id: list.id, email_address })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText('before'))
  await openPalette(page)
  await page.keyboard.type(`@${email_address}`)
  await expect(option(page, /olive@example.com Contact/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(option(page, 'Copy email address')).toHaveAttribute('aria-selected', 'true')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('toast')).toContainText('Copied olive@example.com')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(email_address)
})

test('the G B shortcut opens the boards unless single keys are off', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeFocused()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByRole('searchbox', { name: 'Find a shortcut' })).toBeFocused()
  await help.getByRole('checkbox', { name: /Single-key shortcuts/ }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await expect(help).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeAttached()
})

test('the / shortcut focuses search and C starts creating', async ({ page, board }) => {
  await openBoard(page, board.id)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Find in board' })).toBeFocused()
  await page.keyboard.press('Escape')
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('textbox', { name: /Title of the new card/ })).toBeFocused()
})

test('a dialog opened from a menu returns focus to its trigger', async ({ page }) => {
  await page.goto('/')
  const help = page.getByRole('button', { name: 'Help', exact: true })
  await help.click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(help).toBeFocused()
})

test('every palette group is labelled by its heading', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await openPalette(page)
  for (const name of ['Jump to', 'Actions'])
    await expect(palette(page).getByRole('group', { name, exact: true })).toBeVisible()
})

test(
  'a copied link contains the workspace reference',
  { tag: '@both' },
  async ({ page, context, workspace }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/boards')
    await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()
    await openPalette(page)
    await page.keyboard.type('> copy link')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('toast')).toContainText('Link copied')
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(link.pathname).toBe('/boards')
    // Where the service names no workspace: made from its address, never from the key.
    const named = workspace.name.toLowerCase().replace(' ', '-')
    expect(link.searchParams.get('ws')).toMatch(isPublicProfile() ? /^[0-9a-f]{6}$/ : named)
  },
)
