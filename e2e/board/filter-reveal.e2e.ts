import type { Page } from '@playwright/test'

import { cardNamed, listNamed } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(({ page, signIn }) => signIn(page))

const isInWindow = (page: Page, list: string) =>
  listNamed(page, list).evaluate((section) => {
    const { left, right } = section.getBoundingClientRect()
    return left >= 0 && right <= innerWidth
  })

test('a filter scrolls to the first list with a match, also on a phone', async ({
  page,
  buildBoard,
}) => {
  const board = await buildBoard({
    Ideas: ['Poster', 'Leaflet'],
    Doing: [],
    Review: ['Logo'],
    Waiting: ['Window'],
    Done: ['Letter', 'Poster of May'],
  })
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/boards/${board.id}?q=letter`)
    await expect.poll(() => isInWindow(page, 'Done')).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body')
    if (width === 390) {
      const tabs = page.getByRole('navigation', { name: 'Lists' })
      await expect(tabs.getByRole('button')).toHaveText([
        'Ideas0',
        'Doing0',
        'Review0',
        'Waiting0',
        'Done1',
      ])
    }
    // A match in view stays in view, and so does the place that a person scrolled to.
    await page.goto(`/boards/${board.id}?q=poster`)
    await expect(cardNamed(page, 'Poster')).toBeVisible()
    await expect.poll(() => isInWindow(page, 'Ideas')).toBe(true)
    await page.getByRole('group', { name: 'Board', exact: true }).evaluate((scroller) => {
      scroller.scrollLeft = scroller.scrollWidth
    })
    await expect(cardNamed(page, 'Poster of May')).toBeVisible()
    await expect.poll(() => isInWindow(page, 'Ideas')).toBe(false)
  }
})
