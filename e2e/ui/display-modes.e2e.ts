import type { Page } from '@playwright/test'

import { findWcagViolations } from '../axe.ts'
import { cardNamed, pickUpByKey, listNamed, namesIn, nextFrame, openBoard } from '../board-page.ts'
import { styleOf } from '../element-style.ts'
import { expect, inHours, test } from '../fixtures.ts'
import { areas, followLink, type RouteName, routes, routesOf } from '../routes.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('5.9 high contrast darkens secondary text and borders', async ({ page, board }) => {
  await page.emulateMedia({ contrast: 'more' })
  await openBoard(page, board.id)
  const root = page.locator('html')
  const [ink, meta] = await styleOf(root, '--ink', '--ink-3')
  expect(meta).toBe(ink)
  const card = await styleOf(cardNamed(page, 'Choose a date'), 'border-top-color')
  const find = await styleOf(page.getByRole('searchbox'), 'border-top-color')
  const tray = await styleOf(listNamed(page, 'Ideas'), 'border-top-color')
  const control = await root.evaluate((html) => {
    const probe = html.appendChild(document.createElement('i'))
    probe.style.color = 'var(--control)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  expect([card, find, tray]).toEqual([[control], [control], [control]])
  expect(await findWcagViolations(page)).toEqual([])
})

test('5.7 a printed board has every card and no controls', async ({ page, buildBoard }) => {
  const many = Array.from({ length: 30 }, (_, at) => `Card ${at + 1}`)
  const board = await buildBoard({ Ideas: many, Doing: [], Review: [], Done: ['Last'] })
  await openBoard(page, board.id)
  await cardNamed(page, 'Card 1').focus()
  await page.keyboard.press('e') // a toast
  await expect(page.getByTestId('toast')).toBeVisible()
  await page.setViewportSize({ width: 718, height: 1040 }) // A4 within its margins
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))

  await expect(page.getByTestId('card')).toHaveCount(31)
  await expect(cardNamed(page, 'Card 30')).toBeVisible()
  for (const hidden of [
    page.getByRole('navigation').first(),
    page.getByRole('searchbox'),
    page.getByRole('button', { name: 'New card' }),
    page.getByRole('button', { name: 'Add a card to Ideas' }),
    page.getByTestId('toast'),
  ])
    await expect(hidden).toBeHidden()
  const ends = await page
    .getByTestId('board-list')
    .evaluateAll((lists) => lists.map((list) => list.getBoundingClientRect()))
  expect(Math.max(...ends.map(({ right }) => right))).toBeLessThanOrEqual(718)
  const ideas = ends[0]
  expect(ideas?.height).toBeGreaterThan(30 * 40)
  expect(await tooWide(page)).toBeLessThanOrEqual(0)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(cardNamed(page, 'Card 30')).toHaveCount(0)
})

for (const area of areas)
  test(`5.9 pages of ${area} work at 200 %, and mirrored from right to left`, async ({
    page,
    targets,
  }) => {
    test.slow()
    const heading = page.getByRole('heading', { level: 1 })
    const open = async (name: RouteName) => {
      await followLink(page, routes[name].path(targets))
      await expect(page.locator(routes[name].ready).first(), name).toBeVisible()
    }
    await page.goto('/nowhere')
    for (const name of routesOf(area)) {
      // By zoom and by larger text.
      await page.setViewportSize({ width: 640, height: 400 })
      await open(name)
      expect(await tooWide(page), `${name} zoomed`).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      await nextFrame(page)
      expect(await tooWide(page), `${name} in large text`).toBeLessThanOrEqual(0)
      const excess = await heading.evaluate((one) => one.scrollWidth - one.clientWidth)
      expect(excess, name).toBeLessThanOrEqual(0)
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    }

    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl')),
    )
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/nowhere')
      for (const name of routesOf(area)) {
        await open(name)
        expect(await tooWide(page), `${name} mirrored`).toBeLessThanOrEqual(0)
        const box = await heading.boundingBox()
        expect((box?.x ?? 0) + (box?.width ?? 0) / 2, name).toBeGreaterThan(width / 4)
        if (width === 390) expect(await findWcagViolations(page), name).toEqual([])
      }
    }
  })

