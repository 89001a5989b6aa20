import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openPalette, palette, paletteOption } from '#web/shell/test-palette.ts'
import {
  buildBoard,
  holdResponse,
  namesIn,
  openWithBoards,
  pageOf,
} from '#web/tasks/test-boards.ts'
import { emulatePhone, errorResponse, type Responses, tap } from '#web/test-page.tsx'

const launch = () => buildBoard()

/** At the bottom of the first list. */
function newCard() {
  const card = launch().cards[0]
  if (!card) throw new Error('The board has no card.')
  return { ...card, id: 'crd_new', name: 'Buy lamps', position: 9 }
}

/** A server that creates and deletes cards. */
const creates = (): Responses => ({
  'POST /boards/:board_id/cards': ({ input }) => ({ ...newCard(), name: input.name }),
  'DELETE /cards/:card_id': () => new Response(null, { status: 204 }),
})

async function openLaunch(
  responses: Responses = creates(),
  without: Parameters<typeof openWithBoards>[3] = [],
) {
  const opened = await openWithBoards('/boards/brd_launch', [launch()], responses, without)
  await expect.element(page.getByText('Choose a date').first()).toBeVisible()
  const writes = () => opened.requests.filter((line) => !line.startsWith('GET'))
  return { ...opened, writes }
}

const toasts = () => page.getByTestId('toast')

test('the palette adds what is typed as a card of the open board, with Undo', async () => {
  const { router, writes } = await openLaunch()
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  const option = paletteOption('New card “Buy lamps” In Launch, Ideas')
  await expect.element(option).toHaveAttribute('aria-selected', 'true')
  await expect
    .element(palette().getByRole('status'))
    .toHaveTextContent('No results for “Buy lamps”')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => namesIn('Ideas').at(-1)).toBe('Buy lamps')
  await expect.element(toasts()).toHaveTextContent('Added Buy lamps to Ideas on Launch')
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => namesIn('Ideas')).toHaveLength(3)
  expect(writes()).toEqual(['POST /boards/brd_launch/cards', 'DELETE /cards/crd_new'])
  expect(router.state.location.pathname).toBe('/boards/brd_launch')
})

test('elsewhere a new card goes to the last board and is opened from its toast', async () => {
  const { router } = await openLaunch({
    ...creates(),
    'GET /cards/:card_id': newCard(),
  })
  await router.navigate('/')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  await expect
    .element(paletteOption(/New card “Buy lamps”/))
    .toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts()).toHaveTextContent('Added Buy lamps to Ideas on Launch')
  expect(router.state.location.pathname).toBe('/')
  await toasts().getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/boards/brd_launch/cards/crd_new')
})

test('a new card that is rejected says so and can be sent again', async () => {
  let isBroken = true
  const { writes } = await openLaunch({
    'POST /boards/:board_id/cards': () =>
      isBroken ? errorResponse(422, 'invalid_request', 'Too many cards.') : newCard(),
  })
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  await expect.element(paletteOption(/New card/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  const toast = toasts().filter({ hasText: 'Too many cards.' })
  await expect.element(toast).toHaveTextContent('Couldn’t add Buy lamps')
  isBroken = false
  await toast.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => namesIn('Ideas').at(-1)).toBe('Buy lamps')
  expect(writes()).toHaveLength(2)
  const added = toasts().filter({ hasText: 'Added Buy lamps to Ideas on Launch' })
  await expect.element(added.getByRole('button', { name: 'Open' })).toBeVisible()
})

test('a new card undone and redone opens the card that is there now', async () => {
  let count = 0
  const { router } = await openLaunch({
    ...creates(),
    'POST /boards/:board_id/cards': () => ({ ...newCard(), id: `crd_new${++count}` }),
    'GET /cards/:card_id': ({ input }) => ({ ...newCard(), id: input.card_id }),
  })
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  await expect.element(paletteOption(/New card/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await toasts().getByRole('button', { name: 'Undo' }).click()
  await toasts().getByRole('button', { name: 'Redo' }).click()
  await expect.poll(() => namesIn('Ideas').at(-1)).toBe('Buy lamps')
  await toasts().getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/boards/brd_launch/cards/crd_new2')
})

test('a new card can be opened once it is saved, and is announced once', async () => {
  const saved = holdResponse({ ...newCard() })
  await openLaunch({ ...creates(), 'POST /boards/:board_id/cards': () => saved.response })
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  await expect.element(paletteOption(/New card/)).toHaveAttribute('aria-selected', 'true')
  const announcements = recordAnnouncements('Added Buy lamps to Ideas on Launch')
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts()).toHaveTextContent('Added Buy lamps to Ideas on Launch')
  await expect.element(toasts().getByRole('button', { name: 'Open' })).not.toBeInTheDocument()
  saved.send()
  await expect.element(toasts().getByRole('button', { name: 'Open' })).toBeVisible()
  await expect.poll(announcements).toBe(1)
})

/** How often a sentence was given to screen readers since. */
function recordAnnouncements(sentence: string) {
  let count = 0
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target } of records)
      if (target instanceof Element && target.matches('[aria-live]'))
        count += [...addedNodes].filter((node) => node.textContent === sentence).length
  })
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return () => count
}

test('Enter creates no card while the search goes on', async () => {
  const results = holdResponse(pageOf([]))
  const { writes } = await openLaunch({ ...creates(), 'GET /search': () => results.response })
  await openPalette()
  await userEvent.keyboard('Buy lamps{Enter}')
  const option = paletteOption(/New card “Buy lamps”/)
  await expect.element(option).toHaveAttribute('aria-selected', 'false')
  results.send()
  await expect.element(option).toHaveAttribute('aria-selected', 'true')
  expect(writes()).toEqual([])
})

