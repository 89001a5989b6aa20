import { expect, type Locator, type Page, type Request } from '@playwright/test'

import type { Call } from '#client/api-client.ts'
import { setHidden } from './faults.ts'
import type { BuiltBoard } from './fixtures.ts'

/** Resolves once a page has loaded the code of a drag, which it requests when the mouse moves. */
const dragCode = new WeakMap<Page, Promise<unknown>>()

/** A page that was not opened by `openBoard` may have it already. */
const waitForDragCode = (page: Page, timeout: number) =>
  page.waitForResponse(/\/assets\/board-dnd/, { timeout }).then(
    (response) => response.finished(),
    () => undefined,
  )

/** Opens a board and waits for its first card. */
export async function openBoard(page: Page, board_id: string) {
  dragCode.set(page, waitForDragCode(page, 0))
  await page.goto(`/boards/${board_id}`)
  await expect(page.getByTestId('card').first()).toBeVisible()
}

/** The URL of a move. */
export const MOVE = /\/cards\/[^/]+\/move$/

export const listNamed = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })

/** A card in any list. */
export const cardNamed = (page: Page, name: string): Locator =>
  page.getByRole('group', { name, exact: true })

export const cardIn = (page: Page, list: string, name: string): Locator =>
  listNamed(page, list).getByRole('group', { name, exact: true })

/** The names of the rendered cards of a list, from top to bottom. */
export const namesIn = (page: Page, list: string): Promise<string[]> =>
  listNamed(page, list)
    .getByTestId('card')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''))

interface Point {
  x: number
  y: number
}

const middle = async (target: Locator): Promise<Point> => {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 24) }
}

/** Drags a card with the mouse to a point in steps, without dropping it. */
export async function dragOver(page: Page, card: Locator, to: Point) {
  const from = await middle(card)
  await page.mouse.move(from.x, from.y)
  // A person takes longer to press than this code takes to load.
  const code = dragCode.get(page) ?? waitForDragCode(page, 2000)
  dragCode.set(page, code)
  await code
  await dragEarly(page, card, to)
}

/** The same before the code of a drag has loaded. */
export async function dragEarly(page: Page, card: Locator, to: Point) {
  const from = await middle(card)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const steps = 16
  for (let step = 1; step <= steps; step++) {
    const part = step / steps
    await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
  }
}

/** A point in a list, this many pixels below its upper edge. */
export async function pointIn(page: Page, list: string, below: number): Promise<Point> {
  const box = await listNamed(page, list).boundingBox()
  if (!box) throw new Error(`There is no list called ${list}.`)
  return { x: box.x + box.width / 2, y: box.y + below }
}

/** Drags a card with the mouse and drops it this many pixels below the upper edge of a list; 60 is its top. */
export async function dragTo(page: Page, card: string, list: string, below = 60) {
  await dragOver(page, cardNamed(page, card), await pointIn(page, list, below))
  await page.mouse.up()
}

/** Picks up the focused card. dnd-kit listens for the next keys from the next task on. */
export async function pickUpByKey(page: Page) {
  await page.keyboard.press('Space')
  await expect(page.locator('[data-dragging=keyboard]')).toHaveCount(1)
  await nextFrame(page)
}

/** Adds a card with the quick add of a list. */
export async function addCard(page: Page, list: string, name: string) {
  await page.getByRole('button', { name: `Add a card to ${list}` }).click()
  await expect(listNamed(page, list).getByRole('textbox')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

/** Resolves once the page shows a card that someone else adds to Done now: what it did before is over. */
export async function catchUp(page: Page, board: BuiltBoard, api: Call) {
  const target = { board_id: board.id, list_id: board.list('Done') }
  await api('POST /boards/:board_id/cards', { ...target, name: 'Xylophone' })
  await setHidden(page, true)
  await setHidden(page, false)
  await expect(cardNamed(page, 'Xylophone')).toBeVisible()
  await nextFrame(page)
}

/** Counts finished requests from now on. */
export function countResponses(page: Page, url: RegExp): () => number {
  let count = 0
  page.on('requestfinished', (request) => void (url.test(request.url()) && count++))
  return () => count
}

/** Records every request that moves a card. */
export function recordMoves(page: Page) {
  const moves: { card_id: string; body: Record<string, unknown> }[] = []
  page.on('request', (request: Request) => {
    const card_id = /\/cards\/([^/]+)\/move$/.exec(request.url())?.[1]
    // Only the dashboard's own client sends these, and it sends JSON.
    if (card_id) moves.push({ card_id, body: request.postDataJSON() as Record<string, unknown> })
  })
  return moves
}

/** Records in each frame from now on which list renders a card. The returned function resolves with the lists in order. */
export async function recordLists(page: Page, card_id: string) {
  await page.evaluate((id) => {
    const recorded: string[] = []
    Object.assign(window, { [`lists of ${id}`]: recorded })
    const record = () => {
      const cards = [...document.querySelectorAll(`[data-card-id="${id}"]`)]
      const lists = cards.map((card) => card.closest('section')?.querySelector('h2')?.textContent)
      const current = lists.length === 1 ? (lists[0] ?? 'nowhere') : `${lists.length} places`
      if (recorded.at(-1) !== current) recorded.push(current)
      requestAnimationFrame(record)
    }
    record()
  }, card_id)
  return () => page.evaluate((id) => Reflect.get(window, `lists of ${id}`) as string[], card_id)
}

/** Resolves after the page painted its next frame. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
