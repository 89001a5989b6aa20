import type { Card, CardMove } from '#contract/tasks/cards.ts'
import { boardWords } from '#web/messages/en/board.ts'
import type { Column, Desk } from '#web/tasks/board-state/column-registry.ts'
import { type Spot, spotIn } from '#web/tasks/cards/announcements.ts'
import { listOf } from '#web/tasks/cards/held-cards.ts'
import { sideways } from '#web/ui/direction.ts'
import { dropOf } from './drop.ts'

/** Before the card with this index of the list as shown, the carried card still counted where it was lifted. */
export interface Aim {
  column: Column
  index: number
}

/** A card in the air, and where it was. */
export interface Lifted {
  card: Card
  from: Aim
}

/** Just before and just after itself are the same place to the eye. */
export const isHome = ({ from }: Lifted, { column, index }: Aim) =>
  column === from.column && (index === from.index || index === from.index + 1)

/** The index once the card is no longer counted where it was lifted. */
const landed = ({ from }: Lifted, { column, index }: Aim) =>
  column === from.column && index > from.index ? index - 1 : index

/** Where only the ends can be asked for, the gap says which end it is. */
export function wordsOf(desk: Desk, { column, index }: Aim): string {
  const { board, relative } = desk.scene()
  if (relative) return ''
  const { name } = listOf(board, column.list_id)
  return index === 0 ? boardWords.top(name) : boardWords.bottom(name)
}

/** The same place as it is said aloud. */
export function spotOf(desk: Desk, lifted: Lifted, aim: Aim): Spot {
  const { board } = desk.scene()
  const { list_id } = aim.column
  const list = board.lists.find(({ id }) => id === list_id)
  const arrives = list_id === lifted.card.list_id ? 0 : 1
  const size = (list?.card_count ?? aim.column.cards().length) + arrives
  return spotIn(board, list_id, landed(lifted, aim), String(size))
}

/** What to ask the service for; null where it is home already. */
export function moveOf(desk: Desk, lifted: Lifted, aim: Aim): CardMove | null {
  const { filtered, relative } = desk.scene()
  if (relative && isHome(lifted, aim)) return null
  const landing = { list_id: aim.column.list_id, index: landed(lifted, aim) }
  return dropOf(lifted.card, landing, { cards: aim.column.cards(), filtered, relative })
}

/** One arrow key on; null where there is no way. */
export function stepOf(desk: Desk, { from }: Lifted, { column, index }: Aim, code: string) {
  const after = column === from.column ? from.index + 1 : -1
  if (code === 'ArrowUp') {
    if (index === 0) return null
    return { column, index: index - 1 === after ? index - 2 : index - 1 }
  }
  if (code === 'ArrowDown') {
    const next = index + 1 === after ? index + 2 : index + 1
    return next <= column.cards().length ? { column, index: next } : null
  }
  const by = sideways(code)
  const beside = by === 0 ? undefined : columnBeside(desk, column.list_id, by)
  return beside ? { column: beside, index: Math.min(index, beside.cards().length) } : null
}

/** The next list to one side, drawn or not yet: a list out of sight is drawn by scrolling to it. */
export function columnBeside(desk: Desk, list_id: string, by: 1 | -1): Column | undefined {
  const lists = desk.scene().board.lists.filter(({ archived }) => !archived)
  const next = lists[lists.findIndex(({ id }) => id === list_id) + by]
  if (!next) return undefined
  desk.revealList(next.id)
  return desk.columns.get(next.id)
}
