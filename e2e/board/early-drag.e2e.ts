import type { Page } from '@playwright/test'

import {
  cardNamed,
  dragEarly,
  dragTo,
  namesIn,
  openBoard,
  pointIn,
  recordMoves,
} from '../board-page.ts'
import { holdRequests, setHidden } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => signIn(page))

const PLAN = { Ideas: ['Choose a date', 'Ask the printers'], Doing: ['Draw the poster'] }

/** Delays the drag sensors until the returned function is called. */
async function holdSensors(page: Page) {
  const code = await holdRequests(page, 'GET', /\/assets\/board-dnd/)
  return async () => {
    await expect.poll(code.count).toBeGreaterThan(0)
    code.release()
  }
}

test('K1 a drag begun before its code has loaded goes on', async ({ page, board }) => {
  const release = await holdSensors(page)
  await openBoard(page, board.id)
  const to = await pointIn(page, 'Doing', 60)
  await dragEarly(page, cardNamed(page, 'Choose a date'), to)
  await release()
  // The pointer moves on as long as the person drags.
  await expect(async () => {
    await page.mouse.move(to.x + 1, to.y)
    await page.mouse.move(to.x, to.y)
    await expect(page.locator('[data-dragging=pointer]')).toHaveCount(1, { timeout: 200 })
  }).toPass()
  await page.mouse.move(to.x, to.y + 2)
  await page.mouse.up()
  await expect.poll(() => namesIn(page, 'Doing')).toContain('Choose a date')
})

test('K3 Space, Right, Space before the drag code has loaded move a card', async ({
  page,
  board,
}) => {
  const release = await holdSensors(page)
  await openBoard(page, board.id)
  await page.keyboard.press('ArrowDown') // from the heading to the first card
  const name = await page.locator('[data-card-id]:focus').getAttribute('aria-label')
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  expect(await namesIn(page, 'Ideas')).toContain(name)
  await release()
  await expect.poll(() => namesIn(page, 'Doing')).toContain(name)
  await expect(page.getByTestId('live-assertive').first()).toContainText('Doing')
})

test('an early drop is made where the pointer was released', async ({ page, board }) => {
  const moves = recordMoves(page)
  const release = await holdSensors(page)
  await openBoard(page, board.id)
  await page.getByRole('button', { name: 'Filter' }).first().focus() // the press moves the focus
  await dragEarly(page, cardNamed(page, 'Choose a date'), await pointIn(page, 'Doing', 60))
  await page.mouse.up()
  const elsewhere = await pointIn(page, 'Ideas', 60)
  await page.mouse.move(elsewhere.x, elsewhere.y)
  expect(await namesIn(page, 'Ideas')).toContain('Choose a date')
  await release()
  // The pointer goes on moving.
  await expect(async () => {
    await page.mouse.move(elsewhere.x, elsewhere.y + 20)
    await page.mouse.move(elsewhere.x, elsewhere.y)
    expect(await namesIn(page, 'Doing')).toContain('Choose a date')
  }).toPass()
  expect(await namesIn(page, 'Ideas')).not.toContain('Choose a date')
  await expect(page.locator('[data-dragging]')).toHaveCount(0)
  expect(moves).toHaveLength(1)
})

/** Drops a card in Doing before the code of a drag has loaded. */
async function dropEarly(page: Page) {
  await dragEarly(page, cardNamed(page, 'Choose a date'), await pointIn(page, 'Doing', 60))
  await page.mouse.up()
}

test('any other input, Back and five seconds cancel a drop that waits for its code', async ({
  page,
  buildBoard,
}) => {
  test.slow() // seven boards
  const acts = {
    'a key': () => page.keyboard.press('Escape'),
    'another press': () => page.getByRole('heading', { level: 1 }).click(),
    'a scrolled list': () =>
      page.evaluate(() => document.querySelector('section')?.dispatchEvent(new Event('scroll'))),
    'a touch': () => page.evaluate(() => document.body.dispatchEvent(new TouchEvent('touchstart'))),
    'a resized window': () => page.setViewportSize({ width: 1200, height: 700 }),
    Back: () => page.goBack(),
    'five seconds': () => page.clock.runFor(5000),
  }
  for (const [what, act] of Object.entries(acts))
    await test.step(what, async () => {
      const board = await buildBoard(PLAN)
      const moves = recordMoves(page)
      const release = await holdSensors(page)
      if (what === 'five seconds') await page.clock.install()
      await openBoard(page, board.id)
      await page.evaluate(() => history.pushState(null, '')) // for Back
      await dropEarly(page)
      await act()
      await release()
      await expectOnlyNextDrag(page, moves)
    })
})

test('Escape before its code has loaded cancels a keyboard drag', async ({ page, board }) => {
  const moves = recordMoves(page)
  const release = await holdSensors(page)
  await openBoard(page, board.id)
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await release()
  await expectOnlyNextDrag(page, moves)
})

test('a hidden page or another view ends an early drop that its code repeats', async ({
  page,
  board,
}) => {
  const moves = recordMoves(page)
  for (const act of [() => setHidden(page, true), () => showView(page, 'Table')]) {
    const release = await holdSensors(page)
    await openBoard(page, board.id)
    await dropEarly(page)
    await page.evaluate(() => {
      Object.assign(window, { requestAnimationFrame: () => 0 }) // as while a page is hidden
      document.addEventListener('mousemove', () => (document.title += '.'))
    })
    await release()
    await expect.poll(() => hearsMouse(page)).toBe(false)
    await act()
    // The board leaves once the other view is rendered.
    await expect.poll(() => hearsMouse(page)).toBe(true)
    expect(moves).toEqual([])
  }
})

test('an early Space keeps no keys from the next page', async ({ page, board }) => {
  await holdSensors(page)
  await page.goto('/boards')
  await page.getByRole('link', { name: board.board.name }).click()
  await cardNamed(page, 'Choose a date').focus()
  await page.keyboard.press('Space')
  await page.getByRole('link', { name: 'Boards', exact: true }).first().evaluate(clickElement)
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

/** Without a press of the mouse, which would end a wait. */
const clickElement = (element: HTMLElement) => element.click()
const showView = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).evaluate(clickElement)

/** Returns whether a movement of the mouse reaches the document. */
async function hearsMouse(page: Page) {
  const before = await page.title()
  await page.mouse.move(500, 500)
  await page.mouse.move(501, 500)
  return (await page.title()) !== before
}

/** A drag that waited would have started before the next one, which succeeds. */
async function expectOnlyNextDrag(page: Page, moves: ReturnType<typeof recordMoves>) {
  await expect(page.locator('[id^=DndLiveRegion]')).toBeAttached()
  const next = cardNamed(page, 'Ask the printers')
  const card_id = await next.getAttribute('data-card-id')
  await dragTo(page, 'Ask the printers', 'Doing')
  await expect.poll(() => namesIn(page, 'Doing')).toContain('Ask the printers')
  await expect.poll(() => moves.map((move) => move.card_id)).toEqual([card_id])
}
