import { createApiClient } from '#client/api-client.ts'
import { fingerprintOf } from '#web/session/fingerprint.ts'
import { findThemeViolations } from '../axe.ts'
import { expect, inHours, test } from '../fixtures.ts'
import { arrangeUrl, createWorkspace, isPublicProfile, serviceUrl } from '../service.ts'

test(
  'B1 the archived tab requests archived boards',
  { tag: '@both' },
  async ({ page, signIn, board }) => {
    await signIn(page)
    await page.goto('/boards')
    await expect(page.getByTestId('row')).toContainText(board.board.name)
    await page.goto('about:blank') // the count of the tab is requested as well
    const archived = page.waitForRequest(/\/boards\?archived=true$/)
    await page.goto('/boards?archived=true')
    await archived
    await expect(page.getByRole('heading', { name: 'No archived boards' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New board' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Import from Trello' })).toHaveCount(0)
  },
)

test('B2 stars survive a reload and stay in their workspace', async ({
  page,
  context,
  api,
  workspace,
  signIn,
  board,
  buildBoard,
}) => {
  const second = await buildBoard({ Ideas: [] }, 'Website refresh')
  await signIn(page)
  await page.goto('/boards')
  const rows = page.getByTestId('row')
  await expect(rows).toHaveText([new RegExp(`^${board.board.name}`), /^Website refresh/])
  await page.getByRole('button', { name: 'Star Website refresh' }).click()
  await expect(rows).toHaveText([/^Website refresh/, /^Launch/])
  await page.reload()
  await expect(rows).toHaveText([/^Website refresh/, /^Launch/])

  // The same browser keeps the stars of another workspace apart.
  const other = await createWorkspace()
  const callOther = createApiClient({ base_url: `${arrangeUrl()}/v1`, key: other.key })
  const { id: theirs } = await callOther('POST /boards', { name: 'Elsewhere' })
  const otherPage = await context.newPage()
  await signIn(otherPage, { key: other.key })
  await otherPage.goto('/boards')
  const star = otherPage.getByRole('button', { name: 'Star Elsewhere' })
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await star.click()
  const starsOf = async (key: string) => {
    const fingerprint = await fingerprintOf(`${serviceUrl()}/v1`, key)
    return page.evaluate(
      (name) => localStorage.getItem(name),
      `workspace-admin:${fingerprint}:starred-boards`,
    )
  }
  expect(await starsOf(other.key)).toBe(JSON.stringify([theirs]))
  expect(await starsOf(workspace.key)).toBe(JSON.stringify([second.id]))
  // Another key of this workspace is another connection, too.
  const { key } = await api('POST /api-keys', { name: 'Second', scope: 'write' })
  const third = await context.newPage()
  await signIn(third, { key })
  await third.goto('/boards')
  await expect(third.getByTestId('row')).toHaveText([/^Launch/, /^Website refresh/])
  await expect(rows).toHaveText([/^Website refresh/, /^Launch/])
})

