import { expect, test } from '../fixtures.ts'
import { createDelivered, openReport, panel } from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

// The public API has neither opens by time nor people.
test.describe('over time and people', () => {
  test('opens and clicks by time are a chart and a table', async ({ page, api }) => {
    const { id } = await createDelivered(api)
    await openReport(page, id)
    const series = panel(page, 'series')
    await expect(series.getByRole('application', { name: 'Over time' })).toBeVisible()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(/\/Count (\d+)/.exec(pdf)?.[1]).toBe('1')
    await series.getByText('Table', { exact: true }).click()
    const row = series.getByRole('table').getByRole('row').nth(1)
    await expect(row.getByRole('cell')).toHaveText([/^\d+$/, /^\d+$/])
    const sums = await series
      .getByRole('table')
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((one) => [...one.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
      )
    expect(sums.reduce((sum, [opens = 0]) => sum + opens, 0)).toBe(2)
    expect(sums.reduce((sum, [, clicks = 0]) => sum + clicks, 0)).toBe(1)
    // The same opens by calendar day, on an axis of their own.
    await series.getByText('Days', { exact: true }).click()
    const days = series.getByRole('table').locator('tbody tr')
    await expect(days.last()).toContainText(', so far')
    await expect(days.last().getByRole('cell')).toHaveText(['2', '1'])
  })

  test('people are listed by what they did, and exported', async ({ page, api }) => {
    const { id } = await createDelivered(api)
    await openReport(page, id)
    const people = panel(page, 'people')
    await expect(people.getByTestId('row')).toHaveCount(2)
    await people.getByRole('link', { name: 'Didn’t open' }).click()
    await expect(page).toHaveURL(/\?people=not_opened$/)
    await expect(people.getByTestId('row')).toHaveCount(3)
    await page.reload()
    await expect(people.getByTestId('row')).toHaveCount(3)
    const download = page.waitForEvent('download')
    await people.getByRole('button', { name: 'Export people' }).click()
    expect((await download).suggestedFilename()).toBe('delivered-not_opened.csv')
    await people.getByRole('link', { name: 'Bounced' }).click()
    await expect(people.getByText('No one yet.')).toBeVisible()
    await expect(people.getByRole('button', { name: 'Export people' })).toHaveCount(0)
  })

  test('a tag is added to everyone in a table, with undo', async ({ page, api }) => {
    const { id, list_id } = await createDelivered(api)
    const tagged = async () => {
      const { data } = await api('GET /lists/:list_id/contacts', { list_id })
      return data.filter(({ tags }) => tags.includes('follow up')).map((one) => one.email_address)
    }
    await openReport(page, id)
    const people = panel(page, 'people')
    await expect(people.getByTestId('row')).toHaveCount(2)
    await people.getByRole('button', { name: 'Add tag' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Tag', { exact: true })).toBeFocused()
    await dialog.getByRole('button', { name: 'Add tag' }).click()
    await expect(dialog.getByText('Enter a tag.')).toBeVisible()
    await expect(dialog.getByLabel('Tag', { exact: true })).toBeFocused()
    await dialog.getByLabel('Tag', { exact: true }).fill('follow up')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await tagged()).toSorted())
      .toEqual(['ana@example.com', 'bo@example.com'])
    await expect(people.getByTestId('row').first()).toContainText('follow up')
    await page.locator('h1').click()
    await page.keyboard.press('Control+z')
    await expect.poll(tagged).toEqual([])
  })
})