test('1.10 the sidebar, lists, icons, avatars and cards grow with the text', async ({
  page,
  api,
  board,
}) => {
  const label = await api('POST /boards/:board_id/labels', {
    board_id: board.id,
    name: 'A label with a long name that fills its row',
    color: 'green',
  })
  const member = await api('POST /members', { name: 'Eira Morgan' })
  await api('PATCH /cards/:card_id', {
    card_id: board.card('Choose a date'),
    name: 'Choose a date that suits the printers, the room and everyone who writes',
    label_ids: [label.id],
    member_ids: [member.id],
    due_at: inHours(30),
  })
  await page.setViewportSize({ width: 1440, height: 1000 })
  await openBoard(page, board.id)
  const sizes = () =>
    page.evaluate(() => {
      const width = (element: Element | null) => element?.getBoundingClientRect().width
      const visible = [...document.querySelectorAll('nav[aria-label=Main]')].find(
        (nav) => nav.getClientRects().length > 0,
      )
      return {
        sidebar: width(visible?.closest('[data-no-print]') ?? null),
        list: width(document.querySelector('[data-testid=board-list]')),
        icon: width(visible?.querySelector('svg') ?? null),
        avatar: width(document.querySelector('[data-testid=card] .avatar')),
      }
    })
  /** Cards whose computed height is not the height of their content, and cards over the next. */
  const wrongCards = () =>
    page.getByTestId('card').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const { height, bottom } = card.getBoundingClientRect()
        const next = card.closest('li')?.nextElementSibling?.getBoundingClientRect().top
        if (card instanceof HTMLElement) card.style.height = 'auto'
        const natural = card.getBoundingClientRect().height
        if (card instanceof HTMLElement) card.style.height = ''
        const isExact = Math.abs(natural - height) < 1
        const isFree = next === undefined || next > bottom
        return isExact && isFree ? [] : [[card.ariaLabel, natural, height, next, bottom]]
      }),
    )
  expect(await sizes()).toEqual({ sidebar: 228, list: 272, icon: 16, avatar: 22 })
  expect(await wrongCards()).toEqual([])

  // The icons alone: 2 × 14 rem of text beside them would leave no room for the page.
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expect.poll(sizes).toEqual({ sidebar: 112, list: 544, icon: 32, avatar: 44 })
  expect(await wrongCards()).toEqual([])
  await expect(page.getByRole('link', { name: 'Overview' }).getByText('Overview')).toHaveCSS(
    'position',
    'absolute',
  )
  await page.setViewportSize({ width: 2100, height: 1000 })
  await expect.poll(sizes).toEqual({ sidebar: 456, list: 544, icon: 32, avatar: 44 })
  expect(await findWcagViolations(page)).toEqual([])
})

test('a focused card is fully visible at 200% zoom', async ({ page, board }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await openBoard(page, board.id)
  const list = await listNamed(page, 'Ideas').boundingBox()
  expect(list?.height).toBeGreaterThan(180)
  await cardNamed(page, 'Choose a date').focus()
  const card = await cardNamed(page, 'Choose a date').boundingBox()
  expect((card?.y ?? 999) + (card?.height ?? 0)).toBeLessThanOrEqual(400 - 60) // the bar below
})

test('arrow keys follow the visual direction in right-to-left layout', async ({ page, board }) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl')),
  )
  await openBoard(page, board.id)
  const x = async (list: string) => (await listNamed(page, list).boundingBox())?.x ?? 0
  expect(await x('Doing')).toBeLessThan(await x('Ideas'))
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
  await expect(cardNamed(page, 'Choose a date')).toBeFocused()
  await pickUpByKey(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect.poll(() => namesIn(page, 'Done')).toContain('Choose a date')
})
