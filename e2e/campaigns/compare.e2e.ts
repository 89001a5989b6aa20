import fs from 'node:fs/promises'

import { expect, test } from '../fixtures.ts'
import { createSent } from '../report-data.ts'

// What a comparison shows is tested in compare-page.test.tsx; this is its journey on either service.
test(
  'a comparison of two sent campaigns is loaded and downloaded',
  { tag: '@both' },
  async ({ page, signIn, api }) => {
    await signIn(page)
    const send = (name: string, opens_unique: number) =>
      createSent(api, {
        name,
        sent_at: '2025-01-20T09:00:00Z',
        stats: { recipients: 1000, delivered: 1000, opens_unique },
      })
    const [first, second] = [await send('First', 100), await send('Second', 423)]
    await page.goto(`/email/campaigns/compare?ids=${second.id},${first.id}`)
    const cells = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Open rate', exact: true }) })
      .getByRole('cell')
    await expect(cells).toHaveText(['42.3%Best', '10.0%'])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await fs.readFile(await (await download).path(), 'utf8')
    expect(file).toContain('\r\nopens_unique,423,100\r\n')
  },
)
