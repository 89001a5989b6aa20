import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

import type { PlacedCard } from '#contract/tasks/cards.ts'
import { openPalette, palette, paletteOption } from '#web/shell/test-palette.ts'
import { buildBoard, cardNamed, namesIn, openWithBoards } from '#web/tasks/test-boards.ts'
import { recordCopies } from '#web/test-clipboard.ts'
import { openPage, textsOf } from '#web/test-page.tsx'

const subject = (name: string) => palette().getByRole('group', { name, exact: true })
const subjectOf = (card: string) => subject(`Card “${card}”`)
const optionsOf = (name: string) => textsOf(subject(name).getByRole('option'))

async function openLaunch() {
  const opened = await openWithBoards('/boards/brd_launch')
  await expect.element(page.getByText('Choose a date').first()).toBeVisible()
  return opened
}

function focus(target: Locator) {
  const element = target.element()
  if (element instanceof HTMLElement) element.focus()
}

async function focusCard(name: string) {
  await expect.element(cardNamed(name)).toBeVisible()
  focus(cardNamed(name))
  await expect.element(cardNamed(name)).toHaveFocus()
}

const editors = [
  ['assign', 'Members'],
  ['label', 'Labels'],
  ['due', 'Due date'],
  ['move', 'Move card'],
] as const

test.each(editors)('S7 %s in the palette opens %s at the focused card', async (word, title) => {
  await openLaunch()
  await focusCard('Choose a date')
  await openPalette()
  await expect.element(subjectOf('Choose a date')).toBeVisible()
  await userEvent.keyboard(word)
  const group = palette().getByRole('group').first()
  await expect.element(group).toHaveAccessibleName('Card “Choose a date”')
  await userEvent.keyboard('{Enter}')
  await expect.element(palette()).not.toBeInTheDocument()
  const popover = page.getByRole('dialog', { name: title })
  await expect.element(popover).toHaveTextContent('Choose a date')
  await userEvent.keyboard('{Escape}')
  await expect.element(popover).not.toBeInTheDocument()
  await expect.element(cardNamed('Choose a date')).toHaveFocus()
})

test('S7 Escape in the palette returns the focus to the card', async () => {
  await openLaunch()
  await focusCard('Choose a date')
  await openPalette()
  await userEvent.keyboard('move{Escape}')
  await expect.element(palette()).not.toBeInTheDocument()
  await expect.element(cardNamed('Choose a date')).toHaveFocus()
})

test('with selected cards the palette is about them, wherever the focus is', async () => {
  await openLaunch()
  await focusCard('Write the announcement')
  await userEvent.keyboard('x{ArrowDown}x{ArrowDown}')
  await expect.element(cardNamed('Ask the printers')).toHaveFocus()
  await openPalette()
  // Their keys act on the card that has the focus.
  expect(optionsOf('2 selected cards')).toEqual(['Assign…', 'Label…', 'Due date…', 'Move…'])
  await expect.element(subjectOf('Ask the printers')).not.toBeInTheDocument()
  await userEvent.keyboard('due{Enter}')
  const popover = page.getByRole('dialog', { name: 'Due date' })
  await expect.element(popover).toHaveTextContent('2 cards')
  await userEvent.keyboard('{Escape}')
  await expect.element(cardNamed('Ask the printers')).toHaveFocus()

  await userEvent.keyboard('{ArrowUp}')
  await openPalette()
  await userEvent.keyboard('move{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Move cards' })).toBeVisible()
  await userEvent.keyboard('3{Enter}')
  await expect
    .element(page.getByRole('region', { name: 'Done' }))
    .toHaveTextContent('Choose a date')
  await expect.element(cardNamed('Choose a date')).toHaveFocus()
})

test('with a read-only key the palette only copies the link of a card', async () => {
  const copies = recordCopies()
  const { board, cards } = buildBoard()
  await openPage(
    '/boards/brd_launch',
    {
      'GET /boards': { data: [board], paging: { next: null } },
      'GET /boards/:board_id': board,
      'GET /boards/:board_id/cards': { data: [...cards], paging: { next: null } },
    },
    { scope: 'read', capabilities: ['boards.write'] },
  )
  await focusCard('Choose a date')
  await openPalette()
  expect(optionsOf('Card “Choose a date”')).toEqual(['Copy link'])
  await userEvent.keyboard('card')
  await expect.element(paletteOption(/New card/)).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}a{/Control}copy link{Enter}')
  await expect.poll(() => copies).toHaveLength(1)
  expect(copies[0]).toContain('/boards/brd_launch/cards/brd_launch_Ideas_1?ws=')
  await expect.element(cardNamed('Choose a date')).toHaveFocus()
  await openPalette()
  await userEvent.keyboard('new board')
  await expect.poll(() => palette().getByRole('option').elements()).toEqual([])
})

