import type { KeyboardEvent, MouseEvent } from 'react'

import type { Card } from '#client/resources.ts'
import type { BoardActions, CardField } from '#web/tasks/board-state/board-context.ts'
import { cellAnchorOf, letterAction } from '#web/tasks/board-state/card-keys.ts'
import { keyLetter } from '#web/ui/keyboard.ts'

const isEditedInPopover = (columnId: string): columnId is CardField =>
  ['labels', 'due', 'members'].includes(columnId)

export function openEditor(actions: BoardActions, card: Card, columnId: string) {
  if (isEditedInPopover(columnId))
    actions.openEditor(columnId, [card], cellAnchorOf(card)(columnId))
}

export const rowLinkOf = (card_id: string) =>
  document.querySelector<HTMLElement>(`[data-id="${CSS.escape(card_id)}"] [data-row-link]`)

/** Keys of the active row, as on the board. Left and right go from cell to cell. */
export function onRowKey(
  event: KeyboardEvent,
  card: Card,
  actions: BoardActions,
  singleKeys: boolean,
) {
  if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const perform = rowAction(event, card, actions, singleKeys)
  if (!perform) return
  event.preventDefault()
  perform()
}

function rowAction(event: KeyboardEvent, card: Card, actions: BoardActions, singleKeys: boolean) {
  const { key, shiftKey } = event
  if (key === 'ArrowRight' || key === 'ArrowLeft') return () => focusNextCell(event)
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return () => actions.openMenu(card)
  if (!singleKeys || shiftKey) return undefined
  return letterAction(keyLetter(event), card, actions, cellAnchorOf(card))
}

function focusNextCell({ key, target }: KeyboardEvent) {
  if (!(target instanceof Element)) return
  const stops = [
    ...(target
      .closest('tr')
      ?.querySelectorAll<HTMLElement>('.row-checkbox, [data-row-link], td[tabindex]') ?? []),
  ]
  const isRtl = getComputedStyle(target).direction === 'rtl'
  const by = (key === 'ArrowRight') === isRtl ? -1 : 1
  const current = stops.findIndex((stop) => stop === target || stop.contains(target))
  stops[current + by]?.focus()
}

/** A right click opens the menu of the card. */
export function openRowMenu(event: MouseEvent, rows: readonly Card[], actions: BoardActions) {
  const row =
    event.target instanceof Element && event.target.closest<HTMLElement>('[data-testid=row]')
  const card = row && rows.find(({ id }) => id === row.dataset['id'])
  if (!card || (event.target as Element).closest('input')) return
  event.preventDefault()
  actions.openMenu(card)
}
