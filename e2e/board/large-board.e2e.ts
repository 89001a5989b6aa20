import {
  MOVE,
  dragEarly,
  dragOver,
  cardNamed,
  listNamed,
  namesIn,
  openBoard,
  pointIn,
} from '../board-page.ts'
import { holdRequests } from '../faults.ts'
import { expect, test } from '../fixtures.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page)
})

test('K10 autoscroll reaches the last list in one drag', async ({ page, buildBoard }) => {
  const names = Array.from({ length: 9 }, (_, at) => `Step ${at + 1}`)
  const plan = Object.fromEntries(names.map((name, at) => [name, at === 0 ? ['Traveller'] : []]))
  const board = await buildBoard(plan)
  await openBoard(page, board.id)

  await dragOver(page, cardNamed(page, 'Traveller'), { x: 1425, y: 300 })
  await expect(listNamed(page, 'Step 9')).toBeInViewport({ ratio: 0.9 })
  const last = await pointIn(page, 'Step 9', 60)
  await page.mouse.move(last.x, last.y)
  await page.mouse.up()

  await expect.poll(() => namesIn(page, 'Step 9')).toEqual(['Traveller'])
})

test('autoscroll starts at an edge once its code is loaded', async ({ page, buildBoard }) => {
  const names = Array.from({ length: 9 }, (_, at) => `Step ${at + 1}`)
  const plan = Object.fromEntries(names.map((name, at) => [name, at === 0 ? ['Traveller'] : []]))
  const code = await holdRequests(page, 'GET', /\/assets\/board-dnd/)
  const board = await buildBoard(plan)
  await openBoard(page, board.id)

  await dragEarly(page, cardNamed(page, 'Traveller'), { x: 1425, y: 300 })
  await expect.poll(code.count).toBe(1)
  code.release()
  await expect(listNamed(page, 'Step 9')).toBeInViewport({ ratio: 0.9 })
})

test(
  'T61 a move to the bottom of 250 cards lands last, and a jump shows no gap',
  { tag: '@both' },
  async ({ page, api, buildBoard }) => {
    test.setTimeout(120_000)
    const board = await buildBoard({ Long: [], Short: ['Last one'] })
    const list_id = board.list('Long')
    for (let at = 0; at < 250; at += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, step) =>
          api('POST /boards/:board_id/cards', {
            board_id: board.id,
            list_id,
            name: `Card ${at + step}`,
          }),
        ),
      )
    }
    await openBoard(page, board.id)
    await expect(listNamed(page, 'Long').getByRole('heading').locator('..')).toContainText('250')

    const answered = page.waitForResponse(MOVE)
    await cardNamed(page, 'Last one').focus()
    await page.keyboard.press('m')
    await expect(page.getByRole('combobox', { name: 'Search lists' })).toBeFocused()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await answered

    const first = await api('GET /boards/:board_id/cards', { board_id: board.id, list_id })
    let { next } = first.paging
    let last = first.data.at(-1)
    while (next) {
      const page_ = await api('GET /boards/:board_id/cards', {
        board_id: board.id,
        list_id,
        starting_after: next,
      })
      next = page_.paging.next
      last = page_.data.at(-1)
    }
    expect(last?.name).toBe('Last one')

    await page.reload()
    await expect(page.getByTestId('card').first()).toBeVisible()
    const scroller = listNamed(page, 'Long').getByRole('list').locator('..')
    await expect
      .poll(async () => {
        await scroller.evaluate((area) => area.scrollTo(0, area.scrollHeight))
        return (await namesIn(page, 'Long')).at(-1)
      })
      .toBe('Last one')

    const showsCards = await scroller.evaluate(async (area) => {
      area.scrollTo(0, 0)
      await new Promise(requestAnimationFrame) // after the scroll event, before the paint
      const { left, top, width, height } = area.getBoundingClientRect()
      return [0.4, 0.5, 0.6].some((part) =>
        document.elementFromPoint(left + width / 2, top + height * part)?.closest('[data-card-id]'),
      )
    })
    expect(showsCards).toBe(true)
  },
)

test('K9 a board of 1,000 cards loads with one page and renders at most 900 elements', async ({
  page,
  api,
}) => {
  test.setTimeout(240_000)
  const lists = Array.from({ length: 10 }, (_, at) => ({ name: `List ${at}` }))
  const labels = ['green', 'blue', 'red'].map((color) => ({ name: `Label ${color}`, color }))
  const board = await api('POST /boards', { name: 'Big', lists, labels })
  const createCard = (at: number) =>
    api('POST /boards/:board_id/cards', {
      board_id: board.id,
      list_id: board.lists[at % 10]?.id ?? '',
      name: `Card ${at} fix the login redirect for invited members`,
      label_ids: at % 2 ? [] : [board.labels[at % 3]?.id ?? ''],
      due_at: at % 3 ? null : '2030-01-01T12:00:00.000Z',
    })
  for (let at = 0; at < 1000; at += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, step) => createCard(at + step)))
  }

  const reads: string[] = []
  page.on('request', (request) => {
    const isRead = request.method() === 'GET'
    if (isRead && request.url().includes(`/boards/${board.id}/cards`)) reads.push(request.url())
  })
  await openBoard(page, board.id)
  const counts = () =>
    page.evaluate(() => ({
      cards: document.querySelectorAll('[data-testid=card]').length,
      elements: document.getElementsByTagName('*').length,
    }))
  await expect.poll(async () => (await counts()).cards).toBeGreaterThan(30)
  const idle = await counts()
  // The lists in sight need one request; the other counts done cards.
  expect(reads.filter((url) => !url.includes('completed=true'))).toEqual([
    expect.stringContaining('per_list='),
  ])
  await dragOver(page, page.getByTestId('card').first(), await pointIn(page, 'List 3', 300))
  await expect(page.locator('[data-bench-overlay]')).toHaveCount(1)
  const dragging = await counts()
  await page.mouse.up()
  for (const { cards, elements } of [idle, dragging]) {
    expect(cards).toBeLessThan(100)
    expect(elements).toBeLessThanOrEqual(900)
  }
})
