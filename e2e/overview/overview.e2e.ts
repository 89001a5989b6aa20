import type { Page } from '@playwright/test'

import { rejectRequests } from '../faults.ts'
import { expect, inHours, test } from '../fixtures.ts'
import { fillOverview } from '../overview-content.ts'
import { advanceUntil } from '../routes.ts'
import { isPublicProfile } from '../service.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

test(
  'the overview shows due cards, campaigns, feedback and changelog entries',
  { tag: '@both' },
  async ({ page, board, api }) => {
    const card_id = board.card('Choose a date')
    await api('PATCH /cards/:card_id', { card_id, due_at: inHours(-48) })
    await fillOverview(api)
    await api('POST /feedback/changelog/entries', { title: 'Soon', publish_at: inHours(30) })

    await page.goto('/')
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    await expect(panel('Due now')).toContainText('Choose a dateLaunchOverdue 2 days')
    const searched = panel('Due now').getByText(
      'From Launch. Star boards to show only those. Based on the first cards of each board.',
    )
    await expect(searched).toHaveCount(isPublicProfile() ? 1 : 0)
    await expect(panel('Latest campaigns').getByTestId('row').first()).toContainText(
      'Spring letter',
    )
    await expect(panel('Latest campaigns')).toContainText('40.0% opened, 5.0% clicked')
    await expect(panel('Latest campaigns')).toContainText('This campaignEarlier campaigns')
    await expect(panel('Latest campaigns')).toContainText('10.0 points below average')
    await expect(panel('Latest feedback')).toContainText('A darker theme')
    await expect(panel('Latest feedback').getByRole('link', { name: 'View all' })).toHaveAttribute(
      'href',
      '/feedback/posts',
    )
    await expect(panel('Changelog').getByTestId('row').first()).toContainText('Scheduled')
    await expect(panel('Changelog')).toContainText('Not ready yet')
  },
)

test('the overview counts overdue cards, cards due today, scheduled items and new posts', async ({
  page,
  board,
  api,
}) => {
  const overdue = [board.card('Choose a date'), board.card('Draw the poster')]
  const soon = inHours(2)
  await api('PATCH /cards/:card_id', { card_id: board.card('Book the room'), due_at: soon })
  for (const card_id of overdue)
    await api('PATCH /cards/:card_id', { card_id, due_at: inHours(-72) })
  await fillOverview(api)
  await api('POST /feedback/changelog/entries', { title: 'Soon', publish_at: inHours(30) })

  await page.goto('/')
  const tile = (label: string) =>
    page.getByRole('list', { name: 'At a glance' }).getByRole('listitem').filter({ hasText: label })
  await expect(tile('Overdue')).toHaveText('Overdue2Oldest: 3 days')
  const late = page.getByRole('region', { name: 'Due now' }).getByTestId('row').first()
  await expect(late).toContainText('LaunchOverdue 3 days')
  const isToday = dayInBrowser(soon) === dayInBrowser(inHours(0))
  await expect(tile('Due today')).toHaveText(
    isToday ? 'Due today10 tomorrow' : 'Due today01 tomorrow',
  )
  await expect(tile('Scheduled')).toHaveText(/^Scheduled1Next (tomorrow|in 2 days): Soon$/)
  await expect(tile('New posts')).toHaveText('New posts1In the last 7 days')
  await tile('Scheduled').click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Soon')
})

test('an overdue row focuses its own card among cards of one name', async ({
  page,
  board,
  api,
}) => {
  const list_id = board.list('Ideas')
  const cards = []
  for (let index = 0; index < 12; index++)
    cards.push(
      await api('POST /boards/:board_id/cards', {
        board_id: board.board.id,
        list_id,
        name: 'Water the plants',
      }),
    )
  const card_id = cards[10]?.id ?? ''
  await api('PATCH /cards/:card_id', { card_id, due_at: inHours(-48) })

  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Due now' })
  await expect(panel.getByRole('link', { name: 'Water the plants' })).toBeVisible()
  await tabTo(page, 'Water the plants')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Water the plants' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Launch' })).toBeVisible()
  const dueCard = page.locator(`[data-card-id="${card_id}"]`)
  await expect(dueCard).toBeFocused()
  await expect(dueCard).toBeInViewport()
})

