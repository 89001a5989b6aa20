import type { Page } from '@playwright/test'

import {
  cardIn,
  cardNamed,
  countResponses,
  dragOver,
  dragTo,
  listNamed,
  MOVE,
  namesIn,
  nextFrame,
  openBoard,
  pointIn,
  recordLists,
} from '../board-page.ts'
import { blockEventStream, holdRequests, rejectRequests } from '../faults.ts'
import { type BoardPlan, type BuiltBoard, expect, test } from '../fixtures.ts'
import { isPublicProfile } from '../service.ts'

const PLAN = {
  Ideas: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'],
  Doing: ['Zeta', 'Eta'],
  Done: ['Theta'],
}
const BATCH = /\/cards\/batch$/
/** What moves cards here: one batch, or a request per card. */
const sent = () => (isPublicProfile() ? MOVE : BATCH)

const bar = (page: Page) => page.getByRole('group', { name: 'Selection' })
const select = async (page: Page, ...names: string[]) => {
  for (const name of names) await cardNamed(page, name).click({ modifiers: ['ControlOrMeta'] })
  await expect(bar(page)).toContainText(`${names.length} selected`)
}

/** The board of the plan with these cards selected, which hears of changes by polling only. */
async function openSelected(page: Page, buildBoard: BuildBoard, ...names: string[]) {
  const board = await buildBoard(PLAN)
  await blockEventStream(page)
  await openBoard(page, board.id)
  await select(page, ...names)
  return board
}
type BuildBoard = (plan: BoardPlan) => Promise<BuiltBoard>

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page)
})

test(
  'K8 dragged selected cards land together and undo restores them',
  { tag: '@both' },
  async ({ page, buildBoard }) => {
    const board = await openSelected(page, buildBoard, 'Epsilon', 'Beta', 'Zeta')
    const recordedLists = await recordLists(page, board.card('Beta'))
    const held = await holdRequests(page, 'POST', sent())
    const finished = countResponses(page, sent())

    await dragOver(page, cardNamed(page, 'Beta'), await pointIn(page, 'Done', 60))
    await expect(page.locator('[data-bench-overlay]')).toHaveAttribute('data-stack-count', '3')
    await page.mouse.up()
    await nextFrame(page)

    const landed = ['Beta', 'Epsilon', 'Zeta', 'Theta']
    expect(await namesIn(page, 'Done')).toEqual(landed)
    expect(await namesIn(page, 'Ideas')).toEqual(['Alpha', 'Gamma', 'Delta'])
    await expect(page.getByTestId('toast')).toContainText('Moved 3 cards to Done')
    held.release()
    await expect.poll(finished).toBe(isPublicProfile() ? 3 : 1)
    await expect.poll(async () => (await board.stored('Zeta')).list_id).toBe(board.list('Done'))
    expect(await namesIn(page, 'Done')).toEqual(landed)
    expect(await recordedLists()).toEqual(['Ideas', 'Done'])
    const pressed = (name: string) =>
      page.getByRole('button', { name: `Mark ${name} as done` }).getAttribute('aria-pressed')
    expect(await pressed('Beta')).toBe('true')

    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    const ideas = isPublicProfile() ? ['Alpha', 'Gamma', 'Delta', 'Beta', 'Epsilon'] : PLAN.Ideas
    await expect.poll(() => namesIn(page, 'Ideas')).toEqual(ideas)
    await expect
      .poll(() => board.stored('Beta'))
      .toMatchObject({ list_id: board.list('Ideas'), completed: false })
    expect(await pressed('Beta')).toBe('false')
  },
)

