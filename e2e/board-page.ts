import { expect, type Locator, type Page, type Request } from '@playwright/test'

/** Opens a board and waits for its first card. */
export async function openBoard(page: Page, board_id: string) {
  await page.goto(`/boards/${board_id}`)
  await expect(page.getByTestId('card').first()).toBeVisible()
}

/** Where a card is moved. */
export const MOVE = /\/cards\/[^/]+\/move$/

/** A list of the board, by its name. */
export const listNamed = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })

/** A card, wherever it is. */
export const cardNamed = (page: Page, name: string): Locator =>
  page.getByRole('group', { name, exact: true })

/** A card, if it is in that list. */
export const cardIn = (page: Page, list: string, name: string): Locator =>
  listNamed(page, list).getByRole('group', { name, exact: true })

/** The names of a list's cards from top to bottom, as drawn. */
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
  if (!box) throw new Error('This is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 24) }
}

/** Lifts a card with the mouse and carries it to a point, step by step, without letting go. */
export async function carry(page: Page, card: Locator, to: Point) {
  const from = await middle(card)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const steps = 16
  for (let step = 1; step <= steps; step++) {
    const part = step / steps
    await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
  }
}

/** A point inside a list, so many pixels below its head. */
export async function pointIn(page: Page, list: string, below: number): Promise<Point> {
  const box = await listNamed(page, list).boundingBox()
  if (!box) throw new Error(`There is no list called ${list}.`)
  return { x: box.x + box.width / 2, y: box.y + below }
}

/** Drags a card with the mouse and drops it so many pixels below the head of a list; 60 is its top. */
export async function dragTo(page: Page, card: string, list: string, below = 60) {
  await carry(page, cardNamed(page, card), await pointIn(page, list, below))
  await page.mouse.up()
}

/** Lifts the card that has the focus. dnd-kit hears the keys that carry it from the next task on. */
export async function liftByKey(page: Page) {
  await page.keyboard.press('Space')
  await expect(page.locator('[data-dragging=keyboard]')).toHaveCount(1)
  await nextFrame(page)
}

/** Writes the name of a new card into the box of a list and sends it. */
export async function addCard(page: Page, list: string, name: string) {
  await page.getByRole('button', { name: `Add a card to ${list}` }).click()
  await expect(listNamed(page, list).getByRole('textbox')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

/** Counts, from now on, the moves that were answered. */
export function answersTo(page: Page, url: RegExp): () => number {
  let count = 0
  page.on('requestfinished', (request) => void (url.test(request.url()) && count++))
  return () => count
}

/** Every request that moves a card, as the page sends them. */
export function movesOf(page: Page) {
  const moves: { card_id: string; body: Record<string, unknown> }[] = []
  page.on('request', (request: Request) => {
    const card_id = /\/cards\/([^/]+)\/move$/.exec(request.url())?.[1]
    // Only the dashboard's own client sends these, and it sends JSON.
    if (card_id) moves.push({ card_id, body: request.postDataJSON() as Record<string, unknown> })
  })
  return moves
}

/** Notes, frame by frame from now on, in which list a card is drawn. Call the answer for the lists in turn. */
export async function watchLists(page: Page, card_id: string) {
  await page.evaluate((id) => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const cards = [...document.querySelectorAll(`[data-card-id="${id}"]`)]
      const lists = cards.map((card) => card.closest('section')?.querySelector('h2')?.textContent)
      const now = lists.length === 1 ? (lists[0] ?? 'nowhere') : `${lists.length} places`
      if (seen.at(-1) !== now) seen.push(now)
      requestAnimationFrame(look)
    }
    look()
  }, card_id)
  return () => page.evaluate(() => Reflect.get(window, 'seen') as string[])
}

/** Calls back in the next frame that is painted, inside the page. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
