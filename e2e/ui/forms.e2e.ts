import type { Page } from '@playwright/test'

import { cardNamed, listNamed, openBoard } from '../board-page.ts'
import { blockEventStream } from '../faults.ts'
import { SMALL_BOARD, expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

async function openNewBoard(page: Page) {
  await page.goto('/boards')
  await page.getByRole('button', { name: 'New board' }).click()
  const dialog = page.getByRole('dialog', { name: 'New board' })
  return { dialog, name: dialog.getByRole('textbox', { name: 'Name' }) }
}

test('5.1 5.2 5.6 forms keep text, name errors and give reasons', async ({
  page,
  api,
  buildBoard,
}) => {
  await test.step('5.6 Esc asks before it throws away what was written, Ctrl Enter sends it', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const { dialog, name } = await openNewBoard(page)
    await name.fill('Garden')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard unsaved text?' })
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('Garden')

    await dialog.getByRole('textbox', { name: 'Lists' }).focus()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible()

    await page.goto('/boards')
    await page.getByRole('button', { name: 'New board' }).click()
    await name.fill('Never')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'New board' }).click()
    await expect(name).toBeFocused()
    await page.keyboard.press('Escape') // nothing written, nothing asked
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('5.2 a card that is gone is named and leaves', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await blockEventStream(page)
    await openBoard(page, board.id)
    await api('DELETE /cards/:card_id', { card_id: board.card('Choose a date') })
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByTestId('toast').last()).toContainText('Choose a date was deleted')
    // Faded in its place until the next refresh: nothing moves under the pointer.
    const gone = cardNamed(page, 'Choose a date')
    await expect(gone).toContainText('Deleted')
    await expect(gone).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await gone.hover()
    await expect(gone.getByRole('button')).toHaveText(['Refresh'])
    await gone.getByRole('button', { name: 'Refresh' }).click()
    await expect(gone).toHaveCount(0)
  })
  await test.step('5.6 a field error on blur does not move the pressed button', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('/sign-in')
    const address = page.getByLabel('API URL')
    const known = await address.inputValue()
    await address.fill('https://admin.example')
    await expect(address).not.toHaveAttribute('aria-invalid')
    await page.getByLabel('Open in read-only mode').click()
    await expect(page.getByLabel('Open in read-only mode')).toBeChecked()
    await expect(address).toHaveAccessibleDescription(/The API URL must end in \/v1/)
    await address.fill(known)
    await expect(address).not.toHaveAttribute('aria-invalid')
  })
  await test.step('5.1 a disabled control gives its reason', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const board = await buildBoard(SMALL_BOARD)
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').focus()
    await page.keyboard.press('m')
    await page.getByRole('combobox').fill('zebra')
    const send = page.getByRole('dialog').getByRole('button', { name: 'Bottom' })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await expect(send).toHaveAccessibleDescription('No lists match “zebra”')
    await send.focus()
    await expect(send).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(listNamed(page, 'Ideas')).toContainText('Choose a date')
  })
})
