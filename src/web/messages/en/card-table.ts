import { plural } from '#web/messages/plural.ts'

const cards = { one: '# card', other: '# cards' }
const number = (value: number) => plural(value, { other: '#' })

/** The table of the cards of a board. */
export const cardTableText = {
  caption: (board: string) => `Cards of ${board}`,
  filteredCaption: (board: string) => `Cards of ${board} that match the filters`,
  title: 'Title',
  list: 'List',
  labels: 'Labels',
  due: 'Due',
  members: 'Members',
  done: 'Done',
  none: 'None',
  more: (count: number) => `+${count}`,
  markDone: (card: string) => `Mark ${card} as done`,
  editTitle: (card: string) => `Title of ${card}`,
  emptyTitle: 'Enter a title.',
  tooLong: 'Titles can have up to 512 characters',
  groupByList: 'Group by list',
  cards: (count: number) => plural(count, cards),
  loading: (loaded: number, total: number) =>
    total > loaded
      ? `Loading ${number(loaded)} of ${plural(total, cards)}`
      : `Loading… ${plural(loaded, cards)}`,
  loaded: (count: number) => `${plural(count, cards)} loaded`,
  failed: 'Couldn’t load all cards.',
  empty: 'No cards yet',
  emptyDescription: 'Cards you add appear here.',
  instructions:
    'Arrow keys move between rows and cells. F2 edits a cell, Enter opens the card, X selects it, M moves it, E marks it as done.',
}
