import { nextFrame } from '../board-page.ts'
import { expect, inHours, test } from '../fixtures.ts'
import { createSent, createShed, openReport, panel } from '../report-data.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const manyLinks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    url: `https://fernandfield.example/page-${n}`,
    unique_clicks: count - n,
    total_clicks: 2 * (count - n),
  }))

const sent = (links: ReturnType<typeof manyLinks>) => ({
  name: 'Many links',
  sent_at: inHours(-90),
  stats: { recipients: 5000, delivered: 5000, opens_unique: 2000, clicks_unique: 900 },
  links,
})

test('R10 a thousand links are searched, and few are rendered', async ({ page, api }) => {
  const { id } = await createShed(api, { links: manyLinks(1000) }, 19)
  await openReport(page, id)
  const links = panel(page, 'links')
  await expect(links.getByTestId('row')).toHaveCount(20)
  await links.getByRole('searchbox', { name: 'Find a link' }).fill('page-99')
  await expect(links.getByTestId('row')).toHaveCount(11)
  await links.getByRole('searchbox').fill('nothing')
  await expect(links.getByText('No links match “nothing”.')).toBeVisible()
  await links.getByRole('searchbox').fill('')
  await links.getByRole('button', { name: 'Show all 1,000 links' }).click()
  const frame = links.locator('[data-state=ready]').last()
  await frame.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(links.getByText(/page-999\b/)).toBeVisible()
  await expect.poll(() => page.locator('*').count()).toBeLessThanOrEqual(900)
})

test('links are sorted by either count', async ({ page, api }) => {
  const links = [
    { url: 'https://a.example/', unique_clicks: 9, total_clicks: 9 },
    { url: 'https://b.example/', unique_clicks: 1, total_clicks: 30 },
  ]
  const { id } = await createSent(api, sent(links))
  await openReport(page, id)
  const rows = panel(page, 'links').getByTestId('row')
  await expect(rows.first()).toContainText('a.example')
  await panel(page, 'links').getByRole('button', { name: 'Total' }).click()
  await expect(rows.first()).toContainText('b.example')
})

test('T38 only addresses that a browser may open are links', async ({ page, api }) => {
  const long = `https://long.example/${'x'.repeat(1900)}/end`
  const urls = [
    'https://fine.example/',
    'mailto:iris@hartlane.example',
    `${'java'}script:alert(1)`,
    'https://marks.example/\u202Egpj',
    long,
    'https://fine.example/',
  ]
  const { id } = await createSent(
    api,
    sent(urls.map((url, n) => ({ url, unique_clicks: 10 - n, total_clicks: 20 - n }))),
  )
  await openReport(page, id)
  const rows = panel(page, 'links').getByTestId('row')
  await expect(rows).toHaveCount(6)
  await expect(rows.getByRole('link')).toHaveCount(5)
  await expect(rows.nth(2)).toContainText('script:alert(1)')
  await expect(rows.nth(2).getByRole('link')).toHaveCount(0)
  for (const link of await rows.getByRole('link').all())
    await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(rows.nth(3)).toContainText('\\u202egpj')
  await expect(rows.nth(4).getByRole('link')).toHaveText(/^long\.example\/x+…x+\/end$/)
  // Deferred code shows tooltips, and a scroll hides them.
  await expect(page.locator('html')).toHaveAttribute('data-online', 'true')
  await rows.nth(4).scrollIntoViewIfNeeded()
  await nextFrame(page)
  await rows.nth(4).getByRole('link').focus()
  await expect(page.getByRole('tooltip')).toContainText('https://long.example/xxx')
})

test('addresses that differ in tracking are grouped', async ({ page, api }) => {
  const links = [
    { url: 'https://a.example/?utm_source=x', unique_clicks: 3, total_clicks: 4 },
    { url: 'https://a.example/?utm_source=y', unique_clicks: 2, total_clicks: 5 },
    { url: 'https://b.example/', unique_clicks: 4, total_clicks: 4 },
  ]
  const { id } = await createSent(api, sent(links))
  await openReport(page, id)
  const rows = panel(page, 'links').getByTestId('row')
  await expect(rows).toHaveCount(3)
  await panel(page, 'links')
    .getByRole('button', { name: /Group addresses/ })
    .click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('a.example 2 addresses')
  await expect(rows.first().locator('[data-column=unique_clicks]')).toHaveText('5')
  await expect(panel(page, 'links')).toContainText('counts twice')
})

test('a campaign without clicks or links says which', async ({ page, api }) => {
  for (const [clicks, words] of [
    [0, 'No clicks yet'],
    [100, 'not by link'],
  ] as const) {
    const { id } = await createSent(api, {
      ...sent([]),
      stats: {
        recipients: 10,
        delivered: 10,
        opens_unique: 1,
        clicks_unique: clicks,
        clicks_total: clicks,
      },
    })
    await openReport(page, id)
    await expect(panel(page, 'links')).toContainText(words)
  }
})
