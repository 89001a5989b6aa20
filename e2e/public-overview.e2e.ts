import { answerAsDocument } from './document-answers.ts'
import { expect, test } from './fixtures.ts'

test(
  'the overview shows what the public document shows, asks for each report, and makes up no numbers',
  { tag: '@public' },
  async ({ page, board, api, signIn }) => {
    const card_id = board.card('Choose a date')
    await api('PATCH /cards/:card_id', { card_id, due_at: new Date().toISOString() })
    for (const [name, opens_unique] of [
      ['Spring letter', 40],
      ['Autumn letter', 60],
    ] as const)
      await api('POST /campaigns', {
        name,
        import: true,
        status: 'sent',
        sent_at: '2026-01-01T00:00:00Z',
        stats: { recipients: 100, delivered: 100, opens_unique },
      })
    const portal = await api('POST /feedback/boards', { name: 'Ideas' })
    await api('POST /feedback/posts', { board_id: portal.id, title: 'A darker theme' })
    await api('POST /feedback/changelog/entries', { title: 'Not ready yet' })

    await signIn(page)
    await answerAsDocument(page)
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