test('two browsers count the cards of 60 boards alike, and list what they count', async ({
  page,
  board,
  api,
  browser,
  baseURL,
  signIn,
}) => {
  for (let at = 0; at < 59; at++) {
    const other = await api('POST /boards', { name: `Board ${at}`, lists: [{ name: 'To do' }] })
    const list_id = other.lists[0]?.id ?? ''
    const due_at = inHours(-24 * (at + 2))
    await api('POST /boards/:board_id/cards', { board_id: other.id, list_id, name: 'Late', due_at })
  }
  await page.goto('/boards')
  await page.getByRole('button', { name: `Star ${board.board.name}` }).click()
  await page.getByRole('link', { name: 'Overview' }).click()
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const other = await context.newPage()
  await signIn(other)
  await other.goto('/')
  for (const tab of [page, other]) {
    const tiles = tab.getByRole('list', { name: 'At a glance' })
    await expect(tiles).toContainText('Overdue59Oldest: 60 days')
    const panel = tab.getByRole('region', { name: 'Due now' })
    await expect(panel.getByTestId('row').first()).toHaveText('LateBoard 58Overdue 60 days')
    await expect(panel).toContainText('56 more overdue.')
    await expect(panel).not.toContainText('From ')
  }
  await other.getByRole('link', { name: 'Overdue' }).click()
  await expect(other.getByTestId('row')).toHaveCount(59)
  await other.getByRole('link', { name: 'Late' }).nth(1).click()
  await expect(other.getByRole('dialog', { name: 'Late' })).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'Board 57' })).toBeAttached()
  await other.keyboard.press('Escape')
  await expect(other.getByTestId('row')).toHaveCount(59)
  await context.close()
})

/** The day in the browser's time zone, which the Playwright configuration sets. */
const dayInBrowser = (time: string) =>
  new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(
    new Date(time),
  )

/** Presses Tab until the element with this text has the focus. */
async function tabTo(page: Page, text: string) {
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(text)
  }).toPass({ intervals: [0] })
}

test(
  'the empty overview shows getting started steps with links',
  { tag: '@both' },
  async ({ page }) => {
    await page.goto('/')
    const start = page.getByRole('region', { name: 'Get started' })
    const make = start.getByRole('link', { name: 'Create a board' })
    if (isPublicProfile()) {
      await expect(start).toContainText('Boards created on the server appear here.')
      return expect(make).toHaveCount(0)
    }
    await make.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()
  },
)

test('the overview shows its first content within twelve requests', async ({
  page,
  board,
  api,
}) => {
  await api('PATCH /cards/:card_id', { card_id: board.card('Choose a date'), due_at: inHours(-48) })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[data-state=ready]')) return
      observer.disconnect()
      Object.assign(window, { firstContent: performance.now() })
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-state'] })
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Due now' })).toContainText(board.board.name)
  await expect(page.getByRole('region', { name: 'Changelog' })).toContainText('No drafts')
  const requests = await page.evaluate(() => {
    const first = Number(Reflect.get(window, 'firstContent'))
    const all = performance.getEntriesByType('resource')
    return all.filter(({ startTime }) => startTime <= first).map(({ name }) => name)
  })
  // The icon of the tab is the browser's own wish, and no part of the page waits for it.
  const before = requests.filter((url) => !url.endsWith('/favicon.svg'))
  // And the page itself.
  expect(before.length + 1, before.join('\n')).toBeLessThanOrEqual(12)
})

test('a failed overview panel retries without affecting the others', async ({ page, api }) => {
  // In an empty workspace getting started takes the place of the panels.
  await api('POST /boards', { name: 'Launch', lists: [{ name: 'To do' }] })
  const fault = await rejectRequests(page, 'GET', /\/v1\/campaigns\?/, 500, 'internal_error')
  await page.clock.install()
  await page.goto('/')
  const campaigns = page.getByRole('region', { name: 'Latest campaigns' })
  const failed = campaigns.getByText('Couldn’t load “Latest campaigns”')
  await advanceUntil(page, () => expect(failed.first()).toBeVisible({ timeout: 500 }))
  await expect(page.getByRole('region', { name: 'Due now' })).toContainText(
    'Nothing due by tomorrow.',
  )
  await fault.end()
  await campaigns.getByRole('button', { name: 'Try again' }).click()
  await expect(campaigns).toContainText('No campaigns sent yet.')
})
