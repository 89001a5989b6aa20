import fs from 'node:fs/promises'

import { expect, inHours, test } from '../fixtures.ts'
import { createSent, createShed } from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

test('eight keys lead from the overview to a comparison as CSV', async ({ page, api }) => {
  await createShed(api)
  await createSent(api, {
    name: 'Autumn letter',
    sent_at: inHours(-24),
    stats: { recipients: 1000, delivered: 990, opens_unique: 423, clicks_unique: 12 },
  })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-online', 'true')
  await expect(page.getByRole('link', { name: 'Autumn letter' })).toBeVisible()
  let count = 0
  const press = (key: string) => {
    count += 1
    return page.keyboard.press(key)
  }
  const title = (name: string) => page.getByRole('heading', { level: 1, name })

  await press('g')
  await press('m')
  await expect(title('Campaigns')).toBeFocused()
  await expect(page.getByTestId('row')).toHaveCount(7)
  await press('j')
  await press('Enter')
  await expect(title('Autumn letter')).toBeFocused()
  const compare = page.getByRole('link', { name: 'Compare' })
  await expect(compare).toHaveAttribute('href', /ids=[^,]+,[^,]+$/)
  await press('Tab')
  await expect(compare).toBeFocused()
  await press('Enter')
  await expect(title('Compare campaigns')).toBeFocused()
  await expect(page.getByRole('columnheader')).toHaveCount(3)
  await press('Tab')
  const download = page.waitForEvent('download')
  await press('Enter')
  const file = await fs.readFile(await (await download).path(), 'utf8')
  expect(file).toContain('\uFEFFCounter,Autumn letter,The drying shed is open\r\n')
  expect(count).toBeLessThanOrEqual(8)
})
