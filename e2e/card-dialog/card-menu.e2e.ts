import { cardNamed, openBoard } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test(
  'the menu of a card archives it, and Undo brings it back',
  { tag: '@both' },
  async ({ page, board }) => {
    await openBoard(page, board.id)
    await cardNamed(page, 'Choose a date').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await expect(cardNamed(page, 'Choose a date')).toHaveCount(0)
    await expect(cardNamed(page, 'Ask the printers')).toBeFocused()
    await expect.poll(async () => (await board.stored('Choose a date')).status).toBe('archived')

    await page.goto(`/boards/${board.id}/cards/${board.card('Choose a date')}`)
    const dialog = page.getByRole('dialog', { name: 'Choose a date' })
    await expect(dialog.getByText('This card is archived.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(async () => (await board.stored('Choose a date')).status).toBe('open')
    await expect(dialog.getByText('This card is archived.')).toHaveCount(0)
    if (isPublicProfile()) await expect(dialog.getByText('Activity')).toHaveCount(0)
    else await expect(dialog.getByText('archived this', { exact: false }).first()).toBeVisible()
  },
)
