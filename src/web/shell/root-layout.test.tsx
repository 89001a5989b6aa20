import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { buildBoard, cardNamed, openWithBoards, pageOf } from '#web/tasks/test-boards.ts'
import { errorResponse, type Responses } from '#web/test-page.tsx'

const heading = (name?: string) => page.getByRole('heading', { level: 1, ...(name && { name }) })
const main = page.getByRole('main')
const navigation = page.getByRole('navigation', { name: 'Main' })

// A service of the public API alone cannot name the workspace, so its host stands in.
test.each<[string, string, Responses]>([
  ['workspace', 'Test', {}],
  ['host', 'service.example', { 'GET /me': () => errorResponse(404, 'not_found') }],
])('S2 navigation names the %s in the title and focuses the h1', async (_by, name, responses) => {
  await openWithBoards('/', [buildBoard()], responses)
  await expect
    .element(page.getByRole('button', { name: `${name}, Workspaces and keys` }))
    .toBeVisible()
  await expect.element(heading('Overview')).toBeVisible()
  await expect.poll(() => document.title).toBe(`Overview, ${name}`)
  await navigation.getByRole('link', { name: 'Boards' }).click()
  await expect.element(heading('Boards')).toHaveFocus()
  await expect.poll(() => document.title).toBe(`Boards, ${name}`)
  await main.getByRole('link', { name: 'Launch' }).click()
  await expect.element(heading('Launch')).toHaveFocus()
  await expect.poll(() => document.title).toBe(`Launch, Boards, ${name}`)
})

test.each(['/', '/boards', '/boards/brd_launch', '/nowhere'])(
  'S5 the page %s does not scroll horizontally at 320 px',
  async (path) => {
    const long = 'A name that is much longer than any phone is wide, and goes on after that'
    const due_at = new Date(Date.now() - 3_600_000).toISOString()
    const board = buildBoard({ changes: { 'Choose a date': { name: long, due_at } } })
    await page.viewport(320, 640)
    await openWithBoards(path, [board], {
      'GET /feedback/changelog/entries': pageOf([
        { id: 'ent_1', title: long, body: '', publish_at: null, status: 'draft' as const },
      ]),
    })
    await expect.element(heading()).toBeVisible()
    await expect.element(page.getByCss('[data-state=loading]')).not.toBeInTheDocument()
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  },
)

test('the / shortcut focuses search and C starts creating', async () => {
  await openWithBoards('/boards/brd_launch')
  await expect.element(cardNamed('Choose a date')).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox', { name: 'Find in board' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  cardNamed('Choose a date').element().focus()
  await userEvent.keyboard('c')
  await expect.element(page.getByRole('textbox', { name: /Title of the new card/ })).toHaveFocus()
})

test('a dialog opened from a menu returns focus to its trigger', async () => {
  await openWithBoards('/')
  const help = page.getByRole('button', { name: 'Help', exact: true })
  await help.click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(help).toHaveFocus()
})

test('1.16 What’s new shows written release notes', async () => {
  await openWithBoards('/')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'What’s new' }).click()
  const dialog = page.getByRole('dialog', { name: 'What’s new' })
  await expect
    .poll(() => dialog.getByRole('heading', { level: 3 }).first().query()?.textContent)
    .toBe('In this version')
  expect(dialog.getByRole('listitem').elements().length).toBeGreaterThan(5)
  await expect.element(dialog).not.toHaveTextContent('Unreleased')
  await expect.element(dialog).not.toHaveTextContent('](')
})