test(
  'K8 one rejected card of three returns with its error, the others stay',
  { tag: '@both' },
  async ({ page, api, buildBoard }) => {
    const board = await openSelected(page, buildBoard, 'Alpha', 'Beta', 'Gamma')
    // Somebody else deletes one of them, which this page does not hear of.
    await api('DELETE /cards/:card_id', { card_id: board.card('Beta') })
    const recordedLists = await recordLists(page, board.card('Alpha'))

    await dragTo(page, 'Alpha', 'Doing')

    await expect(page.getByTestId('toast').filter({ hasText: '1 of 3 cards' })).toBeVisible()
    await expect.poll(() => namesIn(page, 'Doing')).toEqual(['Alpha', 'Gamma', 'Zeta', 'Eta'])
    await expect.poll(async () => (await board.stored('Gamma')).list_id).toBe(board.list('Doing'))
    expect(await recordedLists()).toEqual(['Ideas', 'Doing'])

    // One that is still there returns to its place and says why.
    await page.keyboard.press('Escape')
    await select(page, 'Delta', 'Epsilon', 'Eta')
    const epsilon = board.card('Epsilon')
    if (isPublicProfile())
      await rejectRequests(page, 'POST', new RegExp(`/cards/${epsilon}/move$`), 422, 'invalid')
    else
      await page.route(BATCH, (route) =>
        route.continue({ postData: route.request().postData()?.replace(epsilon, 'crd_unknown') }),
      )
    await dragTo(page, 'Delta', 'Done')
    await expect(cardIn(page, 'Ideas', 'Epsilon')).toContainText('Not moved')
    expect(await namesIn(page, 'Ideas')).toEqual(['Epsilon'])
    expect(await namesIn(page, 'Done')).toEqual(['Delta', 'Eta', 'Theta'])
    for (const name of ['Delta', 'Eta'])
      await expect(cardNamed(page, name)).not.toContainText('Not')
    expect((await board.stored('Delta')).list_id).toBe(board.list('Done'))
    expect((await board.stored('Epsilon')).list_id).toBe(board.list('Ideas'))
  },
)

test('K8 a failing service returns all dragged cards without a flicker before', async ({
  page,
  buildBoard,
}) => {
  const board = await openSelected(page, buildBoard, 'Alpha', 'Beta', 'Gamma')
  const recordedLists = await recordLists(page, board.card('Gamma'))
  await rejectRequests(page, 'POST', sent(), 422, 'validation_error')
  const held = await holdRequests(page, 'POST', sent())

  await dragTo(page, 'Alpha', 'Doing')
  await nextFrame(page)
  expect(await namesIn(page, 'Doing')).toEqual(['Alpha', 'Beta', 'Gamma', ...PLAN.Doing])
  held.release()

  await expect.poll(() => namesIn(page, 'Ideas')).toEqual(PLAN.Ideas)
  expect(await recordedLists()).toEqual(['Ideas', 'Doing', 'Ideas'])
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    await expect(cardNamed(page, name)).toContainText('Not moved')
})

test('K8 the bar labels all cards of a long list; Stop keeps what was saved, undone at once', async ({
  page,
  api,
}) => {
  const { id, lists, labels } = await api('POST /boards', {
    name: 'Launch',
    lists: [{ name: 'Long' }],
    labels: [{ name: 'Print', color: 'green' }],
  })
  const list_id = lists[0]?.id ?? ''
  const create = (name: string) =>
    api('POST /boards/:board_id/cards', { board_id: id, list_id, name })
  for (let made = 0; made < 105; made += 15)
    await Promise.all(Array.from({ length: 15 }, (_, at) => create(`Card ${made + at}`)))
  const countLabeled = async () => {
    const pages = [await api('GET /boards/:board_id/cards', { board_id: id, limit: 100 })]
    const { next } = pages[0]?.paging ?? {}
    if (next)
      pages.push(
        await api('GET /boards/:board_id/cards', {
          board_id: id,
          limit: 100,
          starting_after: next,
        }),
      )
    return pages
      .flatMap(({ data }) => data)
      .filter(({ label_ids }) => label_ids.includes(labels[0]?.id ?? '')).length
  }
  await blockEventStream(page)
  await openBoard(page, id)

  // The second page has not been loaded.
  const more = await holdRequests(page, 'GET', /\/cards\?.*starting_after=/)
  await page.getByRole('button', { name: 'List actions for Long' }).click()
  await page.getByRole('menuitem', { name: 'Select all cards' }).click()
  await expect(page.getByTestId('toast')).toHaveText(/^Searching \d+ of 105 cards…/)
  more.release()
  await expect(bar(page)).toContainText('105 selected')

  const [method, url] = isPublicProfile()
    ? (['PATCH', /\/cards\/[^/]+$/] as const)
    : (['POST', BATCH] as const)
  const held = await holdRequests(page, method, url)
  await bar(page).getByRole('button', { name: 'Label' }).click()
  await expect(page.getByRole('combobox', { name: 'Search labels' })).toBeFocused()
  await page.keyboard.type('print')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('card').first()).toContainText('Print')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Stop: .* 105 cards/ }).click()
  held.release()
  const job = page.getByTestId('job')
  await expect(job).toContainText('stopped')
  const [jobBox, barBox] = [await job.boundingBox(), await bar(page).boundingBox()]
  expect(jobBox!.y + jobBox!.height).toBeLessThanOrEqual(barBox!.y)
  // One batch of a hundred, or four requests at the same time.
  const saved = isPublicProfile() ? 4 : 100
  await expect.poll(countLabeled).toBe(saved)
  expect(held.count()).toBe(isPublicProfile() ? 4 : 1)
  const first = page.getByTestId('card').first()
  await expect(first).toContainText('Print')
  await first.focus()
  await page.keyboard.press('End')
  const last = listNamed(page, 'Long').locator('[aria-description*="position 105 of 105"]')
  await expect(last).toBeInViewport()
  await expect(last).not.toContainText('Print')
  await page.keyboard.press('Home')
  await expect(first).toBeInViewport()
  await page.keyboard.press('Control+z')
  await expect(first).not.toContainText('Print')
  await expect.poll(countLabeled).toBe(0)
})

