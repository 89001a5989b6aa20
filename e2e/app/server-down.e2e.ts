import type { Page } from '@playwright/test'

import { createApiClient } from '#client/api-client.ts'
import { cardNamed } from '../board-page.ts'
import { failRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import type { SeparateService } from '../separate-service.ts'

const CHUNK_FAILED = 'Couldn’t load this part. Check your connection and try again.'
const LATER_PARTS = /assets\/(card-dialog|menu-radix|overlay-dialogs)/

/** A board in a separate service, where the page is signed in from its next navigation on. */
async function buildBoard(page: Page, signIn: SignIn, { url, workspace }: SeparateService) {
  await signIn(page, { url, key: workspace.key })
  const call = createApiClient({ base_url: `${url}/v1`, key: workspace.key })
  const lists = ['Ideas', 'Doing'].map((name) => ({ name }))
  const board = await call('POST /boards', { name: 'Launch', lists })
  const list_id = board.lists[0]?.id ?? ''
  await call('POST /boards/:board_id/cards', { board_id: board.id, list_id, name: 'Only card' })
  return { call, board, url }
}
type SignIn = Parameters<Parameters<typeof test>[2]>[0]['signIn']

/** Opens a board whose lazy chunks are not loaded, because the connection failed for them. */
async function openWithoutParts(page: Page, address: string) {
  const fault = await failRequests(page, 'GET', LATER_PARTS)
  await page.goto(address)
  await expect(cardNamed(page, 'Only card')).toBeVisible()
  await expect.poll(fault.count).toBeGreaterThan(0)
  return fault
}

// Each with a service of its own, which the test kills.
test.describe('1.2 the server is killed', () => {
  test.setTimeout(300_000) // two starts of a service

  test('a card opens by itself when the server is back', async ({
    page,
    signIn,
    separateService,
  }) => {
    const { board, url } = await buildBoard(page, signIn, separateService)
    const fault = await openWithoutParts(page, `${url}/boards/${board.id}`)
    await cardNamed(page, 'Only card').click()
    await separateService.stop('SIGKILL')
    await fault.end()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('toast')).toContainText(CHUNK_FAILED)
    await expect(cardNamed(page, 'Only card')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Launch' })).toBeVisible()
    await separateService.restart()
    await expect(page.getByRole('dialog')).toContainText('Only card')
    await expect(page.getByText(CHUNK_FAILED)).toHaveCount(0)
  })

  test('the palette keeps what is typed and opens when the server is back', async ({
    page,
    signIn,
    separateService,
  }) => {
    const { board, url } = await buildBoard(page, signIn, separateService)
    const fault = await openWithoutParts(page, `${url}/boards/${board.id}`)
    await separateService.stop('SIGKILL')
    await fault.end()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Laun')
    await expect(page.getByTestId('toast')).toContainText(CHUNK_FAILED)
    await separateService.restart()
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('Laun')
  })

  test('a page that could not be loaded loads by itself', async ({
    page,
    signIn,
    separateService,
  }) => {
    const { board, url } = await buildBoard(page, signIn, separateService)
    const fault = await failRequests(page, 'GET', /assets\/board-page/)
    await page.goto(`${url}/boards`)
    await expect(page.getByRole('link', { name: 'Launch' })).toBeVisible()
    await separateService.stop('SIGKILL')
    await page.getByRole('link', { name: 'Launch' }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Couldn’t load this page')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/boards/${board.id}$`))
    await fault.end()
    await separateService.restart()
    await expect(cardNamed(page, 'Only card')).toBeVisible()
    await expect(heading).toHaveText('Launch')
  })

  test('a form is sent once when the server is back', async ({ page, signIn, separateService }) => {
    const { call, url } = await buildBoard(page, signIn, separateService)
    await page.goto(`${url}/boards`)
    await expect(page.getByRole('link', { name: 'Launch' })).toBeVisible()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await page.keyboard.type('Only once')
    await separateService.stop('SIGKILL')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('Can’t reach the server.')
    await expect(dialog.getByRole('textbox').first()).toHaveValue('Only once')
    await separateService.restart()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Only once')
    const { data } = await call('GET /boards', {})
    expect(data.map(({ name }) => name).toSorted()).toEqual(['Launch', 'Only once'])
  })
})

test('1.2 a chunk that fails with the server up offers to reload', async ({
  page,
  signIn,
  board,
}) => {
  await signIn(page)
  await page.goto('/boards')
  await expect(page.getByRole('link', { name: board.board.name })).toBeVisible()
  await failRequests(page, 'GET', /assets\/menu-radix/)
  await page.getByRole('button', { name: /^Appearance/ }).click()
  const toasts = page.getByTestId('toast')
  await expect(toasts.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(toasts.getByRole('button', { name: 'Reload page' })).toBeVisible()
  await expect(toasts).toHaveCount(1)
})

test('1.2 the parts of a board load when idle, before any input', async ({
  page,
  signIn,
  board,
}) => {
  await signIn(page)
  const chunks = ['card-dialog', 'menu-radix', 'board-dnd'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${name}`)),
  )
  await page.goto(`/boards/${board.id}`)
  await Promise.all(chunks)
})
