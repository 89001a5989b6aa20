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

async function openLaunch(responses: Responses = creates()) {
  const opened = await openWithBoards('/boards/brd_launch', [launch()], responses)
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
})

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
