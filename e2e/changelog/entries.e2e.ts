import type { Page } from '@playwright/test'

import { findThemeViolations } from '../axe.ts'
import { expect, inHours, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const rows = (page: Page) => page.getByTestId('row')
const tabs = (page: Page) => page.getByRole('group', { name: 'Which entries' }).getByRole('link')

test('T84 drafts, scheduled and published entries have a tab each', async ({ page, api }) => {
  await api('POST /feedback/changelog/entries', { title: 'Not ready yet' })
  await api('POST /feedback/changelog/entries', { title: 'Later', publish_at: inHours(50) })
  await api('POST /feedback/changelog/entries', { title: 'Soon', publish_at: inHours(5.5) })
  await api('POST /feedback/changelog/entries', { title: 'Out', publish_at: inHours(-30) })
  await page.goto('/changelog')
  await expect(tabs(page)).toHaveText(['Drafts1', 'Scheduled2', 'Published'])
  const drafts = page.getByRole('list', { name: 'Drafts' })
  await expect(drafts.getByTestId('row')).toHaveText(/Not ready yet/)
  const next = page.getByRole('region', { name: 'Next to be published' })
  await expect(next.getByTestId('row')).toHaveText(/Soonin 5 h 2\d min/)

  await tabs(page).filter({ hasText: 'Scheduled' }).click()
  await expect(page).toHaveURL(/\/changelog\?tab=scheduled$/)
  await expect(rows(page)).toHaveText([/^Soon/, /^Later/])
  await expect(page.getByText(/^Times in /)).toBeVisible()
  await tabs(page).filter({ hasText: 'Published' }).click()
  await expect(rows(page)).toHaveText([/^Out/])
  await page.reload()
  await expect(rows(page)).toHaveText([/^Out/])
  expect(await findThemeViolations(page)).toEqual([])
})

test('an empty changelog offers to write the first entry', async ({ page }) => {
  await page.goto('/changelog')
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await page.getByRole('link', { name: 'Write an entry' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
  for (const tab of ['Scheduled', 'Published']) {
    await tabs(page).filter({ hasText: tab }).click()
    await expect(page.getByRole('heading', { name: /^Nothing is/ })).toBeVisible()
  }
})

test('G C, J, K and C work from the keyboard', async ({ page, api }) => {
  for (const title of ['Third', 'Second', 'First'])
    await api('POST /feedback/changelog/entries', { title })
  await page.goto('/')
  await expect(page.locator('[data-page=overview]')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/changelog$/)
  await expect(rows(page)).toHaveText([/^First/, /^Second/, /^Third/])
  const open = page.locator('[aria-current=page]').and(page.locator('[data-testid=row] a'))
  await page.keyboard.press('j')
  await expect(open).toHaveText(/^First/)
  await page.keyboard.press('j')
  await expect(open).toHaveText(/^Second/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle(/^Second, Changelog, /)
  await page.keyboard.press('k')
  await expect(open).toHaveText(/^First/)
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/changelog\/new$/)
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
})

test('a scheduled entry becomes published at its moment, after a request', async ({
  page,
  api,
}) => {
  await page.clock.install()
  const publish_at = new Date(Date.now() + 4000).toISOString()
  const entry = await api('POST /feedback/changelog/entries', { title: 'At last', publish_at })
  await page.goto('/changelog?tab=scheduled')
  await expect(rows(page)).toHaveText(/^At last/)
  await expect(rows(page)).toHaveCount(0)
  await expect(tabs(page)).toHaveText(['Drafts0', 'Scheduled0', 'Published'])
  await tabs(page).filter({ hasText: 'Published' }).click()
  await expect(rows(page)).toHaveAttribute('data-id', entry.id)
})

test(
  'many published entries render under a hundred rows',
  { tag: '@additions' },
  async ({ page, api }) => {
    // import: dates of the past notify nobody and cost no mail; three pages are enough to scroll.
    for (let index = 0; index < 130; index++)
      await api('POST /feedback/changelog/entries', {
        title: `Release ${index}`,
        publish_at: new Date(Date.UTC(2025, 0, 1, index)).toISOString(),
      })
    await page.goto('/changelog?tab=published')
    await expect(rows(page).first()).toHaveText(/^Release 129/)
    await page.getByRole('button', { name: 'Load more' }).click()
    const list = page.getByRole('list', { name: 'Published entries' })
    await expect(list.getByTestId('row').first()).toHaveAttribute('aria-setsize', '130')
    expect(await rows(page).count()).toBeLessThan(100)
    const scroll = (part: number) =>
      list.evaluate((one, to) => one.parentElement?.scrollTo(0, to * one.scrollHeight), part)
    await scroll(1)
    await expect(page.getByRole('link', { name: /^Release 0/ })).toBeVisible()
    expect(await rows(page).count()).toBeLessThan(100)
    await scroll(0)
    await page.getByRole('link', { name: /^Release 120/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Release 120')
    for (let step = 0; step < 30; step++) await page.keyboard.press('j')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Release 90')
  },
)