test('K8 T54 one of twenty cards refuses a due date from the bar, and undo restores the others', async ({
  page,
  api,
  buildBoard,
  pageErrors,
}) => {
  const titles = Array.from({ length: 20 }, (_, at) => `Card ${at + 1}`)
  const board = await buildBoard({ Ideas: titles, Doing: ['Zeta'] })
  const { id } = await api('POST /members', { name: 'Eira Morgan' })
  await api('PATCH /cards/:card_id', { card_id: board.card('Zeta'), members: [id] })
  await blockEventStream(page)
  await openBoard(page, board.id)
  await cardNamed(page, 'Card 1').click({ modifiers: ['ControlOrMeta'] })
  await cardNamed(page, 'Card 3').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await page.getByRole('button', { name: 'List actions for Ideas' }).click()
  await page.getByRole('menuitem', { name: 'Select all cards' }).click()
  await expect(bar(page)).toContainText('20 selected')
  // Somebody else sets a start, which this page does not hear of.
  const card_id = board.card('Card 2')
  await api('PATCH /cards/:card_id', { card_id, start_at: '2100-01-01T09:00:00Z' })
  const due = async () => {
    const { data } = await api('GET /boards/:board_id/cards', { board_id: board.id, limit: 100 })
    return data.filter(({ due_at }) => due_at !== null).length
  }

  await bar(page).getByRole('button', { name: 'Due date' }).click()
  await page.getByRole('button', { name: 'Tomorrow', exact: true }).click()
  await expect(
    page.getByTestId('toast').filter({ hasText: '1 of 20 cards not saved' }),
  ).toBeVisible()
  await expect.poll(due).toBe(19)
  await expect(cardNamed(page, 'Card 2')).not.toContainText('Tomorrow')
  await expect(cardNamed(page, 'Card 2').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(cardNamed(page, 'Card 3')).toContainText('Tomorrow')
  await page.keyboard.press('Control+z')
  await expect.poll(due).toBe(0)
  await expect(cardNamed(page, 'Card 3')).not.toContainText('Tomorrow')

  await bar(page).getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('option', { name: 'Eira Morgan' }).click()
  await expect(page.getByRole('option', { name: 'Eira Morgan' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await board.stored('Card 20')).members).toMatchObject([{ id }])
  // The public API refuses nothing that it names, but a due date before the start.
  pageErrors.length = 0
})

test('the menu of a selected card completes and archives all selected cards', async ({
  page,
  buildBoard,
}) => {
  const board = await openSelected(page, buildBoard, 'Alpha', 'Gamma', 'Zeta')
  const choose = async (item: string) => {
    await cardNamed(page, 'Gamma').click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Mark 3 cards as done')
  await expect.poll(async () => (await board.stored('Zeta')).completed).toBe(true)
  await choose('Archive 3 cards')
  expect(await namesIn(page, 'Ideas')).toEqual(['Beta', 'Delta', 'Epsilon'])
  expect(await namesIn(page, 'Doing')).toEqual(['Eta'])
  await expect(cardNamed(page, 'Delta')).toBeFocused()
  await expect(bar(page)).toHaveCount(0)
  await expect.poll(async () => (await board.stored('Zeta')).status).toBe('archived')
})
