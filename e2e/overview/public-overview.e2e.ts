import { expect, test } from '../fixtures.ts'
import { fillOverview } from '../overview-content.ts'
import { limitToPublicApi } from '../public-api-responses.ts'

test(
  'the overview on the public API fetches reports and invents no numbers',
  { tag: '@public' },
  async ({ page, board, api, signIn }) => {
    const card_id = board.card('Choose a date')
    await api('PATCH /cards/:card_id', { card_id, due_at: new Date().toISOString() })
    await fillOverview(api)

    await signIn(page)
    await limitToPublicApi(page)
    await page.goto('/')
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    await expect(panel('Due now')).toContainText('Choose a date')
    await expect(panel('Latest campaigns')).toContainText('40.0% opened')
    await expect(panel('Latest campaigns')).toContainText('60.0% opened')
    await expect(panel('Latest feedback')).toContainText('A darker theme')
    await expect(panel('Changelog')).toContainText('Not ready yet')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('darker')
    await expect(page.getByRole('option', { name: /^A darker theme/ })).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(/undefined|NaN|null|Invalid/)
  },
)