async function noResults() {
  await expect.element(palette().getByRole('status')).toHaveTextContent('No results')
}

test('Enter pressed again as the empty response arrives creates no card', async () => {
  const results = holdResponse(pageOf([]))
  const { writes } = await openLaunch({ ...creates(), 'GET /search': () => results.response })
  await openPalette()
  await userEvent.keyboard('Buy lamps{Enter}')
  results.send()
  await noResults()
  const press = (repeat: boolean) =>
    palette()
      .getByRole('combobox')
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, repeat }))
  press(false)
  await expect.element(paletteOption(/New card/)).toHaveAttribute('aria-selected', 'true')
  press(true)
  await expect.element(palette()).toBeVisible()
  expect(writes()).toEqual([])
  press(false)
  await expect.poll(writes).toEqual(['POST /boards/brd_launch/cards'])
})

test('Enter creates no card after a failed search', async () => {
  const { writes } = await openLaunch({
    ...creates(),
    'GET /search': () => errorResponse(403, 'insufficient_scope'),
  })
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  await expect.element(palette().getByRole('status')).toHaveTextContent('Search failed')
  const option = paletteOption(/New card/)
  await expect.element(option).toHaveAttribute('aria-selected', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.element(palette()).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option).toHaveAttribute('aria-selected', 'true')
  expect(writes()).toEqual([])
})

test.each([
  ['one letter that is not searched', '料', ['search'] as const],
  ['a text without words', '---', []],
])('Enter creates no card from %s', async (_, text, without) => {
  const { writes } = await openLaunch(creates(), [...without])
  await openPalette()
  await palette().getByRole('combobox').fill(text)
  await noResults()
  await expect.element(paletteOption(/New card/)).toHaveAttribute('aria-selected', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.element(palette()).toBeVisible()
  expect(writes()).toEqual([])
})

test('a new card is offered neither for a long title nor without lists', async () => {
  const { router } = await openWithBoards('/boards/brd_launch', [
    launch(),
    buildBoard({ id: 'brd_empty', name: 'Empty', lists: {} }),
  ])
  await expect.element(page.getByText('Choose a date').first()).toBeVisible()
  await openPalette()
  const field = palette().getByRole('combobox')
  await field.fill('a'.repeat(513))
  await noResults()
  await expect.element(paletteOption(/New card/)).not.toBeInTheDocument()
  await field.fill('a'.repeat(512))
  await expect.element(paletteOption(/New card/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  // Without a list the open board gives way to the one opened before.
  await router.navigate('/boards/brd_empty')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Empty' })).toBeVisible()
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  await expect.element(paletteOption(/New card .* In Launch/)).toBeVisible()
})

test('over an archived board a new card goes to the board before it', async () => {
  const old = buildBoard({ id: 'brd_old', name: 'Old' })
  old.board.archived = true
  const { router } = await openWithBoards('/boards/brd_launch', [launch(), old])
  await expect.element(page.getByText('Choose a date').first()).toBeVisible()
  await router.navigate('/boards/brd_old')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Old' })).toBeVisible()
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  await expect.element(paletteOption(/New card .* In Launch/)).toBeVisible()
})

test('while the open board loads no new card is offered', async () => {
  const other = buildBoard({ id: 'brd_other', name: 'Other' })
  const read = holdResponse(other.board)
  const { router } = await openLaunch({
    ...creates(),
    'GET /boards/:board_id': ({ input }) =>
      input.board_id === 'brd_other' ? read.response : launch().board,
  })
  void router.navigate('/boards/brd_other')
  await expect.poll(() => location.pathname).toBe('/boards/brd_other')
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  await noResults()
  await expect.element(paletteOption(/New card/)).not.toBeInTheDocument()
  read.send()
  await expect.element(paletteOption(/New card .* In Other/)).toBeVisible()
})

test('a new card comes after everything that is found', async () => {
  await openLaunch()
  await openPalette()
  await userEvent.keyboard('choose')
  await expect.element(paletteOption(/Choose a date/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(palette().getByRole('option').last()).toHaveTextContent('New card “choose”')
  await userEvent.keyboard('{Control>}a{/Control}> theme')
  await expect.element(paletteOption(/Dark/)).toBeVisible()
  await expect.element(paletteOption(/New card “/)).not.toBeInTheDocument()
})

test('offline a new card is not created, and the palette says why', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  const { writes } = await openLaunch()
  await openPalette()
  await userEvent.keyboard('Buy lamps')
  const option = paletteOption(/New card/)
  await expect.element(option).toHaveAttribute('aria-selected', 'true')
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'))
  window.dispatchEvent(new Event('offline'))
  await option.click()
  await expect.element(toasts()).toHaveTextContent('You’re offline')
  expect(writes()).toEqual([])
})

test('a phone creates a card and a board from the palette by touch', async () => {
  await emulatePhone()
  const { router } = await openLaunch()
  await router.navigate('/more')
  await tap(page.getByRole('button', { name: /Search/ }))
  await expect.element(palette().getByRole('combobox')).toHaveFocus()
  await tap(paletteOption('New board'))
  await expect.element(page.getByRole('dialog', { name: 'New board' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await tap(page.getByRole('button', { name: /Search/ }))
  await palette().getByRole('combobox').fill('Buy lamps')
  await tap(paletteOption(/New card “Buy lamps”/))
  await expect.element(toasts()).toHaveTextContent('Added Buy lamps to Ideas on Launch')
})