test('a board is renamed, archived, brought back and deleted from its tile', async ({
  page,
  signIn,
  board,
  api,
}) => {
  for (const name of ['Choose a date', 'Ask the printers'])
    await api('PATCH /cards/:card_id', { card_id: board.card(name), due_at: inHours(-30) })
  await signIn(page)
  await page.goto('/boards')
  const row = page.getByTestId('row')
  await expect(row).toContainText('2 overdue')
  // Of its cards, not of the board's own record.
  const { updated_at } = await board.stored('Ask the printers')
  await expect(row.locator('time')).toHaveAttribute('datetime', updated_at ?? '')
  await expect(page.getByRole('link', { name: 'Import from Trello' })).toHaveAttribute(
    'href',
    '/boards/import',
  )

  await page.getByRole('button', { name: 'Actions for Launch' }).click()
  await page.getByRole('menuitem', { name: 'Rename or describe…' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit board' })
  expect(await findThemeViolations(page)).toEqual([])
  await edit.getByLabel('Name').fill('Autumn launch')
  await edit.getByLabel('Description').fill('All of *autumn*')
  await page.keyboard.press('Control+Enter')
  await expect(row).toContainText('Autumn launch')
  await expect
    .poll(async () => (await api('GET /boards/:board_id', { board_id: board.id })).description)
    .toBe('All of *autumn*')

  await page.getByRole('button', { name: 'Actions for Autumn launch' }).click()
  await page.getByRole('menuitem', { name: 'Archive board' }).click()
  await expect(page.getByRole('heading', { name: 'No boards yet' })).toBeVisible()
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Autumn launch')
  await page.getByRole('button', { name: 'Actions for Autumn launch' }).click()
  await page.getByRole('menuitem', { name: 'Archive board' }).click()
  await page.getByRole('link', { name: /^Archived/ }).click()
  await expect(row).toContainText('Autumn launch')
  await expect(page.getByRole('button', { name: /^Star / })).toHaveCount(0)

  await page.getByRole('button', { name: 'Actions for Autumn launch' }).click()
  await page.getByRole('menuitem', { name: 'Delete board…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Autumn launch?' })
  await dialog.getByLabel('Type “Autumn launch” to confirm').fill('autumn')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The name doesn’t match.')
  await dialog.getByRole('textbox').fill('Autumn launch')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No archived boards' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(api('GET /boards/:board_id', { board_id: board.id })).rejects.toThrow()
  // Nothing of a deleted board can be undone.
  await expect(page.getByTestId('toast')).toHaveText(/Deleted Autumn launch/)
  await page.getByRole('button', { name: 'Recent changes' }).click()
  await expect(page.getByRole('dialog')).toContainText('No changes yet')
})

test(
  'the index offers no changes without boards.write',
  { tag: '@public' },
  async ({ page, signIn, board }) => {
    expect(isPublicProfile()).toBe(true)
    await signIn(page)
    await page.goto('/boards')
    await expect(page.getByTestId('row')).toContainText(board.board.name)
    await expect(page.getByRole('button', { name: /Actions for|New board/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Import from Trello' })).toHaveCount(0)
  },
)

test('on a phone New board is above the controls of the tiles', async ({ page, signIn, api }) => {
  for (let index = 0; index < 14; index++) await api('POST /boards', { name: `Board ${index}` })
  await page.setViewportSize({ width: 390, height: 700 })
  await signIn(page)
  await page.goto('/boards')
  const actions = page.getByRole('button', { name: /^Actions for/ })
  await expect(actions).toHaveCount(14)
  // Scrolls until the controls of a tile are under the button.
  const tops = await page.evaluate(() => {
    const center = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }
    const create = document.querySelector('[data-create]')
    const menu = [...document.querySelectorAll('button[aria-label^="Actions for"]')].at(-3)
    if (!create || !menu) throw new Error('There is no button.')
    scrollBy({ top: center(menu).y - center(create).y, behavior: 'instant' })
    const { x, y } = center(menu)
    const { left, right, top, bottom } = create.getBoundingClientRect()
    const isUnder = x > left && x < right && y > top && y < bottom
    return { isUnder, isCreate: document.elementFromPoint(x, y)?.closest('button') === create }
  })
  expect(tops).toEqual({ isUnder: true, isCreate: true })
})

test('the switch to archived boards stays in its place', async ({ page, signIn, board }) => {
  await signIn(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/boards')
    await expect(page.getByTestId('row')).toContainText(board.board.name)
    const archived = page.getByRole('link', { name: /^Archived/ })
    // A service without `GET /me` has its count later, which makes the switch wider.
    if (!isPublicProfile()) await expect(archived).toContainText('0')
    const edge = async () => {
      const box = await archived.locator('xpath=..').boundingBox()
      return [box?.x, box?.y]
    }
    const before = await edge()
    await archived.click()
    await expect(page.getByRole('heading', { name: 'No archived boards' })).toBeVisible()
    expect(await edge()).toEqual(before)
  }
})