test('over an open card the palette is about that card', async () => {
  const launch = buildBoard()
  const [, card] = launch.cards
  await openWithBoards('/boards/brd_launch/cards/brd_launch_Ideas_1', [launch], {
    'GET /cards/:card_id': { ...card },
  })
  const dialog = page.getByRole('dialog', { name: 'Choose a date' })
  await expect.element(dialog.getByRole('heading', { name: 'Choose a date' })).toBeVisible()
  await openPalette()
  expect(optionsOf('Card “Choose a date”')).toEqual([
    'Assign…A',
    'Label…L',
    'Due date…D',
    'Move…M',
    'Copy link',
  ])
  await expect.element(paletteOption(/Switch to/)).not.toBeInTheDocument()
  await userEvent.keyboard('assign{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Members' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Members' })).not.toBeInTheDocument()
  expect(dialog.element().contains(document.activeElement)).toBe(true)
})

test('the palette switches the view of a board and keeps the focus on the card', async () => {
  const { router } = await openLaunch()
  await focusCard('Choose a date')
  await openPalette()
  await userEvent.keyboard('table{Enter}')
  const row = page.getByTestId('row').filter({ hasText: 'Choose a date' })
  await expect.poll(() => row.element().contains(document.activeElement)).toBe(true)
  expect(router.state.location.search).toBe('?view=table')

  await openPalette()
  await expect.element(paletteOption('Switch to table view')).not.toBeInTheDocument()
  await userEvent.keyboard('label{Enter}')
  await expect
    .element(page.getByRole('dialog', { name: 'Labels' }))
    .toHaveTextContent('Choose a date')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => row.element().contains(document.activeElement)).toBe(true)

  await openPalette()
  await userEvent.keyboard('calendar{Enter}')
  await expect.poll(() => router.state.location.search).toBe('?view=calendar')
  const undated = page.getByCss('[data-calendar] [data-card-id=brd_launch_Ideas_1]')
  await expect.element(undated).toHaveFocus()
  await openPalette()
  await userEvent.keyboard('move{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Move card' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(undated).toHaveFocus()
})

test('the palette exports the open board, with its selected cards as a choice', async () => {
  await openLaunch()
  await focusCard('Choose a date')
  await userEvent.keyboard('x')
  await openPalette()
  await userEvent.keyboard('export{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Export Launch' })
  await expect.element(dialog.getByRole('radio', { name: /selected/i })).toBeVisible()
})

test('the editor of a table cell returns the focus from the palette to it', async () => {
  await openWithBoards('/boards/brd_launch?view=table')
  const row = page.getByTestId('row').filter({ hasText: 'Choose a date' })
  await expect.element(row).toBeVisible()
  const cell = row.getByCss('[data-column=due]')
  focus(cell)
  await expect.element(cell).toHaveFocus()
  await openPalette()
  await userEvent.keyboard('due{Enter}')
  const popover = page.getByRole('dialog', { name: 'Due date' })
  await expect.element(popover).toBeVisible()
  const { bottom } = cell.element().getBoundingClientRect()
  await expect
    .poll(() => popover.element().getBoundingClientRect().top)
    .toBeGreaterThanOrEqual(bottom - 1)
  await userEvent.keyboard('{Escape}')
  await expect.element(cell).toHaveFocus()
})

/** Someone else changes a card, and the board is read again. */
function changeElsewhere(launch: ReturnType<typeof buildBoard>, name: string, change: object) {
  const card = launch.cards.find((one) => one.name === name)
  if (card) Object.assign(card, { version: '2', ...change })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a command acts on the card as it is when it is chosen', async () => {
  const launch = buildBoard()
  await openWithBoards('/boards/brd_launch', [launch])
  await focusCard('Choose a date')
  await openPalette()
  await expect.element(subjectOf('Choose a date')).toBeVisible()
  changeElsewhere(launch, 'Choose a date', { list_id: 'brd_launch_Doing', position: 9 })
  await expect.poll(() => namesIn('Doing')).toContain('Choose a date')
  await userEvent.keyboard('move{Enter}')
  // The list after its own.
  const dialog = page.getByRole('dialog', { name: 'Move card' })
  await expect.element(dialog.getByRole('option', { selected: true })).toHaveTextContent('Done')
})

test('a command chosen for selected cards acts on no other card', async () => {
  const launch = buildBoard()
  await openWithBoards('/boards/brd_launch', [launch])
  await focusCard('Choose a date')
  await userEvent.keyboard('x{ArrowDown}')
  await expect.element(cardNamed('Ask the printers')).toHaveFocus()
  await openPalette()
  await expect.element(subjectOf('Choose a date')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(paletteOption(/^Label…/)).toHaveAttribute('aria-selected', 'true')
  changeElsewhere(launch, 'Choose a date', { board_id: 'brd_gone' })
  await expect.element(subjectOf('Ask the printers')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(paletteOption(/^Assign…/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(palette()).toBeVisible()
})

test('without a focused card the palette has commands of the board only', async () => {
  await openLaunch()
  await openPalette()
  await expect.element(paletteOption('Switch to table view')).toBeVisible()
  await expect.element(paletteOption(/^Assign…/)).not.toBeInTheDocument()
})

test('the palette copies the link of the focused row of all cards', async () => {
  const copies = recordCopies()
  const card = {
    ...buildBoard().cards[0],
    id: 'crd_1',
    name: 'Late',
    board_id: 'brd_1',
    board_name: 'Garden',
    list_name: 'To do',
  } as PlacedCard // the fields that the page shows
  await openPage(
    '/cards',
    { 'GET /cards': { data: [card], paging: { next: null } } },
    { capabilities: ['cards.list'] },
  )
  const link = page.getByRole('link', { name: 'Late' })
  await expect.element(link).toBeVisible()
  focus(link)
  await openPalette()
  await userEvent.keyboard('copy link{Enter}')
  await expect
    .poll(() => copies)
    .toEqual([expect.stringContaining('/boards/brd_1/cards/crd_1?ws=')])
})

test('the palette creates a board from any page', async () => {
  const { router } = await openWithBoards('/', [buildBoard()], {
    'POST /boards': ({ input }) => ({ ...buildBoard().board, name: input.name }),
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await openPalette()
  await userEvent.keyboard('new board{Enter}')
  const dialog = page.getByRole('dialog', { name: 'New board' })
  await expect.element(dialog).toBeVisible()
  // The palette would replace the dialog and what was typed.
  await userEvent.keyboard('Gar{Control>}k{/Control}den{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/boards/brd_launch')
})
